"""The hard level thinks in a process of its own, which ends with its table and may break without harm."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor
from multiprocessing import active_children
from pathlib import Path

import pytest
from support.play import CLASSIC, stream

from sixqp_protocol.messages import LEVELS
from sixqp_tui.bots.worker_process import BotProcesses, end_pool
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.view import View

Processes = Callable[[], list[int]]


@pytest.fixture
def view() -> View:
    return View(0).after(stream(Game.start(CLASSIC, ("Ann", "Bob"), "a seed")[0], 0))


@pytest.fixture
def processes() -> Processes:
    """The ids of the processes that were started since the test began and are still there."""
    before = {process.pid for process in active_children()}
    return lambda: [pid for process in active_children() if (pid := process.pid) and pid not in before]


def test_no_process_starts_before_a_hard_bot_is_asked(view: View, processes: Processes) -> None:
    thinkers = BotProcesses(thinking=0.01)
    for level in LEVELS:
        assert thinkers.bot(level).thinks == (level == "hard")
    assert thinkers.bot("medium").card(view) in view.hand
    assert processes() == []
    thinkers.close()


def test_a_hard_bot_has_its_own_process_which_ends_with_the_table(view: View, processes: Processes) -> None:
    thinkers = BotProcesses(limit=1, thinking=0.01)
    assert thinkers.bot("hard").card(view) in view.hand
    (process,) = processes()
    assert process != os.getpid()
    thinkers.close()
    assert processes() == []
    assert thinkers.bot("hard").card(view) in view.hand
    assert processes() == []


@pytest.mark.skipif(sys.platform == "win32", reason="the signal is POSIX's")
def test_a_killed_process_loses_no_decision(view: View, processes: Processes) -> None:
    thinkers = BotProcesses(limit=1, thinking=0.01)
    bot = thinkers.bot("hard")
    bot.card(view)
    (process,) = processes()
    os.kill(process, signal.SIGKILL)
    assert [bot.card(view) in view.hand for _ in range(2)] == [True, True]
    assert process not in processes()
    thinkers.close()


IN_PLACE_OF_STDERR = """
import sys
sys.path[:] = {paths}
from support.play import CLASSIC, stream
from sixqp_protocol.messages import LEVELS, Level
from sixqp_tui.bots.worker_process import BotProcesses, end_pool
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.view import View

class Screen:
    write, flush, fileno = len, lambda self: None, lambda self: -1

if __name__ == "__main__":
    view = View(0).after(stream(Game.start(CLASSIC, ("Ann", "Bob"), "a seed")[0], 0))
    sys.stderr = Screen()
    thinkers = BotProcesses(limit=1, thinking=0.01)
    print(thinkers.bot("hard").card(view) in view.hand)
    thinkers.close()
"""


def test_a_bot_thinks_even_when_a_screen_replaces_standard_error(tmp_path: Path) -> None:
    script = tmp_path / "screen.py"
    script.write_text(IN_PLACE_OF_STDERR.replace("{paths}", repr(sys.path)), encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (0, "True\n"), ran.stderr


class InterruptedPool(Executor):
    ended = False

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        signal.raise_signal(signal.SIGINT)
        self.ended = wait and cancel_futures


def test_a_second_ctrl_c_cannot_interrupt_the_end_of_a_pool() -> None:
    pool, handler = InterruptedPool(), signal.getsignal(signal.SIGINT)
    end_pool(pool)
    assert pool.ended
    assert signal.getsignal(signal.SIGINT) is handler
