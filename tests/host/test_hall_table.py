"""A table of a hall: the hall owns it without a seat, and gives the seats of bots to latecomers."""

from hashlib import sha256

import pytest
from msgspec.structs import replace

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import GiveSeat, Goodbye, Hello, Pause, RoomNews, SetSeat, Settings, Welcome
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.version import CURRENT
from sixqp_tui.host.commands import Command, Send, Setup, Sitter, key_of
from sixqp_tui.host.room import Room
from sixqp_tui.host.timers import GATHER_SECONDS, RESULT_SECONDS

HALL, ANN, LATE = b"token of a hall.", b"token of Ann....", b"token of Lea...."
SETTINGS = Settings(Rules(limit=None, rounds=3), 3, 60)
BOT = Sitter()


def a_room(kept: list[Command], other: Sitter = BOT, *more: Sitter) -> Room:
    """Ann and others at a table of a hall, usually one bot; what it accepts is `kept`."""
    sitters = Sitter("Ann", key=key_of(ANN)), other, *more
    setup = Setup("f00d", "Friday 1.1", SETTINGS, sitters=sitters, autostart=1, hall=key_of(HALL))
    tokens = iter(range(1, 200))
    return Room(setup, lambda: next(tokens).to_bytes(16, "big"), lambda game: "seed", kept.append, once=True)


def hello(name: str, token: bytes) -> Hello:
    return Hello(CURRENT, "test", "player", name, sha256(name.encode()).digest()[:16], 1, token=token)


def test_a_hall_gives_the_seat_of_a_bot_to_a_latecomer() -> None:
    kept: list[Command] = []
    room = a_room(kept)
    room.handle(1, hello("Ann", ANN), now=0)
    sent = [each.message for each in room.handle(2, hello("Friday", HALL), now=0) if isinstance(each, Send)]
    welcome = next(each for each in sent if isinstance(each, Welcome))
    assert welcome.owner and welcome.seat is None
    assert next(each for each in sent if isinstance(each, RoomNews)).watcher_names == ()
    early = [each.message for each in room.handle(3, hello("Lea", LATE), now=0) if isinstance(each, Send)]
    assert early == [Goodbye(Farewell.BEGUN)]
    room.handle(2, GiveSeat(id=1, seat=1, name="Lea", key=key_of(LATE)), now=1)
    chair = room.state.seats.taken[1]
    assert (chair.name, chair.news().occupant, chair.news().holders[0].level) == ("Lea", "person", "medium")
    came = [each.message for each in room.handle(4, hello("Lea", LATE), now=2) if isinstance(each, Send)]
    assert next(each for each in came if isinstance(each, Welcome)).seat == 1
    assert chair.bot is None and room.state.seats.taken[1].news().holders == ()
    room.handle(2, Pause(id=2), now=3)
    assert room.state.paused
    room.handle(2, SetSeat(id=3, seat=1, to="kick"), now=3)
    assert chair.news().occupant == "bot"
    again = a_room([])
    again.resume(kept, now=0)
    assert again.state.paused and again.state.seats.taken[1].news().occupant == "bot"


def test_a_table_of_a_hall_begins_without_those_who_dont_come_and_decides_for_them() -> None:
    kept: list[Command] = []
    room = a_room(kept, Sitter("Lea", key=key_of(LATE)))
    room.handle(1, hello("Ann", ANN), now=0)
    room.wake(GATHER_SECONDS - 1)
    assert room.state.play is None
    room.wake(GATHER_SECONDS)
    play = room.state.play
    assert play is not None
    room.handle(1, replace(play.stand_in(0), id=1, round=1, turn=1), now=11)
    room.wake(69)
    assert play.game.table.turn == 1
    room.wake(71)
    assert play.game.table.turn == 2


@pytest.mark.parametrize("others", [[], [Sitter()]], ids=["people", "a bot"])
def test_a_table_of_a_hall_begins_as_soon_as_everybody_is_there(others: list[Sitter]) -> None:
    room = a_room([], Sitter("Lea", key=key_of(LATE)), *others)
    room.wake(0)
    room.handle(1, hello("Ann", ANN), now=101)
    assert room.state.play is None
    room.handle(3, hello("Lea", LATE), now=102)
    assert room.state.phase == "playing"


def play_out(room: Room) -> float:
    """Let the clock decide until the game is over; the time then."""
    now = 0.0
    while not room.state.games_finished:
        now += 61
        room.wake(now)
    return now


def test_a_table_of_a_hall_ends_without_players_who_are_away_but_not_without_the_hall() -> None:
    rooms = [a_room([], Sitter("Lea", key=key_of(LATE))) for _ in range(2)]
    for room in rooms:
        room.handle(1, hello("Ann", ANN), now=0)
    followed, alone = rooms
    followed.handle(2, hello("Friday", HALL), now=0)
    assert followed.is_over(lambda peer: True, play_out(followed))
    ended = play_out(alone)
    assert not alone.is_over(lambda peer: True, ended)
    assert alone.is_over(lambda peer: True, ended + RESULT_SECONDS)
