"""A list of system calls that a Linux process keeps (Linux: `userspace-api/seccomp_filter`)."""

import ctypes
import errno
import os
import platform
import socket
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from struct import pack
from typing import Final, NamedTuple

CALLS: Final = """
    read 0 63, write 1 64, close 3 57, fstat 5 80, lseek 8 62, mmap 9 222, mprotect 10 226, munmap 11 215,
    brk 12 214, rt_sigaction 13 134, rt_sigprocmask 14 135, rt_sigreturn 15 139, rt_sigpending 127 136,
    rt_sigtimedwait 128 137, rt_sigsuspend 130 133, sigaltstack 131 132, restart_syscall 219 128, pread64 17 67,
    readv 19 65, writev 20 66, access 21 -, faccessat 269 48, faccessat2 439 439, stat 4 -, lstat 6 -,
    newfstatat 262 79, statx 332 291, statfs 137 43, fstatfs 138 44, getcwd 79 17, readlink 89 -,
    readlinkat 267 78, getdents 78 -, getdents64 217 61, fadvise64 221 223, fcntl 72 25, flock 73 32, dup 32 23,
    dup2 33 -, dup3 292 24, pipe 22 -, pipe2 293 59, close_range 436 436, eventfd 284 -, eventfd2 290 19,
    select 23 -, pselect6 270 72, poll 7 -, ppoll 271 73, epoll_create 213 -, epoll_create1 291 20,
    epoll_ctl 233 21, epoll_wait 232 -, epoll_pwait 281 22, epoll_pwait2 441 441, sched_yield 24 124,
    sched_getaffinity 204 123, getcpu 309 168, mremap 25 216, madvise 28 233, mincore 27 232,
    membarrier 324 283, nanosleep 35 101, clock_nanosleep 230 115, clock_gettime 228 113, clock_getres 229 114,
    gettimeofday 96 169, time 201 -, times 100 153, getpid 39 172, getppid 110 173, gettid 186 178,
    getuid 102 174, geteuid 107 175, getgid 104 176, getegid 108 177, getrlimit 97 163, getrusage 98 165,
    sysinfo 99 179, uname 63 160, getrandom 318 278, futex 202 98, set_tid_address 218 96,
    set_robust_list 273 99, get_robust_list 274 100, rseq 334 293, arch_prctl 158 -, exit 60 93,
    exit_group 231 94, connect 42 203, shutdown 48 210, getsockname 51 204, getpeername 52 205,
    socketpair 53 199, setsockopt 54 208, getsockopt 55 209, recvfrom 45 207, recvmsg 47 212, clone 56 220,
    ioctl 16 29, open 2 -, openat 257 56, prctl 157 167, prlimit64 302 261, sendmsg 46 211, sendto 44 206,
    socket 41 198, tgkill 234 131
"""
"""Calls with their numbers on x86-64 and arm64. `_conditions` restricts some arguments."""
_UNKNOWN_FROM: Final = 424
"""Calls from this number on have the same number everywhere, and programs can do without them."""
_ARCHITECTURES: Final = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
_SET_SECCOMP, _SET_NO_NEW_PRIVS, _SET_NAME, _FILTER_MODE = 22, 38, 15, 2
_LOAD, _EQUAL, _AT_LEAST, _AND, _RETURN = 0x20, 0x15, 0x35, 0x54, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
_THREAD: Final = 0x10000
"""A clone with this flag is a thread."""
_FAST_OPEN: Final = 0x20000000
"""A flag with which `sendto` and `sendmsg` connect."""
_TERMINAL_SIZE, _TERMINAL_MODE, _BYTES_WAITING = 0x5413, 0x5401, 0x541B
_NON_BLOCKING, _CLOSE_ON_EXEC = 0x5421, 0x5451
_DUPLICATE: Final = (0, 1030)
_FLAGS: Final = (1, 2, 3, 4)
"""Commands of `fcntl`. Others send signals to processes, or lease files."""


class Condition(NamedTuple):
    """The lower or upper half of an argument, masked, is one of these values."""

    argument: int
    values: tuple[int, ...]
    mask: int = 0xFFFFFFFF
    upper: bool = False


def forbid_privileges() -> None:
    """Keep programs that this process starts from getting more rights. Raises OSError."""
    _prctl(_SET_NO_NEW_PRIVS, 1)


