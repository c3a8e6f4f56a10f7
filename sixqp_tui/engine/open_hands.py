"""A finished game with all hands open, from what anybody at its table has read."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import starmap

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact
from sixqp_tui.engine import cards
from sixqp_tui.engine.view import readable


class HandsUnknown(ValueError):
    """The game is not over, or was given up within a round: its hands are still hidden."""


def open_hands(stream: Iterable[facts.Fact]) -> tuple[AnyFact, ...]:
    """The whole game as its host knows it, from any reader's stream of it.

    Ten turns turn over all ten cards of every hand (3.9), so the public facts of finished rounds hold all that was
    dealt. `HandDealt` and `CardLaid` are put where the host has them. A choice that was taken back is left out, and
    so is its taking back: nobody but its seat knows which card it was. Every reader's stream gives the same game,
    and so does what this returns.

    Raises HandsUnknown. That the facts fit each other is for the reducer to say.
    """
    public = readable(stream, None)
    if not public or not isinstance(public[-1], facts.GameEnded):
        raise HandsUnknown("expected a game that is over")
    return tuple(fact for batch in _rounds(public) for fact in _opened(batch))


def _rounds(public: Sequence[AnyFact]) -> Iterable[Sequence[AnyFact]]:
    """The facts cut behind each round, and what stands before the first one with it."""
    begin = 0
    for end, fact in enumerate(public, 1):
        if isinstance(fact, facts.RoundEnded):
            yield public[begin:end]
            begin = end
    yield public[begin:]


def _opened(batch: Sequence[AnyFact]) -> Iterator[AnyFact]:
    """These facts of at most one round, with its hands."""
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
