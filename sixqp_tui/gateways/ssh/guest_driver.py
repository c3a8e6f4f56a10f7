"""The driver of a guest's app: Textual's own for packets over standard streams, which ends with its gateway."""

import os

from textual.drivers.web_driver import WebDriver


class GuestDriver(WebDriver):
    """Ends the process when nobody sends keys any more: the gateway is gone, or has let this guest go.

    Nothing in the process is worth keeping then, and nobody would read what the app says at its end.
    """

    def run_input_thread(self) -> None:
        """Read keys until the app or the gateway ends."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            os._exit(0)
