"""The gateway for guests by ssh. It counts connections and bytes before asyncssh sees them."""

import asyncio
import logging
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import asyncssh

from sixqp_protocol.keys import guest_secret
from sixqp_protocol.messages import SeatNews
from sixqp_tui.engine.token_bucket import TokenBucket, TokenBuckets
from sixqp_tui.gateways.ssh.guest_process import start_guest
from sixqp_tui.gateways.ssh.guest_session import GuestSession, StartGuest
from sixqp_tui.gateways.ssh.host_key import SshKey
from sixqp_tui.gateways.ssh.login import Login, Process, only_the_game
from sixqp_tui.gateways.ssh.packets import GuestOptions
from sixqp_tui.gateways.ssh.seats import SeatBook
from sixqp_tui.host.network.connection_limits import sender_address
from sixqp_tui.host.network.gateway import credential
from sixqp_tui.host.network.places_by_address import PlacesByAddress
from sixqp_tui.hosting.ways_in import Addresses, GatewayOptions, HostSeat
from sixqp_tui.i18n import _

KEY_EXCHANGES: Final = "*25519*"
"""Fast ones that every OpenSSH since 6.5 knows, including quantum-resistant ones."""
CIPHERS: Final = "chacha20-poly1305*,*-gcm*,aes*-ctr"
MACS: Final = ("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com")
"""Encrypt-then-MAC, in OpenSSH since 6.2; the first ciphers need none."""
MAX_UNANSWERED: Final = 2
"""Keepalive requests that a client may leave unanswered before it counts as gone."""
MAX_LINES: Final = 128
"""Connections, including those being refused."""
GOODBYE_SECONDS: Final = 3.0
"""Until guests' connections are cut when the gateway closes."""
FAREWELL_SECONDS: Final = 5.0
"""For a client to disconnect after its session."""
BYTES_A_SECOND: Final = 24 * 1024.0
"""One connection's, including all ssh overhead: a mouse that never rests sends eight thousand."""
BYTES_AT_ONCE: Final = 48 * 1024.0
"""A key exchange takes six thousand."""
_READ: Final = 16 * 1024
_NEW_KEYS: Final = bytes.fromhex("0000000c0a15")
"""The start of the last packet without encryption (RFC 4253, 6 and 7.3). The guest's program has the key then."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SshLimits:
    """Limits in total and per address; rates are per second, times in seconds."""

    guests: int = 24
    """Ten players and some watchers. Each costs a process."""
    guests_of_one_address: int = 6
    """A room behind one router."""
    opening: int = 32
    opening_of_one_address: int = 4
    logins: float = 0.5
    """New connections of one address: a key exchange takes milliseconds."""
    logins_at_once: float = 10.0
    silence: float = 10.0
    """Until a connection has done its part of the key exchange, which takes less than a second."""
    login_timeout: float = 90.0
    """To log in: the guest may compare the gateway's key, or type a code or a key's passphrase."""
    keepalive: float = 3.0
    """Of silence, until a client must answer; one that is gone is noticed within ten."""
    words: float = 1 / 30
    words_at_once: float = 5.0
    words_of_all: float = 1.0
    """Wrong words from all addresses: guessing one takes years."""
    words_of_all_at_once: float = 40.0


class Gateway:
    def __init__(
        self,
        options: GatewayOptions,
        key: SshKey,
        seats: SeatBook,
        secret: bytes,
        limits: SshLimits | None = None,
        start: StartGuest = start_guest,
    ) -> None:
        self.seats, self.start_guest, self._secret = seats, start, secret
        self.language, self.locked = options.language, options.locked
        self.fingerprint = key.fingerprint
        self._options, self._addresses = options, options.addresses
        self._limits = limits = limits or SshLimits()
        logins = TokenBuckets[str](limits.logins, limits.logins_at_once)
        self._opening: PlacesByAddress[_Line] = PlacesByAddress(limits.opening_of_one_address, arrivals=logins)
        self._inside: PlacesByAddress[_Line] = PlacesByAddress(limits.guests_of_one_address, limits.guests)
        self._words: TokenBuckets[str] = TokenBuckets(limits.words, limits.words_at_once)
        self._all_words = TokenBucket(limits.words_of_all, limits.words_of_all_at_once)
        self._key = asyncssh.import_private_key(key.private)
        self._by_seat: dict[str, GuestSession] = {}
        self._all: set[GuestSession] = set()
        self._lines: dict[_Line, asyncio.Task[None]] = {}
        self._server: asyncio.Server | None = None

    async def start(self, sock: socket.socket) -> None:
        self._server = await asyncio.start_server(self._accept, sock=sock)

    async def close(self) -> None:
        if self._server:
            self._server.close()
        for session in tuple(self._all):
            session.end(_way_closed)
        for line in tuple(self._lines):
            if not line.inside:
                line.cut()
        if self._lines:
            await asyncio.wait(tuple(self._lines.values()), timeout=GOODBYE_SECONDS)
        for line, task in tuple(self._lines.items()):
            line.cut()
            await asyncio.wait((task,))

    async def drain(self, seconds: float) -> None:
        if self._server:
            self._server.close()
        if self._lines:
            await asyncio.wait(tuple(self._lines.values()), timeout=seconds)

    @property
    def guests(self) -> int:
        return len(self._all)

    def move(self, addresses: Addresses) -> None:
        if addresses != self._addresses:
            self._addresses = addresses
            for session in tuple(self._all):
                session.end(_table_moved)

    def show_chairs(self, chairs: tuple[SeatNews, ...]) -> None:
        """Guests by ssh see the table itself."""

    def offer_host_seat(self, seat: HostSeat) -> None:
        """The host's seat is for a phone."""

    # -- connections ------------------------------------------------------------------------------------

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        peer, here = writer.get_extra_info("peername"), writer.get_extra_info("sockname")
        if peer is None or here is None:  # gone already
            writer.transport.abort()
            return
        line = _Line(reader, writer, sender_address(peer, here))
        self._lines[line] = asyncio.create_task(self._serve(line))
        self._lines[line].add_done_callback(lambda _task: self._lines.pop(line))

    async def _serve(self, line: "_Line") -> None:
        try:
            if self._opening.add(line, line.address, self.now()):
                if surplus := self._opening.surplus(self._limits.opening):
                    surplus.cut()
                await self._carry(line)
            elif len(self._lines) < MAX_LINES:
                await line.refuse(_("Too many connections from your address. Try again in a minute."))
        except* (OSError, asyncssh.Error) as gone:
            _log.debug("a connection from %s has ended: %s", line.address, gone.exceptions[0])
        finally:
            self._opening.remove(line)
            self._inside.remove(line)
            line.cut()
            if line.session:  # nobody is there, whatever it waits for
                line.session.end(_way_closed)

    async def _carry(self, line: "_Line") -> None:
        limits = self._limits

        async def serve(process: Process) -> None:
            process.exit(await self._stay(process, login, line))

        ours, theirs = socket.socketpair()
        line.deadline = asyncio.get_running_loop().call_later(limits.silence, line.cut)

        def log_in() -> None:
            line.postpone(limits.login_timeout)

        login = Login(self.locked, log_in, lambda: line.postpone(None), serve)
        async with asyncio.TaskGroup() as group:
            near = await asyncio.open_connection(sock=ours)
            line.inner = near[1]
            group.create_task(line.relay_in(near[1]))
            group.create_task(line.relay_out(near[0], log_in))
            group.create_task(self._run_ssh(theirs, login))

    async def _run_ssh(self, sock: socket.socket, login: Login) -> None:
        connection = await asyncssh.run_server(
            sock,
            config=None,
            server_factory=lambda: login,
            server_host_keys=[self._key],
            server_version="sixqp",
            encoding=None,
            line_editor=False,
            kex_algs=KEY_EXCHANGES,
            encryption_algs=CIPHERS,
            mac_algs=MACS,
            compression_algs=None,
            agent_forwarding=False,
            gss_host=None,
            host_based_auth=False,
            login_timeout=0,
            keepalive_interval=self._limits.keepalive,
            keepalive_count_max=MAX_UNANSWERED,
            max_pktsize=_READ,
            window=2 * _READ,
        )
        await connection.wait_closed()

    def _enter(self, line: "_Line") -> bool:
        return self._opening.remove(line) and self._inside.add(line, line.address)

    async def _stay(self, process: Process, login: Login, line: "_Line") -> int:
        if line.session is not None:
            return await _say(process, only_the_game())
        if not line.inside and not self._enter(line):
            return await _say(process, _("There's no room for another ssh guest now. Try again later."))
        line.inside = True
        session = line.session = GuestSession(process, login, line.address, self)
        self._all.add(session)
        try:
            return await session.run()
        finally:
            self._all.discard(session)
            line.session = None
            line.postpone(FAREWELL_SECONDS)
            self._by_seat = {seat: each for seat, each in self._by_seat.items() if each is not session}

    # -- what a session needs ------------------------------------------------------------------------------

    def options(self, seat: str, name: str, address: str, language: str) -> GuestOptions:
        own, secret = self._options, guest_secret(self._secret, seat)
        proof = credential(own.key, "ssh", address)
        return GuestOptions(
            self._addresses, own.table, own.fingerprint, proof, secret, name, language, own.join_line
        )

    def busy(self) -> set[str]:
        return set(self._by_seat)

    def take_over(self, seat: str, session: GuestSession) -> None:
        before = self._by_seat.get(seat)
        self._by_seat[seat] = session
        if before not in (None, session):
            before.end(_taken_over)

    def may_guess(self, address: str) -> bool:
        now = self.now()
        return self._words.of(address, now).has(now) and self._all_words.has(now)

    def count_wrong_word(self, address: str) -> None:
        now = self.now()
        self._words.of(address, now).take(now)
        self._all_words.take(now)

    def now(self) -> float:
        return time.monotonic()


