"""The forms: the settings of a table, before it opens and in its lobby, and a player's preferences."""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from msgspec.inspect import IntType, LiteralType, NoneType, StructType, UnionType, type_info
from support.fake_session import FakeSession
from support.pilots import app_of, at_a_table, at_home, press, run, settled, shown, until
from support.screens import FakeWorld
from textual.pilot import Pilot
from textual.widgets import Input, Label

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import SetRules, Settings
from sixqp_tui import i18n
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.store.options import OPTIONS
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.forms import Choice, Form, settings_form, settings_given
from sixqp_tui.tui.lobby import LobbyScreen
from sixqp_tui.tui.openings import Home


def note(pilot: Pilot[Any]) -> str:
    assert isinstance(pilot.app.screen, Form)
    return str(pilot.app.screen.note.visual)


async def test_a_table_is_hosted_from_the_form() -> None:
    world = FakeWorld(session=FakeSession())
    async with at_home(world) as pilot:
        await pilot.press("h", *"Friday", "down", "down", "right", "down", *("backspace",) * 2, *"50")
        await press(pilot, "down", "right", *("down",) * 4, "right", "right", "down", "down", "right", "enter")
        settings = Settings(Rules("tactic", 50, "reach"), pause=60)
        [(asked, options)] = world.asked
        assert asked == "host" and isinstance(options, TableOptions)
        setup = options.setup
        assert (setup.title, setup.owner_name, setup.settings) == ("Friday", "Olga", settings)
        assert (setup.bots, setup.locked, options.code) == (2, True, "")
        assert isinstance(pilot.app.screen, LobbyScreen)


async def test_a_choice_is_made_in_its_list_where_enter_does_not_open_the_table() -> None:
    world = FakeWorld()
    async with at_home(world) as pilot:
        await pilot.press("h")
        variant = pilot.app.screen.query_one("#variant", Choice)
        variant.focus()
        await press(pilot, "space")
        assert shown(pilot).splitlines()[-1].split() == ["⏎", "choose", "Esc", "back"]
        await pilot.press("escape")
        assert variant.has_focus and not variant.expanded
        await press(pilot, "space", "down", "down", "enter")
        assert (variant.value, variant.expanded, world.asked) == ("draft", False, [])
        await pilot.press("left")
        assert variant.value == "tactic"


async def test_the_form_keeps_what_was_typed_when_the_table_did_not_open() -> None:
    world = FakeWorld(refusal="No free port.")
    async with at_home(world) as pilot:
        await press(pilot, "h", "end", "!", "enter")
        assert "No free port." in shown(pilot)
        await pilot.press("h")
        assert pilot.app.screen.query_one("#title", Input).value == "Olga's table!"


async def test_what_cannot_be_is_said_in_the_form() -> None:
    session = FakeSession()
    async with at_a_table(session) as pilot:
        await pilot.press("s")
        limit, rounds = (pilot.app.screen.query_one(f"#{key}", Input) for key in ("limit", "rounds"))
        assert note(pilot) == "About 16 minutes with 3 players."
        limit.value = "0"
        rounds.focus()
        await pilot.press("enter")
        assert limit.has_focus and "from 1 to 999" in note(pilot)
        limit.value = ""
        await settled(pilot)
        await pilot.press("enter")
        assert "The game needs an end" in note(pilot) and session.requests == []
        rounds.value = "2"
        await settled(pilot)
        assert note(pilot) == "About 6 minutes with 3 players."
        await pilot.press("enter")
        assert session.requests == [SetRules(settings=Settings(Rules(limit=None, rounds=2)))]


def limits(allowed: Any) -> Iterator[Any]:
    """The words of a type, and the ends of its range."""
    match allowed:
        case UnionType():
            for each in allowed.types:
                yield from limits(each)
        case LiteralType():
            yield from allowed.values
        case IntType():
            yield from (allowed.ge, allowed.le)
        case NoneType():
            yield None


def fields(kind: type[msgspec.Struct]) -> dict[str, list[Any]]:
    info = type_info(kind)
    assert isinstance(info, StructType)
    return {field.name: values for field in info.fields if (values := list(limits(field.type)))}


@pytest.mark.parametrize("nth", range(3))
async def test_a_form_shows_and_keeps_whatever_a_table_may_have(nth: int) -> None:
    rules, table = (
        {key: values[nth % len(values)] for key, values in fields(kind).items()} for kind in (Rules, Settings)
    )
    if rules["limit"] is None:
        rules["rounds"] = 1
    settings = Settings(Rules(**rules), **table)
    async with at_home(FakeWorld()) as pilot:
        form = settings_form(settings, 3)
        await pilot.app.push_screen(form)
        assert settings_given(form.read(), settings) == settings


