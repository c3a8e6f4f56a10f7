"""The first screen: what is listed, the ways to a table, and what is said when one fails."""

from dataclasses import replace
from time import monotonic
from typing import Any

import pytest
from support.fake_session import FakeSession
from support.pilots import at_home, keys, run, settled, shown, until
from support.screens import EFFORTS, FakeWorld, found_table
from textual.pilot import Pilot
from textual.widgets import Input

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import Leave, Settings
from sixqp_protocol.refusals import Farewell
from sixqp_tui import i18n
from sixqp_tui.discovery.table_list import FoundTable, Mark
from sixqp_tui.discovery.zeroconf_service import DiscoveryProblem
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.i18n import home as home_words, settings as settings_words, waits
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.dialogs import Question
from sixqp_tui.tui.forms.form import usual_hint
from sixqp_tui.tui.forms.table_options import HostForm
from sixqp_tui.tui.home import HomeScreen
from sixqp_tui.tui.lobby import LobbyScreen
from sixqp_tui.tui.openings import AtTable, Home, JoinAttempt, Left
from sixqp_tui.tui.widgets.home.table_list_panel import describe_efforts

pytestmark = pytest.mark.slow

SALON = found_table("a", "Salon", 3, 10)
BUSY = found_table("b", "Busy", 6, 6, "playing", "draft", locked=True)


def screen(pilot: Pilot[Any]) -> HomeScreen:
    """The screen, which must be home."""
    assert isinstance(pilot.app.screen, HomeScreen)
    return pilot.app.screen


def foot(pilot: Pilot[Any]) -> str:
    return str(screen(pilot).foot.visual)


def listed(pilot: Pilot[Any]) -> list[str]:
    return [str(option.prompt) for option in screen(pilot).panel.tables_found.options]


async def found(pilot: Pilot[Any], count: int) -> None:
    """This many tables are on the screen."""
    while len(listed(pilot)) != count:
        await pilot.pause()


async def test_a_hostile_title_is_shown_as_it_is() -> None:
    async with at_home(FakeWorld(tables=(found_table("a", "[red]x[/][@click=q]y[/]"),))) as pilot:
        await found(pilot, 1)
        assert "[red]x[/][@click=q]y[/]" in listed(pilot)[0]
        assert "[red]x[/]" in foot(pilot)


async def test_enter_joins_the_selected_table() -> None:
    world = FakeWorld(tables=(SALON, BUSY))
    async with at_home(world) as pilot:
        await found(pilot, 2)
        await pilot.press("down", "enter")
        await settled(pilot)
        assert world.asked == [("join", "b", False)]
        assert isinstance(pilot.app.screen, LobbyScreen)


async def test_leaving_before_the_first_frame_looks_for_no_tables() -> None:
    async with at_home(FakeWorld()) as pilot:
        panel = screen(pilot).panel
        panel.stop_browsing()
        await panel.remove()
        assert await panel.follow().wait() is None


async def test_a_second_enter_after_joining_keeps_no_second_seat() -> None:
    second = FakeSession(you=1)
    async with at_home(FakeWorld()) as pilot:
        home = screen(pilot)
        home.reach(AtTable(FakeSession()))
        home.reach(AtTable(second))
        await settled(pilot)
        assert list(map(type, pilot.app.screen_stack)) == [HomeScreen, LobbyScreen]
        assert second.requests == [Leave()]


@pytest.mark.soak
async def test_a_click_selects_a_table_and_a_second_one_joins_it() -> None:
    world = FakeWorld(tables=(SALON, BUSY))
    async with at_home(world) as pilot:
        await found(pilot, 2)
        await pilot.click(screen(pilot).panel.tables_found, offset=(5, 1))
        await settled(pilot)
        assert world.asked == [] and screen(pilot).panel.tables_found.pointed == BUSY
        await pilot.click(screen(pilot).panel.tables_found, offset=(5, 1))
        await settled(pilot)
        assert world.asked == [("join", "b", False)]


