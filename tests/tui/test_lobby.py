"""The room before a game: who sees what, and what each key asks of the table."""

import pytest
from support.fake_session import BOT, GUEST, OPEN, OWNER, ROOM, FakeSession
from support.pilots import app_at, at_a_table, keys, press, run, settled, shown
from support.screens import JOIN_LINE, FakeHosting, at_table
from textual import events

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import (
    AnyRequest,
    Ready,
    Rename,
    Said,
    Say,
    SeatNews,
    SetSeat,
    Settings,
    Start,
    TakeSeat,
)
from sixqp_tui.engine.game import Game
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.lobby import Chairs, LobbyScreen
from sixqp_tui.tui.stay import Stay
from sixqp_tui.tui.widgets.common.chat import Chat, newest
from sixqp_tui.tui.widgets.common.entry import Entry
from sixqp_tui.tui.widgets.graphics.large_text import draw_name

ALONE = (OWNER, OPEN, OPEN)


HOST, GUEST_HERE, WATCHER = 0, 1, None
KEYS: dict[str, tuple[int | None, list[str], list[AnyRequest]]] = {
    "b seats a bot on the first free chair": (HOST, ["b"], [SetSeat(seat=4, to="bot")]),
    "b seats a bot on the chair of somebody expected": (HOST, ["up", "up", "b"], [SetSeat(seat=3, to="bot")]),
    "b on a bot changes its level": (HOST, ["down", "down", "b"], [SetSeat(seat=2, to="bot", level="hard")]),
    "x removes a bot at once": (HOST, ["down", "down", "x"], [SetSeat(seat=2, to="open")]),
    "x asks before it removes a person": (HOST, ["down", "x", "escape"], []),
    "a person is removed after confirmation": (HOST, ["down", "x", "x"], [SetSeat(seat=1, to="kick")]),
    "a guest cannot use the owner's keys": (GUEST_HERE, ["enter", "b", "x", "s", "delete"], []),
    "a guest takes another name": (GUEST_HERE, ["n", "end", "a", "enter"], [Rename(name="Anna")]),
    "the first key replaces the name": (GUEST_HERE, ["n", "Z", "o", "enter"], [Rename(name="Zo")]),
    "a guest says that they are ready": (GUEST_HERE, ["r"], [Ready()]),
    "a watcher takes nobody's chair": (WATCHER, ["enter"], []),
    "a watcher takes the chair of a bot": (WATCHER, ["down", "down", "enter"], [TakeSeat(seat=2)]),
}


@pytest.mark.parametrize(("you", "pressed", "requests"), KEYS.values(), ids=KEYS)
async def test_keys_in_the_lobby(you: int | None, pressed: list[str], requests: list[AnyRequest]) -> None:
    session = FakeSession(you=you)
    async with at_a_table(session) as pilot:
        await pilot.press(*pressed)
        assert session.requests == requests


async def test_keys_are_offered_to_those_who_may_use_them() -> None:
    async with at_a_table(FakeSession()) as pilot:
        assert {"ask('start')", "bot", "settings", "chat", "app.leave"} <= keys(pilot)
        assert not {"remove", "ask('sit')"} & keys(pilot)
        await pilot.press("down", "down")
        assert "remove" in keys(pilot)
    async with at_a_table(FakeSession(you=1)) as pilot:
        assert keys(pilot) == {"ask('ready')", "chat", "react", "app.leave", "keys"}


async def test_a_click_selects_a_chair_and_opens_the_settings_only_for_the_owner() -> None:
    for you in (0, 1):
        session = FakeSession(you=you)
        async with at_a_table(session) as pilot:
            chairs = pilot.app.screen.query_one(Chairs)
            await pilot.click(chairs, offset=(10, 2 * chairs.step))
            assert chairs.pointed == 2
            await pilot.click("#game")
            assert isinstance(pilot.app.screen, LobbyScreen) == bool(you)


async def test_enter_starts_when_two_are_seated() -> None:
    session = FakeSession(ALONE)
    async with at_a_table(session) as pilot:
        await pilot.press("enter")
        assert session.requests == []
        session.becomes(seats=(OWNER, BOT, OPEN))
        await settled(pilot)
        await pilot.press("enter")
        assert session.requests == [Start()]


async def test_free_chairs_are_one_line_and_what_is_usual_is_not_said() -> None:
    session = FakeSession((OWNER, GUEST, *(OPEN,) * 8))
    async with at_a_table(session, hosting=True) as pilot:
        assert "8 chairs are free" in shown(pilot) and "90 s" not in shown(pilot)
        session.becomes(settings=Settings(Rules(limit=None, rounds=2), timer=None))
        await settled(pilot)
        assert "2 rounds" in shown(pilot) and "no clock" in shown(pilot)


async def test_how_to_join_stands_on_the_hosts_screen_only() -> None:
    for hosting in (True, False):
        app = app_at(Stay(session := FakeSession(you=1 - hosting), join_line=JOIN_LINE))
        if hosting:
            app = app_at(at_table(session, hosting=True))
        async with run(app) as pilot:
            await settled(pilot)
            assert ("HOW TO JOIN" in shown(pilot)) is (JOIN_LINE in shown(pilot)) is hosting


async def test_chat_fades_and_is_read_again_with_the_line_to_type() -> None:
    session = FakeSession(you=1)
    session.update(talk=(Said(0, "Olga", "where is Ann?"),))
    async with at_a_table(session) as pilot:
        session.hears("Olga", "there")
        await settled(pilot)
        lobby = pilot.app.screen
        assert isinstance(lobby, LobbyScreen) and "where is Ann?" in shown(pilot)
        lobby.fade(1)
        await settled(pilot)
        assert "where is Ann?" not in shown(pilot) and "Olga: there" in shown(pilot)
        lobby.fade(1)
        await press(pilot, "t")
        assert "where is Ann?" in shown(pilot)


