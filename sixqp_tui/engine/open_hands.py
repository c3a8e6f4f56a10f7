"""The finished rounds of a game, and their hands, from any reader's facts."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import starmap

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact
from sixqp_tui.engine import cards
from sixqp_tui.engine.view import readable


class HandsUnknown(ValueError):
    """The game isn't over, or was abandoned within a round, so its hands are still hidden."""


def finished_rounds(stream: Iterable[AnyFact]) -> tuple[AnyFact, ...]:
    """Up to the end of the last finished round or of the game; during the first round, only how the game began."""
    public = readable(stream, None)
    ends = [
        place
        for place, fact in enumerate(public, 1)
        if isinstance(fact, facts.GameStarted | facts.RoundEnded | facts.GameEnded)
    ]
    return public[: ends[-1]] if ends else ()


def open_hands(stream: Iterable[facts.Fact]) -> tuple[AnyFact, ...]:
    """Raises HandsUnknown; doesn't check the facts.

    All streams give the same result, without choices that were taken back.
    """
    public = readable(stream, None)
    if not public or not isinstance(public[-1], facts.GameEnded):
        raise HandsUnknown("expected a game that is over")
    return open_rounds(public)


def open_rounds(public: Sequence[AnyFact]) -> tuple[AnyFact, ...]:
    """The same for the public facts of complete rounds, even if the game isn't over."""
    return tuple(fact for batch in _rounds(public) for fact in _opened(batch))


def _rounds(public: Sequence[AnyFact]) -> Iterable[Sequence[AnyFact]]:
    begin = 0
    for end, fact in enumerate(public, 1):
        if isinstance(fact, facts.RoundEnded):
            yield public[begin:end]
            begin = end
    yield public[begin:]


def _opened(batch: Sequence[AnyFact]) -> Iterator[AnyFact]:
    turns = [fact.cards for fact in batch if isinstance(fact, facts.CardsRevealed)]
    if any(isinstance(fact, facts.RoundBegan) for fact in batch) and len(turns) != cards.HAND:
        raise HandsUnknown("expected rounds that were played to their end")
    drafted = any(isinstance(fact, facts.DraftOpened) for fact in batch)
    hands = [] if drafted else [tuple(sorted(hand)) for hand in zip(*turns, strict=True)]
    choices: dict[int, list[AnyFact]] = {}
    stood_in: list[AnyFact] = []
    for fact in batch:
        match fact:
            case facts.StoodIn():
                stood_in = [fact]
                continue
            case facts.RowsStarted():
                yield from starmap(facts.HandDealt, enumerate(hands))
                yield fact
            case facts.CardChosen(seat):
                choices[seat] = [*stood_in, fact]
            case facts.ChoiceTakenBack(seat):
                choices.pop(seat, None)
            case facts.CardsRevealed(laid):
                yield from _choices(choices, laid)
                yield fact
                choices = {}
            case _:
                yield from (*stood_in, fact)
        stood_in = []


def _choices(choices: dict[int, list[AnyFact]], laid: Sequence[int]) -> Iterator[AnyFact]:
    for seat, choice in choices.items():
        yield from (*choice[:-1], facts.CardLaid(seat, laid[seat]), choice[-1])
