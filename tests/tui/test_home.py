"""The first screen: what is listed, the ways to a table, and what is said when one fails."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any

import pytest
from support.fake_session import FakeSession
from support.pilots import at_home, keys, playing, press, run, settled, shown, until
from support.screens import NEWCOMER, FakeWorld, found_table
from textual.pilot import Pilot

from sixqp_protocol.messages import Leave
from sixqp_protocol.refusals import Farewell
from sixqp_tui import i18n
from sixqp_tui.i18n import home as home_words
from sixqp_tui.store.journal_store import TableHeader
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.dialogs import Question
from sixqp_tui.tui.forms import HostForm
from sixqp_tui.tui.home import HomeScreen
from sixqp_tui.tui.lobby import LobbyScreen
from sixqp_tui.tui.openings import Home, JoinAttempt, Left
from sixqp_tui.tui.stay import Stay

SALON = found_table("a", "Salon", 3, 10)
BUSY = found_table("b", "Busy", 6, 6, "playing", "draft", locked=True)
OPEN = found_table("o", "Open", 6, 6, "playing", "draft")
KEPT = TableHeader("1a2b3c4d", "Friday [b]night", "Olga", 3)


def screen(pilot: Pilot[Any]) -> HomeScreen:
    """The screen, which must be home."""
    assert isinstance(pilot.app.screen, HomeScreen)
    return pilot.app.screen


def foot(pilot: Pilot[Any]) -> str:
    return str(screen(pilot).foot.visual)


def listed(pilot: Pilot[Any]) -> list[str]:
    menu = screen(pilot).menu
    return [str(option.prompt) for option in menu.options[: len(menu.tables)]]


@asynccontextmanager
async def home(world: FakeWorld) -> AsyncIterator[Pilot[Any]]:
    """The app at home, with all tables of the world on the screen."""
    async with at_home(world) as pilot:
        await found(pilot, len(world.tables))
        yield pilot


async def found(pilot: Pilot[Any], count: int) -> None:
    """This many tables are on the screen."""
    await until(pilot, lambda: len(listed(pilot)) == count)


async def test_a_hostile_title_is_shown_as_it_is() -> None:
    async with home(FakeWorld(tables=(found_table("a", "[red]x[/][@click=q]y[/]"),))) as pilot:
        assert "[red]x[/][@click=q]y[/]" in listed(pilot)[0]
        assert "[red]x[/]" in foot(pilot)


async def test_enter_joins_the_selected_table() -> None:
    world = FakeWorld(tables=(SALON, OPEN))
    async with home(world) as pilot:
        await press(pilot, "down", "enter")
        assert world.asked == [("join", "o", False)]
        assert isinstance(pilot.app.screen, LobbyScreen)


async def test_leaving_before_the_first_frame_looks_for_no_tables() -> None:
    async with home(FakeWorld()) as pilot:
        detached = HomeScreen(FakeWorld(), Home())
        assert pilot.app.is_running and await detached.browse().wait() is None


async def test_a_second_enter_after_joining_keeps_no_second_seat() -> None:
    second = FakeSession(you=1)
    async with home(FakeWorld()) as pilot:
        at_home = screen(pilot)
        at_home.reach(Stay(FakeSession()))
        at_home.reach(Stay(second))
        await settled(pilot)
        assert list(map(type, pilot.app.screen_stack)) == [HomeScreen, LobbyScreen]
        assert second.requests == [Leave()]


async def test_a_click_selects_a_table_and_a_second_one_joins_it() -> None:
    world = FakeWorld(tables=(SALON, OPEN))
    async with home(world) as pilot:
        for asked in ([], [("join", "o", False)]):
            await pilot.click(screen(pilot).menu, offset=(5, 1))
            await settled(pilot)
            assert world.asked == asked


async def test_arrows_move_through_tables_and_ways_and_enter_runs_the_line() -> None:
    async with home(FakeWorld(tables=(SALON, BUSY))) as pilot:
        await pilot.press("down")
        assert screen(pilot).menu.pointed == BUSY and {"select", "watch"} <= keys(pilot)
        await press(pilot, "down")
        assert foot(pilot) == "" and "do" in keys(pilot) and not {"select", "watch"} & keys(pilot)
        await pilot.press("up", "up")
        assert screen(pilot).menu.pointed == SALON
        await pilot.press("down", "down", "enter")
        assert isinstance(pilot.app.screen, HostForm)


async def test_a_new_table_is_selected_unless_the_player_has_selected_something_else() -> None:
    world = FakeWorld()
    async with home(world) as pilot:
        world.found(SALON)
        await found(pilot, 1)
        assert screen(pilot).menu.pointed == SALON
        world.found()
        await found(pilot, 0)
        await press(pilot, "down")
        world.found(SALON)
        await found(pilot, 1)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, HostForm)


async def test_joining_shows_its_progress_and_seconds_until_escape_cancels_it() -> None:
    world = FakeWorld(tables=(SALON,), steps=("Connecting to [x]…", "It answers…"))
    async with home(world) as pilot:
        await press(pilot, "enter")
        assert foot(pilot).endswith("It answers…")
        screen(pilot).foot.clock = lambda: monotonic() + 3
        screen(pilot).foot.tick()
        assert foot(pilot).endswith("It answers… 3 s") and "stay" in keys(pilot)
        await pilot.press("escape")
        assert "Sit down at Salon?" in foot(pilot) and "stay" not in keys(pilot)


async def test_escape_leaves_the_address_line() -> None:
    world = FakeWorld()
    async with home(world) as pilot:
        await pilot.press("a", "x", "escape")
        await press(pilot, "q")
        assert world.asked == [] and pilot.app.return_value == Left()


async def test_without_a_table_the_screen_says_what_usually_helps() -> None:
    async with home(FakeWorld(help_after=0.01)) as pilot:
        await until(pilot, lambda: all(line in shown(pilot) for line in home_words.what_helps()))
        assert "watch" not in keys(pilot)


async def test_r_searches_the_network_again() -> None:
    world = FakeWorld()
    async with home(world) as pilot:
        await pilot.press("r")
        assert world.refreshed == 1


async def test_the_table_search_stops_while_seated() -> None:
    world = FakeWorld(tables=(SALON,))
    async with home(world) as pilot:
        assert world.browsing == 1
        await press(pilot, "enter")
        assert world.browsing == 0
        world.session.close(Farewell.KICKED)
        await settled(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: world.browsing == 1)
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_an_error_stays_visible_while_the_list_changes() -> None:
    world = FakeWorld(tables=(SALON,), refusal="Nobody [answers] there.")
    async with home(world) as pilot:
        await press(pilot, "enter")
        world.found(SALON, BUSY)
        await found(pilot, 2)
        await settled(pilot)
        assert "Nobody [answers] there." in foot(pilot)
        await pilot.press("down")
        assert "Nobody" not in foot(pilot)


async def test_a_new_certificate_is_trusted_only_after_confirmation() -> None:
    world = FakeWorld(tables=(OPEN,), changed_certificate=True)
    async with home(world) as pilot:
        for key, asked in (("escape", []), ("enter", []), ("t", [("trust", "o", True)])):
            world.asked.clear()
            await press(pilot, "w")
            assert isinstance(pilot.app.screen, Question), key
            await press(pilot, key)
            assert world.asked == [("join", "o", True), *asked]
            assert asked or "isn't trusted" in foot(pilot)


async def test_a_locked_table_asks_for_its_code_until_it_is_right() -> None:
    world = FakeWorld(tables=(BUSY,), code="k7w3qf")
    async with home(world) as pilot:
        await press(pilot, "w")
        assert "room code of Busy" in shown(pilot)
        for typed in ("nonono", "n!"):
            await press(pilot, *typed, "enter")
            assert "Wrong code." in shown(pilot)
        await press(pilot, *"K7W", "space", *"3QF", "enter")
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert world.asked == [("join", "b", True, "nonono"), ("join", "b", True, "k7w3qf")]


async def test_a_locked_table_with_ones_own_seat_is_joined_without_a_code() -> None:
    world = FakeWorld(tables=(BUSY,), seats=("b",))
    async with home(world) as pilot:
        assert "your seat" in listed(pilot)[0] and "Your seat at Busy" in foot(pilot)
        await press(pilot, "enter")
        assert world.asked == [("join", "b", False)]


async def test_a_locked_table_named_on_the_command_line_asks_on_the_first_screen() -> None:
    world = FakeWorld(code="k7w3qf")
    app = SixqpApp(Home(JoinAttempt("192.0.2.7", watch=True), why="wrong"), tables=world)
    async with run(app) as pilot:
        await settled(pilot)
        assert "Wrong code." in shown(pilot)
        await press(pilot, *"k7w3qf", "enter")
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert world.asked == [("join", "192.0.2.7", True, "k7w3qf")]


@pytest.mark.parametrize("language", i18n.LANGUAGES)
async def test_the_warning_of_another_host_is_never_cut_off(language: str) -> None:
    i18n.use(language)
    longest = found_table("a", "W" * 24, 10, 10, "playing", locked=True, mark="other_host")
    async with home(FakeWorld(tables=(longest,))) as pilot:
        assert home_words.mark_name("other_host") in shown(pilot)


async def test_home_says_how_the_evening_stands() -> None:
    async with home(FakeWorld(evening=(3, 1, True))) as pilot:
        await until(pilot, lambda: "Olga · 3 games so far, 1 won" in shown(pilot))


async def test_a_newcomer_is_offered_the_lessons_until_a_table_is_found_which_one_enter_joins() -> None:
    world = FakeWorld(player=NEWCOMER)
    async with home(world) as pilot:
        assert "New to the game?" in foot(pilot)
        world.found(SALON)
        await found(pilot, 1)
        await press(pilot, "enter")
        assert world.asked == [("join", "a", False)]
        world.found()
        world.session.close(Farewell.KICKED)
        await settled(pilot)
        await pilot.press("enter")
        await found(pilot, 0)
        assert "New to the game?" not in foot(pilot)


async def test_tables_of_one_title_are_told_apart_by_their_addresses() -> None:
    addresses = ("192.168.100.101", "192.168.100.102")
    twins = [
        found_table("cafe", "Salon", fingerprint=each * 32, endpoints=((at, 4666),))
        for each, at in zip(("ab", "cd"), addresses, strict=True)
    ]
    async with home(FakeWorld(tables=tuple(twins))) as pilot:
        lines = [line.rstrip() for line in shown(pilot).splitlines() if "Salon" in line]
        assert [line.rpartition(" ")[2] for line in lines[:2]] == list(addresses)


@pytest.mark.parametrize(
    ("pressed", "asked"),
    [(["p"], ("alone",)), (["k", "enter"], ("around", "Ann, Bob")), (["g"], ("resume", "1a2b3c4d"))],
)
async def test_one_key_begins_or_resumes_a_game_without_the_network(
    pressed: list[str], asked: tuple[str, ...]
) -> None:
    world = FakeWorld(unfinished=KEPT)
    async with home(world) as pilot:
        await until(pilot, lambda: "g  Continue Friday [b]" in shown(pilot))
        await press(pilot, *pressed)
        assert world.asked == [asked] and isinstance(pilot.app.screen, LobbyScreen)


async def test_a_table_closed_here_is_unlisted_and_offered_for_resuming_at_once() -> None:
    session = FakeSession()
    world = FakeWorld(session, tables=(found_table("t", "A table"), found_table("b", "Salon")))
    async with home(world) as pilot:
        await press(pilot, "enter")
        await playing(session, pilot)
        world.unfinished = KEPT
        await press(pilot, "q", "c")
        assert world.closed == ["t"] and screen(pilot).resumable == KEPT
        assert [table.id for table in screen(pilot).menu.tables] == ["b"]