@pytest.mark.soak
async def test_arrows_move_through_menu_and_list_and_enter_runs_the_line() -> None:
    world = FakeWorld(tables=(SALON, BUSY))
    async with at_home(world) as pilot:
        await found(pilot, 2)
        await pilot.press("up", "down")
        assert screen(pilot).panel.tables_found.pointed == BUSY
        await pilot.press("down")
        assert "Enter: play alone against bots." in foot(pilot)
        await pilot.press("up", "up")
        assert screen(pilot).panel.tables_found.pointed == SALON
        await pilot.press("down", "down", *["down"] * 9, "right", "left", "up", "enter")
        assert isinstance(pilot.app.screen, HostForm)


@pytest.mark.soak
async def test_without_tables_the_menu_takes_focus_only_after_an_arrow() -> None:
    world = FakeWorld()
    async with at_home(world) as pilot:
        await pilot.press("enter")
        assert foot(pilot).endswith(home_words.no_table_prompt())
        await pilot.press("down", "down", "enter", "end", *", Zoe", "enter")
        await settled(pilot)
        assert world.asked == [("around", "Ann, Bob, Zoe")]


async def test_a_new_table_takes_focus_unless_the_player_is_in_the_menu() -> None:
    world = FakeWorld()
    async with at_home(world) as pilot:
        world.found(SALON)
        await found(pilot, 1)
        assert screen(pilot).panel.tables_found.has_focus
        world.found()
        await found(pilot, 0)
        assert screen(pilot).focused is None
        await pilot.press("down")
        world.found(SALON)
        await found(pilot, 1)
        assert screen(pilot).menu.has_focus


@pytest.mark.soak
async def test_a_click_on_a_menu_line_runs_it_and_discards_what_was_typed() -> None:
    world = FakeWorld(session=FakeSession())
    async with at_home(world) as pilot:
        await pilot.click(screen(pilot).menu, offset=(10, 3))
        assert screen(pilot).entry.open
        await pilot.press("1", "0")
        await pilot.click(screen(pilot).menu, offset=(10, 0))
        await settled(pilot)
        assert world.asked == [("alone",)]


async def test_joining_shows_its_progress_and_seconds_until_escape_cancels_it() -> None:
    world = FakeWorld(tables=(SALON,), steps=("Connecting to [x]…", "It answers…"))
    async with at_home(world) as pilot:
        await found(pilot, 1)
        await pilot.press("enter")
        await settled(pilot)
        assert foot(pilot).endswith("It answers…")
        screen(pilot).foot.clock = lambda: monotonic() + 3
        screen(pilot).foot.tick()
        assert foot(pilot).endswith(waits.so_far("It answers…", 3))
        await pilot.press("escape")
        assert "Enter: sit down at Salon." in foot(pilot)
        assert not screen(pilot).foot.busy


@pytest.mark.soak
async def test_a_typed_address_always_works() -> None:
    world = FakeWorld(problem=DiscoveryProblem("browse", "no multicast"))
    async with at_home(world) as pilot:
        await pilot.press("a", *"10.0.0.7", "enter")
        await settled(pilot)
        assert world.asked == [("join", "10.0.0.7", False)]


async def test_escape_leaves_the_address_line() -> None:
    world = FakeWorld()
    async with at_home(world) as pilot:
        await pilot.press("a", "x", "escape")
        await pilot.press("q")
        await settled(pilot)
        assert world.asked == []
        assert pilot.app.return_value == Left()


async def test_without_a_table_the_screen_says_what_is_tried() -> None:
    async with at_home(FakeWorld(efforts_after=0.01)) as pilot:
        while not str(screen(pilot).panel.looking.visual).endswith(describe_efforts(EFFORTS)):
            await pilot.pause()
        assert "watch" not in keys(pilot)


async def test_later_the_screen_says_what_usually_helps() -> None:
    async with at_home(FakeWorld(efforts_after=0.01, help_after=0.02)) as pilot:
        while not all(line in shown(pilot) for line in home_words.what_helps()):
            await pilot.pause()
        assert home_words.usually_helps() in shown(pilot)


