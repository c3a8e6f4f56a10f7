"""What a screen needs to show how others get to its table."""

from textual.binding import Binding
from textual.screen import Screen

from sixqp_tui.tui.sitting import Sitting


class InvitingScreen(Screen[None]):
    """A screen of a sitting where `i` shows the line to type to the whole room."""

    BINDINGS = [Binding("i", "invite", "invite", show=False)]

    sitting: Sitting

    def action_invite(self) -> None:
        """Show it large, where it is known."""
        hosting = self.sitting.hosting
        if hosting:
            from sixqp_tui.tui.screens.invite import InviteScreen

            self.app.push_screen(InviteScreen(hosting.join_line, hosting.invitation))
