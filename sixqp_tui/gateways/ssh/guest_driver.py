"""The Textual driver of a guest's app, which ends with its gateway. Textual imports it by name."""

import os

from textual.drivers.web_driver import WebDriver

from sixqp_tui.gateways.ssh.packets import KEYS_DROPPED
from sixqp_tui.i18n import _


class GuestDriver(WebDriver):
    """Ends the process at the end of its input: the gateway is gone, or dismissed this guest."""

    def run_input_thread(self) -> None:
        super().run_input_thread()
        if not self.exit_event.is_set():
            os._exit(0)

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        if packet_type == KEYS_DROPPED:
            sentence = _("That was too much to paste at once: only the beginning has arrived.")
            self._app.call_from_thread(self._app.notify, sentence, severity="warning", markup=False)
        else:
            super().on_meta(packet_type, payload)