async def test_a_host_played_at_before_is_marked_and_can_be_joined() -> None:
    world = FakeWorld(tables=(found_table("a", "Salon", remembered=True, endpoints=(("10.0.0.7", 4666),)),))
    async with at_home(world) as pilot:
        await found(pilot, 1)
        assert listed(pilot)[0].split() == ["Salon", "10.0.0.7", "played", "before"]
        await pilot.press("enter")
        await settled(pilot)
        assert world.asked == [("join", "a", False)]


async def test_r_searches_the_network_again() -> None:
    world = FakeWorld(tables=(SALON,))
    async with at_home(world) as pilot:
        await found(pilot, 1)
        await pilot.press("r")
        assert world.refreshed == 1


async def test_a_table_is_hosted_from_the_form() -> None:
    world = FakeWorld(session=FakeSession())
    async with at_home(world) as pilot:
        await pilot.press("h")
        form = pilot.app.screen
        assert isinstance(form, HostForm)
        form.query_one("#title", Input).value = "Friday"
        await pilot.press(*("down",) * 2, "right", "down", "backspace", "backspace", "5", "0")
        await pilot.press("down", "right", "down", "right", *("down",) * 4, "right", "right")
        await pilot.press("down", "down", "right", "enter")
        await settled(pilot)
        rules = Rules("tactic", 50, "reach", 1)
        settings = Settings(rules, pause=60)
        assert world.asked == [("host", TableOptions("Friday", "Olga", settings, bots=2, lock=""))]
        assert isinstance(pilot.app.screen, LobbyScreen)


async def test_the_form_explains_a_line() -> None:
    async with at_home(FakeWorld()) as pilot:
        await pilot.press("h")
        form = pilot.app.screen
        assert isinstance(form, HostForm)
        await pilot.press("down", "down")
        assert str(form.note.visual) == usual_hint()
        await pilot.press(*("down",) * 4)
        assert str(form.note.visual) == settings_words.setting_purpose("timer")


@pytest.mark.soak
async def test_the_form_says_what_is_missing() -> None:
    world = FakeWorld()
    async with at_home(world) as pilot:
        await pilot.press("h")
        form = pilot.app.screen
        assert isinstance(form, HostForm)
        form.query_one("#title", Input).value = " "
        await pilot.press("enter")
        assert str(form.note.visual) == "The table needs a name."
        await pilot.press("x", *["down"] * 3, "left", "left", *["down"] * 2, "backspace", "enter")
        assert str(form.note.visual) == home_words.no_end()
        assert world.asked == []


@pytest.mark.soak
async def test_the_form_keeps_what_was_typed_when_the_table_did_not_open() -> None:
    world = FakeWorld(refusal="No free port.")
    async with at_home(world) as pilot:
        await pilot.press("h", "end", "!", "enter")
        await settled(pilot)
        assert "No free port." in foot(pilot)
        await pilot.press("h")
        assert pilot.app.screen.query_one("#title", Input).value == "Olga's table!"


async def test_the_table_search_stops_while_seated() -> None:
    world = FakeWorld(tables=(SALON,))
    async with at_home(world) as pilot:
        await found(pilot, 1)
        assert world.browsing == 1
        await pilot.press("enter")
        await settled(pilot)
        assert world.browsing == 0
        world.session.close(Farewell.KICKED)
        await settled(pilot)
        await pilot.press("enter")
        while world.browsing != 1:
            await pilot.pause()
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_an_error_stays_visible_while_the_list_changes() -> None:
    world = FakeWorld(tables=(SALON,), refusal="Nobody [answers] there.")
    async with at_home(world) as pilot:
        await found(pilot, 1)
        await pilot.press("enter")
        await settled(pilot)
        world.found(SALON, BUSY)
        await found(pilot, 2)
        await settled(pilot)
        assert "Nobody [answers] there." in foot(pilot)
        assert screen(pilot).foot.has_class("wrong")
        await pilot.press("down")
        assert "Nobody" not in foot(pilot)


