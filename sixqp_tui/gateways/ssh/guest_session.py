"""A guest's session: the questions in their terminal, then the app in its own process, until one of them ends."""

import asyncio
import codecs
import logging
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol

import asyncssh
from msgspec.structs import replace

from sixqp_protocol.refusals import Farewell
from sixqp_protocol.room_code import code_of, shown_code
from sixqp_tui import i18n
from sixqp_tui.client.status import Trouble
from sixqp_tui.engine.token_bucket import TokenBucket
from sixqp_tui.gateways.ssh import words as ssh_words
from sixqp_tui.gateways.ssh.guest_process import GuestProcess, start_guest
from sixqp_tui.gateways.ssh.guest_seats import GuestSeat
from sixqp_tui.gateways.ssh.limits import KEYS_A_SECOND, KEYS_AT_ONCE, RESIZE_EVERY
from sixqp_tui.gateways.ssh.line_entry import GuestLeft, LineEntry
from sixqp_tui.gateways.ssh.login import Login, Process
from sixqp_tui.gateways.ssh.packets import GuestOptions, Report, decode_report, encode, encode_meta
from sixqp_tui.gateways.ssh.seats import SeatBook
from sixqp_tui.gateways.ssh.terminal import LEAVE, READ, Terminal, drawn_size, terminal_of
from sixqp_tui.i18n import _

TRIES: Final = 3
"""Wrong words, or room codes, until a connection ends."""
UNREAD_SECONDS: Final = 20.0
"""Seconds that a client may leave its terminal's output unread."""
_KEYS: Final = 1024
"""Bytes of keys that are read at once."""
_CODE: Final = frozenset((Trouble.CODE_WANTED, Trouble.CODE_UNANSWERED, Farewell.WRONG_CODE))
"""Why a table has not taken somebody in who may have its room code."""
_log = logging.getLogger(__name__)

Words = Callable[[], str]
"""Makes a sentence in the language in use: each guest has one."""


class GatewayServices(Protocol):
    """What a session needs of the gateway."""

    seats: SeatBook
    language: str
    locked: bool

    def options(self, name: str, address: str, language: str) -> GuestOptions:
        """What a process is told for a guest at this address."""

    def busy(self) -> set[bytes]:
        """The tokens of the seats whose guests are here."""

    def take_over(self, token: bytes, session: "GuestSession") -> None:
        """This session has the seat now; one that had it before ends."""

    def may_guess(self, address: str) -> bool:
        """Whether a word of this address is looked at."""

    def guessed_wrong(self, address: str) -> None:
        """A word was wrong."""

    def now(self) -> float:
        """Seconds of a steady clock."""


class Ending(Exception):
    """The session ends; `said` makes the sentence for the guest."""

    def __init__(self, said: Words) -> None:
        super().__init__()
        self.said = said


@dataclass
class _Seat:
    """Whose seat the guest has, as far as is known: its token, the word to come back by, the room code."""

    token: bytes | None = None
    word: str = ""
    code: str | None = None


