"""The gateway of guests by ssh: listens, counts, and hands each connection to asyncssh."""

import asyncio
import logging
import socket
import time
from contextlib import suppress
from typing import Final

import asyncssh

from sixqp_tui.engine.token_bucket import TokenBucket
from sixqp_tui.gateways.ssh import words as ssh_words
from sixqp_tui.gateways.ssh.guest_session import GuestSession
from sixqp_tui.gateways.ssh.host_key import SshKey
from sixqp_tui.gateways.ssh.limits import BYTES_A_SECOND, BYTES_AT_ONCE, AddressLimits, SshLimits
from sixqp_tui.gateways.ssh.login import Login, Process
from sixqp_tui.gateways.ssh.packets import GuestOptions
from sixqp_tui.gateways.ssh.seats import SeatBook
from sixqp_tui.host.network.connection_limits import sender_address
from sixqp_tui.host.network.gateway import credential
from sixqp_tui.hosting.gateway_process import Addresses, GatewayOptions
from sixqp_tui.i18n import _

KEY_EXCHANGES: Final = "*25519*,ecdh-sha2-nistp256"
"""Those that every OpenSSH since 6.5 knows and that cost a millisecond, with those against quantum computers."""
KEEPALIVE_SECONDS: Final = 10
"""Seconds after which a line that says nothing is asked whether it stands; three unanswered, and it does not."""
MAX_LINES: Final = 128
"""Connections, those that are just told why they are not served among them."""
GOODBYE_SECONDS: Final = 3.0
"""Seconds that guests have to read why the gateway ends, before their lines are cut."""
FAREWELL_SECONDS: Final = 5.0
"""Seconds that a client has to hang up when its guest's session is over."""
_READ: Final = 16 * 1024
_log = logging.getLogger(__name__)


class Gateway:
    """Guests by ssh at one table."""

    def __init__(
        self, options: GatewayOptions, key: SshKey, seats: SeatBook, limits: SshLimits | None = None
    ) -> None:
        self.seats, self.language, self.locked = seats, options.language, options.locked
        self.addresses = options.addresses
        self._options, self._limits = options, AddressLimits(limits or SshLimits())
        self._key = asyncssh.import_private_key(key.private)
        self._by_token: dict[bytes, GuestSession] = {}
        self._all: set[GuestSession] = set()
        self._lines: dict[_Line, asyncio.Task[None]] = {}
        self._server: asyncio.Server | None = None

    async def start(self, sock: socket.socket) -> None:
        self._server = await asyncio.start_server(self._accept, sock=sock)

    async def close(self) -> None:
        """Let every guest go with a sentence."""
        if self._server:
            self._server.close()
        for session in tuple(self._all):
            session.end(ssh_words.table_gone)
        for line in tuple(self._lines):
            if not line.inside:
                line.cut()
        if self._lines:
            await asyncio.wait(tuple(self._lines.values()), timeout=GOODBYE_SECONDS)
        for line, task in tuple(self._lines.items()):
            line.cut()
            await asyncio.wait((task,))

    async def drain(self, seconds: float) -> None:
        """Let nobody in any more, and wait until the last guest has gone, at the latest after so long."""
        if self._server:
            self._server.close()
        if self._lines:
            await asyncio.wait(tuple(self._lines.values()), timeout=seconds)

    @property
    def guests(self) -> int:
        return len(self._all)

    def move(self, addresses: Addresses) -> None:
        """The table is here now. Whoever sits at it by another port has to come again."""
        if addresses != self.addresses:
            self.addresses = addresses
            for session in tuple(self._all):
                session.end(_table_moved)

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
            if self._limits.connect(line, line.address, self.now()):
                surplus = self._limits.surplus()
                if isinstance(surplus, _Line):
                    surplus.cut()
                await self._carry(line)
            elif len(self._lines) < MAX_LINES:
                await line.refuse(_("Too many connections from your address. Try again in a minute."))
        except* (OSError, asyncssh.Error) as gone:
            _log.debug("a connection from %s has ended: %s", line.address, gone.exceptions[0])
        finally:
            self._limits.leave(line)
            line.cut()
            if line.session:  # whatever it waits for, nobody is there any more
                line.session.end(ssh_words.table_gone)

    async def _carry(self, line: "_Line") -> None:
        """Run ssh over this line until either ends. All bytes of the client count, whatever they say."""
        limits = self._limits.limits

        async def serve(process: Process) -> None:
            process.exit(await self._stay(process, login, line))

        ours, theirs = socket.socketpair()
        line.deadline = asyncio.get_running_loop().call_later(limits.silence, line.cut)
        login = Login(self.locked, lambda: line.postpone(limits.login_timeout), lambda: line.postpone(None), serve)
        async with asyncio.TaskGroup() as group:
            near = await asyncio.open_connection(sock=ours)
            line.inner = near[1]
            group.create_task(line.relay_in(near[1]))
            group.create_task(line.relay_out(near[0]))
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
            compression_algs=None,
            agent_forwarding=False,
            gss_host=None,
            host_based_auth=False,
            login_timeout=0,
            keepalive_interval=KEEPALIVE_SECONDS,
            max_pktsize=_READ,
            window=2 * _READ,
        )
        await connection.wait_closed()

    async def _stay(self, process: Process, login: Login, line: "_Line") -> int:
        if line.session is not None:
            return await _say(process, ssh_words.only_the_game())
        if not line.inside and not self._limits.enter(line):
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
            self._by_token = {token: each for token, each in self._by_token.items() if each is not session}

    # -- what a session needs ------------------------------------------------------------------------------

    def options(self, name: str, address: str, language: str) -> GuestOptions:
        """What a process is told for a guest at this address."""
        told = self._options
        proof = credential(told.key, address)
        return GuestOptions(self.addresses, told.table, told.fingerprint, proof, name, language, told.join_line)

    def busy(self) -> set[bytes]:
        return set(self._by_token)

    def take_over(self, token: bytes, session: GuestSession) -> None:
        """This session has the seat now; one that had it before ends."""
        before = self._by_token.get(token)
        self._by_token[token] = session
        if before not in (None, session):
            before.end(_taken_over)

    def may_guess(self, address: str) -> bool:
        return self._limits.may_guess(address, self.now())

    def guessed_wrong(self, address: str) -> None:
        self._limits.guessed_wrong(address, self.now())

    def now(self) -> float:
        return time.monotonic()


