"""A guest's session: questions in the terminal, then the app in a separate process."""

import asyncio
import codecs
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from typing import Final, Protocol

import asyncssh
from msgspec.structs import replace

from sixqp_protocol.refusals import Farewell
from sixqp_protocol.room_code import code_of, shown_code
from sixqp_tui import i18n
from sixqp_tui.client.status import ConnectionProblem
from sixqp_tui.engine.token_bucket import TokenBucket
from sixqp_tui.gateways.ssh.login import Login, Process, ask_code, name_from, only_the_game
from sixqp_tui.gateways.ssh.packets import (
    KEYS_DROPPED,
    GuestOptions,
    Packet,
    Report,
    decode_report,
    encode,
    encode_meta,
)
from sixqp_tui.gateways.ssh.seats import GuestSeat, SeatBook
from sixqp_tui.gateways.ssh.terminal import (
    RESET,
    VARIABLES_READ,
    GuestLeft,
    KeyLimit,
    LineEntry,
    Terminal,
    clamp_size,
    read_terminal,
)
from sixqp_tui.hosting.process.table_process import RestartLimit
from sixqp_tui.i18n import _
from sixqp_tui.presentation.spans import wrap

MAX_TRIES: Final = 3
"""Wrong words or room codes after which the session ends."""
UNREAD_SECONDS: Final = 20.0
"""For a client to read output."""
KEYS_A_SECOND: Final = 2 * 1024.0
"""Bytes of keys that reach one guest's app: a mouse that never rests makes twelve hundred."""
KEYS_AT_ONCE: Final = 8 * 1024.0
"""Longer pastes are cut off."""
WARNING_SECONDS: Final = 10.0
"""Between two warnings about dropped keys."""
RESIZE_SECONDS: Final = 0.1
"""Between two window sizes that the app receives."""
_READ: Final = 1024
_CODE_REASONS: Final = frozenset(
    (ConnectionProblem.CODE_WANTED, ConnectionProblem.CODE_UNANSWERED, Farewell.WRONG_CODE)
)
"""Refusals after which the guest may enter a room code."""
_SEAT_LOST_REASONS: Final = frozenset((Farewell.KICKED, Farewell.CLOSED))
_log = logging.getLogger(__name__)

Words = Callable[[], str]
"""Makes a sentence in the language in use, which differs between guests."""


class App(Protocol):
    async def begin(self, options: GuestOptions) -> None: ...

    async def send(self, data: bytes) -> None: ...

    def packets(self) -> AsyncIterator[Packet]: ...

    async def end(self) -> None: ...


StartGuest = Callable[[Mapping[str, str]], Awaitable[App]]
"""Starts a process with the variables of a guest's terminal."""


class GatewayServices(Protocol):
    seats: SeatBook
    language: str
    locked: bool
    start_guest: StartGuest

    def options(self, seat: str, name: str, address: str, language: str) -> GuestOptions: ...

    def busy(self) -> set[str]:
        """The ids of the seats whose guests are connected."""

    def take_over(self, seat: str, session: "GuestSession") -> None: ...

    def may_guess(self, address: str) -> bool: ...

    def count_wrong_word(self, address: str) -> None: ...

    def now(self) -> float: ...


class Ending(Exception):
    """Ends the session with a sentence for the guest, whose word may still lead back to the seat."""

    def __init__(self, words: Words, may_return: bool = True) -> None:
        super().__init__()
        self.words, self.may_return = words, may_return


