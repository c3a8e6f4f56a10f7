"""What Textual has drawn: its documented interfaces offer it only as an SVG, without the terminal's own colours."""

from typing import Any

from textual.app import App
from textual.strip import Strip


def strips(app: App[Any]) -> list[Strip]:
    """The lines of the window, as they go to the terminal."""
    return app.screen._compositor.render_strips(app.size)  # noqa: SLF001 (see above)
