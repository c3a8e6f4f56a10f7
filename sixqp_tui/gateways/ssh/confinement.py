"""What a guest's process may not do, whatever its screens let somebody try: a wall behind the wall.

The screens offer nothing of this. Should one ever do, by a mistake or a weakness, Python itself refuses: audit
hooks hear of every file, process and socket, and once set cannot be taken away. They are no cell for hostile code
in the same process, of which there is none.
"""

import os
import sys
from collections.abc import Sequence
from typing import Final

_WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_REFUSED: Final = frozenset(
    (
        "ctypes.dlopen",
        "os.chmod",
        "os.chown",
        "os.exec",
        "os.fork",
        "os.forkpty",
        "os.kill",
        "os.killpg",
        "os.link",
        "os.mkdir",
        "os.posix_spawn",
        "os.remove",
        "os.rename",
        "os.rmdir",
        "os.spawn",
        "os.startfile",
        "os.startfile/2",
        "os.symlink",
        "os.system",
        "os.truncate",
        "pty.spawn",
        "shutil.copyfile",
        "shutil.rmtree",
        "socket.bind",
        "socket.sendto",
        "socket.sendmsg",
        "subprocess.Popen",
        "webbrowser.open",
    )
)
"""Audit events (Python's table of them) that nothing in a guest's process needs."""


class Forbidden(PermissionError):
    """A guest's process has tried what none may do."""


def confine(addresses: Sequence[tuple[str, int]]) -> None:
    """From now on this process writes no file, starts none, listens nowhere, and connects to these addresses alone.

    For good: there is no way back.
    """
    allowed = frozenset(addresses)

    def refuse(event: str, arguments: tuple[object, ...]) -> None:
        if event in _REFUSED or (event == "open" and _writes(arguments)):
            raise Forbidden(f"{event} in a guest's process")
        if event == "socket.connect" and not _is_one_of(arguments, allowed):
            raise Forbidden("another address than the table's, in a guest's process")

    sys.addaudithook(refuse)


def _writes(arguments: tuple[object, ...]) -> bool:
    """Whether a file is opened to be written: `open` tells the mode, `os.open` the flags alone."""
    path, mode, flags = arguments
    if isinstance(path, int):
        return False
    return any(sign in mode for sign in "wax+") if isinstance(mode, str) else bool(_flags(flags) & _WRITING)


def _flags(flags: object) -> int:
    return flags if isinstance(flags, int) else 0


def _is_one_of(arguments: tuple[object, ...], allowed: frozenset[tuple[str, int]]) -> bool:
    address = arguments[1]
    return isinstance(address, tuple) and tuple(address[:2]) in allowed
