"""Makes the puzzles that come with the program: `python tools/make_puzzles.py [--again | --check]`.

Bots play rounds of each variant; a position becomes a puzzle where one card leads clearly. Few deals screen out
most positions, many confirm the rest. The set in the file grows by one chunk of rounds after another until it is
large enough, and is written after each of them: a run that was stopped continues. The same seed gives the
same file on any number of cores, because what a chunk still looks for depends on the chunks before it alone.

With `--again` the puzzles of the file are measured again, and those that don't lead clearly any more are left out.
With `--check` nothing is written: the puzzles are solved again over five times the deals, which are other ones.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from itertools import chain, count
from pathlib import Path
from random import Random
from typing import Final, Literal, NamedTuple, get_args

from msgspec.structs import replace
from rich.console import Console
from rich.progress import Progress

from sixqp_protocol.facts import Fact, Rules, Variant
from sixqp_protocol.messages import Level
from sixqp_tui.bots.bot import Bot, create_bot, decide
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
from sixqp_tui.features.puzzles.puzzle import (
    NAMES,
    STRENGTHS,
    THEMES,
    Puzzle,
    Strength,
    Theme,
    position_of,
)
from sixqp_tui.features.puzzles.search import CONFIRMING, Measurement, find_puzzle
from sixqp_tui.store.files import write_atomically

TARGET: Final = Path(__file__).parents[1] / "sixqp_tui" / "features" / "puzzles" / FILE
SEED: Final = "sixqp 2"
AGAIN: Final = 5
"""Times as many deals when puzzles are solved again."""
SIZE: Final = 730
"""Puzzles wanted: five a day, and none twice within 146 days. The file may have fewer."""
MAX_OF_THEME: Final = SIZE // 4
MAX_OF_STRENGTH: Final = MAX_OF_THEME // 2
"""Puzzles of one strength within a theme."""
CHUNK: Final = 24
"""Rounds that are looked through before what is wanted is counted again."""
MAX_HAND: Final = 7
"""Larger hands take most of the time, and seldom have one best card."""
PLAYERS: Final = (2, 3, 4, 5, 6, 6, 6, 7, 8, 8)
"""How many play, one of these by lot: at large tables the best card is more often one between others."""
LEVELS: Final[tuple[Level, ...]] = ("easy", "medium", "medium")
VARIANTS: Final[tuple[Variant, ...]] = ("classic", "tactic", "classic", "draft", "classic", "tactic")
"""The variants of six rounds in a row."""

Answer = Literal["highest", "lowest", "between"]
"""Which card of the hand is the best."""
ANSWERS: Final[tuple[Answer, ...]] = get_args(Answer)
Kind = tuple[Theme, Strength, Answer]


class Task(NamedTuple):
    """A round to be played and looked through for puzzles of these kinds."""

    variant: Variant
    seed: str
    wanted: frozenset[Kind]


def play(task: Task) -> list[Fact]:
    """All facts of a round between bots that don't search; by the seed the same everywhere."""
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
    return create_bot(level, Random(rng.random()))


def look_for_puzzles(task: Task) -> list[Puzzle]:
    """Puzzles of wanted kinds among the positions of a round, in an order by lot: one of each theme at most."""
    wanted = frozenset(kind for kind in task.wanted if _variant_of(kind[0]) == task.variant)
    happened = play(task) if wanted else []
    found: list[Puzzle] = []
    positions = list(_positions(happened))
    Random(f"{task.seed} order").shuffle(positions)
    for seat, length in positions:
        puzzle = _puzzle_at(readable(happened[:length], seat), seat, wanted) if wanted else None
        if puzzle is not None:
            found.append(puzzle)
            wanted = frozenset(kind for kind in wanted if kind[0] != puzzle.theme)
    return found


def _variant_of(theme: Theme) -> Variant:
    return theme if theme in ("tactic", "draft") else "classic"


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
    hand, answers = view.hand, {answer for _theme, _strength, answer in wanted}
    if not 2 < len(hand) <= MAX_HAND:  # the toss of a coin solves a choice between two
        return None
    puzzle = find_puzzle(view, position_of(stream, seat), lambda best: _answer(hand.index(best), hand) in answers)
    return puzzle if puzzle and _kind(puzzle) in wanted else None


def _kind(puzzle: Puzzle) -> Kind:
    return puzzle.theme, puzzle.strength, answer_of(puzzle)


def answer_of(puzzle: Puzzle) -> Answer:
    return _answer(puzzle.more.index(0), puzzle.more)


def _answer(at: int, hand: Sequence[int]) -> Answer:
    return "lowest" if at == 0 else "highest" if at == len(hand) - 1 else "between"


def measure_again(puzzle: Puzzle) -> Puzzle | None:
    """The puzzle by the rule of today; None where it is none any more."""
    return find_puzzle(puzzle.position.view(), puzzle.position)


def solve_again(puzzle: Puzzle) -> tuple[bool, bool]:
    """Over more and other deals: whether the same card is the best, and whether its lead is clear again."""
    view = puzzle.position.view()
    lead = Measurement(view, "check").lead(AGAIN * CONFIRMING)
    same = view.hand.index(lead.best) == puzzle.more.index(0)
    return same, same and lead.clear


