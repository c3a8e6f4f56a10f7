"""The Textual driver of a guest's app, which ends with its gateway. Textual imports it by name."""

import os

from textual.drivers.web_driver import WebDriver


class GuestDriver(WebDriver):
    """Ends the process at the end of its input: the gateway has gone, or has dismissed this guest."""

    def run_input_thread(self) -> None:
        super().run_input_thread()
        if not self.exit_event.is_set():
            os._exit(0)
