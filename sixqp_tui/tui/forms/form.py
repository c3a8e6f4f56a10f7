"""What all forms have in common."""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from textual import getters, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widget import Widget

from sixqp_tui.i18n import N_, NC_, _
from sixqp_tui.tui.commands import BACK, HELP, Command
from sixqp_tui.tui.forms.fields import Changed, Number
from sixqp_tui.tui.widgets.common.page import KeyLine
from sixqp_tui.tui.widgets.common.retranslation import TranslatedText

Result = TypeVar("Result")


NEXT_FIELD = Command("up", "app.focus_previous", None, N_("Go to another line"), show=False, listed=False)


class Form(ModalScreen[Result | None], Generic[Result]):
    """Dismissed with the result, or with None after Escape.

    `read` returns the result, and `problem` a sentence about an invalid one; it is only called if every number is
    valid. The problem of a number shows at once, other problems after Enter, and otherwise the `hint`.
    """

    DEFAULT_CSS = """
    Form { align: center middle; background: $veil; }
    Form > Vertical { width: 64; height: auto; max-height: 100%; background: $edge; padding: 1 2;
                      overflow-y: auto; scrollbar-size-vertical: 1; }
    Form .heading { color: $dim; text-style: bold; margin: 0 0 1 0; }
    Form .line { height: 1; padding: 0 1; }
    Form .line > Static { width: 14; color: $dim; }
    Form .line > Input, Form .line > Input:focus { width: 1fr; border: none; height: 1; padding: 0 1; }
    Form .note { color: $dim; height: auto; margin: 1 0 0 0; padding: 0 1; }
    Form .wrong { color: $red; text-style: bold; }
    """

    BINDINGS = [
        Command("enter", "give", NC_("key", "apply"), N_("Apply"), priority=True),
        BACK.by("escape", "cancel", show=True),
        NEXT_FIELD,
        NEXT_FIELD.by("down", "app.focus_next"),
        HELP,
    ]

    note = getters.query_one(".note", TranslatedText)

    def __init__(
        self,
        heading: Callable[[], str],
        fields: Iterable[Widget],
        read: Callable[[], Result],
        problem: Callable[[Result], str | None],
        hint: Callable[[], str] | None = None,
    ) -> None:
        super().__init__()
        self._heading = heading
        self._fields = fields
        self._read = read
        self._problem = problem
        self._hint = hint or _default_hint
        self._refused = False

    def compose(self) -> ComposeResult:
        with Vertical():
            yield TranslatedText(self._heading, classes="heading")
            yield from self._fields
            yield TranslatedText(self._below, classes="note")
        yield KeyLine()

    def action_give(self) -> None:
        if not self.is_current:
            return
        refused = next((number for number in self.query(Number) if number.problem), None)
        if refused is not None:
            refused.type_anew()
        else:
            result = self._read()
            if self._problem(result) is None:
                self.dismiss(result)
                return
        self._refused = True
        self.show_note()

    @on(Changed)
    def show_note(self) -> None:
        self.note.set_class(self._wrong() is not None, "wrong")
        self.note.retranslate()

    def action_cancel(self) -> None:
        if self.is_current:
            self.dismiss(None)

    def _below(self) -> str:
        return self._wrong() or self._hint()

    def _wrong(self) -> str | None:
        numbers = self.query(Number)
        if any(number.problem for number in numbers):
            problems = (number.problem if self._refused else number.problem_now for number in numbers)
            return next(filter(None, problems), None)
        return self._problem(self._read()) if self._refused else None


def _default_hint() -> str:
    return _("Up and down select a line, left and right change it. You can also type numbers.")
