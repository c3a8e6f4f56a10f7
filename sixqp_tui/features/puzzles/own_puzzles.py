"""The puzzles of a finished game with open hands: first from one player's seat, then from the others'."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta, Struct

from sixqp_protocol import facts
from sixqp_protocol.facts import Fact
from sixqp_tui.analysis.result import Review, Tenths
from sixqp_tui.engine.cards import HAND
from sixqp_tui.engine.view import readable
from sixqp_tui.features.puzzles.collection import Version, check
from sixqp_tui.features.puzzles.puzzle import ImpossiblePuzzle, Position, Puzzle, position_of
from sixqp_tui.features.puzzles.search import MIN, find_puzzle

VERSION: Final = 2
"""Raised when the form changes, or the rule for puzzles; then games are searched again."""
REVIEW_DOUBT: Final[Tenths] = 5
"""Allowance for the error of a review's lead: two standard errors."""


class OwnPuzzle(Struct, frozen=True):
    """`laid` is the card that was played then."""

    puzzle: Puzzle
    round: Annotated[int, Meta(ge=1)]
    turn: Annotated[int, Meta(ge=1, le=HAND)]
    laid: facts.Card


class Origin(NamedTuple):
    """The game that a puzzle comes from, which `ended` then (seconds since 1970), and the turn.

    `names` go by seat. `own` is this user's seat; None at one keyboard, where each name is another person.
    """

    ended: int
    names: tuple[str, ...]
    own: int | None
    round: int
    turn: int
    laid: int


class Candidate(Struct, frozen=True):
    position: Position
    round: int
    turn: int
    laid: int


def read_candidates(happened: Sequence[Fact], seat: int, review: Review | None = None) -> tuple[Candidate, ...]:
    """The positions where somebody chose a card, this seat's first, without those of stand-ins.

    A `review` rules out positions in which no card led.
    """
    started = happened[0]
    assert isinstance(started, facts.GameStarted)
    others = (other for other in range(len(started.names)) if other != seat)
    return tuple(
        candidate
        for reader in (seat, *others)
        for candidate in _candidates(readable(happened, reader), reader, _leads(review, reader) if review else {})
    )


def _candidates(stream: Sequence[Fact], seat: int, leads: dict[tuple[int, int], Tenths]) -> Iterator[Candidate]:
    began, number, turn, stood_in = 0, 0, 0, False
    for at, fact in enumerate(stream):
        match fact:
            case facts.RoundBegan(number):
                began, turn = at, 0
            case facts.CardLaid():
                before = stream[at - 1]
                stood_in = isinstance(before, facts.StoodIn) and before.seat == seat
            case facts.CardsRevealed(cards):
                turn += 1
                lead = leads.get((number, turn))
                if turn < HAND and not stood_in and (lead is None or lead + REVIEW_DOUBT >= MIN):
                    position = position_of((stream[0], *stream[began:at]), seat)
                    yield Candidate(position, number, turn, cards[seat])


def _leads(review: Review, seat: int) -> dict[tuple[int, int], Tenths]:
    """By round and turn, how much more the second best card cost than the best."""
    cards = [decision for decision in review.seats[seat].decisions if decision.kind == "card"]
    return {(decision.round, decision.turn): decision.options[1].more for decision in cards}


def examine(candidate: Candidate) -> OwnPuzzle | None:
    """The same in every process. It may take a second."""
    position = candidate.position
    puzzle = find_puzzle(position.view(), position)
    return OwnPuzzle(puzzle, candidate.round, candidate.turn, candidate.laid) if puzzle else None


class UnreadableFindings(ValueError):
    """Bytes without puzzles, or with impossible ones: the game has to be searched again."""


class NewerFindings(ValueError): ...


class _Findings(Struct, frozen=True):
    version: int
    seat: int
    puzzles: tuple[OwnPuzzle, ...]


def encode_findings(seat: int, puzzles: Sequence[OwnPuzzle]) -> bytes:
    return msgspec.json.encode(_Findings(VERSION, seat, tuple(puzzles)))


def decode_findings(kept: bytes, seat: int) -> tuple[OwnPuzzle, ...]:
    """Raises UnreadableFindings, and NewerFindings."""
    try:
        version = msgspec.json.decode(kept, type=Version).version
        if version > VERSION:
            raise NewerFindings(f"expected version {VERSION}, got {version}")
        found = msgspec.json.decode(kept, type=_Findings)
        check(each.puzzle for each in found.puzzles)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ImpossiblePuzzle) as error:
        raise UnreadableFindings(str(error)) from None
    if version < VERSION or found.seat != seat:
        raise UnreadableFindings(f"expected version {VERSION} and seat {seat}, got {version} and {found.seat}")
    return found.puzzles
