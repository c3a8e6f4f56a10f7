"""Leaks to be planted at the table, so that it is known that the proof by twins finds them."""

from collections.abc import Callable, Iterable
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace
from simulation.defects import Planting, a_neighbour_sees_the_card

from sixqp_protocol.facts import Fact, HandDealt, RowsStarted
from sixqp_protocol.messages import Accepted, ChooseCard, Decision, Pong, RoomNews, Welcome
from sixqp_protocol.refusals import Refusal
from sixqp_tui.engine import cards, decisions, view
from sixqp_tui.engine.decisions import Forbidden
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.table import Table
from sixqp_tui.host import apply, gate, room, snapshot, timers
from sixqp_tui.host.commands import Send
from sixqp_tui.host.gate import HostedGame
from sixqp_tui.host.participants import Chair
from sixqp_tui.host.state import State

MIDDLE = 52


def a_watcher_reads_the_hands() -> Planting:
    """The first hand that is dealt passes the gate to whoever looks on."""

    def readable(batch: Iterable[Fact], reader: int | None) -> tuple[Any, ...]:
        seen = view.readable(batch, reader)
        return seen or tuple(fact for fact in batch if reader is None and isinstance(fact, HandDealt))

    def dealt(batch: Iterable[Fact], reader: int | None) -> tuple[Any, ...]:
        facts = tuple(batch)
        hands = (fact for fact in facts if isinstance(fact, HandDealt) and fact.seat == 0)
        return (*readable(facts, reader), *(hands if reader is None else ()))

    return patch.object(gate, "readable", dealt)


def an_answer_is_longer_for_a_high_card() -> Planting:
    """The id in the answer is written in as many bytes as the card that was laid is high."""
    grant = room.RequestHandlers._grant

    def wordy(self: Any, peer: Any, request: Any, **more: Any) -> None:
        grant(self, peer, request, **more)
        if isinstance(request, ChooseCard) and request.card > MIDDLE:
            out = self._state.out
            at = next(at for at, effect in enumerate(out) if effect.message == Accepted(request.id))
            out[at] = Send(peer.number, Accepted(2**20))

    return patch.object(room.RequestHandlers, "_grant", wordy)


def who_is_waited_for_goes_by_the_hands() -> Planting:
    """The news name those who have still to choose in the order of their highest cards."""
    news_for = snapshot._news_for

    def sorted_news(table: State, peer: Any, public: RoomNews) -> RoomNews:
        news = news_for(table, peer, public)
        if table.play is None or news.phase == "lobby":
            return news
        hands = table.play.game.table.hands
        return replace(news, waiting_for=tuple(sorted(news.waiting_for, key=lambda seat: max(hands[seat] or (0,)))))

    return patch.object(snapshot, "_news_for", sorted_news)


class _Several:
    """Several plantings at once."""

    def __init__(self, *plantings: Planting) -> None:
        self._plantings = plantings

    def __enter__(self) -> None:
        for planting in self._plantings:
            planting.__enter__()

    def __exit__(self, *error: object) -> None:
        for planting in reversed(self._plantings):
            planting.__exit__(*error)


def a_refusal_tells_where_a_card_is() -> Planting:
    """Who asks for a card that nobody holds is refused by another code than for one in somebody's hand."""
    choose_card = decisions._choose_card

    def telling(table: Table, seat: int, card: int) -> Any:
        decided = choose_card(table, seat, card)
        held = any(card in (hand or ()) for hand in table.hands)
        if isinstance(decided, Forbidden) and decided.code is Refusal.NOT_IN_HAND and not held:
            return Forbidden(Refusal.NOT_IN_DECK, "3.1")
        return decided

    return patch.object(decisions, "_choose_card", telling)


def the_article_tells_whether_a_card_is_laid() -> Planting:
    """Who asks for a card that lies face down somewhere is told of another article."""
    choose_card = decisions._choose_card

    def telling(table: Table, seat: int, card: int) -> Any:
        if card in table.laid and seat not in table.chosen:
            return Forbidden(Refusal.NOT_IN_HAND, "3.2")
        return choose_card(table, seat, card)

    return patch.object(decisions, "_choose_card", telling)


def a_bot_is_stronger_with_a_good_hand() -> Planting:
    """The strength that the news tell of a bot goes by its cards."""
    news_for = snapshot._news_for

    def boasting(table: State, peer: Any, public: RoomNews) -> RoomNews:
        news = news_for(table, peer, public)
        if table.play is None or news.phase == "lobby":
            return news
        hands = table.play.game.table.hands
        seats = (
            replace(chair, level="hard") if chair.level and sum(hands[seat] or ()) > 400 else chair
            for seat, chair in enumerate(news.seats)
        )
        return replace(news, seats=tuple(seats))

    return patch.object(snapshot, "_news_for", boasting)


