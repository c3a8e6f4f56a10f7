"""The room before a game: who sees what, and what each key asks of the table."""

import pytest
from support.fake_session import BOT, GUEST, OPEN, OWNER, ROOM, FakeSession
from support.pilots import app_at, at_a_table, keys, run, settled, shown
from support.screens import JOIN_LINE, FakeHosting, at_table
from textual import events

from sixqp_protocol.facts import GameEnded, Rules
from sixqp_protocol.messages import (
    OpenWay,
    Refused,
    Rename,
    Said,
    Say,
    SeatNews,
    SetRules,
    SetSeat,
    Settings,
    Start,
    TakeSeat,
    TallyLine,
)
from sixqp_protocol.refusals import Refusal
from sixqp_tui import i18n
from sixqp_tui.client.events import Denied, Talk
from sixqp_tui.engine.game import Game
from sixqp_tui.i18n import table as table_words
from sixqp_tui.joining.table_search import Caution
from sixqp_tui.presentation.ways_in import WAYS, open_way
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.dialogs import Question
from sixqp_tui.tui.forms.form import Number
from sixqp_tui.tui.forms.table_options import SettingsForm
from sixqp_tui.tui.keys import KeyLine
from sixqp_tui.tui.lobby import LobbyScreen
from sixqp_tui.tui.openings import AtTable
from sixqp_tui.tui.widgets.common.chat import Chat, newest
from sixqp_tui.tui.widgets.common.entry import Entry
from sixqp_tui.tui.widgets.graphics.large_text import draw_name
from sixqp_tui.tui.widgets.lobby_panel import Seats, TableSummary

pytestmark = pytest.mark.slow

ALONE = (OWNER, OPEN, OPEN)


@pytest.mark.parametrize(
    ("caution", "sentence"),
    [("namesake", "Another table here has this name:"), ("undiscovered", "can't be found automatically")],
)
async def test_problems_with_the_table_list_are_shown_beside_the_join_line(caution: Caution, sentence: str) -> None:
    async with at_a_table(FakeSession(), hosting=True, caution=caution) as pilot:
        content = pilot.app.screen.query_one(TableSummary).render().plain
        assert sentence in content
        assert JOIN_LINE in content
        assert "this table is in the list" not in content


async def test_the_owner_is_offered_owner_actions() -> None:
    async with at_a_table(FakeSession()) as pilot:
        assert {"start", "bot", "settings", "chat", "app.leave"} <= keys(pilot)
        assert not {"remove", "level", "sit"} & keys(pilot)
        await pilot.press("down", "down")
        assert {"remove"} <= keys(pilot)


async def test_a_guest_is_not_offered_the_owners_keys() -> None:
    session = FakeSession(you=1)
    async with at_a_table(session) as pilot:
        assert keys(pilot) == {"ready", "chat", "react", "rename", "app.leave", "keys"}
        await pilot.press("enter", "b", "x", "v", "s", "l", "delete")
        await pilot.click(TableSummary)
        assert session.requests == []


async def test_the_owners_keys_fit_in_80_columns_with_their_labels() -> None:
    async with at_a_table(FakeSession()) as pilot:
        await pilot.press("down", "down")
        await settled(pilot)
        line = pilot.app.screen.query_one(KeyLine).render().plain
        assert line == "⏎ start  b bot  x clear  s setup  t chat  ! react  q leave  ? keys"


