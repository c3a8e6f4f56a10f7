"""The keys go on being read from a Windows console whatever stops it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import pytest
from textual.app import App

from sixqp_tui.tui.windows_console import REPAIR_EVERY, Console, ConsoleWatch

WELL = Console(is_read=True, input_mode=0x200, output_mode=0x7)
COOKED = Console(is_read=True, input_mode=0x1F7, output_mode=0x7)
UNREAD = Console(is_read=False, input_mode=0x200, output_mode=0x7)
PLAIN = Console(is_read=True, input_mode=0x200, output_mode=0x3)
QUICK_EDIT = Console(is_read=True, input_mode=0x2C0, output_mode=0xF)


class Suspended:
    def __init__(self) -> None:
        self.times = 0

    @contextmanager
    def suspend(self) -> Iterator[None]:
        self.times += 1
        yield


def resumed(*seen: Console | None, seconds: float = REPAIR_EVERY) -> int:
    """How often an app is resumed that sees these in this order, one every this many seconds."""
    app, clock, looks = Suspended(), iter(range(1000)), iter(seen)
    watch = ConsoleWatch(cast("App[Any]", app), lambda: next(looks), lambda: next(clock) * seconds)
    for _each in seen:
        watch.look()
    return app.times


@pytest.mark.parametrize("broken", [COOKED, UNREAD, PLAIN])
def test_a_console_that_is_not_read_or_was_reset_is_restored(broken: Console) -> None:
    assert resumed(WELL, WELL, broken, WELL, WELL) == 1


def test_a_players_own_and_original_settings_are_left_alone() -> None:
    assert resumed(WELL, QUICK_EDIT, WELL) == 0
    assert resumed(PLAIN, PLAIN) == 0, "a console that knows no sequences"
    assert resumed(None, None, UNREAD, UNREAD) == 0, "nothing that reads was ever seen"
    assert resumed(WELL, None, None) == 0, "a window that is being closed"


def test_repairs_of_the_console_are_rate_limited() -> None:
    assert resumed(WELL, *[COOKED] * 8, seconds=REPAIR_EVERY / 10) == 1
