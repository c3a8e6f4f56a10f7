"""What Textual has drawn: its documented interfaces do not tell."""

from collections.abc import Mapping
from typing import Any

from textual.app import App
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget


def strips(app: App[Any]) -> list[Strip]:
    """The lines of the window, as they go to the terminal."""
    return app.screen._compositor.render_strips(app.size)  # noqa: SLF001  # see above


def visible_widgets(app: App[Any]) -> Mapping[Widget, tuple[Region, Region]]:
    """Where each widget is, and the region that it is clipped to."""
    return app.screen._compositor.visible_widgets  # noqa: SLF001  # see above


def laid_out(app: App[Any]) -> Size:
    """The size of the window that the screen was last laid out for."""
    return app.screen._compositor.size  # noqa: SLF001  # see above