@pytest.mark.soak
async def test_the_length_of_a_game_is_a_limit_or_a_number_of_rounds_with_its_minutes() -> None:
    session = FakeSession()
    async with at_a_table(session) as pilot:
        await pilot.press("s", "down")
        form = pilot.app.screen
        length, rounds = form.query_one("#limit", Number), form.query_one("#rounds", Number)
        for key, ends, said in (
            ("left", (33, None), "33 heads, ~8 min with 3 players"),
            ("left", (None, 1), "1 round, ~3 min"),
            ("right", (33, None), "33 heads, ~8 min with 3 players"),
            ("5", (5, None), "5 heads ›"),
            ("left", (None, 1), "1 round, ~3 min"),
        ):
            await pilot.press(key)
            assert (length.value, rounds.value) == ends and said in shown(pilot)
        rounds.focus()
        await pilot.press("2")
        assert length.value is None and "2 rounds, ~6 min" in shown(pilot)
        await pilot.press("enter")
        assert session.requests == [SetRules(settings=Settings(Rules(limit=None, rounds=2)))]


async def test_beside_the_last_game_and_the_evening_a_host_reads_how_to_join_and_the_keys_of_ways_in() -> None:
    rules = Rules("draft", limit=33)
    session = FakeSession((OWNER, GUEST, *(OPEN,) * 8), settings=Settings(rules, timer=90, pause=60))
    session.happen([*Game.start(rules, ("Olga", "Ann"), "seed")[0], GameEnded("abandoned")])
    session.update(tally=tuple(TallyLine(name, False, None, 2, 1, 2, 9, 4, 4) for name in ("Olga", "Ann")))
    async with at_a_table(session, hosting=True) as pilot:
        await settled(pilot)
        assert "The last game was given up." in shown(pilot) and "Games won:" in shown(pilot)
        for line in ("20 picks a round", JOIN_LINE, "i: QR code · w: without sixqp"):
            assert line in shown(pilot)


async def test_enter_starts_when_two_are_seated() -> None:
    session = FakeSession(ALONE)
    async with at_a_table(session) as pilot:
        await pilot.press("enter")
        assert session.requests == []
        session.becomes(seats=(OWNER, BOT, OPEN))
        await settled(pilot)
        await pilot.press("enter")
        assert session.requests == [Start()]


async def test_b_puts_a_bot_on_the_first_free_chair_or_the_expected_one() -> None:
    session = FakeSession()
    async with at_a_table(session) as pilot:
        await pilot.press("b", "up", "up", "b")
        assert session.requests == [SetSeat(seat=4, to="bot"), SetSeat(seat=3, to="bot")]


async def test_l_and_a_second_click_change_a_bots_level() -> None:
    session = FakeSession()
    async with at_a_table(session) as pilot:
        seats = pilot.app.screen.query_one(Seats)
        await pilot.click(seats, offset=(10, 2 * seats.step))
        assert seats.pointed == 2
        await pilot.press("l")
        await pilot.click(seats, offset=(10, 2 * seats.step))
        await settled(pilot)
        assert session.requests == [SetSeat(seat=2, to="bot", level="hard")] * 2


async def test_x_removes_a_bot_at_once() -> None:
    session = FakeSession()
    async with at_a_table(session) as pilot:
        await pilot.press("down", "down", "x")
        assert session.requests == [SetSeat(seat=2, to="open")]


async def test_a_person_is_removed_only_after_confirmation() -> None:
    session = FakeSession()
    async with at_a_table(session) as pilot:
        await pilot.press("down", "x")
        assert isinstance(pilot.app.screen, Question)
        await pilot.press("escape")
        assert session.requests == []
        await pilot.press("x", "x")
        assert session.requests == [SetSeat(seat=1, to="kick")]


async def test_x_on_an_open_chair_readmits_removed_players_if_there_are_any() -> None:
    session = FakeSession()
    async with at_a_table(session) as pilot:
        session.becomes(seats=(OWNER, OPEN))
        await settled(pilot)
        await pilot.press("down", "x")
        assert session.requests == [] and not pilot.app.screen.check_action("admit", ())
        session.becomes(seats=(OWNER, OPEN), removed=1)
        await settled(pilot)
        assert pilot.app.screen.check_action("admit", ())
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


async def test_v_selects_the_next_variant() -> None:
    session = FakeSession()
    async with at_a_table(session) as pilot:
        await pilot.press("v")
        assert session.requests == [SetRules(settings=Settings(Rules("tactic")))]


