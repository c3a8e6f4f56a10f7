"""A screen whose language changes looks like one that was opened in that language, and nothing on it is lost."""

import importlib
import pkgutil
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest
from rich.cells import cell_len
from support.pilots import at_a_table, at_home, playing, settled, shown
from support.screens import FakeListed, FakeSession, FakeWorld
from support.systems import OF_OTHER_SYSTEMS
from textual.binding import Binding
from textual.dom import DOMNode
from textual.pilot import Pilot
from textual.widgets import Input

import sixqp_tui.tui
from sixqp_protocol.messages import SeatNews
from sixqp_tui import i18n
from sixqp_tui.i18n import _
from sixqp_tui.i18n import table as table_words
from sixqp_tui.i18n.keys import word
from sixqp_tui.tui.widgets.common.prompt import CLOCK_WIDTH

pytestmark = pytest.mark.slow

SEATS = tuple(SeatNews(name, "person", True, owner=name == "Olga") for name in ("Olga", "Ann", "Bo", "Cy"))
Scene = Callable[[], AbstractAsyncContextManager[Pilot[Any]]]


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """Whatever a test speaks, the next one hears English."""
    yield
    i18n.use("en")


def home() -> AbstractAsyncContextManager[Pilot[Any]]:
    return at_home(FakeWorld(tables=(FakeListed("a", "Salon"),)))


def empty_home() -> AbstractAsyncContextManager[Pilot[Any]]:
    return at_home(FakeWorld())


def lobby() -> AbstractAsyncContextManager[Pilot[Any]]:
    return at_a_table(FakeSession(), hosting=True)


@asynccontextmanager
async def table() -> AsyncIterator[Pilot[Any]]:
    session = FakeSession(SEATS)
    async with at_a_table(session) as pilot:
        await playing(session, pilot)
        session.hears("Ann", "hm")
        await settled(pilot)
        yield pilot


SCENES: list[tuple[Scene, str, str, str]] = [
    (home, "", "TABLES ON THIS NETWORK", "TABLES SUR CE RÉSEAU"),
    (empty_home, "", "no tables yet", "aucune table"),
    (home, "h", "over the limit", "au-delà de la limite"),
    (home, "f1", "THE RULES", "LES RÈGLES"),
    (lobby, "", "AROUND THE TABLE", "AUTOUR DE LA TABLE"),
    (lobby, "s", "TABLE SETTINGS", "RÉGLAGES DE LA TABLE"),
    (lobby, "q", "keep the table open", "laisser la table ouverte"),
    (lobby, "t", "Say:", "Dire :"),
    (table, "3", "Your turn", "À vous"),
    (table, "l", "THE GAME SO FAR", "LA PARTIE JUSQU'ICI"),
]


@pytest.mark.parametrize(("scene", "keys", "english", "french"), SCENES)
async def test_a_screen_follows_the_language(scene: Scene, keys: str, english: str, french: str) -> None:
    i18n.use("fr")
    async with scene() as pilot:
        await pilot.press(*keys.split())
        await settled(pilot)
        opened_in_french = shown(pilot)
    i18n.use("en")
    async with scene() as pilot:
        await pilot.press(*keys.split())
        await settled(pilot)
        opened_in_english = shown(pilot)
        await pilot.app.run_action("prefer('language', 'fr')")
        await settled(pilot)
        assert shown(pilot) == opened_in_french.replace("Chez Olga   ", "Olga's table")
        await pilot.app.run_action("prefer('language', 'en')")
        await settled(pilot)
        assert shown(pilot) == opened_in_english
    assert english in opened_in_english and english not in opened_in_french
    assert french in opened_in_french and french not in opened_in_english


async def test_the_screens_below_follow_too() -> None:
    async with lobby() as pilot:
        await pilot.press("f1")
        await pilot.app.run_action("prefer('language', 'fr')")
        await pilot.press("escape")
        await settled(pilot)
        assert "AUTOUR DE LA TABLE" in shown(pilot)
        assert "F1 règles" in shown(pilot)