async def test_a_form_offers_only_what_a_table_may_have() -> None:
    ends = fields(Rules)
    for key in ("limit", "rounds"):
        assert [OPTIONS[key].low, OPTIONS[key].high, None] == ends[key]
    async with at_home(FakeWorld()) as pilot:
        form = settings_form(Settings(), 3)
        await pilot.app.push_screen(form)
        for choice in form.query(Choice):
            for value in choice.choices:
                settings = settings_given({**form.read(), str(choice.id): value}, Settings())
                assert msgspec.convert(msgspec.to_builtins(settings), Settings) == settings


async def test_a_clock_that_comes_or_goes_takes_the_pause_along() -> None:
    session = FakeSession(settings=Settings(timer=30, pause=15))
    async with at_a_table(session) as pilot:
        for value, pause in ((60, 15), (None, None)):
            await pilot.press("s")
            pilot.app.screen.query_one("#timer", Choice).value = value
            await pilot.press("enter")
            assert session.requests.pop() == SetRules(settings=Settings(timer=value, pause=pause))


async def test_at_most_as_many_bots_as_chairs_but_ones_own() -> None:
    world = FakeWorld()
    async with at_home(world) as pilot:
        await pilot.press("h")
        for key, value in (("seats", 3), ("bots", 3)):
            pilot.app.screen.query_one(f"#{key}", Choice).value = value
        await pilot.press("enter")
        assert "at most 2 bots" in note(pilot) and world.asked == []


# -- preferences ---------------------------------------------------------------------------------------------------

KEPT = list[Mapping[str, str]]


@asynccontextmanager
async def keeping(kept: KEPT, preferences: Preferences, sentence: str | None = None) -> AsyncIterator[Pilot[Any]]:
    """The app at home; what it keeps is noted, and answered with this sentence."""

    def keep(words: Mapping[str, str]) -> str | None:
        kept.append(words)
        return sentence

    app = SixqpApp(Home(), preferences, tables=FakeWorld(), save=keep)
    async with run(app, notifications=True) as pilot:
        await settled(pilot)
        yield pilot


async def test_a_preference_applies_at_once_is_kept_by_enter_and_taken_back_by_escape() -> None:
    kept: KEPT = []
    async with keeping(kept, Preferences()) as pilot:
        await pilot.press("o")
        pace = pilot.app.screen.query_one("#pace", Choice)
        pace.focus()
        await press(pilot, "right")
        assert app_of(pilot).preferences.pace == "fast"
        await pilot.press("escape")
        assert app_of(pilot).preferences == Preferences() and kept == []
        await pilot.press("o")
        pilot.app.screen.query_one("#theme", Choice).value = "dark"
        await settled(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: bool(kept))
        assert kept == [{"theme": "dark"}]


async def test_another_language_is_kept_for_the_next_start() -> None:
    kept: KEPT = []
    async with keeping(kept, Preferences(language="en")) as pilot:
        await pilot.press("o")
        pilot.app.screen.query_one("#language", Choice).value = "fr"
        await settled(pilot)
        assert "Français" in shown(pilot) and note(pilot) == "The language changes from the next start."
        await pilot.press("enter")
        await until(pilot, lambda: bool(kept))
        assert "TABLES ON THIS NETWORK" in shown(pilot)
        assert kept == [{"language": "fr"}]


async def test_a_new_name_is_used_at_the_next_table_and_in_the_next_run() -> None:
    kept: KEPT = []
    async with keeping(kept, Preferences()) as pilot:
        await pilot.press("o", *("王" * 9), "enter")
        assert "Your name: " in note(pilot)
        pilot.app.screen.query_one("#name", Input).value = "Zoe"
        await press(pilot, "enter")
        tables = app_of(pilot).tables
        assert tables and tables.player.name == "Zoe" and "Zoe" in shown(pilot).splitlines()[0]
        await until(pilot, lambda: kept == [{"name": "Zoe"}])


async def test_a_failed_save_is_reported() -> None:
    async with keeping([], Preferences(), "[b]No room.") as pilot:
        await pilot.press("o")
        pilot.app.screen.query_one("#bell", Choice).value = "on"
        await pilot.press("enter")
        await until(pilot, lambda: "[b]No room." in shown(pilot))
        assert app_of(pilot).preferences.bell == "on"


@pytest.mark.parametrize("language", i18n.LANGUAGES)
async def test_every_label_fits_in_its_column(language: str) -> None:
    i18n.use(language)
    async with at_home(FakeWorld()) as pilot:
        for key in ("h", "o"):
            await press(pilot, key)
            for label in pilot.app.screen.query(Label):
                assert len(str(label.visual)) < 20, label.visual
            await pilot.press("escape")