async def test_a_game_of_one_round_can_be_set() -> None:
    session = FakeSession()
    async with at_a_table(session) as pilot:
        await pilot.press("s", "down", "left", "left", "enter")
        assert session.requests == [SetRules(settings=Settings(Rules(limit=None, rounds=1)))]


@pytest.mark.soak
async def test_settings_are_changed_by_mouse_too() -> None:
    session = FakeSession()
    async with at_a_table(session) as pilot:
        await pilot.click(TableSummary)
        assert isinstance(pilot.app.screen, SettingsForm)
        await pilot.click("#variant", offset=(20, 0))
        await pilot.click("#seats", offset=(15, 0))
        await pilot.press("enter")
        assert session.requests == [SetRules(settings=Settings(Rules("tactic"), seats=9))]


@pytest.mark.soak
async def test_settings_without_an_end_are_not_sent() -> None:
    session = FakeSession()
    async with at_a_table(session) as pilot:
        await pilot.press("s", "down", "backspace", "backspace", "down", "down", "backspace", "enter")
        assert isinstance(pilot.app.screen, SettingsForm)
        await pilot.press("escape")
        assert session.requests == []


@pytest.mark.soak
async def test_typed_digits_replace_a_number_and_out_of_range_values_are_rejected() -> None:
    session = FakeSession()
    async with at_a_table(session) as pilot:
        await pilot.press("s", "down", "4", "0")
        form = pilot.app.screen
        assert isinstance(form, SettingsForm)
        assert form.query_one("#limit", Number).value == 40
        await pilot.press("0", "0", "enter")
        assert "from 1 to 999, got 4000" in str(form.note.visual)
        await pilot.press("5", "0", *("down",) * 3, "1", "2", "0", *("down",) * 2, "1", "up", "enter")
        assert form.focused is form.query_one("#seats")
        assert "from 2 to 10, got 1" in str(form.note.visual)
        await pilot.press("6", "enter")
        assert session.requests == [SetRules(settings=Settings(Rules(limit=50), seats=6, timer=120))]


@pytest.mark.parametrize(
    ("height", "lines"),
    [
        (1, ["■ Ann: one two …"]),
        (2, ["■ Ann: one two …", "nine ten"]),
        (3, ["■ Ann: one two …", "six seven eight", "nine ten"]),
        (4, ["■ Ann: one two", "three four five", "six seven eight", "nine ten"]),
        (5, ["Bob: hi", "■ Ann: one two", "three four five", "six seven eight", "nine ten"]),
    ],
)
def test_a_long_chat_message_starts_with_its_sender(height: int, lines: list[str]) -> None:
    said = (Said(None, "Bob", "hi"), Said(0, "Ann", "one two three four five six seven eight nine ten"))
    assert [line.plain.rstrip() for line in newest(said, 16, height)] == lines


async def test_without_a_network_the_lobby_says_so_until_there_is_one() -> None:
    session = FakeSession()
    hosting = FakeHosting(session)
    hosting.join_line = "sixqp join 127.0.0.1"
    async with run(app_at(AtTable(session, hosting))) as pilot:
        await settled(pilot)
        assert "nobody else can join" in shown(pilot) and "127.0.0.1" not in shown(pilot)
        await pilot.press("i")
        await settled(pilot)
        assert isinstance(pilot.app.screen, LobbyScreen)
        hosting.network_found = True
        pilot.app.screen.panel.summary.find_network()
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
        await pilot.press("enter")
        await settled(pilot)
        assert session.requests == [Say(text="a" + "b" * 299)]


async def test_pasted_text_becomes_plain_text_on_one_line() -> None:
    async with at_a_table(FakeSession(), hosting=True) as pilot:
        await pilot.press("t")
        pilot.app.post_message(events.Paste("\x07one\ntwo\u202e\x9b2J"))
        await settled(pilot)
        assert pilot.app.screen.query_one(Entry).line.value == "one two2J"


