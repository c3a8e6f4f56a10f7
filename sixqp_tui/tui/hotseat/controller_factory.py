"""Creates the controller of a table: for one person, or for several at one keyboard."""

from collections.abc import Callable

from textual.app import App

from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.openings import AtTable, Outcome
from sixqp_tui.tui.table_context import TableContext
from sixqp_tui.tui.table_controller import TableController


def create_controller(
    app: App[Outcome],
    at: AtTable,
    on_end: Callable[[Outcome], None],
    preferences: Callable[[], Preferences],
    on_event: Callable[[TableContext], None],
) -> TableController:
    """`on_end` is called once, with the outcome; `on_event` after every event."""
    if at.keyboard and len(at.keyboard.people) > 1:
        from sixqp_tui.tui.hotseat.controller import HotseatController

        return HotseatController(app, at.keyboard, on_end, preferences, on_event)
    return TableController(app, TableContext(at), on_end, preferences, on_event)
