"""What if: a recorded round, played on with another card, row or pick against bots. Pure, but the bots search."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import islice
from random import Random
from typing import Final

from msgspec.structs import replace

from sixqp_protocol.facts import AnyFact, CardDrafted, CardsRevealed, RoundEnded
from sixqp_protocol.messages import AnyRequest, ChooseCard, ChooseRow, Decision, DraftCard
from sixqp_tui.bots.bot import create_bot, decide
from sixqp_tui.bots.search.budget import deals
from sixqp_tui.client.recorded_session import RecordedSession
from sixqp_tui.client.session_state import OfflineSession
from sixqp_tui.engine.decisions import at_hand
from sixqp_tui.engine.game import Game, IllegalDecision
from sixqp_tui.engine.table import CardsWanted, DraftWanted, RowWanted, Table
from sixqp_tui.host.gate import Streams

DEALS: Final = 12
"""Deals that a bot tries for a decision: ten players wait for half a second, and for two in a draft."""
Think = Callable[[Callable[[], Decision]], Awaitable[Decision]]


def find_moment(facts: Sequence[AnyFact], position: int, seat: int) -> tuple[int, Game] | None:
    """The last moment when the seat had to decide (3.1, 3.7, 5.2): how many facts had happened, and the game."""
    found, game = None, Game("what if", pauses=True)
    for at, fact in enumerate(facts[: position + 1]):
        pending = game.pending
        begins = isinstance(pending, CardsWanted) and not any(game.table.laid)
        if begins or (isinstance(pending, RowWanted | DraftWanted) and pending.seat == seat):
            found = at, game
        game = game.after((fact,))
    return found


class WhatIfSession(OfflineSession):
    """One seat of a recorded game, from a moment until its round is over.

    In the turn of that moment, the others play what they played then; bots play their later cards. In a draft, the
    others pick what they picked while it is there, and bots play all turns. `on_decision` is called after each
    decision of the seat; then `play_others` goes on. Raises LookupError if the seat has no moment up to the
    position of the recording.
    """

    def __init__(self, recorded: RecordedSession, seat: int) -> None:
        super().__init__()
        moment = find_moment(recorded.facts, recorded.position, seat)
        if moment is None:
            raise LookupError("expected a position at which the seat has had to decide")
        at, self._game = moment
        self.seat, self.title = seat, recorded.title
        self.on_decision: Callable[[], object] = lambda: None
        self.turn, self.round = self.table.turn, self.table.round
        self.pick = len(self.table.hands[seat] or ()) + 1 if self.table.drafting else None
        self._began = self._game
        self._happened, self._left = recorded.facts[:at], recorded.facts[at:]
        self._names = recorded.state.names
        self.begin_again()

    @property
    def table(self) -> Table:
        return self._game.table

    @property
    def over(self) -> bool:
        return self._game.pending is None

    @property
    def heads(self) -> int:
        """Once the round is over."""
        return self.table.scores[-1][self.seat]

    @property
    def heads_then(self) -> int:
        ended = next(fact for fact in self._left if isinstance(fact, RoundEnded))
        return ended.totals[self.seat] - self._began.table.totals[self.seat]

    def begin_again(self) -> None:
        self._game = self._began
        self._streams = Streams(self.table.seats)
        self._streams.record(self._happened)
        self._bots = {
            seat: create_bot("hard", Random(f"what if {seat} {len(self._happened)}"), deals(DEALS))
            for seat in range(self.table.seats)
            if seat != self.seat
        }
        table = replace(self.table, names=self._names)
        self.sit_down(self.seat, table, tuple(self._streams.of(self.seat)), self.title)

    def request(self, request: AnyRequest) -> int | None:
        """Anything but a legal decision changes nothing."""
        pending = self._game.pending
        if pending is None or self.seat not in pending.seats:
            return None
        if not isinstance(request, ChooseCard | ChooseRow | DraftCard):
            return None
        try:
            self._decide(self.seat, request)
        except IllegalDecision:
            return None
        self._show()
        self.on_decision()
        return 1

    async def play_others(self, think: Think) -> None:
        """Until the seat has to decide again, or the round is over; `think` runs a bot's search."""
        while pending := self._game.pending:
            seat = pending.seats[0]
            if self.seat not in pending.seats:
                bot, view = self._bots[seat], self._streams.view(seat)
                self._decide(seat, self._decided_then(seat) or await think(partial(decide, bot, view)))
            elif self.table.in_last_turn:
                self._decide(self.seat, ChooseCard(card=self._streams.view(self.seat).hand[0]))
            else:
                break
        self._show()

    def _show(self) -> None:
        self.state = self.state.updated(
            history=tuple(self._streams.of(self.seat)), view=self._streams.view(self.seat)
        )

    def _decide(self, seat: int, decision: Decision) -> None:
        batch, self._game = self._game.decide(seat, at_hand(decision, self.table))
        self._streams.record(batch)

    def _decided_then(self, seat: int) -> Decision | None:
        """In the turn of the moment, and in its draft, what the seat decided; None if a bot has to decide."""
        table, pending = self.table, self._game.pending
        if isinstance(pending, CardsWanted) and table.turn == self.turn:
            revealed = next(fact for fact in self._left if isinstance(fact, CardsRevealed))
            return ChooseCard(card=revealed.cards[seat])
        if isinstance(pending, DraftWanted) and (card := self._picked(seat)) in table.deck:
            return DraftCard(card=card)
        return None

    def _picked(self, seat: int) -> int:
        picks = (fact.card for fact in self._left if isinstance(fact, CardDrafted) and fact.seat == seat)
        done = len(self.table.hands[seat] or ()) - len(self._began.table.hands[seat] or ())
        return next(islice(picks, done, None))
