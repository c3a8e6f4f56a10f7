"""Starting a program of ours that stands apart from this terminal and outlives this process."""

import subprocess
import sys
from typing import IO


def start_detached(arguments: tuple[str, ...], errors: IO[bytes]) -> subprocess.Popen[bytes]:
    """Start this Python with these arguments: pipes for input and output, `errors` for standard error.

    Neither a key pressed in this terminal nor its closing ends the process: on POSIX it has a session of its own,
    on Windows a process group without this console. Raises OSError.
    """
    command, pipe = (sys.executable, *arguments), subprocess.PIPE
    if sys.platform == "win32":
        apart = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors, creationflags=apart)
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors, start_new_session=True)
