"""Work that takes long and blocks: it runs in a thread, shows its progress, and can be stopped."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Event
from typing import TypeVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import ProgressBar, Static

from sixqp_tui.i18n import _
from sixqp_tui.joining.failure import Failure

Result = TypeVar("Result")


class BackgroundWork(Vertical):
    """Runs work in a thread, until it is unmounted; shows its progress, or the text of a Failure.

    `heading` says what is done, from the number of tasks done and of all.
    """

    DEFAULT_CSS = """
    BackgroundWork { align: center middle; }
    BackgroundWork > * { width: 60; max-width: 95%; height: auto; }
    BackgroundWork #heading { color: $strong; text-style: bold; }
    BackgroundWork Bar { width: 1fr; }
    BackgroundWork #hint { margin-top: 1; color: $dim; }
    BackgroundWork #problem { display: none; width: 100%; text-align: center; padding: 0 4; }
    BackgroundWork.-failed > * { display: none; }
    BackgroundWork.-failed #problem { display: block; }
    """

    heading = getters.query_one("#heading", Static)
    bar = getters.query_one(ProgressBar)
    hint = getters.query_one("#hint", Static)
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

    def __init__(self, heading: Callable[[int, int], str]) -> None:
        super().__init__()
        self._heading = heading
        self._stop = Event()

    def compose(self) -> ComposeResult:
        yield Static(self._heading(0, 0), id="heading", markup=False)
        yield ProgressBar(total=1, show_eta=False)
        yield Static(id="hint", markup=False)
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
        self.hint.update(_("Esc: stop and show what has been found so far."))
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
        self.hint.update(_("Stopping…"))

    @on(Advanced)
    def _show_progress(self, message: Advanced) -> None:
        self.heading.update(self._heading(message.done, message.tasks))
        self.bar.update(total=message.tasks, progress=message.done)

    @on(Finished)
    def _deliver(self, message: Finished) -> None:
        if self.app.is_running:  # the result may arrive while the app shuts down
            message.deliver()

    @on(Failed)
    def _show_problem(self, message: Failed) -> None:
        self.set_class(True, "-failed")
        self.problem.update(message.problem)