class GuestSession:
    def __init__(self, process: Process, login: Login, address: str, services: GatewayServices) -> None:
        self._process, self._login, self._address, self._services = process, login, address, services
        self._terminal = self._read_terminal()
        self._size = clamp_size(*process.term_size[:2])
        self._app: App | None = None
        self._resizing: asyncio.TimerHandle | None = None
        self._ended: asyncio.Future[Words] = asyncio.get_running_loop().create_future()
        self._name = login.name
        self._keys = KeyLimit(TokenBucket(KEYS_A_SECOND, KEYS_AT_ONCE, services.now()))
        self._warnings = TokenBucket(1 / WARNING_SECONDS, 1.0, services.now())
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._seat: GuestSeat | None = None
        self._code: str | None = None
        self._input_ended = False

    def end(self, words: Words) -> None:
        if not self._ended.done():
            self._ended.set_result(words)

    async def run(self) -> int:
        try:
            if refusal := self._find_refusal():
                return await self._refuse(refusal)
            return await self._run_until_ended()
        except (GuestLeft, OSError, asyncssh.Error):  # the guest has gone
            return 1
        finally:
            if self._resizing:
                self._resizing.cancel()

    def _read_terminal(self) -> Terminal:
        sent = {key: value for key, value in self._process.env.items() if key in VARIABLES_READ}
        return read_terminal(self._process.term_type or "", sent, self._services.language)

    def _find_refusal(self) -> Words | None:
        if self._process.command is not None or self._process.subsystem is not None:
            return only_the_game
        return None if self._process.term_type is not None else _needs_terminal

    def _translate(self, words: Words) -> str:
        with i18n.speaking(self._terminal.language):
            return words()

    async def _refuse(self, words: Words) -> int:
        self._process.stderr.write(f"{self._translate(words)}\r\n".encode())
        await self._drain()
        return 1

    async def _run_until_ended(self) -> int:
        working = asyncio.ensure_future(self._sit_and_play())
        await asyncio.wait((working, self._ended), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            working.cancel()
            await asyncio.wait((working,))
            return await self._print_end(self._translate(self._ended.result()), 0)
        try:
            return working.result()
        except Ending as ending:
            if not ending.may_return:
                self._seat = None
            return await self._print_end(self._translate(ending.words), 1)

    async def _print_end(self, sentence: str, status: int) -> int:
        lines = [sentence] if sentence else []
        if status and self._seat and self._seat.seated and self._seat.word:
            lines.append(self._translate(partial(_word_reminder, self._seat.word)))
        self._process.stdout.write(RESET + "".join(f"\r{line}\r\n" for line in lines).encode())
        await self._drain()
        return status

    # -- the seat --------------------------------------------------------------------------------------

    async def _sit_and_play(self) -> int:
        seat = await self._find_seat()
        for _try in range(MAX_TRIES):
            report = await self._play_again_if_died(seat)
            if report.type == "left":
                return await self._print_end(report.text, 0 if report.text else 1)
            if self._code:
                self._services.count_wrong_word(self._address)  # it may have been a guess at somebody's word
            if report.reason not in _CODE_REASONS:
                break
            seat = self._take_code(await self._ask(_ask_code_again if self._code else ask_code)) or seat
        raise Ending(lambda: report.text, report.reason not in _SEAT_LOST_REASONS)

    async def _find_seat(self) -> GuestSeat:
        seats = self._services.seats
        seat = seats.find_by_key(self._login.key) if self._login.key else None
        if self._login.lacks_name:
            self._name = seat.name if seat else name_from(await self._ask(_ask_name))
        if not self._login.key:
            seat = await self._find_without_key()
        if self._services.locked and not (seat and seat.seated and not seat.address):
            seat = self._take_code(self._login.answer or await self._ask(ask_code)) or seat
        return seat or seats.draw(self._name, self._login.key, self._address)

    async def _find_without_key(self) -> GuestSeat | None:
        seats = self._services.seats
        if unseen := seats.find_unseen(self._name, self._address, self._services.busy()):
            return unseen
        if self._services.locked:
            return None
        if self._login.answer:
            return self._find_by_word(self._login.answer)
        return await self._ask_word(self._name) if seats.needs_word(self._name) else None

    def _take_code(self, typed: str) -> GuestSeat | None:
        """At a locked table guests type the room code, which the table checks, or their word."""
        seat = self._services.seats.find_by_word(typed) if self._services.may_guess(self._address) else None
        self._code = None if seat else code_of(typed)
        return seat

    async def _ask_word(self, name: str) -> GuestSeat | None:
        question: Words = partial(_ask_word, name)
        for _try in range(MAX_TRIES):
            typed = await self._ask(question)
            if not typed.strip():
                return None
            if seat := self._find_by_word(typed):
                return seat
            question = _ask_word_again
        raise Ending(_too_many_guesses)

    def _find_by_word(self, typed: str) -> GuestSeat | None:
        """Raises Ending after too many wrong words."""
        if not self._services.may_guess(self._address):
            raise Ending(_too_many_guesses)
        seat = self._services.seats.find_by_word(typed)
        if seat is None:
            self._services.count_wrong_word(self._address)
        return seat

    async def _ask(self, question: Words) -> str:
        entry = LineEntry()
        lines = wrap(self._translate(question), self._size[0] - 1)
        self._process.stdout.write("\r\n".join(lines).encode())
        while entry.line is None:
            keys = await self._read_keys()
            if not keys:
                raise GuestLeft
            self._process.stdout.write(entry.feed(keys))
            await self._drain()
        return entry.line

    # -- the app ----------------------------------------------------------------------------------------

    async def _play_again_if_died(self, seat: GuestSeat) -> Report:
        """Run the app, restarting it if it dies. Raises Ending if it keeps dying."""
        limit = RestartLimit()
        while (report := await self._play(seat)) is None:
            pause = limit.pause(self._services.now())
            if pause is None:
                raise Ending(_screen_ended)
            await asyncio.sleep(pause)  # noqa: TID251 (one that dies again and again shouldn't burn the processor)
            seat = self._seat or seat
        return report

    async def _play(self, seat: GuestSeat) -> Report | None:
        self._services.take_over(seat.id, self)
        self._keep(seat)
        options = self._services.options(seat.id, self._name, self._address, self._terminal.language)
        options = replace(options, word=seat.word, code=self._code)
        app = self._app = await self._services.start_guest(self._terminal.environment)
        await app.begin(replace(options, size=self._size))
        feeding = asyncio.create_task(self._feed(app))
        try:
            report = await self._show(app, seat)
        finally:
            self._app = None
            feeding.cancel()
            await asyncio.wait((feeding,))
            await asyncio.shield(app.end())
        if report is None and self._input_ended:
            raise Ending(_no_input, may_return=False)
        return report

    async def _show(self, app: App, seat: GuestSeat) -> Report | None:
        begun = False
        async for kind, content in app.packets():
            if kind == "D":
                self._process.stdout.write(content)
                await self._drain()
                if not begun:
                    begun, seat = True, replace(seat, address="")
                    if seat.seated:  # otherwise the address leads back to the seat until it is reported
                        self._keep(seat)
                    await app.send(encode_meta({"type": "focus"}))
            elif kind == "M" and (report := decode_report(content)):
                if report.type in ("refused", "welcomed"):
                    seated = report.seated or seat.seated
                    seat = replace(seat, seated=seated, shown=report.name or seat.shown)
                    self._keep(seat, given=seated)
                if report.type in ("refused", "left"):
                    return report
        return None

    def _keep(self, seat: GuestSeat, given: bool = True) -> None:
        self._seat = seat
        try:
            if given:
                self._services.seats.remember(seat, self._services.busy())
            else:
                self._services.seats.forget(seat)
        except OSError as error:
            _log.warning("that a guest has a seat could not be kept: %s", error)

    async def _feed(self, app: App) -> None:
        try:
            while keys := await self._read_keys():
                taken = self._keys.feed(keys, self._services.now())
                if self._keys.dropped:
                    self._keys.dropped = False
                    self._decoder.reset()
                    if self._warnings.take(self._services.now()):
                        await app.send(encode_meta({"type": KEYS_DROPPED}))
                if text := self._decode(taken):
                    await app.send(encode("D", text.encode()))
                    if sys.platform == "win32" and text.endswith("\x1b"):
                        self._tick_later(app)
        except (OSError, asyncssh.Error) as lost:
            _log.debug("a guest's connection is lost: %s", lost)
        self._input_ended = True
        await app.end()

    def _tick_later(self, app: App) -> None:
        """Let Textual notice a single Escape: on Windows its driver only looks when data arrives."""
        loop = asyncio.get_running_loop()
        loop.call_later(RESIZE_SECONDS, lambda: self._send_soon(app, {"type": "tick"}))

    def _decode(self, keys: bytes) -> str:
        """The keys as text. Invalid UTF-8 is dropped entirely, so that its rest doesn't count as keys."""
        try:
            return self._decoder.decode(keys)
        except UnicodeDecodeError:
            self._decoder.reset()
            return ""

    async def _read_keys(self) -> bytes:
        while True:
            try:
                return await self._process.stdin.read(_READ)
            except asyncssh.TerminalSizeChanged as changed:
                self._resize(changed.width, changed.height)
            except (asyncssh.BreakReceived, asyncssh.SignalReceived):
                continue

    def _resize(self, columns: int, lines: int) -> None:
        self._size = clamp_size(columns, lines)
        if self._app and self._resizing is None:
            self._resizing = asyncio.get_running_loop().call_later(RESIZE_SECONDS, self._send_size)

    def _send_size(self) -> None:
        self._resizing = None
        if self._app:
            self._send_soon(self._app, {"type": "resize", "width": self._size[0], "height": self._size[1]})

    def _send_soon(self, app: App, content: dict[str, object]) -> None:
        sending = asyncio.ensure_future(app.send(encode_meta(content)))
        sending.add_done_callback(_forget)

    async def _drain(self) -> None:
        """Wait until the client has read the output. Raises GuestLeft if it doesn't."""
        try:
            async with asyncio.timeout(UNREAD_SECONDS):
                await self._process.stdout.drain()
        except TimeoutError:
            self._process.close()
            raise GuestLeft from None


def _forget(task: "asyncio.Task[None]") -> None:
    if not task.cancelled():
        task.exception()


def _ask_code_again() -> str:
    # Translators: a question that is answered in the same line; keep the colon and the space at its end
    return _("That's not the room code. Room code: ")


def _ask_name() -> str:
    # Translators: a question that is answered in the same line; keep the colon and the space at its end
    return _("Your name: ")


def _ask_word(name: str) -> str:
    # Translators: a question that is answered in the same line; keep the colon and the space at its end
    return _(
        "A guest called {name} was here before. If that was you, type the word that your screen showed; "
        "otherwise press Enter: "
    ).format(name=name)


def _ask_word_again() -> str:
    # Translators: a question that is answered in the same line; keep the colon and the space at its end
    return _("That's not the word. Try again, or press Enter to sit down as a new guest: ")


def _too_many_guesses() -> str:
    return _("Too many wrong tries. Try again in a minute.")


def _needs_terminal() -> str:
    return _("The game needs a terminal: connect with ssh -t.")


def _no_input() -> str:
    return _("Your connection sends no keys. To play, connect again from a terminal.")


def _screen_ended() -> str:
    return _("Your screen stopped unexpectedly. Connect again the same way.")


def _word_reminder(word: str) -> str:
    # Translators: {word} is such as K3F9QX
    return _("Your word for coming back: {word}").format(word=shown_code(word))
