"""Who may do what when at a table: the one rule, asked by the host, by screens and by lines of text."""

from typing import TypeVar

from msgspec.structs import replace

from sixqp_protocol.messages import AnyRequest, ChooseCard, ChooseRow, DraftCard, TakeBack
from sixqp_tui.engine.table import Table

Asked = TypeVar("Asked", bound=AnyRequest)


def at_hand(request: Asked, table: Table) -> Asked:
    """The same request; a decision then names the round, and the turn or pick, that this table is at."""
    match request:
        case ChooseCard() | TakeBack() | ChooseRow():
            return replace(request, round=table.round, turn=table.turn)
        case DraftCard():
            return replace(request, round=table.round, pick=table.pick)
    return request
