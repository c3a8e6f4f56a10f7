"""The keys: what the line at the foot and the panel show, and what a key or a click does."""

from typing import Any

import pytest
from rich.cells import cell_len
from support.fake_session import FakeSession
from support.game_screen import seat_at
from support.pilots import at_a_table, at_home, playing, run, settled, shown
from support.screens import FakeWorld, found_table
from support.states import STATES
from textual.events import MouseDown, MouseUp
from textual.pilot import Pilot
from textual.widgets import Input

from sixqp_protocol.messages import ChooseCard, SeatNews
from sixqp_tui import i18n
from sixqp_tui.tui.keys import UNSHIFTED, KeyLine, Keys, keys_now, width_of, without_shift
from sixqp_tui.tui.lobby import LobbyScreen
from sixqp_tui.tui.widgets.game.draft import Deck
from sixqp_tui.tui.widgets.game.hand import HandRow

pytestmark = pytest.mark.slow

SEATS = tuple(SeatNews(name, "person", True, owner=name == "Olga") for name in ("Olga", "Ann"))


def last_line(pilot: Pilot[Any]) -> str:
    return shown(pilot).splitlines()[-1]


def purposes(pilot: Pilot[Any]) -> set[str]:
    return {key.purpose for key in keys_now(pilot.app.screen)}


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize(
    "state", ["table_lifted", "row_picked", "table_laid", "lobby_guest", "scores_pause", "home_tables"]
)
async def test_all_keys_of_the_moment_fit_in_80_columns(state: str, language: str) -> None:
    i18n.use(language)
    async with STATES[state]() as pilot:
        line = pilot.app.screen.query_one(KeyLine)
        assert 2 <= len(line.shown) <= 7 and width_of(line.shown) <= 78
        assert cell_len(line.render().plain) <= 78


async def test_the_line_follows_the_game() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        assert "⏎ start" in last_line(pilot) and "sit down" not in last_line(pilot)
        await playing(session, pilot)
        assert last_line(pilot).strip() == "←→ 1-0 choose  t chat  ! react  q quit  ? keys"
        await pilot.press("2")
        await settled(pilot)
        assert "⏎ play" in last_line(pilot)
        session.becomes(paused=True)
        await settled(pilot)
        assert "⏎ play" not in last_line(pilot) and "p resume" in last_line(pilot)


async def test_the_last_keys_stay_where_not_all_fit() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        line = pilot.app.screen.query_one(KeyLine)
        line.shown = (*(("x", f"{number} words that take room", "x") for number in range(9)), *line.shown[-2:])
        await settled(pilot)
        assert last_line(pilot).strip().endswith("q quit  ? keys")
        assert "words that take room  q quit" in last_line(pilot)


async def test_a_click_presses_the_key() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        await pilot.click(KeyLine, offset=(last_line(pilot).index("? keys") + 2, 0))
        await settled(pilot)
        assert pilot.app.screen.query(Keys)


async def test_the_panel_lists_what_is_possible_and_leaves_the_keys_alone() -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await pilot.press("question_mark")
        await settled(pilot)
        text = shown(pilot)
        assert "Start the game with everybody who is seated" in text and "Take over the selected" not in text
        await playing(session, pilot)
        await pilot.press("question_mark", "2")
        await settled(pilot)
        assert "Play the chosen card face down" in shown(pilot)
        assert "See which cards of this round have been played" in shown(pilot), (
            "a key that the line has no room for"
        )
        await pilot.press("question_mark")
        await settled(pilot)
        assert not pilot.app.screen.query(Keys)


async def test_a_form_and_home_have_their_own_keys() -> None:
    async with at_home(FakeWorld(tables=(found_table("a", "Salon"),))) as pilot:
        assert "Sit down at the selected table" in purposes(pilot)
        await pilot.press("h")
        assert "Open the table with these settings" in purposes(pilot)
        assert "Select another line" not in purposes(pilot)


async def test_a_typed_question_mark_is_text() -> None:
    async with at_a_table(FakeSession(SEATS)) as pilot:
        await pilot.press("t", "question_mark", "o", "L")
        assert isinstance(pilot.app.screen, LobbyScreen)
        assert pilot.app.screen.query_one(Input).value == "?oL"
        assert {"Confirm what you typed", "Go back without changing anything"} <= purposes(pilot)


@pytest.mark.parametrize("key", ["L", "shift+l", "shift+L"])
async def test_letters_work_in_upper_case(key: str) -> None:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        await pilot.press(key)
        await settled(pilot)
        assert "THE GAME SO FAR" in shown(pilot)


@pytest.mark.parametrize("place", range(10))
async def test_digits_need_no_shift_on_a_french_keyboard(place: int) -> None:
    seat, app = seat_at()
    async with run(app) as pilot:
        await pilot.press(UNSHIFTED[place] if place else f"shift+{UNSHIFTED[place]}")
        assert app.game_screen.query_one(HandRow).lifted == seat.view.hand[place]


def press_button(pilot: Pilot[Any], button: int, x: int, y: int) -> None:
    for kind in (MouseDown, MouseUp):
        pilot.app.post_message(kind(None, x, y, 0, 0, button, False, False, False))


async def test_only_the_first_button_plays() -> None:
    seat, app = seat_at()
    async with run(app) as pilot:
        region = app.game_screen.query_one(HandRow).region
        for button in (2, 2, 3, 3):
            press_button(pilot, button, region.x + 8, region.y + 3)
            await settled(pilot)
        assert app.game_screen.query_one(HandRow).lifted is None and seat.requests == []
        for _ in range(2):
            press_button(pilot, 1, region.x + 8, region.y + 3)
            await settled(pilot)
        assert [type(each) for each in seat.requests] == [ChooseCard]


def test_shift_changes_no_key_that_moves() -> None:
    moving = ("shift+left", "shift+tab", "shift+enter", "shift+f1", "left_shift", "ctrl+p", "escape")
    assert [without_shift(key) for key in moving] == list(moving)


async def test_digits_type_the_number_of_a_card_in_the_draft() -> None:
    async with STATES["draft_ten"]() as pilot:
        deck = pilot.app.screen.query_one(Deck)
        for key, card in (("2", None), ("7", 27), ("4", 27), ("è", 27), ("1", 27), ("underscore", 18), ("9", 9)):
            await pilot.press(key)
            assert deck.cursor == card, key
