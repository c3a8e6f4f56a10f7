"""The lines of a form: a choice among words, and a number."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Generic, TypeVar

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from sixqp_tui.i18n import N_, _
from sixqp_tui.store.options import Expected
from sixqp_tui.tui.commands import Command

LABEL_WIDTH = 14
"""Cells of a label, with the gap behind it."""
MAX_DIGITS = 5
"""Digits that are shown of a typed number: more than any number that can be taken has."""
Value = TypeVar("Value")


class Changed(Message):
    """A line of the form has another value now."""


CHANGE = Command("left", "step(-1)", None, N_("Change the value on this line"), show=False)


class Field(Widget, can_focus=True):
    """One line of a form: a label, and a value that left, right and a click change.

    `text` is the value as it reads, `step` takes the next (1) or the previous one (-1). Words come in as functions,
    so that they follow the language.
    """

    DEFAULT_CSS = """
    Field { height: 1; padding: 0 1; }
    Field:focus { background: $ghost; }
    """

    BINDINGS = [
        CHANGE,
        CHANGE.by("right", "step(1)"),
    ]
    GESTURES: ClassVar = {"step": N_("Click a value for the next one, or left of it for the previous one")}

    def __init__(
        self, label: Callable[[], str], name: str, text: Callable[[], str], step: Callable[[int], None]
    ) -> None:
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
        return Content.assemble((self._label().ljust(LABEL_WIDTH), "$dim"), value)

    def on_click(self, event: events.Click) -> None:
        if event.x >= LABEL_WIDTH:
            self.action_step(-1 if event.x <= LABEL_WIDTH + 2 else 1)

    def show_change(self) -> None:
        """Show the new value and tell the form."""
        self.refresh()
        self.post_message(Changed())


class Choice(Field, Generic[Value]):
    """A choice among a few values; `told` says one of them in words."""

    def __init__(
        self,
        label: Callable[[], str],
        values: Sequence[Value],
        told: Callable[[Value], str],
        now: Value,
        name: str,
    ) -> None:
        super().__init__(label, name, lambda: told(self.value), self._take_next)
        self.values = tuple(values)
        self.index = self.values.index(now)

    @property
    def value(self) -> Value:
        return self.values[self.index]

    def _take_next(self, by: int) -> None:
        self.index = (self.index + by) % len(self.values)


class Number(Field):
    """A number that is stepped through or typed; `told` says it in words, and None too where `expected` allows it.

    The first digit begins a new number, the next ones go on with it; Backspace takes the last one away. `steps` are
    the values that left and right go through. A number that cannot be taken stays as it was typed, and `problem`
    says so.
    """

    def __init__(
        self,
        label: Callable[[], str],
        steps: Sequence[int],
        told: Callable[[int | None], str],
        now: int | None,
        name: str,
        expected: Expected,
    ) -> None:
        super().__init__(label, name, lambda: told(self.value), self._take_next)
        self._told = told
        self.steps = tuple(steps)
        self.value = now
        self.expected = expected
        self._typing = False

    @property
    def number(self) -> int:
        return self.value or 0

    @property
    def problem(self) -> str | None:
        """Why this number cannot be taken, and what was expected."""
        if self.value is None or self.expected.low <= self.value <= self.expected.high:
            return None
        none = self._told(None) if self.expected.or_none else ""
        return _out_of_range(self._label(), self.value, self.expected.low, self.expected.high, none)

    @property
    def problem_now(self) -> str | None:
        """The same, but nothing where another digit would mend it."""
        to_come = self._typing and 0 < self.number < self.expected.low and self.number * 10 <= self.expected.high
        return None if to_come else self.problem

    def render(self) -> Content:
        shown = super().render()
        return shown.stylize("$red", LABEL_WIDTH + 2, len(shown.plain) - 2) if self.problem_now else shown

    def _take_next(self, by: int) -> None:
        """The next step up or down; below the lowest lies none, where that is allowed."""
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
        if event.character and event.character.isdecimal():
            self._type(event.character)
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

    def type_anew(self) -> None:
        """Take the focus; the next digit begins a new number."""
        self._typing = False
        self.focus()

    def on_blur(self) -> None:
        if self._typing:
            self._typing = False
            self.show_change()


def _out_of_range(setting: str, number: int, low: int, high: int, none: str) -> str:
    """Settings form: why a typed number cannot be taken; `none` is what no number at all means, or nothing."""
    sentence = _("{setting}: expected a number from {low} to {high}, got {number}.")
    told = sentence.format(setting=setting, low=low, high=high, number=number)
    # Translators: {none} is “no limit” or “no clock”, what the line says without a number
    return told + " " + _("Backspace: {none}.").format(none=none) if none else told
