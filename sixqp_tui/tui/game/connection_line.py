"""A line above the keys that says that the connection is lost."""

from textual.reactive import reactive
from textual.widgets import Static

from sixqp_tui.client.status import Closed, Connected, Connecting, Reconnecting, Status
from sixqp_tui.i18n import _
from sixqp_tui.i18n import table as table_words


class ConnectionLine(Static):
    DEFAULT_CSS = """
    ConnectionLine { dock: bottom; margin-bottom: 1; height: 1; padding: 0 1; display: none;
                background: $alarm; color: $red; text-style: bold; }
    ConnectionLine.-shown { display: block; }
    """

    status: reactive[Status] = reactive[Status](Connected())

    def __init__(self) -> None:
        super().__init__(markup=False)

    @property
    def lost(self) -> bool:
        return not isinstance(self.status, Connected)

    def retranslate(self) -> None:
        self.update(_describe(self.status))

    def watch_status(self) -> None:
        self.retranslate()
        self.set_class(self.lost, "-shown")


def _describe(status: Status) -> str:
    match status:
        case Connecting():
            return _("Connecting to the table…")
        case Reconnecting(attempt=attempt):
            return table_words.reconnecting(attempt)
        case Closed():
            return _("The table closed the connection")
        case Connected():
            return ""
