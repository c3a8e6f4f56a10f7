"""Repeats a finished game from its seed, to check that it was dealt and decided as its facts say."""

from collections.abc import Callable, Iterator, Sequence

from sixqp_protocol.facts import (
    CardChosen,
    CardDrafted,
    CardLaid,
    CardsRevealed,
    Fact,
    GameStarted,
    RowTaken,
    StoodIn,
)
from sixqp_protocol.messages import ChooseCard, ChooseRow, Decision, DraftCard
from sixqp_tui.engine.decisions import at_hand
from sixqp_tui.engine.game import Batch, Game, IllegalDecision
from sixqp_tui.engine.open_hands import open_hands


class OtherGame(ValueError):
    """The seed deals another game, or the rules forbid one of its decisions."""


def repeat_game(
    facts: Sequence[Fact], seed: str, decide: Callable[[int, Game], Decision | None], hear: Callable[[Batch], None]
) -> Game:
    """Raises OtherGame, HandsUnknown, and ValueError for rules or numbers of players that no game has.

    If `decide` returns None, the seat decides as in the facts. `hear` gets every batch.
    """
    started = facts[0] if facts else None
    if not isinstance(started, GameStarted):
        raise OtherGame("no game")
    recorded = [_decisions(seat, facts) for seat in range(len(started.names))]
    try:
        batch, game = Game.start(started.rules, started.names, seed)
        played = [*batch]
        hear(batch)
        while wanted := game.pending:
            seat = wanted.seats[0]
            decision = decide(seat, game) or at_hand(next(recorded[seat]), game.table)
            batch, game = game.decide(seat, decision)
            hear(batch)
            played += batch
    except (IllegalDecision, StopIteration):
        raise OtherGame("other cards") from None
    if _on_the_table(played) != _on_the_table(facts):
        raise OtherGame("other cards or other decisions")
    return game


def _on_the_table(facts: Sequence[Fact]) -> list[Fact]:
    return [fact for fact in open_hands(facts) if not isinstance(fact, CardLaid | CardChosen | StoodIn)]


def _decisions(seat: int, facts: Sequence[Fact]) -> Iterator[Decision]:
    for fact in facts:
        match fact:
            case CardsRevealed(cards):
                yield ChooseCard(card=cards[seat])
            case RowTaken(row=row) if fact.seat == seat and fact.too_low:
                yield ChooseRow(row=row)
            case CardDrafted(card=card) if fact.seat == seat:
                yield DraftCard(card=card)