async def test_x_on_an_open_chair_readmits_removed_players_if_there_are_any() -> None:
    session = FakeSession()
    async with at_a_table(session) as pilot:
        session.becomes(seats=(OWNER, OPEN))
        await settled(pilot)
        await pilot.press("down", "x")
        assert session.requests == [] and "ask('admit')" not in keys(pilot)
        session.becomes(seats=(OWNER, OPEN), removed=1)
        await settled(pilot)
        assert "ask('admit')" in keys(pilot)
        await pilot.press("x")
        assert session.requests == [SetSeat(seat=1, to="open")]


async def test_a_player_who_took_the_chair_meanwhile_is_not_removed() -> None:
    session = FakeSession()
    async with at_a_table(session) as pilot:
        await pilot.press("down", "x")
        session.becomes(seats=(OWNER, SeatNews("Zoe", "person", True), OPEN))
        await settled(pilot)
        await pilot.press("x")
        assert session.requests == []


def test_a_long_chat_message_starts_with_its_sender() -> None:
    said = (Said(None, "Bob", "hi"), Said(0, "Ann", "one two three four five six seven eight nine ten"))
    for height, lines in (
        (1, ["■ Ann: one two …"]),
        (3, ["■ Ann: one two …", "six seven eight", "nine ten"]),
        (5, ["Bob: hi", "■ Ann: one two", "three four five", "six seven eight", "nine ten"]),
    ):
        assert [line.plain.rstrip() for line in newest(said, 16, height)] == lines


async def test_without_a_network_the_lobby_says_so_until_there_is_one() -> None:
    session = FakeSession()
    hosting = FakeHosting(session)
    hosting.join_line = "sixqp join 127.0.0.1"
    async with run(app_at(Stay(session, hosting))) as pilot:
        await settled(pilot)
        assert "nobody else can join" in shown(pilot) and "127.0.0.1" not in shown(pilot)
        await press(pilot, "i")
        assert isinstance(pilot.app.screen, LobbyScreen)
        hosting.network_found = True
        pilot.app.screen.find_network()
        await settled(pilot)
        assert JOIN_LINE in shown(pilot) and "nobody else" not in shown(pilot)


async def test_a_paste_that_is_too_long_keeps_what_fits_and_says_so() -> None:
    session = FakeSession()
    async with run(app_at(at_table(session)), notifications=True) as pilot:
        await settled(pilot)
        await pilot.press("t", "a")
        pilot.app.post_message(events.Paste("b" * 500))
        await settled(pilot)
        assert "Only 300 characters fit here" in " ".join(shown(pilot).split())
        await press(pilot, "enter")
        assert session.requests == [Say(text="a" + "b" * 299)]


async def test_pasted_text_becomes_plain_text_on_one_line() -> None:
    async with at_a_table(FakeSession(), hosting=True) as pilot:
        await pilot.press("t")
        pilot.app.post_message(events.Paste("\x07one\ntwo\u202e\x9b2J"))
        await settled(pilot)
        assert pilot.app.screen.query_one(Entry).line.value == "one two2J"


async def test_chat_is_typed_and_shown_as_it_is() -> None:
    session = FakeSession(you=1)
    async with at_a_table(session) as pilot:
        await pilot.press("t", *"hi q", "enter")
        session.hears("Olga", "[b]hello[/b]")
        await settled(pilot)
        assert session.requests == [Say(text="hi q")]
        assert pilot.app.screen.query_one(Chat).render().plain == "▲ Olga: [b]hello[/b]"


async def test_keys_typed_ahead_are_chat_and_not_commands() -> None:
    session = FakeSession()
    async with at_a_table(session) as pilot:
        for key in ("t", "v", "s", "x", "enter"):
            pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await settled(pilot)
        assert session.requests == [Say(text="vsx")]
        assert isinstance(pilot.app.screen, LobbyScreen)


async def test_the_owner_sees_the_room_code_and_is_told_of_wrong_ones() -> None:
    session = FakeSession()
    session.becomes(code="k7w3qf")
    async with at_a_table(session, hosting=True) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, LobbyScreen)
        drawn = shown(pilot)
        assert "ROOM CODE" in drawn and draw_name("K7W3QF", 40)[0] in drawn
        session.becomes(code_pauses=1)
        await settled(pilot)
        assert "Somebody tried five wrong room codes." in " ".join(shown(pilot).split())
        session.becomes(code_pauses=1)
        await settled(pilot)
        assert len(screen.stay.said) == 1


async def test_the_lobby_says_that_the_deal_may_be_known() -> None:
    session = FakeSession()
    async with at_a_table(session, hosting=True) as pilot:
        assert "known beforehand" not in shown(pilot)
        session.becomes(seeded=True, code="k7w3qf")
        await settled(pilot)
        assert "The deal can be known" in shown(pilot) and "K7W3QF" in shown(pilot)


async def test_a_player_who_joins_mid_game_is_told_that_the_deal_may_be_known() -> None:
    session = FakeSession()
    session.becomes(seeded=True, phase="playing")
    session.happen(Game.start(Rules(limit=None, rounds=1), tuple(seat.name for seat in ROOM), "seed")[0])
    app = SixqpApp(at_table(session))
    async with run(app, notifications=True) as pilot:
        await settled(pilot)
        assert "The deal can be known beforehand" in shown(pilot)
