"""The app around a table: which screen is in front."""

from typing import Any

import pytest
from support.fake_session import BOT, GUEST, OWNER, FakeSession
from support.pilots import app_at, at_a_table, playing, run, settled, shown
from support.screens import FakeWorld, at_table
from textual.pilot import Pilot

from sixqp_protocol.facts import GameEnded, Rules
from sixqp_tui.engine.game import Game
from sixqp_tui.i18n import lobby as lobby_words
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.lobby import LobbyScreen
from sixqp_tui.tui.openings import Home
from sixqp_tui.tui.rules import RulesScreen
from sixqp_tui.tui.widgets.common.page import Notice
from sixqp_tui.tui.widgets.lobby_panel import LobbyPanel

SEATS = (OWNER, GUEST, BOT)
NEWS = (
    "A new version of sixqp is out. It is faster, smaller and friendlier. Install it when this evening is over, "
    "since your guests may be used to this one."
)
PROMPT = 13
"""The line of the prompt in a small window."""


async def given_up(session: FakeSession, pilot: Pilot[Any]) -> None:
    """The game is given up."""
    session.happen([GameEnded("abandoned")])
    session.becomes(phase="lobby")
    await settled(pilot)


@pytest.mark.soak
async def test_the_game_comes_to_the_front_over_the_rules() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await pilot.press("f1")
        await playing(session, pilot)


@pytest.mark.slow
async def test_the_end_of_a_game_stays_until_its_player_goes_on() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        await given_up(session, pilot)
        assert isinstance(pilot.app.screen, GameScreen)
        await pilot.app.run_action("app.lobby")
        await settled(pilot)
        assert isinstance(pilot.app.screen, LobbyScreen)
        last = pilot.app.screen.query_one(LobbyPanel).last
        assert last.display and str(last.visual) == lobby_words.last_game(session.view.table)


@pytest.mark.soak
async def test_the_next_game_comes_to_the_front_again() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        await given_up(session, pilot)
        await pilot.app.run_action("app.lobby")
        await playing(session, pilot, game=2)


@pytest.mark.slow
async def test_a_player_who_arrives_after_a_game_sees_the_lobby() -> None:
    session = FakeSession(SEATS)
    session.happen([*Game.start(Rules(), ("Olga", "Ann", "Hal"), "seed")[0], GameEnded("abandoned")])
    async with at_a_table(session) as pilot:
        assert isinstance(pilot.app.screen, LobbyScreen)


@pytest.mark.soak
async def test_lobby_chat_is_still_there_after_the_game() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        session.hears("Ann", "before")
        await playing(session, pilot)
        session.hears("Ann", "meanwhile")
        await given_up(session, pilot)
        await pilot.app.run_action("app.lobby")
        await settled(pilot)
        assert [said.text for said in pilot.app.screen.query_one(LobbyPanel).chat.said] == ["before", "meanwhile"]


@pytest.mark.soak
async def test_a_window_that_is_too_small_is_laid_out_once() -> None:
    laid_out = 0

    def count(_screen: object) -> None:
        nonlocal laid_out
        laid_out += 1

    async with at_a_table(FakeSession(), size=(60, 20)) as pilot:
        pilot.app.screen.screen_layout_refresh_signal.subscribe(pilot.app.screen, count, immediate=True)
        for _ in range(20):
            await pilot.pause()
    assert laid_out <= 2


async def test_f1_opens_the_rules_and_closes_them() -> None:
    async with at_a_table(FakeSession(SEATS)) as pilot:
        await pilot.press("f1")
        assert isinstance(pilot.app.screen, RulesScreen)
        await pilot.press("f1")
        assert isinstance(pilot.app.screen, LobbyScreen)


async def test_a_damaged_file_is_reported_on_the_first_screen() -> None:
    world = FakeWorld(damage="“tables.json” is damaged.")
    app = SixqpApp(Home(), tables=world)
    async with run(app, notifications=True) as pilot:
        while "tables.json" not in shown(pilot):
            await pilot.pause()


@pytest.mark.soak
async def test_a_notification_hides_neither_the_hand_nor_what_is_typed() -> None:
    session, typed = FakeSession.at_game(3, Rules()), "what we want to tell the others"
    async with run(app_at(at_table(session)), notifications=True) as pilot:
        await settled(pilot)
        hand = shown(pilot).splitlines()[PROMPT:]
        assert "choose a card" in hand[0]
        pilot.app.notify(NEWS, timeout=60)
        await settled(pilot)
        assert "A new version" in shown(pilot) and "this one." in shown(pilot)
        assert shown(pilot).splitlines()[PROMPT:] == hand
        await pilot.press("t", *typed)
        pilot.app.screen.query_one(Notice).show("a refusal")
        await settled(pilot)
        assert typed in shown(pilot) and "a refusal" in shown(pilot)


@pytest.mark.soak
async def test_a_notification_does_not_hide_the_field_of_a_form() -> None:
    """One from before the form was opened would cover its note, because a form fills the screen."""
    async with run(app_at(Home()), notifications=True) as pilot:
        pilot.app.notify(NEWS, timeout=60)
        await settled(pilot)
        assert "A new version" in shown(pilot)
        await pilot.press("h", *["down"] * 15)
        await settled(pilot)
        assert "A new version" not in shown(pilot)
        pilot.app.notify(NEWS, timeout=60)
        await settled(pilot)
        assert "A new version" in shown(pilot) and "Door" in shown(pilot)
        await pilot.press(*["up"] * 15, *"Salon")
        await settled(pilot)
        assert "A new version" in shown(pilot) and "Salon" in shown(pilot)
