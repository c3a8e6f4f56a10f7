"""A form, and its fields: a choice and a number."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from sixqp_tui.i18n import N_, NC_, _
from sixqp_tui.store.options import Expected
from sixqp_tui.tui.keys import BACK, DIGIT_OF, KeyLine
from sixqp_tui.tui.widgets.common.text_input import TextInput

LABEL_WIDTH = 14
MAX_DIGITS = 5
"""Digits shown of a number: more than any valid number has."""
Value = TypeVar("Value")


@dataclass
class Changed(Message):
    field: "Field"


class Field(Widget, can_focus=True):
    """One line of a form: a label, and a value that left, right and a click change.

    `text` returns the value in words, and `step` selects the next value (1) or the previous one (-1).
    """

    BINDINGS = [
        Binding("left", "step(-1)", show=False, key_display="←→", tooltip=N_("Change the value on this line")),
        Binding("right", "step(1)", show=False),
    ]

    def __init__(self, label: str, name: str, text: Callable[[], str], step: Callable[[int], None]) -> None:
        super().__init__(id=name)
        self._label = label
        self._text = text
        self._step = step

    def action_step(self, by: int) -> None:
        self._step(by)
        self.show_change()

    def render(self) -> Content:
        style = "bold $gold" if self.has_focus else "$ink"
        value = Content.assemble(("‹ ", "$dim"), (self._text(), style), (" ›", "$dim"))
        return Content.assemble((self._label.ljust(LABEL_WIDTH), "$dim"), value)

    def on_click(self, event: events.Click) -> None:
        if event.x >= LABEL_WIDTH:
            self.action_step(-1 if event.x <= LABEL_WIDTH + 2 else 1)

    def show_change(self) -> None:
        self.refresh()
        self.post_message(Changed(self))


class Choice(Field, Generic[Value]):
    def __init__(
        self,
        label: str,
        values: Sequence[Value],
        describe: Callable[[Value], str],
        now: Value,
        name: str,
    ) -> None:
        super().__init__(label, name, lambda: describe(self.value), self._take_next)
        self.values = tuple(values)
        self.index = self.values.index(now)

    @property
    def value(self) -> Value:
        return self.values[self.index]

    def _take_next(self, by: int) -> None:
        self.index = (self.index + by) % len(self.values)


class Number(Field):
    """A number that is stepped through or typed; `describe` returns it in words.

    The first digit begins a new number, and Backspace deletes the last digit. `steps` are the values for left and
    right. An invalid number stays as typed, and has a `problem`.
    """

    def __init__(
        self,
        label: str,
        steps: Sequence[int],
        describe: Callable[[int | None], str],
        now: int | None,
        name: str,
        expected: Expected,
    ) -> None:
        super().__init__(label, name, lambda: describe(self.value), self._take_next)
        self._describe = describe
        self.steps = tuple(steps)
        self.value = now
        self.expected = expected
        self._typing = False

    @property
    def number(self) -> int:
        return self.value or 0

    @property
    def problem(self) -> str | None:
        if self.value is None or self.expected.low <= self.value <= self.expected.high:
            return None
        none = self._describe(None) if self.expected.or_none else ""
        return _out_of_range(self._label, self.value, self.expected.low, self.expected.high, none)

    @property
    def problem_now(self) -> str | None:
        """Like `problem`, but None if another digit could make the number valid."""
        to_come = self._typing and 0 < self.number < self.expected.low and self.number * 10 <= self.expected.high
        return None if to_come else self.problem

    def render(self) -> Content:
        shown = super().render()
        return shown.stylize("$red", LABEL_WIDTH + 2, len(shown.plain) - 2) if self.problem_now else shown

    def _take_next(self, by: int) -> None:
        """Select the next step up or down; None is below the lowest, if permitted."""
        self._typing = False
        below = [step for step in self.steps if self.value is not None and step < self.value]
        above = [step for step in self.steps if self.value is None or step > self.value]
        if by > 0:
            self.value = above[0] if above else self.steps[-1]
        elif below:
            self.value = below[-1]
        else:
            self.value = None if self.expected.or_none else self.steps[0]

    def on_key(self, event: events.Key) -> None:
        typed = DIGIT_OF.get(event.key, event.character)
        if typed and typed.isdecimal():
            self._type(typed)
        elif event.key == "backspace":
            rest = self.number // 10
            self.value = rest if rest or not self.expected.or_none else None
        else:
            return
        self._typing = True
        event.stop()
        self.show_change()

    def _type(self, digit: str) -> None:
        typed = int(f"{self.number}{digit}" if self._typing else digit)
        if typed < 10**MAX_DIGITS:
            self.value = typed

    def type_again(self) -> None:
        self._typing = False
        self.focus()

    def on_blur(self) -> None:
        if self._typing:
            self._typing = False
            self.show_change()


def _out_of_range(setting: str, number: int, low: int, high: int, none: str) -> str:
    """`none` is the meaning of no number, or ""."""
    sentence = _("{setting}: expected a number from {low} to {high}, got {number}.")
    text = sentence.format(setting=setting, low=low, high=high, number=number)
    # Translators: {none} is “no limit” or “no clock”, what the line says without a number
    return text + " " + _("Backspace: {none}.").format(none=none) if none else text


Result = TypeVar("Result")


def text_line(label: str, name: str, text: str, longest: int) -> Horizontal:
    """A line to type a text of this many characters at most; the first key replaces it."""
    line = TextInput(text, id=name, compact=True, max_length=longest, select_on_focus=True)
    return Horizontal(Static(label, markup=False), line, classes="line")


def usual_hint() -> str:
    return _("Up and down select a line, left and right change it. You can also type numbers.")


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
    Form Field, Form .line { height: 1; padding: 0 1; }
    Form Field:focus { background: $ghost; }
    Form .line > Static { width: 14; color: $dim; }
    Form .line > Input, Form .line > Input:focus { width: 1fr; border: none; height: 1; padding: 0 1; }
    Form .note { color: $dim; height: auto; min-height: 2; margin: 1 0 0 0; padding: 0 1; }
    Form .wrong { color: $red; text-style: bold; }
    """

    BINDINGS = [
        Binding("enter", "give", NC_("key", "apply"), priority=True, tooltip=N_("Apply")),
        replace(BACK, action="cancel"),
        Binding("up", "app.focus_previous", show=False, key_display="↑↓", tooltip=N_("Go to another line")),
        Binding("down", "app.focus_next", show=False),
    ]

    note = getters.query_one(".note", Static)

    def __init__(
        self,
        heading: str,
        fields: Iterable[Widget],
        read: Callable[[], Result],
        problem: Callable[[Result], str | None],
        hint: Callable[[], str] = usual_hint,
    ) -> None:
        super().__init__()
        self._heading = heading
        self._fields = fields
        self._read = read
        self._problem = problem
        self._hint = hint
        self._refused = False

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self._heading, classes="heading", markup=False)
            yield from self._fields
            yield Static(self._hint(), classes="note", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        self.app.clear_notifications()  # in a small window, they would cover the note or a line

    def action_give(self) -> None:
        if not self.is_current:
            return
        refused = next((number for number in self.query(Number) if number.problem), None)
        if refused is not None:
            refused.type_again()
        else:
            result = self._read()
            if self._problem(result) is None:
                self.dismiss(result)
                return
        self._refused = True
        self.show_note()

    @on(Changed)
    @on(events.DescendantFocus)
    def show_note(self) -> None:
        wrong = self._wrong()
        self.note.set_class(wrong is not None, "wrong")
        self.note.update(wrong or self._hint())
        if wrong:
            self.note.scroll_visible(animate=False)

    def action_cancel(self) -> None:
        if self.is_current:
            self.dismiss(None)

    def _wrong(self) -> str | None:
        numbers = self.query(Number)
        if any(number.problem for number in numbers):
            problems = (number.problem if self._refused else number.problem_now for number in numbers)
            return next(filter(None, problems), None)
        return self._problem(self._read()) if self._refused else None
