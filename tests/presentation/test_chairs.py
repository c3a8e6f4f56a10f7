"""What is offered about each seat: to the owner, to whoever looks on, and to nobody else."""

import pytest
from msgspec.structs import replace

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import RoomNews, SeatNews, SetSeat, Settings, TakeSeat
from sixqp_tui.engine.permissions import Standing, standing_of
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import View
from sixqp_tui.presentation.chairs import (
    BotSeat,
    ChairWait,
    bot_seats,
    free_chair,
    removal,
    removals,
    stand_ins,
    takeovers,
)

OLGA = SeatNews("Olga", "person", True, owner=True)
ANN = SeatNews("Ann", "person", True)
BOB = SeatNews("Bob", "person", False)
LEFT = SeatNews("Cid", "person", False, level="easy")
HAL = SeatNews("Hal", "bot", True, level="hard")
DANA = SeatNews("Dana", "expected", False)
OPEN = SeatNews("", "open", False)
PLAYING = RoomNews("playing", (OLGA, ANN, BOB, LEFT, HAL), 0, Settings(), False, (), None)
LOBBY = replace(PLAYING, phase="lobby", seats=(OLGA, ANN, HAL, DANA, OPEN))


def standing(news: RoomNews, you: int | None = 0) -> Standing:
    return standing_of(replace(news, you=you), Table())


def test_during_a_game_the_owner_may_seat_bots_for_absentees_and_remove_people() -> None:
    assert stand_ins(standing(PLAYING)) == {2: SetSeat(seat=2, to="bot")}
    assert removals(standing(PLAYING)) == {seat: SetSeat(seat=seat, to="kick") for seat in (1, 2, 3)}


def test_before_a_game_the_owner_may_clear_every_taken_chair() -> None:
    assert removals(standing(LOBBY)) == {
        1: SetSeat(seat=1, to="kick"),
        2: SetSeat(seat=2, to="open"),
        3: SetSeat(seat=3, to="open"),
    }
    assert removal(4, OPEN) is None


@pytest.mark.parametrize("news", [LOBBY, PLAYING])
def test_guests_get_no_offers_and_watchers_get_bots_seats_and_free_chairs(news: RoomNews) -> None:
    guest, watcher = standing(news, 1), standing(news, None)
    assert stand_ins(guest) == removals(guest) == takeovers(guest) == {}
    kinds = ("bot",) if news is PLAYING else ("bot", "open", "expected")
    left = [seat for seat, chair in enumerate(news.seats) if chair.occupant in kinds]
    assert takeovers(watcher) == {seat: TakeSeat(seat=seat) for seat in left}
    assert stand_ins(watcher) == removals(watcher) == {}


def test_a_waiting_player_asks_for_an_open_chair_then_a_bots_then_a_kept_one() -> None:
    def asked(*seats: SeatNews) -> TakeSeat | None:
        return free_chair(standing(replace(LOBBY, seats=seats), None))

    ann, hal = SeatNews("Ann", "person", True), SeatNews("Hal", "bot", True)
    bob = SeatNews("Bob", "expected", False)
    assert asked(ann, hal, bob, OPEN) == TakeSeat(seat=3)
    assert asked(ann, hal, bob) == TakeSeat(seat=1)
    assert asked(ann, bob) == TakeSeat(seat=1)
    assert asked(ann) is None
    assert free_chair(standing(PLAYING, None)) is None


# -- latecomers -------------------------------------------------------------------------------------

SEATS = (SeatNews("Ann", "person", True, owner=True), SeatNews("Hal", "bot", True))
WITH_BOT = RoomNews("playing", SEATS, None, Settings(), False, (), None)
HALFWAY = Table(rules=Rules(), names=("Ann", "Hal"), round=1, totals=(0, 0), piles=((), (55,)), turn=5)


def test_a_bots_heads_are_counted_once_in_a_round_and_after_it() -> None:
    assert bot_seats(WITH_BOT, View(None, HALFWAY)) == (BotSeat(1, "Hal", 7),)
    over = replace(HALFWAY, turn=0, totals=(0, 7), scores=((0, 7),))
    assert bot_seats(WITH_BOT, View(None, over)) == (BotSeat(1, "Hal", 7),)


def test_a_waiting_player_asks_for_one_chair_at_a_time_and_sits_once() -> None:
    lobby, chair = standing(LOBBY, None), ChairWait()
    assert chair.request(lobby, ()) is None, "they only watch"
    chair.waiting = True
    assert chair.request(standing(PLAYING, None), ()) is None
    assert chair.request(lobby, ()) == TakeSeat(seat=4)
    assert chair.request(lobby, (TakeSeat(seat=4),)) is None
    assert not chair.has_ended(lobby)
    assert chair.has_ended(standing(LOBBY, 4))
    assert not chair.waiting and not chair.has_ended(standing(LOBBY, 4))
