"""Which part of a table's life is on: the one place that decides which screen is due."""

from typing import Literal

from sixqp_protocol.messages import RoomNews
from sixqp_tui.engine.view import View

Stage = Literal["lobby", "draft", "table", "over"]


def stage(view: View, news: RoomNews | None) -> Stage:
    """The stage that facts and news speak of; `over` until the next game begins, or where none was played."""
    table = view.table
    if not table.names or (news is not None and news.phase == "lobby" and table.ended is None):
        return "lobby"
    if table.ended is not None:
        return "over"
    return "table" if table.rows else "draft" if table.drafting else "table"
