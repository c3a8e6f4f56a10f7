"""Landlock, by which a Linux process gives up files and TCP ports (Linux: `userspace-api/landlock`)."""

import ctypes
import os
import sys
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path
from stat import S_ISDIR
from struct import pack
from typing import Final

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_GET_VERSION = 1
_RULE_PATH, _RULE_PORT = 1, 2
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3
_BIND_TCP, _CONNECT_TCP = 1 << 0, 1 << 1
_ABSTRACT_SOCKETS, _SIGNALS = 1 << 0, 1 << 1
_FILE_RIGHTS: Final = {1: 13, 2: 14, 3: 15, 5: 16}
"""How many rights on files the kernel knows, by the version that introduced them."""
PORTS_SINCE, _SCOPES_SINCE = 4, 6
"""The versions that introduced rights on TCP ports, and scopes."""


def version() -> int:
    return max(0, _call(_CREATE_RULESET, None, 0, _GET_VERSION)) if sys.platform == "linux" else 0


def restrict(readable: Iterable[Path], ports: Collection[int]) -> None:
    """Restrict this thread, and those it starts, to reading below these paths and connecting to these ports.

    A path that can't be allowed stays closed. PR_SET_NO_NEW_PRIVS must be set. Raises OSError.
    """
    known = version()
    if not known:
        return
    files = (1 << max(count for since, count in _FILE_RIGHTS.items() if since <= known)) - 1
    network = _BIND_TCP | _CONNECT_TCP if known >= PORTS_SINCE else 0
    scopes = _ABSTRACT_SOCKETS | _SIGNALS if known >= _SCOPES_SINCE else 0
    attributes = pack("=QQQ", files, network, scopes)
    ruleset = _checked(_call(_CREATE_RULESET, attributes, len(attributes), 0))
    try:
        for path in readable:
            with suppress(OSError):
                _allow_reading(ruleset, path)
        for port in ports if network else ():
            _checked(_call(_ADD_RULE, ruleset, _RULE_PORT, pack("=QQ", _CONNECT_TCP, port), 0))
        _checked(_call(_RESTRICT_SELF, ruleset, 0))
    finally:
        os.close(ruleset)


def _allow_reading(ruleset: int, path: Path) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rights = _READ_FILE | (_READ_FOLDER if S_ISDIR(os.fstat(descriptor).st_mode) else 0)
        _checked(_call(_ADD_RULE, ruleset, _RULE_PATH, pack("=Qi", rights, descriptor), 0))
    finally:
        os.close(descriptor)


def _call(number: int, *arguments: int | bytes | None) -> int:
    values = (ctypes.c_long(each) if isinstance(each, int) else each for each in arguments)
    result: int = ctypes.CDLL(None, use_errno=True).syscall(ctypes.c_long(number), *values)
    return result


def _checked(result: int) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