async def test_chat_that_arrived_before_the_screen_is_shown() -> None:
    session = FakeSession(you=1)
    session.update(talk=(Talk(Said(0, "Olga", "where is Ann?")),))
    async with at_a_table(session) as pilot:
        assert "Olga: where is Ann?" in shown(pilot)


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


@pytest.mark.soak
async def test_a_guest_takes_another_name() -> None:
    session = FakeSession(you=1)
    async with at_a_table(session) as pilot:
        await pilot.press("n", "end", "a", "enter", "n", "Z", "o", "enter")
        assert session.requests == [Rename(name="Anna"), Rename(name="Zo")], "the first key replaces the name"


@pytest.mark.soak
async def test_a_watcher_takes_the_chair_of_a_bot() -> None:
    session = FakeSession(you=None)
    async with at_a_table(session) as pilot:
        await pilot.press("enter")
        await pilot.press("down", "down", "enter")
        assert session.requests == [TakeSeat(seat=2)]


async def test_a_refusal_is_shown() -> None:
    session = FakeSession()
    async with at_a_table(session) as pilot:
        session.tell(Denied(Refused(1, Refusal.NO_SUCH_SEAT), None))
        await settled(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, LobbyScreen)
        assert screen.prompt.notice == table_words.refused(Refusal.NO_SUCH_SEAT)
        await pilot.press("down")
        assert screen.prompt.notice == ""


async def test_the_owner_sees_the_room_code_and_is_told_of_a_new_one() -> None:
    session = FakeSession()
    session.becomes(code="k7w3qf")
    async with at_a_table(session, hosting=True) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, LobbyScreen)
        drawn = shown(pilot)
        assert "ROOM CODE" in drawn and draw_name("K7W3QF", 40)[0] in drawn
        session.becomes(code="acdefg")
        await settled(pilot)
        assert draw_name("ACDEFG", 40)[0] in shown(pilot)
        assert "The new code is ACDEFG." in " ".join(shown(pilot).split())
        session.becomes(code="acdefg")
        await settled(pilot)
        assert len(screen.context.said) == 1


async def test_the_room_code_stays_in_the_lobby_beside_open_ways_in() -> None:
    i18n.use("fr")
    session = FakeSession()
    session.becomes(code="k7w3qf", settings=Settings(Rules(limit=None, rounds=2), 5, timer=None, pause=None))
    async with at_a_table(session, hosting=True, size=(80, 24)) as pilot:
        facts = pilot.app.screen.query_one(TableSummary)
        facts.ways = tuple(open_way(OpenWay(way, 4669), "192.168.1.20") for way in WAYS)
        await settled(pilot)
        assert "http://192.168.1.20:4669" in shown(pilot) and "K7W3QF" in shown(pilot)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_lobby_says_that_the_deal_may_be_known(size: tuple[int, int]) -> None:
    session = FakeSession()
    async with at_a_table(session, hosting=True, size=size) as pilot:
        assert "known beforehand" not in shown(pilot)
        session.becomes(seeded=True, code="k7w3qf")
        await settled(pilot)
        assert "Deal     can be known beforehand" in shown(pilot)
        facts = pilot.app.screen.query_one(TableSummary)
        assert len(facts.render().plain.splitlines()) <= facts.size.height


async def test_a_player_who_joins_mid_game_is_told_that_the_deal_may_be_known() -> None:
    session = FakeSession()
    session.becomes(seeded=True, phase="playing")
    session.happen(Game.start(Rules(limit=None, rounds=1), tuple(seat.name for seat in ROOM), "seed")[0])
    app = SixqpApp(at_table(session))
    async with run(app, notifications=True) as pilot:
        await settled(pilot)
        assert "The deal can be known beforehand" in shown(pilot)