def grow(pool: Executor, collection: Collection, answers: Sequence[Answer], bar: Progress) -> Iterator[Collection]:
    """The set after each chunk of rounds, until it is large enough; only puzzles with these answers are added."""
    found = list(collection.puzzles)
    task = bar.add_task("puzzles", total=SIZE, completed=len(found))
    for start in count(collection.rounds, CHUNK):
        if len(found) >= SIZE:
            return
        wanted = frozenset(kind for kind in _wanted(found) if kind[2] in answers)
        tasks = [
            Task(VARIANTS[number % len(VARIANTS)], f"{collection.seed} {number}", wanted)
            for number in range(start, start + CHUNK)
        ]
        for puzzle in chain.from_iterable(pool.map(look_for_puzzles, tasks)):
            if _kind(puzzle) in _wanted(found) and len(found) < SIZE and puzzle not in found:
                found.append(puzzle)
        found = balanced(found)
        bar.update(task, completed=len(found), description=f"round {start + CHUNK}")
        yield replace(collection, rounds=start + CHUNK, puzzles=tuple(found))


def _wanted(found: Sequence[Puzzle]) -> frozenset[Kind]:
    """The kinds of which there aren't enough; the best card is to be an end of the hand no more often than not."""
    themed = Counter(puzzle.theme for puzzle in found)
    strong = Counter((puzzle.theme, puzzle.strength) for puzzle in found)
    answers = Counter(map(answer_of, found))
    return frozenset(
        (theme, strength, answer)
        for theme in THEMES
        for strength in STRENGTHS
        for answer in ANSWERS
        if themed[theme] < MAX_OF_THEME and strong[theme, strength] < MAX_OF_STRENGTH
        if answer == "between" or answers[answer] < answers["between"]
    )


def balanced(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """As many of these that neither the highest nor the lowest card is the answer to more than a third.

    Those with two cards are left out first, then those of frequent themes, then those with the least lead. The
    order tells nothing.
    """
    left = sorted(puzzles, key=lambda puzzle: puzzle.id)
    while True:
        answers, themed = Counter(map(answer_of, left)), Counter(puzzle.theme for puzzle in left)
        ends: tuple[Answer, Answer] = ("highest", "lowest")
        often = max(ends, key=answers.__getitem__)
        if 3 * answers[often] <= len(left):
            return left
        dispensable = min(
            (puzzle for puzzle in left if answer_of(puzzle) == often),
            key=lambda puzzle: (len(puzzle.more) > 2, -themed[puzzle.theme], sorted(puzzle.more)[1], puzzle.id),
        )
        left.remove(dispensable)


def measure_all_again(pool: Executor, collection: Collection, bar: Progress) -> Collection:
    task = bar.add_task("again", total=len(collection.puzzles))
    found = []
    for puzzle in pool.map(measure_again, collection.puzzles):
        bar.advance(task)
        if puzzle is not None:
            found.append(puzzle)
    return replace(collection, puzzles=tuple(balanced(found)))


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
    """Make the set larger, or measure it again."""
    parser = argparse.ArgumentParser(description=__doc__)
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--again", action="store_true", help="measure the puzzles of the file again")
    action.add_argument("--check", action="store_true", help="solve the puzzles of the file again")
    parser.add_argument("--seed", default=SEED, help="another seed begins with its first round")
    parser.add_argument("--answers", nargs="+", choices=ANSWERS, default=ANSWERS, help="look for these alone")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--file", type=Path, default=TARGET)
    parsed = parser.parse_args()
    there = _read(parsed.file, parsed.seed)
    with create_pool(parsed.jobs) as pool, Progress(console=Console(stderr=True)) as bar:
        if parsed.check:
            agreed, clear = check_again(pool, there, bar)
            share = 100 * agreed / len(there.puzzles)
            _print(
                f"the same card over {AGAIN} times the deals: {agreed} ({share:.1f} %), a clear lead again: {clear}"
            )
            return
        for grown in (
            (measure_all_again(pool, there, bar),) if parsed.again else grow(pool, there, parsed.answers, bar)
        ):
            check(grown.puzzles)
            write_atomically(parsed.file, encode_collection(grown), private=False)
    _describe(_read(parsed.file, parsed.seed))


def _read(path: Path, seed: str) -> Collection:
    if not path.exists():
        return Collection(VERSION, seed, CONFIRMING, ())
    found = decode_collection(path.read_bytes())
    return found if found.seed == seed else replace(found, seed=seed, rounds=0)


def _describe(collection: Collection) -> None:
    kinds = Counter((puzzle.theme, puzzle.strength) for puzzle in collection.puzzles)
    _print(f"{len(collection.puzzles)} puzzles after {collection.rounds} rounds")
    for answer, number in sorted(Counter(map(answer_of, collection.puzzles)).items()):
        _print(f"the {answer} card: {number}")
    for (theme, strength), number in sorted(kinds.items()):
        _print(f"{theme}, strength {strength}: {number}")


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