async def test_what_was_filled_in_and_what_was_wrong_stay() -> None:
    async with home() as pilot:
        await pilot.press("h")
        pilot.app.screen.query_one("#title", Input).value = ""
        await pilot.press("enter", "down", "X", "down", "right")
        await pilot.app.run_action("prefer('language', 'fr')")
        await settled(pilot)
        text = shown(pilot)
        assert "Il faut un nom à la table." in text
        assert "OlgaX" in text and "tactique : tout se sait" in text


async def test_the_table_switched_in_a_game_tells_the_whole_log_anew() -> None:
    async with table() as pilot:
        await pilot.app.run_action("prefer('language', 'fr')")
        await settled(pilot)
        assert "Les rangées commencent par" in shown(pilot)
        assert "Ann : hm" in shown(pilot)
        await pilot.press("l")
        await settled(pilot)
        assert "Une partie commence : Olga, Ann, Bo et Cy" in shown(pilot)


async def test_a_language_that_is_not_there_is_english() -> None:
    async with lobby() as pilot:
        await pilot.app.run_action("prefer('language', 'tlh')")
        await settled(pilot)
        assert i18n.language() == "en"
        assert "AROUND THE TABLE" in shown(pilot)


# -- the keys at the foot -------------------------------------------------------------------------------------


def bindings() -> Iterator[tuple[str, Binding]]:
    for found in pkgutil.walk_packages(sixqp_tui.tui.__path__, "sixqp_tui.tui."):
        if found.name in OF_OTHER_SYSTEMS:
            continue
        for name, value in vars(importlib.import_module(found.name)).items():  # noqa: TID251 (every module)
            if isinstance(value, type) and issubclass(value, DOMNode) and value.__module__ == found.name:
                for binding in Binding.make_bindings(value.__dict__.get("BINDINGS", ())):
                    yield name, binding


def test_every_key_that_is_shown_has_its_word_in_every_language() -> None:
    shown_keys = [(owner, binding.description) for owner, binding in bindings() if binding.show]
    assert len(shown_keys) > 30
    i18n.use("fr")
    assert [
        (owner, code) for owner, code in shown_keys if word(code) == code and code not in ("pause", "scores")
    ] == []


KEY_LINES = {
    "home": "⏎ join|w watch|a address|h host|r refresh|F1 rules|q quit|? help",
    "the owner at a bot's chair": "⏎ start|b bot|x clear|l level|v variant|s setup|t chat|q leave|? help",
    "a card to lay": "←→ 1-9 choose|⏎ lay|t chat|l log|c seen|p pause|q quit|? help",
    "a row to take": "1-4 ↑↓ row|⏎ take|t chat|l log|c seen|p pause|q quit|? help",
    "a card to pick": "←→↑↓ look|⏎ pick|t chat|l log|c seen|p pause|q quit|? help",
    "the end of a long game": "r rematch|b lobby|↑↓ scroll|t chat|l log|c seen|q quit|? help",
}


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("line", KEY_LINES)
def test_no_key_is_left_out_at_80_columns(line: str, language: str) -> None:
    i18n.use(language)
    keys = [key.rsplit(" ", 1) for key in KEY_LINES[line].split("|")]
    narrowest = " ".join(f"{sign} {word(code, short=True)}" for sign, code in keys)
    assert 1 + cell_len(narrowest) <= 80


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_what_is_asked_at_the_table_fits_beside_the_clock(language: str) -> None:
    i18n.use(language)
    asked = (
        _("Your turn: lift a card"),
        table_words.would_append(104, 3, 5),
        table_words.would_take(104, 3, 27),
        table_words.would_be_too_low(99),
        table_words.choose_a_row(99),
        table_words.take_this_row(99, 3, 27),
    )
    assert max(map(cell_len, asked)) <= 80 - 3 - CLOCK_WIDTH - 1