async def test_a_new_certificate_is_trusted_only_after_confirmation() -> None:
    world = FakeWorld(tables=(BUSY,), changed_certificate=True)
    async with at_home(world) as pilot:
        await found(pilot, 1)
        for key, asked in (("escape", []), ("enter", []), ("t", [("trust", "b", True)])):
            world.asked.clear()
            await pilot.press("w")
            await settled(pilot)
            assert isinstance(pilot.app.screen, Question), key
            await pilot.press(key)
            await settled(pilot)
            assert world.asked == [("join", "b", True), *asked]
            if not asked:
                assert "isn't trusted" in foot(pilot)


async def test_a_locked_table_asks_for_its_code_until_it_is_right() -> None:
    world = FakeWorld(tables=(BUSY,), code="k7w3qf")
    async with at_home(world) as pilot:
        await found(pilot, 1)
        await pilot.press("w")
        await settled(pilot)
        assert "Type the code that the host of Busy gave you" in shown(pilot) and "Wrong code" not in shown(pilot)
        for typed in ("nonono", "n!"):
            await pilot.press(*typed, "enter")
            await settled(pilot)
            assert "Wrong code. Try the code for Busy again" in shown(pilot)
        await pilot.press(*"K7W", "space", *"3QF", "enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert world.asked == [("join", "b", True), ("join", "b", True, "nonono"), ("join", "b", True, "k7w3qf")]


async def test_escape_cancels_joining_a_locked_table() -> None:
    world = FakeWorld(tables=(BUSY,), code="k7w3qf")
    async with at_home(world) as pilot:
        await found(pilot, 1)
        await pilot.press("enter")
        await settled(pilot)
        await pilot.press("k", "7", "escape")
        await settled(pilot)
        assert "Type the code" not in shown(pilot)
        assert world.asked == [("join", "b", False)]


@pytest.mark.soak
async def test_a_locked_table_named_on_the_command_line_asks_on_the_first_screen() -> None:
    world = FakeWorld(code="k7w3qf")
    app = SixqpApp(Home(JoinAttempt("192.0.2.7", watch=True), why="wrong"), tables=world)
    async with run(app) as pilot:
        await settled(pilot)
        assert "Wrong code. Try the code for 192.0.2.7 again" in shown(pilot)
        await pilot.press(*"k7w3qf", "enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert world.asked == [("join", "192.0.2.7", True, "k7w3qf")]


async def test_a_guest_sees_the_join_line_for_others() -> None:
    world = FakeWorld(tables=(SALON,), join_line="sixqp join 192.0.2.9:4666")
    async with at_home(world) as pilot:
        await found(pilot, 1)
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert pilot.app.screen.panel.summary.join_line == "sixqp join 192.0.2.9:4666"


MARKS: tuple[Mark, ...] = ("disputed", "known", "other_host")


def worst(table: str, mark: Mark, *, stale: bool = False) -> FoundTable:
    """A table whose line is as long as can be."""
    return found_table(table, "W" * 24, 10, 10, "playing", locked=True, stale=stale, mark=mark)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
async def test_a_tables_mark_fits_in_its_line_in_80_columns(language: str) -> None:
    i18n.use(language)
    tables = (*(worst(str(number), mark) for number, mark in enumerate(MARKS)), worst("s", MARKS[0], stale=True))
    async with at_home(FakeWorld(tables=tables)) as pilot:
        await found(pilot, 4)
        lines = [line for line in shown(pilot).splitlines() if tables[0].title in line]
        names = [home_words.mark_name(mark) for mark in MARKS]
        assert [line.rstrip().endswith(name) for line, name in zip(lines[:3], names, strict=True)] == [True] * 3
        assert names[0] not in lines[3], "who does not answer cannot be gone to"


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_room_at_a_table_is_described_within_the_column(language: str) -> None:
    with i18n.speaking(language):
        told = {
            home_words.room_for_you(state, 10, taken, bots)
            for state in ("lobby", "playing")
            for taken, bots in ((1, 0), (9, 0), (10, 0), (10, 1), (10, 9))
        }
        assert len(told) == 5 and max(map(len, told)) <= 26, told


@pytest.mark.soak
async def test_a_new_name_is_used_at_the_next_table_and_in_the_next_run() -> None:
    world, kept = FakeWorld(tables=(SALON,)), list[str]()

    def keep(name: str) -> str:
        kept.append(name)
        return "[b]No room."

    app = SixqpApp(Home(), tables=world, save_name=keep)
    async with run(app, notifications=True) as pilot:
        await settled(pilot)
        await pilot.press("n", *"Zoe", "enter")
        await until(pilot, lambda: bool(kept))
        await settled(pilot)
        assert world.player.name == "Zoe" and kept == ["Zoe"]
        assert "Zoe" in shown(pilot).splitlines()[0] and "[b]No room." in shown(pilot)
        await pilot.press("n", *("王" * 9), "enter")
        await settled(pilot)
        assert "a player's name" in foot(pilot) and world.player.name == "Zoe"


async def test_home_shows_the_results_of_this_and_the_last_evening() -> None:
    evenings = [(3, 1, True), (3, 1, False)]
    for sentence in ("Olga · tonight 3 games, 1 won", "You played 3 games and won 1."):
        instead = {"sixqp_tui.tui.home.read_last_evening": lambda: evenings[0]}
        async with at_home(FakeWorld(instead=instead), (100, 30)) as pilot:
            while sentence not in shown(pilot):
                await pilot.pause()
        del evenings[0]


async def test_a_table_is_listed_above_the_menu_and_one_enter_joins_it_for_newcomers() -> None:
    world = FakeWorld(newcomer=True)
    async with at_home(world) as pilot:
        assert home_words.newcomer_prompt() in foot(pilot)
        assert screen(pilot).panel.region.y > screen(pilot).menu.region.y
        world.found(SALON)
        await found(pilot, 1)
        await settled(pilot)
        assert screen(pilot).panel.region.y < screen(pilot).menu.region.y
        await pilot.press("enter")
        await settled(pilot)
        assert world.asked == [("join", "a", False)]


@pytest.mark.soak
async def test_the_menu_stays_visible_with_many_tables() -> None:
    tables = tuple(found_table(str(number), f"Table {number}") for number in range(40))
    async with at_home(FakeWorld(tables=tables), (80, 22)) as pilot:
        await found(pilot, 40)
        for size in ((80, 22), (80, 24), (100, 30), (120, 40), (200, 60)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            menu, foot_at = screen(pilot).menu.region, screen(pilot).foot.region.y
            assert menu.height == screen(pilot).menu.step * 4 + 1 and menu.bottom <= foot_at, size


async def test_a_mark_is_explained_when_its_table_is_selected() -> None:
    world = FakeWorld(
        tables=tuple(found_table(str(number), "Salon", mark=mark) for number, mark in enumerate(MARKS))
    )
    async with at_home(world) as pilot:
        await found(pilot, 3)
        assert "Two machines announce Salon, with different certificates." in foot(pilot)
        await pilot.press("down")
        assert "Enter: sit down at Salon." in foot(pilot)
        await pilot.press("down")
        assert "You know Salon from another host." in foot(pilot)


@pytest.mark.soak
@pytest.mark.parametrize(("way", "refusal"), [("enter", "escape"), ("w", "enter")])
async def test_joining_a_disputed_table_needs_confirmation(way: str, refusal: str) -> None:
    world = FakeWorld(tables=(replace(SALON, mark="disputed"),))
    async with at_home(world) as pilot:
        await found(pilot, 1)
        for key in (refusal, "f"):
            await pilot.press(way)
            await settled(pilot)
            assert isinstance(pilot.app.screen, Question) and world.asked == []
            assert "only one of them is its host" in pilot.app.screen.sentence
            await pilot.press(key)
            await settled(pilot)
        assert world.asked == [("join", SALON.id, way == "w")]
