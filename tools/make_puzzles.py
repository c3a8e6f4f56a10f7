"""Makes the puzzles that come with the program: `python tools/make_puzzles.py [--check]`.

Bots play rounds of each variant; a position becomes a puzzle where one card leads clearly. Few deals screen out
most positions, many confirm the rest. The same seed gives the same file on any number of cores: rounds are played
in chunks, and what a chunk still looks for depends on the chunks before it alone.

With `--check` nothing is written: the puzzles are solved again over five times the deals, which are other ones.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from itertools import chain
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from rich.console import Console
from rich.progress import Progress

from sixqp_protocol.facts import Fact, Rules, Variant
from sixqp_protocol.messages import Level
from sixqp_tui.bots.bot import Bot, create_bot, decide
from sixqp_tui.bots.search.budget import deals
from sixqp_tui.bots.worker_process import create_pool
from sixqp_tui.engine.cards import HAND
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.table import CardsWanted
from sixqp_tui.engine.view import View, readable
from sixqp_tui.features.puzzles.collection import (
    FILE,
    VERSION,
    Collection,
    check,
    decode_collection,
    encode_collection,
)
from sixqp_tui.features.puzzles.puzzle import NAMES, STRENGTHS, Puzzle, Strength, Theme, position_of
from sixqp_tui.features.puzzles.search import CONFIRMING, Measurement, find_puzzle

TARGET: Final = Path(__file__).parents[1] / "sixqp_tui" / "features" / "puzzles" / FILE
SEED: Final = "sixqp"
AGAIN: Final = 5
"""Times as many deals when puzzles are solved again."""
MAX_OF: Final[dict[Variant, tuple[int, int]]] = {"classic": (64, 30), "tactic": (84, 40), "draft": (84, 40)}
"""By variant, puzzles of each of its themes, and of one strength among them, at most."""
PAIRS: Final = 6
"""At most one of so many puzzles wanted of a theme has a hand of only two cards."""
MAX_ROUNDS: Final = 960
"""Rounds of a variant after which a theme stays smaller than wanted."""
CHUNK: Final = 32
"""Rounds that are looked through before what is wanted is counted anew."""
THINKING: Final = 10
"""Deals that a strong bot tries for a decision of the game itself."""
PLAYERS: Final = (2, 3, 3, 4, 4, 4, 5, 5, 6, 6, 7, 8)
"""How many play, one of these by lot."""
LEVELS: Final[tuple[Level, ...]] = ("easy", "medium", "medium", "hard")
THEMES_OF: Final[dict[Variant, tuple[Theme, ...]]] = {
    "classic": ("too low", "sixth card", "counting", "last three"),
    "tactic": ("tactic",),
    "draft": ("draft",),
}

Kind = tuple[Theme, Strength, bool]
"""Theme and strength of a puzzle, and whether its hand has only two cards."""


class Task(NamedTuple):
    """A round to be played and looked through for puzzles of these kinds."""

    variant: Variant
    seed: str
    wanted: frozenset[Kind]


def play(task: Task) -> list[Fact]:
    """All facts of a round between bots of all levels; by the seed the same everywhere."""
    rng = Random(task.seed)
    players = rng.choice(PLAYERS)
    bots = [_bot(rng) for _ in range(players)]
    batch, game = Game.start(Rules(task.variant, limit=None, rounds=1), NAMES[:players], task.seed)
    happened: list[Fact] = list(batch)
    while wanted := game.pending:
        seat = wanted.seats[0]
        view = View(seat).after(readable(happened, seat))
        batch, game = game.decide(seat, decide(bots[seat], view))
        happened.extend(batch)
    return happened


def _bot(rng: Random) -> Bot:
    level: Level = rng.choice(LEVELS)
    return create_bot(level, Random(rng.random()), deals(THINKING))


def look_for_puzzles(task: Task) -> list[Puzzle]:
    """Puzzles of wanted kinds among the positions of a round, in an order by lot: one of each theme at most."""
    happened, wanted = play(task), task.wanted
    found: list[Puzzle] = []
    positions = list(_positions(happened))
    Random(f"{task.seed} order").shuffle(positions)
    for seat, length in positions:
        puzzle = _puzzle_at(readable(happened[:length], seat), seat, wanted) if wanted else None
        if puzzle is not None:
            found.append(puzzle)
            wanted = frozenset(kind for kind in wanted if kind[0] != puzzle.theme)
    return found


def _positions(happened: Sequence[Fact]) -> Iterator[tuple[int, int]]:
    """Each seat, and how many facts there are, wherever the cards of a turn are to be laid."""
    watcher = View()
    for length, fact in enumerate(happened, 1):
        if watcher.may_read(fact):
            watcher = watcher.apply(fact)
            table, pending = watcher.table, watcher.table.pending
            if isinstance(pending, CardsWanted) and len(pending.seats) == table.seats and table.turn < HAND:
                yield from ((seat, length) for seat in pending.seats)


def _puzzle_at(stream: Sequence[Fact], seat: int, wanted: frozenset[Kind]) -> Puzzle | None:
    view = View(seat).after(stream)
    if not any(kind[2] == _is_pair(view.hand) for kind in wanted):
        return None
    puzzle = find_puzzle(view, position_of(stream, seat))
    return puzzle if puzzle and _kind(puzzle) in wanted else None


def _kind(puzzle: Puzzle) -> Kind:
    return puzzle.theme, puzzle.strength, _is_pair(puzzle.more)


def _is_pair(hand: Sequence[int]) -> bool:
    return len(hand) == 2


def solve_again(puzzle: Puzzle) -> tuple[bool, bool]:
    """Over more and other deals: whether the same card is the best, and whether its lead is clear again."""
    view = puzzle.position.view()
    lead = Measurement(view, "check").lead(AGAIN * CONFIRMING)
    same = view.hand.index(lead.best) == puzzle.more.index(0)
    return same, same and lead.clear


def make(pool: Executor, seed: str, bar: Progress) -> Collection:
    """The set of this seed."""
    found = [puzzle for variant in THEMES_OF for puzzle in look_through(pool, seed, variant, bar)]
    found.sort(key=lambda puzzle: puzzle.id)  # an order that tells nothing
    check(found)
    return Collection(VERSION, seed, CONFIRMING, tuple(found))


def look_through(pool: Executor, seed: str, variant: Variant, bar: Progress) -> list[Puzzle]:
    """The puzzles of a variant, until there are enough of each kind, or enough rounds were played."""
    found: list[Puzzle] = []
    task = bar.add_task(variant, total=len(THEMES_OF[variant]) * MAX_OF[variant][0])
    for start in range(0, MAX_ROUNDS, CHUNK):
        wanted = _wanted(found, variant)
        if not wanted:
            break
        bar.update(task, description=f"{variant}, round {start}")
        tasks = [Task(variant, f"{seed} {variant} {number}", wanted) for number in range(start, start + CHUNK)]
        for puzzle in chain.from_iterable(pool.map(look_for_puzzles, tasks)):
            if _kind(puzzle) in _wanted(found, variant):
                found.append(puzzle)
                bar.advance(task)
    return found


def _wanted(found: Sequence[Puzzle], variant: Variant) -> frozenset[Kind]:
    themed = Counter(puzzle.theme for puzzle in found)
    strong = Counter((puzzle.theme, puzzle.strength) for puzzle in found)
    pairs = Counter(puzzle.theme for puzzle in found if _is_pair(puzzle.more))
    of_theme, of_strength = MAX_OF[variant]
    return frozenset(
        (theme, strength, pair)
        for theme in THEMES_OF[variant]
        for strength in STRENGTHS
        for pair in (False, True)
        if themed[theme] < of_theme and strong[theme, strength] < of_strength
        if not pair or pairs[theme] < of_theme // PAIRS
    )


def check_again(pool: Executor, collection: Collection, bar: Progress) -> tuple[int, int]:
    """How many puzzles have the same best card over more deals, and how many a clear lead too."""
    check(collection.puzzles)
    task = bar.add_task("check", total=len(collection.puzzles))
    agreed = clear = 0
    for same, clearly in pool.map(solve_again, collection.puzzles):
        agreed, clear = agreed + same, clear + clearly
        bar.advance(task)
    return agreed, clear


def main() -> None:
    """Make the set, or solve it again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="solve the puzzles of the file again")
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--file", type=Path, default=TARGET)
    parsed = parser.parse_args()
    with create_pool(parsed.jobs) as pool, Progress(console=Console(stderr=True)) as bar:
        if parsed.check:
            collection = decode_collection(parsed.file.read_bytes())
            agreed, clear = check_again(pool, collection, bar)
        else:
            collection = make(pool, parsed.seed, bar)
            parsed.file.write_bytes(encode_collection(collection))
    kinds = Counter((puzzle.theme, puzzle.strength) for puzzle in collection.puzzles)
    pairs = sum(_is_pair(puzzle.more) for puzzle in collection.puzzles)
    lines = [f"{len(collection.puzzles)} puzzles, {pairs} of them with two cards in hand"]
    lines += [f"{theme}, strength {strength}: {number}" for (theme, strength), number in sorted(kinds.items())]
    if parsed.check:
        share = 100 * agreed / len(collection.puzzles)
        lines.append(
            f"the same card over {AGAIN} times the deals: {agreed} ({share:.1f} %), a clear lead again: {clear}"
        )
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
