"""The results of a hall's tables, and how far a table was when it was lost."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from sixqp_protocol.facts import CardsRevealed, Fact
from sixqp_protocol.messages import Holder, Played, SeatNews
from sixqp_tui.client.events import StatusChanged
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed, Reconnecting
from sixqp_tui.engine import notation
from sixqp_tui.engine.cards import HAND
from sixqp_tui.engine.open_hands import open_hands
from sixqp_tui.engine.repetition import played_so_far
from sixqp_tui.features.hall.hall import DEALS, BotTurns, TableFinished, TableOpened, stood_in_cards
from sixqp_tui.features.hall.waiting_room import Progress
from sixqp_tui.features.history.games import list_games, load_game
from sixqp_tui.features.history.record import Player as RecordedPlayer
from sixqp_tui.joining.failure import os_errors_as_failures

LOST_ATTEMPTS = 2
"""Tries to reach a table before it counts as lost."""


class Seen(NamedTuple):
    """The public course of a table that plays: all that the hall needs to continue it elsewhere."""

    facts: tuple[Fact, ...] = ()
    seats: tuple[SeatNews, ...] = ()

    @property
    def played(self) -> Played:
        return played_so_far(self.facts)

    def bots(self, before: Sequence[BotTurns]) -> tuple[BotTurns, ...]:
        """The cards so far that bots and stand-ins chose, `before` included."""
        deal, turn = divmod(sum(isinstance(fact, CardsRevealed) for fact in self.facts), HAND)
        last = deal + 1, turn
        stands = (
            BotTurns(deal, seat, 1) for deal, turn, seat in stood_in_cards(self.facts) if (deal, turn) <= last
        )
        return summed((*before, *stands, *bot_turns(self.seats, last)))


async def result_of(
    session: Session, there: TableOpened, note: Callable[[Progress], None], steer: Callable[[], bool]
) -> TableFinished | Seen:
    """The result of the game that this session watches, or what was seen of it if the table is lost before its end.

    `note` hears of every turn. `steer` is called after every event; it says whether there is still hope for a table
    that doesn't answer.
    """
    noted: Progress | None = None
    events, seats = session.events(), tuple[SeatNews, ...]()
    while True:
        state = session.state
        if state.news is not None and state.news.phase == "playing":
            seats = state.news.seats
        shown = state.view.table
        progress = Progress(shown.round, shown.turn, shown.totals_so_far)
        if shown.turn and progress != noted:
            noted = progress
            note(progress)
        if shown.ended is not None:
            game = notation.write(open_hands(state.history))
            return TableFinished(there.number, there.table, game, summed((*there.bots, *bot_turns(seats))))
        hope = steer()
        event = await anext(events, None)
        match event:
            case None | StatusChanged(Closed()):
                return Seen(state.history, seats)
            case StatusChanged(Reconnecting(attempt=attempt)) if attempt > LOST_ATTEMPTS or not hope:
                return Seen(session.state.history, seats)


def summed(turns: Sequence[BotTurns]) -> tuple[BotTurns, ...]:
    total: Counter[tuple[int, int]] = Counter()
    for each in turns:
        total[each.deal, each.seat] += each.turns
    return tuple(BotTurns(deal, seat, min(count, HAND)) for (deal, seat), count in sorted(total.items()))


def bot_turns(seats: Sequence[SeatNews], last: tuple[int, int] = (DEALS, HAND)) -> list[BotTurns]:
    """How many cards of each hand a bot chose in the place of a player, up to this turn of this deal."""
    found = []
    for seat, news in enumerate(seats):
        for deal in range(1, DEALS + 1):
            holders = [
                next((each for each in reversed(news.holders) if (each.round, each.turn) <= (deal, turn)), None)
                for turn in range(1, HAND + 1)
                if (deal, turn) <= last
            ]
            turns = sum(each is not None and each.level is not None for each in holders)
            found += [BotTurns(deal, seat, turns)] if turns else []
    return found


def recorded_result(there: TableOpened) -> TableFinished | None:
    """The result that the table's process has left in the history of this machine. Blocks."""
    with os_errors_as_failures():
        for game in list_games(limit=200).games:
            if game.table == there.id:
                record = load_game(game.id)
                seats = [SeatNews(each.name, "person", True, holders=_holders(each)) for each in record.players]
                bots = summed((*there.bots, *bot_turns(seats)))
                return TableFinished(there.number, there.table, notation.write(record.facts), bots)
    return None


def _holders(player: RecordedPlayer) -> tuple[Holder, ...]:
    return tuple(Holder(each.name, each.round, each.turn, level=each.level) for each in player.holders)