def is_available() -> bool:
    if sys.platform != "linux" or _architecture() is None:
        return False
    try:
        _prctl(_SET_SECCOMP, _FILTER_MODE)
    except OSError as error:
        return error.errno == errno.EFAULT  # a filter was expected; without seccomp it is EINVAL
    return True


def restrict() -> None:
    """Refuse this thread, and those it starts, every call that isn't on the list.

    Call `forbid_privileges` first. Does nothing without seccomp.
    """
    architecture = _architecture()
    if architecture is None:
        return
    code = b"".join(_program(*architecture))
    buffer = ctypes.create_string_buffer(code)
    program = ctypes.create_string_buffer(pack("@HP", len(code) // 8, ctypes.addressof(buffer)))
    with suppress(OSError):
        _prctl(_SET_SECCOMP, _FILTER_MODE, ctypes.addressof(program))


def _architecture() -> tuple[int, int] | None:
    """This architecture's name in a filter, and its column in `CALLS`; None for a 32-bit process."""
    return _ARCHITECTURES.get(platform.machine()) if sys.maxsize > 1 << 32 else None


def numbers(column: int) -> dict[str, int]:
    rows = (entry.split() for entry in CALLS.split(","))
    return {name: int(both[column]) for name, *both in rows if both[column] != "-"}


def _conditions() -> dict[str, tuple[Condition, ...]]:
    return {
        "clone": (Condition(0, (_THREAD,), _THREAD),),
        "fcntl": (Condition(1, _DUPLICATE + _FLAGS),),
        "ioctl": (Condition(1, (_TERMINAL_SIZE, _TERMINAL_MODE, _BYTES_WAITING, _NON_BLOCKING, _CLOSE_ON_EXEC)),),
        "open": (Condition(1, (0,), _writing()),),
        "openat": (Condition(2, (0,), _writing()),),
        "prctl": (Condition(0, (_SET_NAME,)),),
        "prlimit64": (Condition(0, (0,)), Condition(2, (0,)), Condition(2, (0,), upper=True)),
        "sendmsg": (Condition(2, (0,), _FAST_OPEN),),
        "sendto": (Condition(4, (0,)), Condition(4, (0,), upper=True), Condition(3, (0,), _FAST_OPEN)),
        "socket": (
            Condition(0, (socket.AF_INET, socket.AF_INET6)),
            Condition(1, (socket.SOCK_STREAM,), 0xF),
            Condition(2, (0, socket.IPPROTO_TCP)),
        ),
        # A pair for datagrams could be connected to any local socket.
        "socketpair": (Condition(1, (socket.SOCK_STREAM,), 0xF),),
        "tgkill": (Condition(0, (os.getpid(),)),),
    }


def _writing() -> int:
    temporary = getattr(os, "O_TMPFILE", 0) & ~os.O_DIRECTORY
    return os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND | temporary


def _program(architecture: int, column: int) -> Iterator[bytes]:
    conditions = _conditions()
    yield _step(_LOAD, _ARCHITECTURE)
    yield from _return_unless(architecture)
    yield _step(_LOAD, _NUMBER)
    for name, number in numbers(column).items():
        block = b"".join(_check(conditions.get(name, ())))
        yield _step(_EQUAL, number, 0, len(block) // 8)
        yield block
    yield _step(_AT_LEAST, _UNKNOWN_FROM, 0, 1)
    yield _step(_RETURN, _REFUSE | errno.ENOSYS)
    yield _step(_RETURN, _REFUSE | errno.EPERM)


def _check(conditions: Iterable[Condition]) -> Iterator[bytes]:
    for argument, values, mask, upper in conditions:
        yield _step(_LOAD, _ARGUMENTS + 8 * argument + 4 * upper)
        yield _step(_AND, mask)
        yield from _return_unless(*values)
    yield _step(_RETURN, _ALLOW)


def _return_unless(*values: int) -> Iterator[bytes]:
    for number, value in enumerate(values):
        yield _step(_EQUAL, value, len(values) - number)
    yield _step(_RETURN, _REFUSE | errno.EPERM)


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return pack("=HBBI", code, if_true, if_false, value)


def _prctl(option: int, *arguments: int) -> None:
    values = [ctypes.c_ulong(each) for each in (*arguments, 0, 0, 0, 0)[:4]]
    if ctypes.CDLL(None, use_errno=True).prctl(option, *values) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
