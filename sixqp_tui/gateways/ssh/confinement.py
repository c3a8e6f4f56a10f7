"""A second line of defence around a guest's process.

The screens offer nothing that reaches files, processes or other hosts. Should a bug ever do so, Python refuses:
audit hooks see every file, process and socket, and can't be removed. They would not contain hostile code inside the
process, but there is none.
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
"""Audit events, from Python's table, that a guest's process never needs."""


class Forbidden(PermissionError):
    """A guest's process tried something that it may not do."""


def confine(addresses: Sequence[tuple[str, int]]) -> None:
    """Keep this process, for good, from writing files, starting processes, listening, and connecting elsewhere."""
    allowed = frozenset(addresses)

    def refuse(event: str, arguments: tuple[object, ...]) -> None:
        if event in _REFUSED or (event == "open" and _writes(arguments)):
            raise Forbidden(f"{event} in a guest's process")
        if event == "socket.connect" and not _is_one_of(arguments, allowed):
            raise Forbidden("another address than the table's, in a guest's process")

    sys.addaudithook(refuse)


def _writes(arguments: tuple[object, ...]) -> bool:
    """Whether this opens a file for writing: `open` passes a mode, `os.open` only flags."""
    path, mode, flags = arguments
    if isinstance(path, int):
        return False
    return any(sign in mode for sign in "wax+") if isinstance(mode, str) else bool(_flags(flags) & _WRITING)


def _flags(flags: object) -> int:
    return flags if isinstance(flags, int) else 0


def _is_one_of(arguments: tuple[object, ...], allowed: frozenset[tuple[str, int]]) -> bool:
    address = arguments[1]
    return isinstance(address, tuple) and tuple(address[:2]) in allowed
