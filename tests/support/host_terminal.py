"""A screen at a table of ten, in a pseudo-terminal, for the benchmarks that look at what a player sees."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from signal import SIGKILL
from types import TracebackType
from typing import Self

PATIENCE = 30.0
SIXQP = (sys.executable, "-m", "sixqp_tui")
PORT = re.compile(rb"sixqp join \S+?(?::(\d+))?\x1b")


class KeyTerminal:
    """A program in a pseudo-terminal of 80 by 24, whose bytes are waited for and not drawn.

    `pid` is the process that draws. Needs a POSIX system.
    """

    def __init__(self, command: tuple[str, ...], environment: Mapping[str, str]) -> None:
        self._command = command
        self._environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
        self._environment.update(environment)
        self._seen = b""

    def __enter__(self) -> Self:
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            os.execve(self._command[0], self._command, self._environment)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        os.kill(self.pid, SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._terminal)

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

    def watch(self, seconds: float) -> None:
        """Read what comes for so long."""
        end = time.monotonic() + seconds
        while self._read(end - time.monotonic()):
            pass

    def rest(self, quiet: float = 0.05) -> None:
        """Read until nothing has come for a moment."""
        while self._read(quiet):
            pass

    def _read(self, seconds: float) -> bool:
        if seconds <= 0 or not select.select([self._terminal], [], [], seconds)[0]:
            return False
        self._seen += os.read(self._terminal, 65536)
        return True


class HostTerminal(KeyTerminal):
    """A host's screen of 80 by 24 at a table of ten; the game is on.

    The others are eight bots and a person who never decides, or nine bots if the table is to be `quick`.
    """

    def __init__(self, home: Path, timer: str, quick: bool = False) -> None:
        (home / "config.txt").write_text("", encoding="utf-8")
        self._quick = quick
        bots = ("--bots", "9" if quick else "8", "--seats", "10", "--seed", "1")
        options = (*bots, "--timer", timer, "--name", "Ann", "--port", "0")
        command = (*SIXQP, "host", *options, "--config", str(home / "config.txt"))
        super().__init__(command, {"SIXQP_HOME": str(home)})
        self._other: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        super().__enter__()
        if not self._quick:
            self._seat_another()
        self.until(b"10 are seated")
        self.press(b"\r", b"choose a card")
        self.rest()
        return self

    def _seat_another(self) -> None:
        self.until(b"if it isn't")
        port = PORT.search(self._seen)
        assert port, "the lobby shows no address"
        address = f"127.0.0.1:{(port[1] or b'4666').decode()}"
        self._other = subprocess.Popen(
            [*SIXQP, "join", address, "--plain", "--name", "Bob"],
            env=self._environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
        )  # fmt: skip

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        with suppress(TimeoutError, OSError):
            self.press(b"q", b"close the table")
            os.write(self._terminal, b"c")
            self.until(b"\x1b[?1049l")
        if self._other:
            self._other.kill()
            self._other.wait()
        super().__exit__(kind, error, at)
