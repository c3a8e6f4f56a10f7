"""Text that follows the language."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static


@runtime_checkable
class Retranslatable(Protocol):
    """A screen or widget that keeps words between renders."""

    def retranslate(self) -> None:
        """Make the words anew, in the language in use."""


def retranslate(screens: list[Screen[object]]) -> None:
    """Translate these screens, the lowest first: upper ones may show words of lower ones."""
    for screen in screens:
        for widget in screen.walk_children(Widget, with_self=True):
            if isinstance(widget, Retranslatable) and widget.is_mounted:
                widget.retranslate()
            widget.refresh(layout=True)


class TranslatedText(Static):
    """A text that is updated when the language changes."""

    def __init__(self, sentence: Callable[[], str], *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(sentence(), id=id, classes=classes, markup=False)
        self._sentence = sentence

    def retranslate(self) -> None:
        self.update(self._sentence())
