"""What this system, or the Python that runs the tests, is not or has not: reasons to leave a test out."""

import sys


def _is_wine() -> bool:
    if sys.platform != "win32":
        return False
    import ctypes

    return hasattr(ctypes.windll.ntdll, "wine_get_version")


WINE = _is_wine()
