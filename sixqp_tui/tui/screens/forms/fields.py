"""The lines of a form: a choice among words, and a number that may be none."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Generic, TypeVar

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

LABEL_WIDTH = 14
"""Cells of a label, with the gap behind it."""
Value = TypeVar("Value")


class Changed(Message):
    """A line of the form has another value now."""


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
        Binding("left", "step(-1)", "change", show=False),
        Binding("right", "step(1)", "change", show=False),
    ]
    GESTURES: ClassVar = {"click a value": "change"}

    def __init__(
        self, label: Callable[[], str], name: str, text: Callable[[], str], step: Callable[[int], None]
    ) -> None:
        super().__init__(id=name)
        self._label = label
        self._text = text
        self._step = step

    def action_step(self, by: int) -> None:
        """The next or previous value."""
        self._step(by)
        self.show_change()

    def render(self) -> Content:
        """Label, and the value between the arrows that change it."""
        style = "bold $gold" if self.has_focus else "$ink"
        value = Content.assemble(("‹ ", "$dim"), (self._text(), style), (" ›", "$dim"))
        return Content.assemble((self._label().ljust(LABEL_WIDTH), "$dim"), value)

    def on_click(self, event: events.Click) -> None:
        """A click on the left arrow goes back, anywhere right of it forward."""
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
        """What is chosen."""
        return self.values[self.index]

    def _take_next(self, by: int) -> None:
        """Around the end."""
        self.index = (self.index + by) % len(self.values)


class Number(Field):
    """A number from 1, or None, which reads as `none`; digits type it, Backspace takes the last one away.

    `steps` are the values that left and right go through; the last of them is the highest allowed.
    """

    def __init__(
        self,
        label: Callable[[], str],
        steps: Sequence[int],
        now: int | None,
        none: Callable[[], str],
        name: str,
    ) -> None:
        super().__init__(label, name, lambda: none() if self.value is None else str(self.value), self._take_next)
        self.steps = tuple(steps)
        self.value = now

    def _take_next(self, by: int) -> None:
        """The next step up or down; below the lowest lies none."""
        below = [step for step in self.steps if self.value is not None and step < self.value]
        above = [step for step in self.steps if self.value is None or step > self.value]
        if by > 0:
            self.value = above[0] if above else self.value
        else:
            self.value = below[-1] if below else None

    def on_key(self, event: events.Key) -> None:
        """Type the number."""
        if event.character and event.character.isdecimal():
            typed = int(f"{self.value or ''}{event.character}")
            self.value = typed if typed <= self.steps[-1] else int(event.character)
            self.value = self.value or None
        elif event.key == "backspace":
            self.value = (self.value or 0) // 10 or None
        else:
            return
        event.stop()
        self.show_change()