def a_low_card_is_told_twice() -> Planting:
    """Whoever lays a low card makes the table say one message more to everybody."""
    decide = apply._decide

    def chatty(table: State, accepted: Any, decision: Decision, decided: Any = None) -> None:
        decide(table, accepted, decision, decided)
        if isinstance(decision, ChooseCard) and decision.card < MIDDLE:
            for number in table.peers:
                table.send(number, Pong(0))

    return patch.object(apply, "_decide", chatty)


def a_stand_in_takes_its_time_for_a_high_hand() -> Planting:
    """Who is away and holds the highest card is waited for a little longer."""
    waits_until = timers._waits_until

    def slow(table: State, seat: int) -> float:
        hand = (table.play.game.table.hands[seat] if table.play else None) or (0,)
        return waits_until(table, seat) + max(hand) / 1000

    return patch.object(timers, "_waits_until", slow)


def a_stand_in_sees_other_hands() -> Planting:
    """Who is away is played for by somebody who looks whether the next seat holds a higher card."""
    stand_in = HostedGame.stand_in

    def looking(self: HostedGame, seat: int) -> Decision:
        decision = stand_in(self, seat)
        hands = self.game.table.hands
        mine, other = hands[seat] or (), hands[(seat + 1) % len(hands)] or ()
        if isinstance(decision, ChooseCard) and max(other, default=0) > max(mine):
            return replace(decision, card=max(mine))
        return decision

    return patch.object(HostedGame, "stand_in", looking)


def the_seed_is_told() -> Planting:
    """A newcomer is told from what the cards are dealt."""
    send = State.send

    def telling(self: State, peer: int, message: Any) -> None:
        if isinstance(message, Welcome) and self.play:
            message = replace(message, title=self.play.game.seed)
        send(self, peer, message)

    return patch.object(State, "send", telling)


def what_was_not_dealt_is_counted() -> Planting:
    """The number of watchers is larger while the highest card is in nobody's hand."""
    news_for = snapshot._news_for

    def miscounting(table: State, peer: Any, public: RoomNews) -> RoomNews:
        news = news_for(table, peer, public)
        held = {card for hand in _table(table).hands for card in hand or ()}
        over = news.phase == "playing" and max(cards.deck("classic", 10)) not in held
        return replace(news, watchers=news.watchers + over)

    return patch.object(snapshot, "_news_for", miscounting)


def _table(of: State) -> Table:
    return of.play.game.table if of.play else Table()


def a_name_bears_the_card() -> Planting:
    """Whoever has laid an even card is named with a dot for all to see."""
    told = Chair.news

    def dotted(self: Chair, shows_key: bool) -> Any:
        laid = LAID.get(self.played) if self.played is not None else None
        return replace(told(self, shows_key), name=self.name + "." * (laid is not None and laid % 2 == 0))

    record = HostedGame.record

    def noted(self: HostedGame, batch: Any, after: Game) -> None:
        record(self, batch, after)
        LAID.clear()
        LAID.update(enumerate(self.game.table.laid))

    return _Several(patch.object(Chair, "news", dotted), patch.object(HostedGame, "record", noted))


LAID: dict[int, int | None] = {}


def the_rows_come_with_the_next_card() -> Planting:
    """The rows are told with a card that nobody was dealt, in the batch of whoever looks on."""

    def readable(batch: Iterable[Fact], reader: int | None) -> tuple[Any, ...]:
        facts = tuple(batch)
        known = {card for fact in facts if isinstance(fact, HandDealt | RowsStarted) for card in fact.cards}
        rest = next((card for card in range(1, 105) if card not in known), None)
        dealt = any(isinstance(fact, HandDealt) for fact in facts)
        more = (HandDealt(0, (rest,)),) if reader is None and dealt and rest else ()
        return (*view.readable(facts, reader), *more)

    return patch.object(gate, "readable", readable)


LEAKS: tuple[Callable[[], Planting], ...] = (
    a_neighbour_sees_the_card,
    a_watcher_reads_the_hands,
    an_answer_is_longer_for_a_high_card,
    who_is_waited_for_goes_by_the_hands,
    a_refusal_tells_where_a_card_is,
    the_article_tells_whether_a_card_is_laid,
    a_bot_is_stronger_with_a_good_hand,
    a_low_card_is_told_twice,
    a_stand_in_takes_its_time_for_a_high_hand,
    a_stand_in_sees_other_hands,
    the_seed_is_told,
    what_was_not_dealt_is_counted,
    a_name_bears_the_card,
    the_rows_come_with_the_next_card,
)
