"""Work that takes long and blocks: it runs in a thread, shows its progress, and can be stopped."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Event
from time import monotonic
from typing import TypeVar

from rich.cells import cell_len
from textual import getters, on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from sixqp_tui.i18n import _, ngettext
from sixqp_tui.joining.failure import Failure
from sixqp_tui.tui.theme.glyphs import BAR, RULE
from sixqp_tui.tui.theme.roles import DIM, GOLD, STRONG
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget

Result = TypeVar("Result")
MAX_BAR = 60


class WorkProgress(CellWidget):
    """A bar below a `heading`. `seconds` is the time left, None while unknown."""

    tasks = reactive(0)
    done = reactive(0)
    seconds: reactive[int | None] = reactive(None)
    stopping = reactive(False)

    def __init__(self, heading: Callable[[], str]) -> None:
        super().__init__()
        self._heading = heading
        self._started: tuple[float, int] | None = None

    def show(self, done: int, tasks: int, now: float) -> None:
        if self._started is None:
            self._started = now, done
        since, before = self._started
        self.done, self.tasks = done, tasks
        self.seconds = seconds_left(done - before, tasks - before, now - since)
        self.refresh()

    def restart(self) -> None:
        self._started, self.stopping = None, False

    def render(self) -> Canvas:
        width, height = self.size
        canvas = Canvas(width, height)
        top, room = max(0, height // 2 - 2), min(MAX_BAR, width - 4)
        left = (width - room) // 2
        canvas.text(left, top, self._heading(), STRONG, bold=True)
        full = room * self.done // self.tasks if self.tasks else 0
        canvas.text(left, top + 1, BAR * full, GOLD, bold=True)
        canvas.text(left + full, top + 1, RULE * (room - full), DIM)
        if self.seconds is not None and not self.stopping:
            text = _time_left(self.seconds)
            canvas.text(left + room - cell_len(text), top, text, DIM)
        hint = _("Stopping…") if self.stopping else _("Esc: stop and show what has been found so far.")
        canvas.text(left, top + 3, hint, DIM)
        return canvas


def seconds_left(done: int, tasks: int, seconds: float) -> int | None:
    """None before the first task is done."""
    return None if done <= 0 else max(1, round(seconds * (tasks - done) / done))


def _time_left(seconds: int) -> str:
    if seconds < 90:
        return ngettext("about {n} second left", "about {n} seconds left", seconds).format(n=seconds)
    minutes = round(seconds / 60)
    return ngettext("about {n} minute left", "about {n} minutes left", minutes).format(n=minutes)


class BackgroundWork(Vertical):
    """Runs work in a thread, until it is unmounted; shows its progress, or the text of a Failure.

    `clock` returns seconds.
    """

    DEFAULT_CSS = """
    BackgroundWork #problem { display: none; height: 1fr; content-align: center middle; text-align: center;
                              padding: 0 4; }
    BackgroundWork.-failed #problem { display: block; }
    BackgroundWork.-failed WorkProgress { display: none; }
    """

    progress = getters.query_one(WorkProgress)
    problem = getters.query_one("#problem", Static)

    @dataclass
    class Advanced(Message):
        done: int
        tasks: int

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, BackgroundWork.Advanced)

    @dataclass
    class Finished(Message, bubble=False):
        deliver: Callable[[], None]

    @dataclass
    class Failed(Message):
        problem: str

    def __init__(self, heading: Callable[[], str]) -> None:
        super().__init__()
        self._heading = heading
        self.clock: Callable[[], float] = monotonic
        self._stop = Event()

    def compose(self) -> ComposeResult:
        yield WorkProgress(self._heading)
        yield Static(id="problem", markup=False)

    def on_unmount(self) -> None:
        self._stop.set()

    @property
    def stopped(self) -> bool:
        return self._stop.is_set()

    @property
    def failed(self) -> bool:
        return self.has_class("-failed")

    def start(self, task: Callable[[], Result], on_result: Callable[[Result], None]) -> None:
        """`task` runs in a thread, calls `report` and looks at `stopped`; `on_result` runs in the app."""
        self._stop = Event()
        self.progress.restart()
        self._run(task, on_result)

    @work(thread=True, exclusive=True)
    def _run(self, task: Callable[[], Result], on_result: Callable[[Result], None]) -> None:
        try:
            result = task()
        except Failure as error:
            self.post_message(self.Failed(str(error)))
        else:
            self.post_message(self.Finished(partial(on_result, result)))

    def report(self, done: int, tasks: int) -> None:
        """Threads may call it."""
        self.post_message(self.Advanced(done, tasks))

    def stop(self) -> None:
        self._stop.set()
        self.progress.stopping = True

    @on(Advanced)
    def _show_progress(self, message: Advanced) -> None:
        self.progress.show(message.done, message.tasks, self.clock())

    @on(Finished)
    def _deliver(self, message: Finished) -> None:
        if self.app.is_running:  # the result may arrive while the app shuts down
            message.deliver()

    @on(Failed)
    def _show_problem(self, message: Failed) -> None:
        self.set_class(True, "-failed")
        self.problem.update(message.problem)
