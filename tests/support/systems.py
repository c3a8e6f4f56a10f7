"""Which system the tests run on, and what of ours it cannot load."""

import sys


def _is_wine() -> bool:
    if sys.platform != "win32":
        return False
    import ctypes

    return hasattr(ctypes.windll.ntdll, "wine_get_version")


WINE = _is_wine()
OF_OTHER_SYSTEMS = {"sixqp_tui.tui.driver"} if sys.platform == "win32" else set[str]()
"""Modules of ours that cannot be loaded here."""
