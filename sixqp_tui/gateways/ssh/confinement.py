"""Confines a guest's process to its table and its own program."""

import os
import socket
import sys
import sysconfig
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from sixqp_tui.hosting.process import landlock, seccomp

_WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_REFUSED: Final = frozenset(
    (
        "ctypes.dlopen",
        "fcntl.fcntl",
        "fcntl.flock",
        "fcntl.ioctl",
        "fcntl.lockf",
        "os.chdir",
        "os.chflags",
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
        "os.removexattr",
        "os.rename",
        "os.rmdir",
        "os.setxattr",
        "os.spawn",
        "os.startfile",
        "os.startfile/2",
        "os.symlink",
        "os.system",
        "os.truncate",
        "os.utime",
        "pty.spawn",
        "resource.prlimit",
        "resource.setrlimit",
        "shutil.copyfile",
        "shutil.rmtree",
        "socket.bind",
        "socket.getaddrinfo",
        "socket.gethostbyaddr",
        "socket.gethostbyname",
        "socket.getnameinfo",
        "socket.sendmsg",
        "socket.sendto",
        "socket.sethostname",
        "sqlite3.connect",
        "subprocess.Popen",
        "syslog.syslog",
        "webbrowser.open",
        "_winapi.CreateProcess",
        "_winapi.OpenProcess",
        "_winapi.TerminateProcess",
    )
)
"""Python's audit events that a guest's process never needs."""
_LISTING: Final = ("os.listdir", "os.scandir")
_STREAM_SOCKETS: Final = (socket.AF_INET, socket.AF_INET6)
_SYSTEM_FILES: Final = (
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/nix/store",
    "/gnu/store",
    "/usr/share/locale",
    "/usr/share/terminfo",
    "/usr/share/zoneinfo",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/terminfo",
    "/dev/null",
    "/dev/urandom",
)
"""What every program may read: libraries, languages, terminals, time zones."""


class Forbidden(PermissionError):
    """A guest's process tried something it may not do."""


def confine(addresses: Sequence[tuple[str, int]]) -> None:
    """Deny this process, for good, other files, addresses and processes.

    Only this thread and those it starts are confined. Raises OSError.
    """
    readable = tuple(dict.fromkeys(program_files()))
    _limit_resources()
    confine_by_kernel(readable, {port for _host, port in addresses})
    confine_by_python(readable, addresses)


def confine_by_kernel(readable: Sequence[Path], ports: Collection[int]) -> None:
    """Use whatever confinement this kernel offers. Raises OSError."""
    if sys.platform == "linux":
        seccomp.forbid_privileges()
        landlock.restrict(readable, ports)
        seccomp.restrict()


def confine_by_python(readable: Sequence[Path], addresses: Sequence[tuple[str, int]]) -> None:
    allowed = frozenset(addresses)
    roots = tuple(os.path.normcase(each) for each in readable)

    def refuse(event: str, arguments: tuple[object, ...]) -> None:
        if event in _REFUSED or (event == "socket.__new__" and not _is_stream(arguments)):
            raise Forbidden(f"{event} in a guest's process")
        if event in _LISTING or event == "open":
            if event == "open" and _writes(arguments):
                raise Forbidden("writing in a guest's process")
            if not _is_below(arguments[0], roots):
                raise Forbidden("a file of the host, in a guest's process")
        if event == "socket.connect" and not _is_one_of(arguments, allowed):
            raise Forbidden("another address than the table's, in a guest's process")

    sys.addaudithook(refuse)


def _limit_resources() -> None:
    """Forbid core dumps, growing files, and, outside Linux, new processes."""
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform != "linux":
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))


def program_files() -> Iterator[Path]:
    libraries = (str(Path(prefix, "lib")) for prefix in (sys.prefix, sys.base_prefix))
    own = (*sys.path, sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"), *libraries)
    for path in (*own, *_SYSTEM_FILES):
        yield Path(os.path.realpath(path))


def _writes(arguments: tuple[object, ...]) -> bool:
    """Whether this opens a file for writing: `open` passes a mode, `os.open` only flags."""
    path, mode, flags = arguments
    if isinstance(path, int):
        return False
    return any(sign in mode for sign in "wax+") if isinstance(mode, str) else bool(_flags(flags) & _WRITING)


def _flags(flags: object) -> int:
    return flags if isinstance(flags, int) else 0


def _is_below(path: object, roots: tuple[str, ...]) -> bool:
    """Whether this path is one of `roots` or below one. None is the current folder; a number is an open file."""
    if isinstance(path, int):
        return True
    text = os.fsdecode(path) if isinstance(path, str | bytes | os.PathLike) else os.curdir
    real = os.path.normcase(os.path.realpath(text))
    return any(real == root or real.startswith(root.rstrip(os.sep) + os.sep) for root in roots)


def _is_stream(arguments: tuple[object, ...]) -> bool:
    _socket, family, kind, protocol = arguments
    plain = isinstance(kind, int) and kind & 0xF == socket.SOCK_STREAM
    return family in _STREAM_SOCKETS and plain and protocol in (0, socket.IPPROTO_TCP)


def _is_one_of(arguments: tuple[object, ...], allowed: frozenset[tuple[str, int]]) -> bool:
    address = arguments[1]
    return isinstance(address, tuple) and tuple(address[:2]) in allowed