class GuestSession:
    """One guest, from the login to the last line in their terminal."""

    def __init__(self, process: Process, login: Login, address: str, services: GatewayServices) -> None:
        self._process, self._login, self._address, self._services = process, login, address, services
        self._terminal = self._terminal_told()
        self._size = drawn_size(*process.term_size[:2])
        self._app: GuestProcess | None = None
        self._resizing: asyncio.TimerHandle | None = None
        self._ended: asyncio.Future[Words] = asyncio.get_running_loop().create_future()
        self._keys = TokenBucket(KEYS_A_SECOND, KEYS_AT_ONCE, services.now())
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._seat = _Seat()

    def end(self, said: Words) -> None:
        """End it soon, with this sentence."""
        if not self._ended.done():
            self._ended.set_result(said)

    async def run(self) -> int:
        try:
            if refusal := self._refused():
                return await self._refuse(refusal)
            return await self._stay()
        except (GuestLeft, OSError, asyncssh.Error):  # the guest, or their line, is gone
            return 1
        finally:
            if self._resizing:
                self._resizing.cancel()

    def _terminal_told(self) -> Terminal:
        sent = {key: value for key, value in self._process.env.items() if key in READ}
        return terminal_of(self._process.term_type or "", sent, self._services.language)

    def _refused(self) -> Words | None:
        """Why there is nothing here for what was asked."""
        if self._process.command is not None or self._process.subsystem is not None:
            return ssh_words.only_the_game
        return None if self._process.term_type is not None else _needs_terminal

    def _in_words(self, said: Words) -> str:
        with i18n.speaking(self._terminal.language):
            return said()

    async def _refuse(self, said: Words) -> int:
        self._process.stderr.write(f"{self._in_words(said)}\r\n".encode())
        await self._drain()
        return 1

    async def _stay(self) -> int:
        working = asyncio.ensure_future(self._sit_and_play())
        await asyncio.wait((working, self._ended), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            working.cancel()
            await asyncio.wait((working,))
            return await self._say(self._in_words(self._ended.result()), 0)
        try:
            return working.result()
        except Ending as ending:
            return await self._say(self._in_words(ending.said), 1)

    async def _say(self, sentence: str, status: int) -> int:
        """Leave the app's page, and say this on the terminal's own."""
        lines = [sentence] if sentence else []
        if status and self._seat.token and self._seat.word:
            lines.append(self._in_words(partial(_word_reminder, self._seat.word)))
        self._process.stdout.write(LEAVE + "".join(f"\r{line}\r\n" for line in lines).encode())
        await self._drain()
        return status

    # -- who it is --------------------------------------------------------------------------------------

    async def _sit_and_play(self) -> int:
        await self._recognise()
        for _try in range(TRIES):
            report = await self._play()
            if report.type == "left":
                return await self._say(report.text, 0 if report.text else 1)
            if self._seat.code:
                self._services.guessed_wrong(self._address)  # it may have been meant for somebody's word
            if report.reason not in _CODE:
                break
            self._take_code(await self._ask(_ask_code_again if self._seat.code else ssh_words.ask_code))
        raise Ending(lambda: report.text)

    async def _recognise(self) -> None:
        """Find out whose seat it is, where the guest was here before; else what a newcomer has to give."""
        seats, name = self._services.seats, self._login.name
        if self._login.key:
            self._take(seats.of_key(self._login.key, name, self._services.busy()))
        elif not self._services.locked and self._login.answer:
            self._take(self._of_word(self._login.answer))
        elif not self._services.locked and seats.asks_word(name):
            await self._ask_word(name)
        if self._services.locked and self._seat.token is None:
            self._take_code(self._login.answer or await self._ask(ssh_words.ask_code))
        if self._seat.token is None and not self._login.key:
            self._seat.word = seats.new_word()

    def _take_code(self, typed: str) -> None:
        """At a locked table somebody has typed the room code, which the table looks at; or their word."""
        seat = self._services.seats.of_word(typed) if self._services.may_guess(self._address) else None
        self._take(seat)
        self._seat.code = None if seat else code_of(typed)

    async def _ask_word(self, name: str) -> None:
        question: Words = partial(_ask_word, name)
        for _try in range(TRIES):
            typed = await self._ask(question)
            if not typed.strip():
                return None
            if seat := self._of_word(typed):
                return self._take(seat)
            question = _ask_word_again
        raise Ending(ssh_words.too_many_guesses)

    def _of_word(self, typed: str) -> GuestSeat | None:
        """The seat of this word. Raises Ending where too many were tried."""
        if not self._services.may_guess(self._address):
            raise Ending(ssh_words.too_many_guesses)
        seat = self._services.seats.of_word(typed)
        if seat is None:
            self._services.guessed_wrong(self._address)
        return seat

    def _take(self, seat: GuestSeat | None) -> None:
        if seat:
            self._seat.token, self._seat.word = seat.token, seat.word
            self._services.take_over(seat.token, self)

    async def _ask(self, question: Words) -> str:
        """What the guest types in answer. Raises GuestLeft."""
        entry = LineEntry()
        self._process.stdout.write(self._in_words(question).encode())
        while entry.line is None:
            keys = await self._read_keys()
            if not keys:
                raise GuestLeft
            self._process.stdout.write(entry.feed(keys))
            await self._drain()
        return entry.line

    # -- the app ----------------------------------------------------------------------------------------

    async def _play(self) -> Report:
        """Show the app until it ends; what it says of that. Raises Ending where it says nothing."""
        options = self._services.options(self._login.name, self._address, self._terminal.language)
        options = replace(options, token=self._seat.token, code=self._seat.code, word=self._seat.word)
        app = self._app = await start_guest(options, self._terminal.environment(self._size))
        feeding = asyncio.create_task(self._feed(app))
        try:
            report = await self._show(app)
        finally:
            self._app = None
            feeding.cancel()
            await asyncio.wait((feeding,))
            await asyncio.shield(app.end())
        if report is None:
            raise GuestLeft if feeding.done() and not feeding.cancelled() else Ending(_screen_ended)
        return report

    async def _show(self, app: GuestProcess) -> Report | None:
        """Hand on what the app draws. Gives what it says of its end; None where it ends without a word."""
        begun = False
        async for kind, content in app.packets():
            if kind == "D":
                self._process.stdout.write(content)
                await self._drain()
                if not begun:
                    begun = True
                    await app.send(encode_meta({"type": "focus"}))
            elif kind == "M" and (report := decode_report(content)):
                if report.type in ("refused", "left"):
                    return report
                if report.type == "seated":
                    await self._keep_seat(report.token)
        return None

    async def _keep_seat(self, token: bytes | None) -> None:
        """The table has given a seat: this guest comes back to it."""
        if token is None:
            return
        self._seat.token = token
        self._services.take_over(token, self)
        options = self._services.options(self._login.name, self._address, "")
        key = self._login.key
        seat = GuestSeat(options.table, token, self._login.name, key, "" if key else self._seat.word)
        try:
            await asyncio.to_thread(self._services.seats.remember, seat)
        except OSError as error:
            _log.warning("what proves a guest's seat could not be kept: %s", error)

    async def _feed(self, app: GuestProcess) -> None:
        """Hand on what the guest types, as fast as anybody types; the app ends where their line does."""
        try:
            while keys := await self._read_keys():
                wait = self._keys.borrow(self._services.now(), len(keys))
                await asyncio.sleep(wait)  # noqa: TID251 (who types faster than anybody does has to wait)
                if text := self._plain(keys):
                    await app.send(encode("D", text.encode()))
                    if sys.platform == "win32" and text.endswith("\x1b"):
                        self._tick_later(app)
        except (OSError, asyncssh.Error) as lost:
            _log.debug("a guest's line is lost: %s", lost)
        await app.end()

    def _tick_later(self, app: GuestProcess) -> None:
        """Let Textual find out that an Escape was a key: on Windows its driver looks only when something comes."""
        loop = asyncio.get_running_loop()
        loop.call_later(RESIZE_EVERY, lambda: self._send_soon(app, {"type": "tick"}))

    def _plain(self, keys: bytes) -> str:
        """The keys as text. What is not UTF-8 is dropped with all that came with it: its rest must be no keys."""
        try:
            return self._decoder.decode(keys)
        except UnicodeDecodeError:
            self._decoder.reset()
            return ""

    async def _read_keys(self) -> bytes:
        """The next keys; none at all at the end."""
        while True:
            try:
                return await self._process.stdin.read(_KEYS)
            except asyncssh.TerminalSizeChanged as changed:
                self._resize(changed.width, changed.height)
            except (asyncssh.BreakReceived, asyncssh.SignalReceived):
                continue

    def _resize(self, columns: int, lines: int) -> None:
        """The window has another size; the app hears of the newest one, not too often."""
        self._size = drawn_size(columns, lines)
        if self._app and self._resizing is None:
            self._resizing = asyncio.get_running_loop().call_later(RESIZE_EVERY, self._tell_size)

    def _tell_size(self) -> None:
        self._resizing = None
        if self._app:
            self._send_soon(self._app, {"type": "resize", "width": self._size[0], "height": self._size[1]})

    def _send_soon(self, app: GuestProcess, content: dict[str, object]) -> None:
        sending = asyncio.ensure_future(app.send(encode_meta(content)))
        sending.add_done_callback(_forget)

    async def _drain(self) -> None:
        """Wait until the client has taken what was written; who takes nothing is gone."""
        try:
            async with asyncio.timeout(UNREAD_SECONDS):
                await self._process.stdout.drain()
        except TimeoutError:
            self._process.close()
            raise GuestLeft from None


def _forget(task: "asyncio.Task[None]") -> None:
    """A packet that could not be sent went to a process that has ended, as its output tells."""
    if not task.cancelled():
        task.exception()


def _ask_code_again() -> str:
    # Translators: a question that is answered in the same line; keep the colon and the space at its end
    return _("That's not the room code. Room code: ")


def _ask_word(name: str) -> str:
    """To somebody without a key, whose name a guest bears who was here before."""
    # Translators: a question that is answered in the same line; keep the colon and the space at its end
    return _(
        "A guest called {name} was here before. If that was you, type the word that your screen showed; "
        "otherwise press Enter: "
    ).format(name=name)


def _ask_word_again() -> str:
    # Translators: a question that is answered in the same line; keep the colon and the space at its end
    return _("That's not the word. Try again, or press Enter to sit down as a new guest: ")


def _needs_terminal() -> str:
    return _("The game needs a terminal: connect with ssh -t.")


def _screen_ended() -> str:
    return _("Your screen stopped unexpectedly. Your seat is kept: connect again the same way.")


def _word_reminder(word: str) -> str:
    # Translators: {word} is such as K3F9QX
    return _("Your word for coming back: {word}").format(word=shown_code(word))
