"""A screen whose language changes looks like one that was opened in that language, and nothing on it is lost."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest
from rich.cells import cell_len
from support.commands import commands, node_classes
from support.fake_session import FakeSession
from support.lanes import with_soaks
from support.pilots import at_a_table, at_home, playing, settled, shown
from support.screens import FakeWorld, found_table
from textual.pilot import Pilot
from textual.widgets import Input

from sixqp_protocol.messages import SeatNews
from sixqp_tui import i18n
from sixqp_tui.i18n import table as table_words
from sixqp_tui.tui.widgets.common.prompt import CLOCK_WIDTH

pytestmark = pytest.mark.slow

SEATS = tuple(SeatNews(name, "person", True, owner=name == "Olga") for name in ("Olga", "Ann", "Bo", "Cy"))
Scene = Callable[[], AbstractAsyncContextManager[Pilot[Any]]]


def home() -> AbstractAsyncContextManager[Pilot[Any]]:
    return at_home(FakeWorld(tables=(found_table("a", "Salon"),)))


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
    (home, "h", "over the limit", "au-delà de la limite"),
    (lobby, "", "AROUND THE TABLE", "AUTOUR DE LA TABLE"),
    (table, "3", "Your turn", "À vous"),
]
"""The pictures show the other screens after a change of the language, too."""


@pytest.mark.soak
@pytest.mark.parametrize(("scene", "keys", "english", "french"), with_soaks(SCENES))
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
        followed = shown(pilot).replace("Olga's table", "Chez Olga   ")
        assert [line.rstrip() for line in followed.splitlines()] == opened_in_french.splitlines()
        await pilot.app.run_action("prefer('language', 'en')")
        await settled(pilot)
        assert shown(pilot) == opened_in_english
    assert english in opened_in_english and english not in opened_in_french
    assert french in opened_in_french and french not in opened_in_english


@pytest.mark.soak
async def test_the_screens_below_follow_too() -> None:
    async with lobby() as pilot:
        await pilot.press("f1")
        await pilot.app.run_action("prefer('language', 'fr')")
        await pilot.press("escape")
        await settled(pilot)
        assert "AUTOUR DE LA TABLE" in shown(pilot)
        assert "? touches" in shown(pilot)


@pytest.mark.soak
async def test_filled_in_values_and_errors_are_kept() -> None:
    async with home() as pilot:
        await pilot.press("h")
        pilot.app.screen.query_one("#title", Input).value = ""
        await pilot.press("enter", "down", "end", "X", "down", "down", "right")
        await pilot.app.run_action("prefer('language', 'fr')")
        await settled(pilot)
        text = shown(pilot)
        assert "Il faut un nom à la table." in text
        assert "OlgaX" in text and "tactique : tout se sait" in text


# -- the keys at the foot -------------------------------------------------------------------------------------


def test_every_displayed_key_has_its_label_in_every_language() -> None:
    shown_commands = [(kind, each) for kind in node_classes() for each in commands(kind) if each.show]
    labels = [(kind, command.label) for kind, command in shown_commands]
    assert len(labels) > 30
    assert [kind for kind, label in labels if label is None] == []
    english = [label() for _, label in labels if label]
    i18n.use("fr")
    french = [label() for _, label in labels if label]
    assert {one for one, other in zip(english, french, strict=True) if one == other} == {
        "scores",
        "article",
        "coach",
    }


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_table_prompts_fit_beside_the_clock(language: str) -> None:
    i18n.use(language)
    asked = (
        table_words.lift_a_card(),
        table_words.would_append(104, 3, 5),
        table_words.would_take(104, 3, 27),
        table_words.would_be_too_low(99),
        table_words.choose_a_row(99),
        table_words.take_this_row(99, 3, 27),
    )
    assert max(map(cell_len, asked)) <= 80 - 3 - CLOCK_WIDTH - 1
