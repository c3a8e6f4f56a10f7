"""The line that says that the connection is lost, and what happens then."""

from textual.reactive import reactive
from textual.widgets import Static

from sixqp_tui.client.status import Closed, Connected, Connecting, Reconnecting, Status
from sixqp_tui.i18n import _, table as table_words


class ConnectionLine(Static):
    DEFAULT_CSS = """
    ConnectionLine { dock: bottom; margin-bottom: 1; height: auto; max-height: 2; padding: 0 1; display: none;
                background: $alarm; color: $red; text-style: bold; }
    ConnectionLine.-shown { display: block; }
    """

    status: reactive[Status] = reactive[Status](Connected())

    def __init__(self) -> None:
        super().__init__(markup=False)
        self.is_seated = False

    @property
    def lost(self) -> bool:
        return not isinstance(self.status, Connected)

    def show(self) -> None:
        match self.status:
            case Connecting():
                self.update(_("Connecting to the table…"))
            case Reconnecting(attempt=attempt):
                self.update(table_words.connection_lost(self.is_seated, attempt))
            case Closed():
                self.update(_("The table closed the connection"))
            case Connected():
                self.update()

    def watch_status(self) -> None:
        self.show()
        self.set_class(self.lost, "-shown")
