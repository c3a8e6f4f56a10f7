"""The line at the foot of a menu: what can be done, what takes time, or what went wrong."""

from time import monotonic

from textual.widgets import Static

from sixqp_tui.tui.theme.glyphs import POINTER


class Foot(Static):
    """Counts the seconds if something takes time."""

    DEFAULT_CSS = """
    Foot { dock: bottom; height: auto; margin: 0 0 1 0; padding: 0 1; color: $gold; text-style: bold; }
    Foot.wrong { color: $red; }
    """

    def __init__(self) -> None:
        super().__init__(markup=False)
        self.clock = monotonic
        self._doing = ""
        self._since = 0.0
        self.busy = False

    def on_mount(self) -> None:
        self._ticking = self.set_interval(1.0, self.tick, pause=not self._doing)

    @property
    def waits(self) -> bool:
        return bool(self._doing)

    def show_choices(self, choices: str) -> None:
        self._show(choices)

    def show_error(self, wrong: str) -> None:
        self._show(wrong, wrong=True)

    def show_progress(self, doing: str) -> None:
        self._since = self.clock()
        self._show(doing, doing)

    def show_step(self, doing: str) -> None:
        self._doing = doing
        self.tick()

    def _show(self, text: str, doing: str = "", wrong: bool = False) -> None:
        self._doing, self.busy = doing, wrong or bool(doing)
        self.set_class(wrong, "wrong")
        self.update(f"{POINTER} {text}" if text else "")
        if self.is_mounted:
            (self._ticking.resume if doing else self._ticking.pause)()
            self.screen.refresh_bindings()

    def tick(self) -> None:
        if self._doing:
            seconds = int(self.clock() - self._since)
            self.update(f"{POINTER} {self._doing} {f'{seconds} s' if seconds else ''}".rstrip())
