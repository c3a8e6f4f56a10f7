"""The puzzles that come with the program: their file, and the five of a day."""

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from typing import Final

import msgspec
from msgspec import Struct

from sixqp_tui.engine.shuffle import SeededRandom
from sixqp_tui.features.puzzles.puzzle import ImpossiblePuzzle, Puzzle, Strength, Theme

A_DAY = 5


def daily_puzzles(puzzles: Sequence[Puzzle], day: int) -> tuple[Puzzle, ...]:
    """The puzzles of this day, counted from any date, easiest first.

    The days go through the set in one order, so that no puzzle returns before all have been used.
    """
    days = max(1, len(puzzles) // A_DAY)
    order = SeededRandom("", "daily puzzles").shuffled(tuple(range(len(puzzles))))
    at = A_DAY * (day % days)
    chosen = (puzzles[number] for number in order[at : at + A_DAY])
    return tuple(sorted(chosen, key=lambda puzzle: (puzzle.strength, puzzle.id)))


VERSION: Final = 1
"""Raised when an older program would misread the file."""
FILE: Final = "puzzles.json"


class UnreadablePuzzles(ValueError):
    """The message says what was expected."""


class Collection(Struct, frozen=True, forbid_unknown_fields=True):
    """Each puzzle is confirmed with this many deals; `rounds` of this seed were searched."""

    version: int
    seed: str
    deals: int
    puzzles: tuple[Puzzle, ...]
    rounds: int = 0


def matching(
    puzzles: Iterable[Puzzle], theme: Theme | None = None, strength: Strength | None = None
) -> tuple[Puzzle, ...]:
    return tuple(
        puzzle for puzzle in puzzles if theme in (None, puzzle.theme) and strength in (None, puzzle.strength)
    )


class Version(Struct):
    version: int


def decode_collection(content: bytes) -> Collection:
    """The unchecked puzzles of a file (`check`). Raises UnreadablePuzzles."""
    try:
        version = msgspec.json.decode(content, type=Version).version
        if version == VERSION:
            return msgspec.json.decode(content, type=Collection)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadablePuzzles(str(error)) from None
    raise UnreadablePuzzles(f"expected version {VERSION}, got {version}")


def encode_collection(collection: Collection) -> bytes:
    head = msgspec.json.encode(
        {
            "version": collection.version,
            "seed": collection.seed,
            "deals": collection.deals,
            "rounds": collection.rounds,
        }
    )
    lines = b",\n".join(msgspec.json.encode(puzzle) for puzzle in collection.puzzles)
    return head[:-1] + b',"puzzles":[\n' + lines + b"\n]}\n"


def check(puzzles: Iterable[Puzzle]) -> None:
    """Raises ImpossiblePuzzle with the first impossible puzzle, and its first impossible fact."""
    for number, puzzle in enumerate(puzzles, 1):
        try:
            hand = puzzle.position.view().hand
        except ImpossiblePuzzle as impossible:
            raise ImpossiblePuzzle(f"puzzle {number}: {impossible}") from None
        if len(hand) != len(puzzle.more) or sorted(puzzle.more)[0] != 0:
            raise ImpossiblePuzzle(f"puzzle {number}: expected heads for each of {hand}, got {puzzle.more}")


@cache
def shipped() -> Collection:
    return decode_collection((resources.files(__package__) / FILE).read_bytes())
