"""A guest's terminal: a process on a pseudo-terminal, and what goes to and fro."""

import asyncio
import fcntl
import logging
import os
import pty
import re
import site
import socket
import struct
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final

import asyncssh
import msgspec

from sixqp_tui import i18n
from sixqp_tui.engine.token_bucket import TokenBucket
from sixqp_tui.gateways.ssh.login import only_the_game
from sixqp_tui.gateways.ssh.options import GuestOptions
from sixqp_tui.i18n import _
from sixqp_tui.i18n.system import VARIABLES, system_language

COMMAND: Final = (sys.executable, "-P", "-m", "sixqp_tui.gateways.ssh.screen")
RESET: Final = (
    b"\x1b\\\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1004l\x1b[?2004l\x1b[<u"
    b"\x1b[?1049l\x1b[?25h\x1b[0m\r"
)
"""Resets what the app switches on: mouse, focus, pasting, keys, alternate screen, hidden cursor."""
DEFAULT_SIZE: Final = (80, 24)
MIN_SIZE: Final = (20, 5)
MAX_SIZE: Final = (400, 120)
"""A large screen with small letters; more would only cost the host."""
KEYS_A_SECOND: Final = 4 * 1024.0
"""Bytes of keys that reach one guest's app: a mouse that never rests makes twelve hundred. The rest waits."""
KEYS_AT_ONCE: Final = 16 * 1024.0
RESIZE_SECONDS: Final = 0.1
"""Between two window sizes that the app receives."""
_READ: Final = 64 * 1024
_KEPT: Final = ("PYTHONPATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""Environment variables that some systems need to start Python."""
_SENT: Final = (*VARIABLES, "COLORTERM", "NO_COLOR")
"""Environment variables that a client may send."""
_PLAIN: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9@._+-]{0,39}")
_log = logging.getLogger(__name__)


