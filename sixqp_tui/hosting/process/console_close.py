"""The closing of a console window on Windows: the process is ended as soon as it has heard of it.

Python makes a SIGBREAK of it, which comes too late: the process is ended when the system's own thread returns that
told of it. So that thread has to wait while the program comes to its end.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

CLOSE, LOGOFF, SHUTDOWN = 2, 5, 6
"""What Windows calls the closing of a console, the end of its user's session and of the system."""
PATIENCE_SECONDS: Final = 4.5
"""Seconds that the program has: after five Windows ends it all the same."""
_handlers: list[object] = []
"""Those that Windows may be calling: none is ever dropped."""


@contextmanager
def console_close_told(stop: Callable[[], object]) -> Iterator[None]:
    """Inside, `stop` is called from another thread when the console is closed, and Windows waits for the end.

    Elsewhere a signal tells it, and nothing is done here.
    """
    if sys.platform != "win32":
        yield
        return
    import ctypes

    handler = ctypes.WINFUNCTYPE(ctypes.c_int, ctypes.c_uint)(lambda kind: handle_console(kind, stop))
    _handlers.append(handler)
    set_handler = ctypes.windll.kernel32.SetConsoleCtrlHandler
    set_handler(handler, True)
    try:
        yield
    finally:
        set_handler(handler, False)


def handle_console(kind: int, stop: Callable[[], object]) -> bool:
    """Whether this was for us: a closing is, once `stop` was called and the program had its time; a key is not."""
    if kind not in (CLOSE, LOGOFF, SHUTDOWN):
        return False
    stop()
    time.sleep(PATIENCE_SECONDS)  # noqa: TID251 (the process ends meanwhile, and this thread with it)
    return True
