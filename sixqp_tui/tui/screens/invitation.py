"""What a screen needs to show how others get to its table."""

from textual.screen import Screen

from sixqp_tui.tui.table_context import Sitting


class InvitingScreen(Screen[None]):
    """A screen of a sitting that can show the line to type to the whole room."""

    sitting: Sitting

    def action_invite(self) -> None:
        """Show it large; with a QR code where the table was opened from here."""
        line, hosting = self.sitting.join_line, self.sitting.hosting
        if line:
            from sixqp_tui.tui.screens.invite import InviteScreen

            news = self.sitting.session.news
            invitation = hosting.invitation if hosting else None
            self.app.push_screen(InviteScreen(line, invitation, news.code if news else None))
