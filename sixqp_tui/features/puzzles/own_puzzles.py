"""The puzzles of a game that is over, whose hands are open: from one player's seat, then from all others'."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta, Struct

from sixqp_protocol import facts
from sixqp_protocol.facts import Fact
from sixqp_tui.analysis.result import Review, Tenths
from sixqp_tui.engine.cards import HAND
from sixqp_tui.engine.view import readable
from sixqp_tui.features.puzzles.collection import check
from sixqp_tui.features.puzzles.puzzle import ImpossiblePuzzle, Position, Puzzle, position_of
from sixqp_tui.features.puzzles.search import MIN, find_puzzle

VERSION: Final = 1
"""Raised whenever the form differs, or the rule by which a position is a puzzle: then games are searched anew."""
REVIEW_DOUBT: Final[Tenths] = 5
"""What the lead that a review has found may be short of the true one: two standard errors of its deals."""


class OwnPuzzle(Struct, frozen=True):
    """A puzzle of a game: its round and turn, counted from 1, and the card that was laid then."""

    puzzle: Puzzle
    round: Annotated[int, Meta(ge=1)]
    turn: Annotated[int, Meta(ge=1, le=HAND)]
    laid: facts.Card


class Origin(NamedTuple):
    """Where a puzzle comes from: a game that ended then (seconds since 1970), and a turn of it.

    `names` tells who played it, by seat, and `own` which seat was this user's: None around one keyboard, where each
    name is a person of its own.
    """

    ended: int
    names: tuple[str, ...]
    own: int | None
    round: int
    turn: int
    laid: int


class Candidate(Struct, frozen=True):
    """A position of a game that may be a puzzle, with its round and turn, and the card that was laid then."""

    position: Position
    round: int
    turn: int
    laid: int


def read_candidates(happened: Sequence[Fact], seat: int, review: Review | None = None) -> tuple[Candidate, ...]:
    """Where somebody has chosen a card in a game that is over, and no stand-in for them: this seat's first.

    A `review` of the game leaves out those in which it saw no card lead.
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
    """The puzzle of this position, if it is one. Pure: the same in every process. It may take a second."""
    position = candidate.position
    puzzle = find_puzzle(position.view(), position)
    return OwnPuzzle(puzzle, candidate.round, candidate.turn, candidate.laid) if puzzle else None


class UnreadableFindings(ValueError):
    """These bytes hold no puzzles of a game, or such that cannot have happened: it has to be searched anew."""


class NewerFindings(ValueError):
    """A newer program has written these bytes."""


class _Findings(Struct, frozen=True):
    version: int
    seat: int
    puzzles: tuple[OwnPuzzle, ...]


class _Version(Struct):
    version: int


def encode_findings(seat: int, puzzles: Sequence[OwnPuzzle]) -> bytes:
    return msgspec.json.encode(_Findings(VERSION, seat, tuple(puzzles)))


def decode_findings(kept: bytes, seat: int) -> tuple[OwnPuzzle, ...]:
    """The puzzles that were kept for this seat. Raises UnreadableFindings, and NewerFindings."""
    try:
        version = msgspec.json.decode(kept, type=_Version).version
        if version > VERSION:
            raise NewerFindings(f"expected version {VERSION}, got {version}")
        found = msgspec.json.decode(kept, type=_Findings)
        check(each.puzzle for each in found.puzzles)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ImpossiblePuzzle) as error:
        raise UnreadableFindings(str(error)) from None
    if version < VERSION or found.seat != seat:
        raise UnreadableFindings(f"expected version {VERSION} and seat {seat}, got {version} and {found.seat}")
    return found.puzzles