class _Line:
    """A client's connection, relayed to asyncssh over a socket pair."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str) -> None:
        self.address = address
        self.inside = False
        self.session: GuestSession | None = None
        self.inner: asyncio.StreamWriter | None = None
        self.deadline: asyncio.TimerHandle | None = None
        self._reader, self._writer = reader, writer
        self._bucket = TokenBucket(BYTES_A_SECOND, BYTES_AT_ONCE, time.monotonic())

    def postpone(self, seconds: float | None) -> None:
        if self.deadline:
            self.deadline.cancel()
            self.deadline = None
        if seconds is not None:
            self.deadline = asyncio.get_running_loop().call_later(seconds, self.cut)

    def cut(self) -> None:
        self.postpone(None)
        for writer in (self._writer, self.inner):
            if writer:
                writer.transport.abort()

    async def refuse(self, sentence: str) -> None:
        """Explain the refusal in the form that ssh allows before the key exchange."""
        with suppress(OSError):
            self._writer.write(b"SSH-2.0-sixqp\r\n" + disconnect_packet(sentence))
            async with asyncio.timeout(1.0):
                await self._writer.drain()
                self._writer.write_eof()
                await self._reader.read(_READ)
        self.cut()

    async def relay_in(self, inner: asyncio.StreamWriter) -> None:
        while data := await self._reader.read(_READ):
            wait = self._bucket.borrow(time.monotonic(), len(data))
            await asyncio.sleep(wait)  # noqa: TID251 (a client that sends more has to wait)
            inner.write(data)
            await inner.drain()
        self.cut()

    async def relay_out(self, inner: asyncio.StreamReader, keys_exchanged: Callable[[], None]) -> None:
        exchanged = False
        while data := await inner.read(_READ):
            if not exchanged and _NEW_KEYS in data:
                exchanged = True
                keys_exchanged()
            self._writer.write(data)
            await self._writer.drain()
        with suppress(OSError):
            self._writer.close()
            async with asyncio.timeout(1.0):
                await self._writer.wait_closed()
        self.cut()


def disconnect_packet(sentence: str) -> bytes:
    """SSH_MSG_DISCONNECT without encryption (RFC 4253, 6 and 11.1)."""
    text, too_many = sentence.encode(), 12
    payload = b"\x01" + too_many.to_bytes(4, "big") + len(text).to_bytes(4, "big") + text + b"\0\0\0\0"
    padding = 8 - (len(payload) + 5) % 8 + (8 if 8 - (len(payload) + 5) % 8 < 4 else 0)
    return (len(payload) + padding + 1).to_bytes(4, "big") + bytes((padding,)) + payload + bytes(padding)


async def _say(process: Process, sentence: str) -> int:
    process.stderr.write(f"{sentence}\r\n".encode())
    await process.stderr.drain()
    return 1


def _way_closed() -> str:
    return _("Access by ssh was closed. If you have a seat, it is kept as long as the table is open.")


def _taken_over() -> str:
    return _("You came back over another connection; this one is closed.")


def _table_moved() -> str:
    return _("The table restarted. Connect again the same way.")
