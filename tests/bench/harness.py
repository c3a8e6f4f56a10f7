"""Common parts of the benches: runs by turns, a program at a terminal, a served table, figures of a process."""

import ctypes
import fcntl
import os
import pty
import select
import socket
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from signal import SIGKILL
from typing import TypeVar

TREE = Path(__file__).resolve().parents[2]
SIXQP = (sys.executable, "-m", "sixqp_tui")
PATIENCE = 30.0
T = TypeVar("T")


def by_turns(times: int, *measures: Callable[[], T]) -> list[list[T]]:
    """Run each so many times, one after the other, so that a busy machine slows all; the first of each is left out.

    It compiles, and fills the caches of the disk.
    """
    figures = [[measure() for measure in measures] for _ in range(times + 1)]
    return [list(each) for each in zip(*figures[1:], strict=True)]


def below(share: float, figures: list[float]) -> float:
    """What this share of the figures stays below."""
    return sorted(figures)[min(len(figures) - 1, int(share * len(figures)))]


class BareTerminal:
    """A program in a pseudo-terminal of 80 by 24, whose bytes are waited for and not drawn."""

    def __init__(self, command: tuple[str, ...], environment: Mapping[str, str]) -> None:
        self.began = time.perf_counter()
        self._child, self._terminal = pty.fork()
        if self._child == 0:
            look = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
            os.execve(command[0], command, {**os.environ, **look, **environment})
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self._seen = b""

    def press(self, keys: bytes, mark: bytes) -> float:
        """Seconds from writing these bytes until the picture that they change has come with this mark."""
        self._seen = b""
        began = time.perf_counter()
        os.write(self._terminal, keys)
        self.until(mark)
        return time.perf_counter() - began

    def until(self, mark: bytes) -> None:
        """Read until the mark has come. Raises TimeoutError."""
        end = time.monotonic() + PATIENCE
        while mark not in self._seen:
            if not self._read(end - time.monotonic()):
                raise TimeoutError(f"the screen has not drawn {mark!r}; last: {self._seen[-400:]!r}")

    def read_for(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while self._read(end - time.monotonic()):
            pass

    def rest(self) -> None:
        """Read until nothing has come for a moment."""
        while self._read(0.05):
            pass

    def _read(self, seconds: float) -> bool:
        if seconds <= 0 or not select.select([self._terminal], [], [], seconds)[0]:
            return False
        self._seen += os.read(self._terminal, 65536)
        return True

    def kill(self) -> None:
        os.kill(self._child, SIGKILL)
        os.waitpid(self._child, 0)
        os.close(self._terminal)


@contextmanager
def at_terminal(command: tuple[str, ...], **environment: str) -> Iterator[BareTerminal]:
    """This program, killed at the end."""
    terminal = BareTerminal(command, environment)
    try:
        yield terminal
    finally:
        terminal.kill()


@contextmanager
def served(home: str | Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The process of a dedicated table with these options, and its port."""
    port = free_port()
    command = [*SIXQP, "serve", "--lang", "en", "--port", str(port), *options]
    environment = {**os.environ, "SIXQP_HOME": str(home), "LC_ALL": "C.UTF-8"}
    process = subprocess.Popen(command, cwd=TREE, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    try:
        process.stdout.readline()  # it says that it is open when it listens
        yield process, port
    finally:
        process.terminate()
        process.communicate(timeout=20)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as sock:
        return int(sock.getsockname()[1])


def processor_seconds(pid: int) -> float:
    """The processor time of a process so far, of all its threads."""
    clock = ctypes.c_int()
    if ctypes.CDLL(None).clock_getcpuclockid(pid, ctypes.byref(clock)):
        raise ProcessLookupError(pid)
    return time.clock_gettime(clock.value)


def memory(pid: int, what: str = "VmRSS") -> float:
    """MiB that a process has now, or with `VmHWM` had at most. Linux."""
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    return int(status.partition(f"{what}:")[2].split()[0]) / 1024


def descriptors(pid: int) -> int:
    """The open descriptors of a process. Linux."""
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())


def children(pid: int, module: str = "") -> list[int]:
    """The processes that this one has started, whose command has this. Linux."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")  # each thread has its own
    found = [int(child) for each in lists for child in each.read_text("ascii").split()]
    return [child for child in found if module in Path(f"/proc/{child}/cmdline").read_text("utf-8")]
