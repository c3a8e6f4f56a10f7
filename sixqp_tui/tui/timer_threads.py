"""Threads for Textual's timers: on Windows each that runs waits in a thread of the loop's default executor.

That executor has four more threads than the machine has cores. With as many timers that run for long, such as those
of notifications, no thread would be left for other work, nor to stop a timer: the screen would freeze.
"""

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Final

MAX: Final = 256
"""Threads at most, far more than a screen has timers; one is started only where all others are busy."""


def provide_timer_threads() -> None:
    """Let the running loop have a thread for each timer, and others for its work; for Windows alone."""
    if sys.platform == "win32":
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(MAX, "asyncio"))
