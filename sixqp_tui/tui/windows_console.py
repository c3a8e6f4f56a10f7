"""What Textual needs on Windows: a way to keep reading keys, and a thread for each timer."""

import asyncio
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any, Final, NamedTuple

from textual.app import App

CHECK_EVERY: Final = 1.0
"""Seconds between two checks."""
REPAIR_EVERY: Final = 5.0
"""Minimum seconds between two repairs: each makes the screen flicker."""
READER: Final = "textual-input"
_READS_SEQUENCES, _READS_LINES, _ECHOES, _HANDLES_CTRL_C = 0x200, 0x2, 0x4, 0x1
_INPUT: Final = _READS_SEQUENCES | _READS_LINES | _ECHOES | _HANDLES_CTRL_C
_DRAWS_SEQUENCES: Final = 0x4
_STD_INPUT, _STD_OUTPUT = -10, -11


class Console(NamedTuple):
    is_read: bool
    input_mode: int
    output_mode: int

    @property
    def modes(self) -> tuple[int, int]:
        return self.input_mode & _INPUT, self.output_mode & _DRAWS_SEQUENCES


def look_at_console() -> Console | None:
    """None without a console, and on other systems."""
    if sys.platform != "win32":
        return None
    import ctypes

    kernel = ctypes.windll.kernel32
    found = []
    for number in (_STD_INPUT, _STD_OUTPUT):
        mode = ctypes.c_ulong()
        if not kernel.GetConsoleMode(kernel.GetStdHandle(number), ctypes.byref(mode)):
            return None
        found.append(mode.value)
    return Console(any(each.name == READER for each in threading.enumerate()), *found)


class ConsoleWatch:
    """Checks the console of an app now and then, and repairs it by suspending and resuming the app.

    Textual's input thread ends at half a character, and other programs in the same console may change its modes.
    Resuming starts the thread again and resets the modes; keys typed until then wait in the console.
    """

    def __init__(
        self,
        app: App[Any],
        look: Callable[[], Console | None] = look_at_console,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._app, self._look, self._clock = app, look, clock
        self._at_first: Console | None = None
        self._repaired_at = -REPAIR_EVERY

    def start(self) -> None:
        self._app.set_interval(CHECK_EVERY, self.look)

    def look(self) -> None:
        now = self._look()
        if now is None:
            return
        if self._at_first is None:
            self._at_first = now if now.is_read else None
            return
        well = now.is_read and now.modes == self._at_first.modes
        if well or self._clock() - self._repaired_at < REPAIR_EVERY:
            return
        self._repaired_at = self._clock()
        with self._app.suspend():
            pass


MAX_TIMER_THREADS: Final = 256
"""Far more than a screen has timers. A thread is started only if all others are busy."""


def provide_timer_threads() -> None:
    """Only on Windows.

    There, each timer of Textual's waits in a thread of the loop's default executor, which has only four threads
    more than the machine has cores, so long timers would block all other work.
    """
    if sys.platform == "win32":
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(MAX_TIMER_THREADS, "asyncio"))
