"""The open hands of a finished game, from any reader's facts."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import starmap

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact
from sixqp_tui.engine import cards
from sixqp_tui.engine.view import readable


class HandsUnknown(ValueError):
    """The game is not over, or was given up within a round, so its hands are still hidden."""


def open_hands(stream: Iterable[facts.Fact]) -> tuple[AnyFact, ...]:
    """The whole game as its host knows it, from any reader's stream.

    Ten turns show all ten cards of every hand (3.9), so the public facts of finished rounds contain everything that
    was dealt. `HandDealt` and `CardLaid` come where the host has them. A choice that was taken back is left out
    together with its taking back, because only its seat knows the card. Every reader's stream gives the same game,
    and so does the result itself.

    Raises HandsUnknown. It doesn't check that the facts fit each other.
    """
    public = readable(stream, None)
    if not public or not isinstance(public[-1], facts.GameEnded):
        raise HandsUnknown("expected a game that is over")
    return open_rounds(public)


def open_rounds(public: Sequence[AnyFact]) -> tuple[AnyFact, ...]:
    """The same for the public facts of rounds that were played to their end, though the game may not be over."""
    return tuple(fact for batch in _rounds(public) for fact in _opened(batch))


def _rounds(public: Sequence[AnyFact]) -> Iterable[Sequence[AnyFact]]:
    """The facts split after each round, including what comes before the first one."""
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
    """The choices of a turn in the order in which they were made, each with its card."""
    for seat, choice in choices.items():
        yield from (*choice[:-1], facts.CardLaid(seat, laid[seat]), choice[-1])
