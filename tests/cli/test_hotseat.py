"""Around one keyboard, in the app: who may do what, what lies over a hand, how it ends."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, cast

import pytest
from support.game_screen import seat_at
from support.pilots import app_of, shown
from textual.pilot import Pilot

from sixqp_protocol.facts import Rules, Variant
from sixqp_protocol.messages import ChooseCard, ChooseRow, Settings
from sixqp_tui.engine.table import CardsWanted, RowWanted
from sixqp_tui.hosting.in_process import open_in_process
from sixqp_tui.hosting.line_up import LineUp
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.store.options import PlayerName
from sixqp_tui.store.preferences import PaceName, Preferences
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.hotseat import CURTAIN_DELAY, PublicScreen, SeatScreen
from sixqp_tui.tui.openings import AtTable, Left

pytestmark = pytest.mark.slow

NAMES = ("Ann", "Bob")


@asynccontextmanager
async def keyboard(
    names: tuple[str, ...] = NAMES, variant: Variant = "classic", rounds: int = 1, pace: PaceName = "normal"
) -> AsyncIterator[Pilot[Any]]:
    """The app, these people around its keyboard."""
    settings = Settings(Rules(variant, None, rounds=rounds), timer=None)
    company = tuple(PlayerName(name) for name in names)
    async with AsyncExitStack() as stack:
        line_up = LineUp(company, TableOptions("Here", "", settings, seed="a seed"))
        opened = await open_in_process(line_up, stack)
        at = AtTable(opened.people[0], keyboard=opened)
        preferences = Preferences(pace=pace)
        async with SixqpApp(at, preferences).run_test(size=(80, 24)) as pilot:
            yield pilot


async def until(pilot: Pilot[Any], shows: str | Callable[[str], bool]) -> str:
    """The screen when it shows this."""
    while not (shows in shown(pilot) if isinstance(shows, str) else shows(shown(pilot))):
        await pilot.pause()
    return shown(pilot)


async def take(pilot: Pilot[Any], name: str) -> None:
    """Open the curtain."""
    await until(pilot, f"I'm {name} ")
    while "choose a card" not in shown(pilot):
        await pilot.press("enter")
    assert f"Your turn, {name}: " in shown(pilot)


async def lay(pilot: Pilot[Any], name: str) -> None:
    """Take the keyboard, and lay the first card."""
    await take(pilot, name)
    await pilot.press("1")
    await until(pilot, lambda text: "choose a card" not in text)
    await pilot.press("enter")
    await until(pilot, lambda text: f"Your turn, {name}: " not in text)


async def play_round(pilot: Pilot[Any]) -> None:
    """All lay their lowest card, and take the first row, until the first round is over; nobody presses a key."""
    opening = app_of(pilot).opening
    assert isinstance(opening, AtTable) and opening.keyboard
    people = opening.keyboard.people
    while not people[0].state.view.table.scores:
        for session in people:
            view = session.state.view
            pending = view.table.pending
            if isinstance(pending, CardsWanted) and view.seat in pending.seats:
                session.request(ChooseCard(card=view.hand[0]))
            elif isinstance(pending, RowWanted) and view.seat == pending.seat:
                session.request(ChooseRow(row=0))
        await pilot.pause()


@pytest.mark.soak
async def test_after_a_round_the_curtain_hides_the_next_hands() -> None:
    async with keyboard(rounds=2, pace="off") as pilot:
        await play_round(pilot)
        assert "I am" not in await until(pilot, "ROUND 1 IS OVER")
        await pilot.press("escape")
        assert "round 2 · turn 1/10" in await until(pilot, "I'm Ann ")


@pytest.mark.soak
async def test_a_tactic_game_ends_and_a_rematch_begins() -> None:
    async with keyboard(variant="tactic", pace="off") as pilot:
        await play_round(pilot)
        await until(pilot, "ORDER OF FINISH")
        await pilot.press("r")
        assert "round 1 · turn 1/10 · tactic" in await until(pilot, "I'm Ann ")


async def test_nothing_of_a_hand_remains_once_its_player_has_laid() -> None:
    async with keyboard() as pilot:
        await lay(pilot, "Ann")
        await until(pilot, "I'm Bob ")
        assert isinstance(pilot.app.screen, PublicScreen)
        assert [type(screen) for screen in pilot.app.screen_stack].count(SeatScreen) == 0
        await take(pilot, "Bob")


async def test_a_click_opens_the_curtain() -> None:
    async with keyboard() as pilot:
        await until(pilot, "I'm Ann ")
        while isinstance(pilot.app.screen, PublicScreen):
            await pilot.click("Curtain")
        await until(pilot, "Your turn, Ann: choose a card")


class Turns:
    """What a public screen asks of its controller; `taken` counts how often the curtain was opened."""

    may_take_back = False
    taken = 0

    def update_perspective(self) -> None:
        return

    def take_keyboard(self) -> None:
        self.taken += 1


async def test_an_extra_key_press_does_not_open_the_next_curtain() -> None:
    (session, app), turns = seat_at(), Turns()
    app.game_screen = screen = PublicScreen(session, cast("Any", turns), Preferences, clock=lambda: app.now)
    async with app.run_test(size=(80, 24)) as pilot:
        screen.hang_curtain("Bob")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.click("Curtain")
        assert turns.taken < 1
        app.now += CURTAIN_DELAY
        await pilot.press("enter")
        assert turns.taken == 1


@pytest.mark.soak
async def test_the_rules_and_a_dialog_open_over_a_hand_and_close() -> None:
    async with keyboard() as pilot:
        await take(pilot, "Ann")
        await pilot.press("f1")
        assert not isinstance(pilot.app.screen, SeatScreen)
        await pilot.press("f1", "q", "escape", "l", "escape")
        assert isinstance(pilot.app.screen, SeatScreen)
        assert "t chat" not in shown(pilot)


async def test_leaving_ends_the_table_and_shows_how_to_resume_it() -> None:
    async with keyboard() as pilot:
        await until(pilot, "I'm Ann ")
        await pilot.press("q", "l")
        while pilot.app.return_value is None:
            await pilot.pause()
        left = pilot.app.return_value
        assert isinstance(left, Left) and left.closed
        stay = app_of(pilot).stay
        assert stay is not None and stay.resume_line == "sixqp local --resume"


@pytest.mark.soak
async def test_a_name_without_big_letters_is_spaced_out() -> None:
    async with keyboard(("李小龍", "Zoë")) as pilot:
        assert "李 小 龍" in await until(pilot, "I'm 李小龍 ")
