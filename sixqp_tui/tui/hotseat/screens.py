"""The screens of a shared keyboard: the public one with its curtain, and that of the seat that decides."""

from collections.abc import Callable
from typing import Protocol

from rich.cells import cell_len
from textual import events, on
from textual.message import Message
from textual.reactive import reactive

from sixqp_tui.client.session_state import PlayerSession
from sixqp_tui.i18n import _
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.commands import CONTINUE, TAKE_BACK
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.game.table_pane import TablePane
from sixqp_tui.tui.hotseat.composite_session import CompositeSession
from sixqp_tui.tui.theme.roles import DIM, EDGE, GOLD, INK
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, truncate
from sixqp_tui.tui.widgets.graphics.large_text import NAME_LINES, draw_name

CURTAIN_DELAY = 0.4
"""Seconds before the curtain can be opened, so that a second quick Enter doesn't open it."""


HEIGHT = NAME_LINES + 3
"""The name between two blank lines, and a sentence."""
BETWEEN = 3
"""Cells between the two sentences below the name."""


class Curtain(CellWidget):
    """Visible while `name_shown` isn't empty. `plain`: without half blocks."""

    DEFAULT_CSS = f"""
    Curtain {{ height: {HEIGHT}; width: 1fr; display: none; }}
    Curtain.-hangs {{ display: block; }}
    """

    name_shown = reactive("")
    plain = reactive(False)

    class Clicked(Message):
        """The curtain was clicked."""

    def show(self, name: str, plain: bool = False) -> None:
        """Show the curtain for this name, or hide it if the name is ""."""
        self.name_shown, self.plain = name, plain
        self.set_class(bool(name), "-hangs")

    def render(self) -> Canvas:
        width, name = self.size.width, self.name_shown
        canvas = Canvas(width, HEIGHT, EDGE)
        lines = () if self.plain else draw_name(name, width - 2)
        for y, line in enumerate(lines or ("", " ".join(truncate(name, width // 2))), 1):
            canvas.middle(0, y, width, line, GOLD, bold=True)
        said, away = _i_am(name), _("Everyone else, look away")
        left = max(0, (width - cell_len(said) - cell_len(away) - BETWEEN) // 2)
        after = canvas.text(left, HEIGHT - 1, said, INK, bold=True)
        canvas.text(after + BETWEEN, HEIGHT - 1, away, DIM)
        return canvas

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Clicked())


def _i_am(name: str) -> str:
    # Translators: the keyboard goes from one player to the next; this one must say so before the hand is shown
    return _("Enter: I'm {name}").format(name=name)


class KeyboardTurns(Protocol):
    """What the screens need of the controller."""

    @property
    def may_take_back(self) -> bool:
        """Whether the last laid card may be taken back."""

    def update_perspective(self) -> None:
        """Something has been shown, or may be shown now."""

    def take_keyboard(self) -> None:
        """Whoever the curtain names has the keyboard."""

    def take_back(self) -> None:
        """Take the last laid card back."""


class PublicScreen(GameScreen):
    """The public view of the game. In place of a hand, the curtain names who takes the keyboard."""

    DEFAULT_CSS = "PublicScreen.-curtain HandRow { display: none; }"
    BINDINGS = [
        CONTINUE.by("enter", "take_keyboard", show=True).when(lambda self: self.has_class("-curtain")),
        TAKE_BACK.when(lambda self: self._turns.may_take_back),
    ]

    def __init__(
        self, session: PlayerSession, turns: KeyboardTurns, preferences: Callable[[], Preferences] = Preferences
    ) -> None:
        super().__init__(session, preferences, private=True)
        self._turns = turns
        self._next = ""
        self._hung = 0.0

    def on_mount(self) -> None:
        pane = self.query_one(TablePane)
        pane.play.mount(Curtain(), before=pane.hand)
        self.call_after_refresh(self.present)

    def on_screen_resume(self) -> None:
        self._turns.update_perspective()

    @property
    def caught_up(self) -> bool:
        """Whether everything has been shown, nothing moves, and the scores have been read."""
        timeline = self.timeline
        shown = timeline.transcript.length >= len(self.session.state.history) and timeline.frame is None
        return shown and timeline.part != "scores"

    def hang_curtain(self, name: str) -> None:
        """Show the curtain for this name, "" for none."""
        self._next, self._hung = name, self._clock()
        self.present()

    def present(self) -> None:
        super().present()
        hangs = bool(self._next) and self.switcher.current == "table"
        self.set_class(hangs, "-curtain")
        for curtain in self.query(Curtain):
            curtain.show(self._next if hangs else "", plain=self._preferences().ascii)
        if hangs:
            self.pane.prompt.yours = True
            self.pane.prompt.text = _("Hand the keyboard to {name}").format(name=self._next)
        self._turns.update_perspective()

    @on(Curtain.Clicked)
    def action_take_keyboard(self) -> None:
        if self._clock() - self._hung >= CURTAIN_DELAY:
            self._turns.take_keyboard()

    def action_take_back(self) -> None:
        self._turns.take_back()


class SeatScreen(GameScreen):
    """The game as the seat that decides sees it, with its name."""

    def __init__(
        self, session: CompositeSession, name: str, preferences: Callable[[], Preferences] = Preferences
    ) -> None:
        self._name_of_seat = name
        super().__init__(session, preferences, private=True)
        self.knows, self.decides = session.knows, session.decides
        self._in_the_open = session.seat is not None

    def on_mount(self) -> None:
        self.query_one(TablePane).in_the_open = self._in_the_open

    @property
    def _title(self) -> str:
        return self._name_of_seat

    def present(self) -> None:
        super().present()
        self.pane.prompt.who = self._name_of_seat
