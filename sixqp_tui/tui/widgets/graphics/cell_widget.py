"""A widget that paints what it shows, cell by cell."""

from textual.reactive import reactive
from textual.widget import Widget


class Painted(Widget):
    """Its `render` returns a canvas: cells without links, of which none can be selected as text."""

    ALLOW_SELECT = False

    auto_links = reactive(False)
