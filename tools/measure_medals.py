"""Measures how rare the counts behind the medals are: `python tools/measure_medals.py [--games N] [--check]`.

Bots play games of each variant and number of players. A game also counts as the shorter games that it would have
been with fewer rounds. For each kind of medal the file gets the lowest count that at most this many games in a
thousand reach (`SHARES`). The same seed gives the same file on any number of cores.

With `--check` nothing is written: other games, among them short ones, show how often each medal is awarded. It
fails if a game has fewer than MIN_MEDALS, or if a medal is awarded in more than RARE games in a thousand.
"""

import argparse
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Final

from msgspec import json
from rich.progress import track

from sixqp_protocol.facts import Fact, Rules, Variant
from sixqp_protocol.messages import Level
from sixqp_tui.bots.bot import Bot, create_bot, decide
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.view import View, readable
from sixqp_tui.presentation.medals import (
    LENGTHS,
    MIN_MEDALS,
    RARE,
    RULES,
    SHARES,
    PlayedGame,
    claims,
    medals_of,
    read_game,
)

TARGET: Final = Path(__file__).parents[1] / "sixqp_tui" / "presentation" / "medals.json"
SEED: Final = "medals"
GAMES: Final = 100
"""Games of each variant and number of players."""
LEVELS: Final[tuple[Level, ...]] = ("easy", "medium", "medium")
VARIANTS: Final[tuple[Variant, ...]] = ("classic", "tactic", "draft")
LONGEST: Final = 9
"""Rounds of every game."""
BEYOND: Final = 1
"""The limit of a share that no count is rare enough for is so much above the highest count."""

Counts = dict[str, dict[str, int]]
"""The count of each kind, by variant, players and rounds."""
Task = tuple[Variant, int, str]


def play(variant: Variant, players: int, seed: str, rules: Rules | None = None) -> list[Fact]:
    """All facts of a game between bots, the same for the same seed."""
    rng = Random(seed)
    bots: list[Bot] = [create_bot(rng.choice(LEVELS), Random(rng.random())) for _ in range(players)]
    names = tuple(f"Bot {seat + 1}" for seat in range(players))
    batch, game = Game.start(rules or Rules(variant, None, rounds=LONGEST), names, seed)
    happened: list[Fact] = list(batch)
    views = [View(seat).after(readable(batch, seat)) for seat in range(players)]
    while wanted := game.pending:
        seat = wanted.seats[0]
        batch, game = game.decide(seat, decide(bots[seat], views[seat]))
        happened.extend(batch)
        views = [view.after(readable(batch, seat)) for seat, view in enumerate(views)]
    return happened


def count(task: Task) -> Counts:
    """The counts of a game, and of the shorter games in it."""
    variant, players, seed = task
    table, plays = read_game(play(variant, players, seed))
    game, rng = PlayedGame(plays, table.scores), Random(f"{seed} lengths")
    counted: Counts = {}
    for length, after in zip(LENGTHS, (*LENGTHS[1:], LONGEST + 1), strict=True):
        if length <= len(table.scores):
            rounds = rng.randint(length, min(after - 1, len(table.scores)))
            made = claims(game.first_rounds(rounds))
            counted[f"{variant} {players} {length}"] = {kind: claim.value for kind, claim in made.items()}
    return counted


def awarded(task: Task) -> list[str]:
    """The kinds of the medals of a game by the usual rules, of a shorter one, or of a single round."""
    variant, players, seed = task
    rules = Random(seed).choice(
        (Rules(variant), Rules(variant), Rules(variant, 33), Rules(variant, None, rounds=1))
    )
    return [medal.kind for medal in medals_of(*read_game(play(variant, players, seed, rules)))]


def check(tasks: Sequence[Task], workers: int) -> int:
    with ProcessPoolExecutor(workers) as pool:
        games = list(track(pool.map(awarded, tasks, chunksize=8), "playing", total=len(tasks)))
    often = Counter(kind for kinds in games for kind in kinds)
    for kind in RULES:
        print(f"{kind:16} {1000 * often[kind] / len(games):5.0f} of 1000 games")
    fewest = min(map(len, games))
    print(f"{len(games)} games, at least {fewest} medals, {sum(map(len, games)) / len(games):.2f} on average")
    return int(fewest < MIN_MEDALS or max(often.values()) * 1000 > RARE * len(games))


def thresholds(counts: Sequence[int], games: int) -> list[int]:
    """The lowest count for each of SHARES that at most this many of the games reach."""
    values = sorted(set(counts))
    reached = {value: sum(each >= value for each in counts) for value in values}
    return [
        next((value for value in values if reached[value] * 1000 <= share * games), values[-1] + BEYOND)
        for share in SHARES
    ]


def measure(tasks: Iterable[Task], workers: int) -> dict[str, dict[str, list[int]]]:
    found: defaultdict[str, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    games: defaultdict[str, int] = defaultdict(int)
    everything = list(tasks)
    with ProcessPoolExecutor(workers) as pool:
        for counted in track(pool.map(count, everything, chunksize=8), "playing", total=len(everything)):
            for key, values in counted.items():
                games[key] += 1
                for kind, value in values.items():
                    found[key][kind].append(value)
    return {
        key: {kind: thresholds(counts, games[key]) for kind, counts in sorted(kinds.items())}
        for key, kinds in sorted(found.items())
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--games", type=int, default=GAMES, help="of each variant and number of players: 38 are 1,026 games in all"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--check", action="store_true")
    parsed = parser.parse_args()
    seed = f"{SEED} again" if parsed.check else SEED
    tasks: list[Task] = [
        (variant, players, f"{seed} {variant} {players} {number}")
        for number in range(parsed.games)
        for variant in VARIANTS
        for players in range(2, 11)
    ]
    if parsed.check:
        return check(tasks, parsed.jobs)
    measured = measure(tasks, parsed.jobs)
    lines = ",\n".join(f'"{key}": {json.encode(kinds).decode()}' for key, kinds in measured.items())
    TARGET.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
