"""Text that follows the language in use."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static


@runtime_checkable
class Retranslatable(Protocol):
    """A screen or widget that keeps its words from one drawing to the next."""

    def retranslate(self) -> None:
        """Make the words anew, in the language in use."""


def retranslate(screens: list[Screen[object]]) -> None:
    """Say everything on these screens anew, from the lowest up: what lies above may show words of those below."""
    for screen in screens:
        for widget in screen.walk_children(Widget, with_self=True):
            if isinstance(widget, Retranslatable) and widget.is_mounted:
                widget.retranslate()
            widget.refresh(layout=True)


class TranslatedText(Static):
    """A text in the language in use: `said` is asked for it now, and anew when the language changes."""

    def __init__(self, said: Callable[[], str], *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(said(), id=id, classes=classes, markup=False)
        self._said = said

    def retranslate(self) -> None:
        self.update(self._said())