class Guest(asyncssh.SSHServerSession[bytes]):
    """One session of a client. `enter` returns the process's options in a language, or a sentence that refuses it.

    `leave` is called at the end, also of one that was refused. `secret` is that of the guest's key at the table.
    """

    def __init__(
        self,
        enter: Callable[["Guest"], Callable[[str], GuestOptions] | str],
        leave: Callable[["Guest"], None],
        language: str,
        command: Sequence[str] = COMMAND,
    ) -> None:
        self._enter, self._leave, self._language, self._command = enter, leave, language, command
        self._loop = asyncio.get_running_loop()
        self._term, self._size, self._only_terminal = "", DEFAULT_SIZE, True
        self._master = -1
        self._process: asyncio.subprocess.Process | None = None
        self._waiting = bytearray()
        self._keys = TokenBucket(KEYS_A_SECOND, KEYS_AT_ONCE, time.monotonic())
        self._timers: dict[Callable[[], None], asyncio.TimerHandle] = {}
        self._farewell: Callable[[], str] | None = None
        self._running: asyncio.Task[None] | None = None
        self.secret = b""

    def end(self, farewell: Callable[[], str]) -> None:
        """Reset the guest's terminal and say this there."""
        self._farewell = self._farewell or farewell
        if self._process and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()

    # -- what the client asks for ------------------------------------------------------------------------

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        self._term = term_type if _PLAIN.fullmatch(term_type) else "dumb"
        self._size = term_size[:2]
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        """Accepted, so that it can be refused with a sentence."""
        self._only_terminal = False
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        self._only_terminal = False
        return True

    def session_started(self) -> None:
        sent = self._channel.get_environment()
        variables = {key: sent[key] for key in _SENT if _PLAIN.fullmatch(sent.get(key, ""))}
        named = system_language(variables, "")
        self._language = named if named in i18n.LANGUAGES else self._language
        if not self._only_terminal:
            self._refuse(only_the_game())
        elif not self._term:
            self._refuse(_needs_terminal())
        elif isinstance(options := self._enter(self), str):
            self._refuse(options)
        else:
            self._running = self._loop.create_task(self._run(options(self._language), variables))

    def _refuse(self, sentence: str) -> None:
        self._channel.write_stderr(f"{sentence}\r\n".encode())
        self._channel.exit(1)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = width, height
        self._later(RESIZE_SECONDS, self._resize)

    def signal_received(self, signal: str) -> None:
        self.end(lambda: "")

    def eof_received(self) -> bool:
        self.end(_no_input)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self.end(lambda: "")
        if self._running is None:
            self._leave(self)

    # -- the process -------------------------------------------------------------------------------------

    async def _run(self, options: GuestOptions, variables: dict[str, str]) -> None:
        self.secret = options.secret
        try:
            code = await self._play(options, variables)
            self._read_rest()
            if self._farewell or code < 0:
                sentence = self._translate(self._farewell or _screen_ended)
                self._write_out(RESET + (f"{sentence}\r\n".encode() if sentence else b""))
            with suppress(OSError):  # the guest has gone
                self._channel.exit(code if code >= 0 else int(self._farewell is None))
        except OSError as error:
            _log.error("a guest's process could not be started: %s", error)
            self._refuse(self._translate(_screen_ended))
        finally:
            self._release()
            self._leave(self)

    async def _play(self, options: GuestOptions, variables: dict[str, str]) -> int:
        """Returns the exit code, negative after a signal. Raises OSError."""
        self._master, slave = pty.openpty()
        ours, theirs = socket.socketpair()
        os.set_blocking(self._master, False)
        self._resize()
        with ours:
            try:
                self._process = await asyncio.create_subprocess_exec(
                    *self._command,
                    str(theirs.fileno()),
                    stdin=slave,
                    stdout=slave,
                    stderr=slave,
                    pass_fds=(theirs.fileno(),),
                    cwd="/",
                    env=self._environment(variables),
                    start_new_session=True,
                )
            finally:
                os.close(slave)
                theirs.close()
            with suppress(BrokenPipeError):  # it has died
                ours.send(msgspec.json.encode(options) + b"\n")  # a socket holds many times that
            self._loop.add_reader(ours, self._hear, ours, options)
            if self._farewell:
                self.end(self._farewell)  # the guest left meanwhile
            self._loop.add_reader(self._master, self._read)
            self._write_in()
            code = await self._process.wait()
            self._loop.remove_reader(ours)
            return code

    def _hear(self, ours: socket.socket, options: GuestOptions) -> None:
        """Which of the guests who are away this one has turned out to be; nothing if the process has ended."""
        self._loop.remove_reader(ours)
        with suppress(OSError):
            self.secret = options.away.get(ours.recv(_READ).decode(), self.secret)

    def _environment(self, variables: dict[str, str]) -> dict[str, str]:
        return {
            **{key: os.environ[key] for key in _KEPT if key in os.environ},
            **variables,
            "TERM": self._term,
            "HOME": os.devnull,
            "SIXQP_HOME": os.devnull,
            "PYTHONUTF8": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONUSERBASE": site.getuserbase(),
        }

    def _translate(self, words: Callable[[], str]) -> str:
        with i18n.speaking(self._language):
            return words()

    # -- to and fro: the terminal's few kilobytes are the only buffer ------------------------------------

    def _read(self) -> None:
        """One piece at a time: the client may have enough of it."""
        with suppress(BlockingIOError):
            if data := self._read_piece():
                self._write_out(data)
            else:
                self._loop.remove_reader(self._master)

    def _read_rest(self) -> None:
        with suppress(BlockingIOError):
            while data := self._read_piece():
                self._write_out(data)

    def _read_piece(self) -> bytes:
        """Nothing once the process has closed its side. Raises BlockingIOError."""
        try:
            return os.read(self._master, _READ)
        except BlockingIOError:
            raise
        except OSError:  # how Linux says it
            return b""

    def _write_out(self, data: bytes) -> None:
        with suppress(OSError):  # the guest has gone
            self._channel.write(data)

    def pause_writing(self) -> None:
        if self._master >= 0:
            self._loop.remove_reader(self._master)

    def resume_writing(self) -> None:
        if self._master >= 0 and self._process:
            self._loop.add_reader(self._master, self._read)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self._channel.pause_reading()
        self._waiting += data
        self._later(self._keys.borrow(time.monotonic(), len(data)), self._write_in)

    def _write_in(self) -> None:
        if self._master < 0 or self._process is None:
            return
        with suppress(OSError):  # nothing fits in, or the process has ended
            del self._waiting[: os.write(self._master, self._waiting)]
        if self._waiting:
            self._loop.add_writer(self._master, self._write_in)
        else:
            self._loop.remove_writer(self._master)
            self._channel.resume_reading()

    def _resize(self) -> None:
        if self._master >= 0:
            columns, lines = clamp_size(*self._size)
            fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def _later(self, seconds: float, work: Callable[[], None]) -> None:
        """Once, however often it is asked for meanwhile."""
        if work not in self._timers:
            self._timers[work] = self._loop.call_later(seconds, self._now, work)

    def _now(self, work: Callable[[], None]) -> None:
        del self._timers[work]
        work()

    def _release(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        if self._master >= 0:
            self._loop.remove_reader(self._master)
            self._loop.remove_writer(self._master)
            os.close(self._master)
            self._master = -1


def clamp_size(columns: int, lines: int) -> tuple[int, int]:
    """The size within bounds; 0 stands for the default."""
    width = min(MAX_SIZE[0], max(MIN_SIZE[0], columns or DEFAULT_SIZE[0]))
    height = min(MAX_SIZE[1], max(MIN_SIZE[1], lines or DEFAULT_SIZE[1]))
    return width, height


def _needs_terminal() -> str:
    return _("The game needs a terminal: connect with ssh -t.")


def _no_input() -> str:
    return _("Your connection sends no keys. To play, connect again from a terminal.")


def _screen_ended() -> str:
    return _("Your screen stopped unexpectedly. Connect again the same way.")
