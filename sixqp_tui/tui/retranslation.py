"""Puts the open screens into another language."""

from typing import Protocol, runtime_checkable

from textual.screen import Screen
from textual.widget import Widget


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
