"""One line that says how the line to the table stands, while it does not."""

from textual.reactive import reactive
from textual.widgets import Static

from sixqp_tui.client.status import Closed, Connected, Connecting, Reconnecting, Status
from sixqp_tui.i18n import _
from sixqp_tui.i18n import table as table_words


def describe(status: Status) -> str:
    """The state of the line in words; nothing while it is up."""
    match status:
        case Connecting():
            return _("Connecting to the table…")
        case Reconnecting(attempt=attempt):
            return table_words.reconnecting(attempt)
        case Closed():
            return _("The table closed the connection")
        case Connected():
            return ""


class ConnectionLine(Static):
    """Shown only while the line is not up."""

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
        self.update(describe(self.status))

    def watch_status(self) -> None:
        self.retranslate()
        self.set_class(self.lost, "-shown")
