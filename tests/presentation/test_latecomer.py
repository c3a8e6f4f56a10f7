"""What somebody who comes late is told of the seats that bots play."""

from msgspec.structs import replace

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import RoomNews, SeatNews, Settings
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import View
from sixqp_tui.presentation.latecomer import BotSeat, bot_seats

SEATS = (SeatNews("Ann", "person", True, owner=True), SeatNews("Hal", "bot", True))
NEWS = RoomNews("playing", SEATS, None, Settings(), 0, False, (), None)
PLAYED = Table(rules=Rules(), names=("Ann", "Hal"), round=1, totals=(0, 0), piles=((), (55,)), turn=5)


def test_a_bots_heads_are_counted_once_in_a_round_and_after_it() -> None:
    assert bot_seats(NEWS, View(None, PLAYED)) == (BotSeat(1, "Hal", 7),)
    over = replace(PLAYED, turn=0, totals=(0, 7), scores=((0, 7),))
    assert bot_seats(NEWS, View(None, over)) == (BotSeat(1, "Hal", 7),)
