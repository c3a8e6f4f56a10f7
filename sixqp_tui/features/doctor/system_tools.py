"""Runs the tools that a system brings along to tell about itself, each for a limited time."""

import shutil
import subprocess
import sys
from contextlib import suppress

WITHIN = 5.0
"""Seconds that a tool may take."""


def output(*command: str, within: float = WITHIN) -> str:
    """What a tool prints; nothing where there is no such tool, where it fails, or where it takes too long."""
    done = _run(command, within)
    return done.stdout if done is not None and done.returncode == 0 else ""


def succeeds(*command: str) -> bool:
    """Whether the tool is here, and ends well."""
    done = _run(command, WITHIN)
    return done is not None and done.returncode == 0


def _run(command: tuple[str, ...], within: float) -> "subprocess.CompletedProcess[str] | None":
    if shutil.which(command[0]) is None:
        return None
    with suppress(OSError, subprocess.TimeoutExpired):
        return subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=within,
            check=False,
            creationflags=_creation_flags(),
        )
    return None


def _creation_flags() -> int:
    """On Windows a console of its own, which nobody sees: a tool may change the modes of the one that it is in."""
    if sys.platform == "win32":
        return subprocess.CREATE_NO_WINDOW
    return 0
