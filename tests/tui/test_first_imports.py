"""What stands between the command and its first screen: nothing that is slow to import."""

import subprocess
import sys

SLOW = (
    "zeroconf",
    "websockets",
    "cryptography",
    "spake2",
    "wcwidth",
    "textual.widgets._markdown",
    "textual.widgets._data_table",
    "sixqp_tui.tui.screens.help",
    "sixqp_tui.tui.screens.command_palette",
    "sixqp_tui.tui.screens.forms.preferences",
    "sixqp_tui.i18n.settings",
    "hashlib",
    "msgspec",
    "sixqp_tui.client",
    "sixqp_tui.engine.view",
    "sixqp_tui.host",
    "sixqp_tui.tui.dialogs.question",
)
FIRST = "sixqp_tui.cli.home, sixqp_tui.cli.services"
SHOW = f"import sys, {FIRST}; print([name for name in {SLOW!r} if name in sys.modules])"


def test_home_is_imported_without_what_only_a_table_needs() -> None:
    shown = subprocess.run([sys.executable, "-c", SHOW], check=True, capture_output=True, text=True)
    assert shown.stdout.strip() == "[]"
