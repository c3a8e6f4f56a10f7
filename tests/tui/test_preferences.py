"""Preferences changed on a screen: at once, on all screens, and kept when they are given in."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from support.lanes import with_soaks
from support.pilots import app_of, run, settled, shown
from support.screens import FakeWorld
from textual.pilot import Pilot

from sixqp_protocol.messages import SeatNews
from sixqp_tui import i18n
from sixqp_tui.store.preferences import WORDS, Preferences
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.forms.preferences import KEYS, PreferencesForm, values
from sixqp_tui.tui.openings import Home

pytestmark = pytest.mark.slow

SEATS = tuple(SeatNews(name, "person", True, owner=name == "Olga") for name in ("Olga", "Ann"))
KEPT = list[tuple[Preferences, Preferences]]


@asynccontextmanager
async def keeping(
    kept: KEPT, preferences: Preferences | None = None, sentence: str | None = None, trouble: str = ""
) -> AsyncIterator[Pilot[Any]]:
    """The app at home; what it keeps is noted, and answered with this sentence."""

    def keep(before: Preferences, after: Preferences) -> str | None:
        kept.append((before, after))
        return sentence

    world = FakeWorld()
    app = SixqpApp(Home(), preferences, trouble, tables=world, save_preferences=keep)
    async with run(app, notifications=True) as pilot:
        await settled(pilot)
        yield pilot


async def until_kept(kept: KEPT, pilot: Pilot[Any], number: int = 1) -> None:
    """This many changes have been kept."""
    async with asyncio.timeout(10):
        while len(kept) < number:
            await pilot.pause()
    await settled(pilot)


def line(key: str) -> list[str]:
    """The keys that lead from the first line of the form to this one."""
    return ["down"] * KEYS.index(key)


def test_the_form_offers_every_preference_and_every_value() -> None:
    assert {*KEYS} == {"language", *WORDS} == {*Preferences._fields}
    assert values("language") == ("", *i18n.LANGUAGES)
    assert values("pace") == ("off", "slow", "normal", "fast")


@pytest.mark.parametrize("closing", with_soaks(["enter", "escape"]))
async def test_a_change_applies_and_is_saved_at_once_however_the_form_closes(closing: str) -> None:
    kept: KEPT = []
    async with keeping(kept) as pilot:
        await pilot.press("o", *line("pace"), "right")
        assert app_of(pilot).preferences.current.pace == "fast"
        await until_kept(kept, pilot)
        await pilot.press(closing)
        await settled(pilot)
        assert not isinstance(pilot.app.screen, PreferencesForm)
        assert kept == [(Preferences(), Preferences(pace="fast"))]
        assert app_of(pilot).preferences.current == Preferences(pace="fast")


@pytest.mark.soak
async def test_an_unchanged_form_saves_nothing() -> None:
    kept: KEPT = []
    async with keeping(kept) as pilot:
        await pilot.press("o", "down", "enter", "o", "escape")
        await settled(pilot)
        assert kept == []


@pytest.mark.soak
async def test_another_language_is_kept_for_the_next_start() -> None:
    kept: KEPT = []
    async with keeping(kept, Preferences(language="en")) as pilot:
        await pilot.press("o", *line("language"), "right")
        await until_kept(kept, pilot)
        assert "Français" in shown(pilot) and "The language changes from the next start." in shown(pilot)
        await pilot.press("escape")
        assert "TABLES ON THIS NETWORK" in shown(pilot)
        assert kept == [(Preferences(language="en"), Preferences(language="fr"))]


async def test_changes_are_saved_one_after_another() -> None:
    kept: KEPT = []
    async with keeping(kept) as pilot:
        for theme in ("dark", "light", "contrast"):
            app_of(pilot).preferences.set("theme", theme)
        await until_kept(kept, pilot, 3)
        assert [after.theme for _before, after in kept] == ["dark", "light", "contrast"]


async def test_a_failed_save_is_reported() -> None:
    kept: KEPT = []
    async with keeping(kept, sentence="[b]No room.") as pilot:
        app_of(pilot).preferences.change(Preferences(bell=True))
        await until_kept(kept, pilot)
        assert "[b]No room." in shown(pilot)
        assert app_of(pilot).preferences.current.bell


async def test_an_error_in_the_file_is_reported_at_startup() -> None:
    async with keeping([], trouble="preferences.txt, line 2: [pace] what?") as pilot:
        assert "preferences.txt, line 2: [pace] what?" in shown(pilot)


@pytest.mark.soak
async def test_an_unknown_language_does_no_harm() -> None:
    async with keeping([], Preferences(language="tlh")) as pilot:
        await pilot.press("o", "right", "escape")
        assert app_of(pilot).preferences.current.language == "tlh"