class _Line:
    """A connection as it comes in, and the socket pair by which asyncssh has it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str) -> None:
        self.address = address
        self.inside = False
        self.session: GuestSession | None = None
        self.inner: asyncio.StreamWriter | None = None
        self.deadline: asyncio.TimerHandle | None = None
        self._reader, self._writer = reader, writer
        self._bucket = TokenBucket(BYTES_A_SECOND, BYTES_AT_ONCE, time.monotonic())

    def postpone(self, seconds: float | None) -> None:
        """It has so long for what comes next; for ever, where None."""
        if self.deadline:
            self.deadline.cancel()
            self.deadline = None
        if seconds is not None:
            self.deadline = asyncio.get_running_loop().call_later(seconds, self.cut)

    def cut(self) -> None:
        """End it without a word."""
        self.postpone(None)
        for writer in (self._writer, self.inner):
            if writer:
                writer.transport.abort()

    async def refuse(self, sentence: str) -> None:
        """Say why it is not served, as ssh says it before any key exchange."""
        with suppress(OSError):
            self._writer.write(b"SSH-2.0-sixqp\r\n" + disconnect_packet(sentence))
            async with asyncio.timeout(1.0):
                await self._writer.drain()
                self._writer.write_eof()
                await self._reader.read(_READ)
        self.cut()

    async def relay_in(self, inner: asyncio.StreamWriter) -> None:
        """Hand on what comes from outside, no faster than it may come."""
        while data := await self._reader.read(_READ):
            wait = self._bucket.borrow(time.monotonic(), len(data))
            await asyncio.sleep(wait)  # noqa: TID251 (who says more than that has to wait)
            inner.write(data)
            await inner.drain()
        self.cut()

    async def relay_out(self, inner: asyncio.StreamReader) -> None:
        """Hand on what goes out."""
        while data := await inner.read(_READ):
            self._writer.write(data)
            await self._writer.drain()
        with suppress(OSError):
            self._writer.close()
            async with asyncio.timeout(1.0):
                await self._writer.wait_closed()
        self.cut()


def disconnect_packet(sentence: str) -> bytes:
    """SSH_MSG_DISCONNECT with this sentence, before any encryption (RFC 4253, 6 and 11.1)."""
    text, too_many = sentence.encode(), 12
    payload = b"\x01" + too_many.to_bytes(4, "big") + len(text).to_bytes(4, "big") + text + b"\0\0\0\0"
    padding = 8 - (len(payload) + 5) % 8 + (8 if 8 - (len(payload) + 5) % 8 < 4 else 0)
    return (len(payload) + padding + 1).to_bytes(4, "big") + bytes((padding,)) + payload + bytes(padding)


async def _say(process: Process, sentence: str) -> int:
    process.stderr.write(f"{sentence}\r\n".encode())
    await process.stderr.drain()
    return 1


def _taken_over() -> str:
    return _("You came back over another connection; this one is closed.")


def _table_moved() -> str:
    return _("The table restarted. Your seat is kept: connect again the same way.")
