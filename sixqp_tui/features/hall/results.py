"""The results of a hall's tables, and how far a table was when it was lost."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product
from typing import NamedTuple

from sixqp_protocol.facts import CardDrafted, CardsRevealed, Fact, RoundBegan
from sixqp_protocol.messages import Played, SeatNews
from sixqp_tui.client.events import StatusChanged
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed, Reconnecting
from sixqp_tui.engine import notation
from sixqp_tui.engine.cards import HAND
from sixqp_tui.engine.open_hands import open_hands
from sixqp_tui.engine.repetition import played_so_far
from sixqp_tui.features.hall.hall import BotTurns, TableFinished, TableOpened, stood_in_cards
from sixqp_tui.features.hall.waiting_room import Progress
from sixqp_tui.features.history.games import load_game, read_games
from sixqp_tui.features.history.record import seats_of_record
from sixqp_tui.joining.failure import os_errors_as_failures

ONLY_GAME = 1
"""The number of the game of a hall's table."""
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
        last = divmod(sum(isinstance(fact, CardsRevealed) for fact in self.facts), HAND)
        stands = (
            BotTurns(deal, seat, turns=min(turn, 1), picks=0 if turn else 1)
            for deal, turn, seat in stood_in_cards(self.facts)
            if (deal - 1, turn) <= last
        )
        return summed((*before, *stands, *bot_turns(self.facts, self.seats)))


async def result_of(
    session: Session, there: TableOpened, note: Callable[[Progress], None], steer: Callable[[], bool]
) -> TableFinished | Seen:
    """The result, or what was seen of the game if the table is lost.

    `note` gets every turn. `steer` is called after every event; it says whether there is still hope for a table
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
            bots = summed((*there.bots, *bot_turns(state.history, seats)))
            return TableFinished(there.number, there.table, game, bots)
        hope = steer()
        event = await anext(events, None)
        match event:
            case None | StatusChanged(Closed()):
                return Seen(state.history, seats)
            case StatusChanged(Reconnecting(attempt=attempt)) if attempt > LOST_ATTEMPTS or not hope:
                return Seen(session.state.history, seats)


def summed(turns: Sequence[BotTurns]) -> tuple[BotTurns, ...]:
    played, picked = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for each in turns:
        played[each.deal, each.seat] += each.turns
        picked[each.deal, each.seat] += each.picks
    return tuple(
        BotTurns(*hand, min(played[hand], HAND), min(picked[hand], HAND)) for hand in sorted(played | picked)
    )


def bot_turns(facts: Sequence[Fact], seats: Sequence[SeatNews]) -> list[BotTurns]:
    """How many cards of each hand a bot picked and played in the place of a player, as far as these facts go."""
    deal, played, picked = 0, Counter[int](), Counter[tuple[int, int]]()
    for fact in facts:
        match fact:
            case RoundBegan(deal):
                pass
            case CardDrafted(seat):
                picked[deal, seat] += 1
            case CardsRevealed():
                played[deal] += 1
    found = []
    for number, (seat, news) in product(range(1, deal + 1), enumerate(seats)):
        turns = sum(_is_by_bot(news, (number, turn, HAND)) for turn in range(1, played[number] + 1))
        picks = sum(_is_by_bot(news, (number, 1, pick)) for pick in range(picked[number, seat]))
        found += [BotTurns(number, seat, turns, picks)] if turns or picks else []
    return found


def _is_by_bot(seat: SeatNews, moment: tuple[int, int, int]) -> bool:
    begun = (each for each in reversed(seat.holders) if (each.round, each.turn, each.picks) <= moment)
    holder = next(begun, None)
    return holder is not None and holder.level is not None


def recorded_result(there: TableOpened) -> TableFinished | None:
    with os_errors_as_failures():
        same = (there.id, ONLY_GAME)
        found = next((game.id for game in read_games().games if (game.table, game.number) == same), None)
        if found is None:
            return None
        record = load_game(found)
    bots = summed((*there.bots, *bot_turns(record.facts, seats_of_record(record))))
    return TableFinished(there.number, there.table, notation.write(record.facts), bots)
