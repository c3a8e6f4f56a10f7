"""A guest's terminal: a process on a pseudo-terminal, which asyncssh joins to the guest's own."""

import asyncio
import logging
import os
import pty
import re
import site
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import asyncssh
import msgspec

from sixqp_tui import i18n
from sixqp_tui.gateways.ssh.options import OPTIONS, GuestOptions
from sixqp_tui.i18n import _
from sixqp_tui.i18n.system import VARIABLES, system_language

COMMAND: Final = (sys.executable, "-P", "-m", "sixqp_tui.gateways.ssh.screen")
RESET: Final = (
    b"\x1b\\\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1004l\x1b[?2004l\x1b[?2048l\x1b[<u"
    b"\x1b[?1049l\x1b[?25h\x1b[0m\r"
)
"""Resets what the app switches on: mouse, focus, pasting, sizes, keys, alternate screen, hidden cursor."""
CANCEL: Final = b"\x03\x04"
"""Ctrl-C and Ctrl-D."""
ERASE: Final = b"\x08\x7f"
MAX_SIZE: Final = 2**15
"""Of a terminal, in cells and in pixels: the system takes no more."""
_KEPT: Final = ("PYTHONPATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""Environment variables that some systems need to start Python."""
_SENT: Final = (*VARIABLES, "COLORTERM", "NO_COLOR")
"""Environment variables that a client may send."""
_PLAIN: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9@._+-]{0,39}")
Words = Callable[[], str]
"""Says something in the guest's language."""
_log = logging.getLogger(__name__)


class Terminal:
    """The terminal of a guest who speaks `language`, unless the guest's own names another one."""

    def __init__(self, guest: asyncssh.SSHServerProcess[bytes], language: str) -> None:
        self._guest = guest
        self._variables = {key: guest.env[key] for key in _SENT if _PLAIN.fullmatch(guest.env.get(key, ""))}
        named = system_language(self._variables, "")
        self.language = named if named in i18n.LANGUAGES else language
        self._process: asyncio.subprocess.Process | None = None
        self._farewell: Words | None = None

    def find_refusal(self) -> Words | None:
        """Why the game can't be played here."""
        guest = self._guest
        if guest.command is not None or guest.subsystem is not None:
            return only_the_game
        return _needs_terminal if guest.term_type is None or max(guest.term_size) >= MAX_SIZE else None

    def refuse(self, words: Words) -> None:
        self._guest.stderr.write(self._translate(words) + b"\r\n")
        self._guest.exit(1)

    def say(self, words: Words) -> None:
        self._guest.stdout.write(self._translate(words) + b"\r\n")

    async def ask(self, question: Words) -> str | None:
        """What the guest types, in ASCII; None if they give up or go."""
        out, typed = self._guest.stdout, b""
        out.write(self._translate(question))
        while key := await self._read_key():
            if key in b"\r\n":
                out.write(b"\r\n")
                return typed.decode()
            if key in CANCEL:
                return None
            if key in ERASE:
                out.write(b"\b \b" if typed else b"")
                typed = typed[:-1]
            elif key.isalnum() or key in b" -":
                out.write(key)
                typed += key
        return None

    async def _read_key(self) -> bytes:
        """b"" if the guest is gone."""
        while True:
            try:
                return await self._guest.stdin.read(1)
            except (asyncssh.TerminalSizeChanged, asyncssh.SignalReceived, asyncssh.BreakReceived):
                continue
            except (OSError, asyncssh.Error):
                return b""

    def end(self, farewell: Words = str) -> None:
        """End the process, reset the guest's terminal and say this there."""
        self._farewell = self._farewell or farewell
        if self._process and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()

    async def run(self, command: Sequence[str], options: GuestOptions) -> None:
        try:
            code = await self._play(command, options)
        except OSError as error:
            _log.error("a guest's process could not be started: %s", error)
            code = -1
        with suppress(OSError, asyncssh.Error):  # the guest has gone
            await self._guest.stdout.drain()
            if self._farewell or code < 0:
                self._guest.stdout.write(RESET + self._translate(self._farewell or _screen_ended))
            self._guest.exit(code if code >= 0 else int(self._farewell is None))

    async def _play(self, command: Sequence[str], options: GuestOptions) -> int:
        """Returns the exit code, negative after a signal. Raises OSError."""
        master, slave = pty.openpty()
        try:
            await self._guest.redirect(stdin=os.dup(master), stdout=master, send_eof=False)
            self._process = await asyncio.create_subprocess_exec(
                *command,
                stdin=slave,
                stdout=slave,
                stderr=slave,
                cwd="/",
                env=self._environment(options),
                start_new_session=True,
            )
        finally:
            os.close(slave)
        if self._farewell:
            self.end()  # the guest left meanwhile
        return await self._process.wait()

    def _environment(self, options: GuestOptions) -> dict[str, str]:
        return {
            **{key: os.environ[key] for key in _KEPT if key in os.environ},
            **self._variables,
            "TERM": term if _PLAIN.fullmatch(term := self._guest.term_type or "") else "dumb",
            "HOME": os.devnull,
            "SIXQP_HOME": os.devnull,
            OPTIONS: msgspec.json.encode(options).decode(),
            "PYTHONUTF8": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONUSERBASE": site.getuserbase(),
        }

    def _translate(self, words: Words) -> bytes:
        with i18n.speaking(self.language):
            return words().encode()


def only_the_game() -> str:
    return _("This is a card table: no shell, no files, no forwarding. Connect without a command.")


def _needs_terminal() -> str:
    return _("The game needs a terminal: connect with ssh -t.")


def _screen_ended() -> str:
    return _("Your screen stopped unexpectedly. Connect again the same way.") + "\r\n"
