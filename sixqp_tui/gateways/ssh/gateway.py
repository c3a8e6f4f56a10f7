"""The gateway for guests by ssh: who comes in, with which seat."""

import asyncio
import logging
import socket
import time
from asyncio import StreamReader, StreamWriter
from collections.abc import Sequence
from contextlib import suppress
from hmac import compare_digest
from typing import Any, Final, NamedTuple

import asyncssh

from sixqp_protocol.messages import SeatNews
from sixqp_protocol.room_code import code_of
from sixqp_tui.engine.token_bucket import TokenBucket, TokenBuckets
from sixqp_tui.gateways.ssh.login import Login, room_code
from sixqp_tui.gateways.ssh.options import GuestOptions
from sixqp_tui.gateways.ssh.seats import Seats
from sixqp_tui.gateways.ssh.terminal import COMMAND, Terminal, Words, only_the_game
from sixqp_tui.host.network.connection_limits import PlacesByAddress, sender_address
from sixqp_tui.host.network.gateway import credential
from sixqp_tui.hosting.ways_in import GatewayOptions
from sixqp_tui.i18n import _
from sixqp_tui.i18n.errors import why_closed

KEY_EXCHANGES: Final = ("curve25519-sha256", "curve25519-sha256@libssh.org", "mlkem768x25519-sha256")
"""Fast ones; OpenSSH since 6.5 knows one. Dropbear guesses the first, and asyncssh survives no wrong guess."""
CIPHERS: Final = "chacha20-poly1305*,*-gcm*,aes*-ctr"
MACS: Final = ("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com")
"""Encrypt-then-MAC, in OpenSSH since 6.2; the first ciphers need none."""
MAX_UNANSWERED: Final = 2
"""Keepalive requests that a client may leave unanswered before it counts as gone."""
GOODBYE_SECONDS: Final = 3.0
"""Until guests' connections are cut when the gateway closes."""
MAX_TYPED: Final = 64
BYTES_A_SECOND: Final = 16 * 1024.0
"""One connection's, including all ssh overhead: a mouse that never rests sends eight thousand."""
BYTES_AT_ONCE: Final = 48 * 1024.0
"""A key exchange takes six thousand."""
READ: Final = 16 * 1024
_log = logging.getLogger(__name__)


class SshLimits(NamedTuple):
    """Limits in total and per address; rates are per second, times in seconds."""

    connections: int = 40
    """As many as the table's own port takes. Each guest costs a process."""
    of_one_address: int = 8
    rate: float = 0.5
    """New connections of one address: a key exchange takes milliseconds."""
    rate_at_once: float = 10.0
    login: float = 90.0
    """To log in, when the guest may compare the gateway's key or type a passphrase; and to type the room code."""
    keepalive: float = 3.0
    """Of silence, until a client must answer; one that is gone is noticed within ten."""
    codes: float = 1 / 30
    codes_at_once: float = 5.0
    """Wrong room codes of one address, as the table itself allows them."""


class Gateway:
    def __init__(
        self,
        options: GatewayOptions,
        key: asyncssh.SSHKey,
        secret: bytes,
        limits: SshLimits | None = None,
        command: Sequence[str] = COMMAND,
    ) -> None:
        self.fingerprint = key.get_fingerprint()
        self._options, self._key, self._command = options, key, command
        self._seats = Seats(secret, options.table)
        self._limits = limits = limits or SshLimits()
        arrivals = TokenBuckets[str](limits.rate, limits.rate_at_once)
        self._lines: PlacesByAddress[StreamWriter] = PlacesByAddress(limits.of_one_address, arrivals=arrivals)
        self._codes: TokenBuckets[str] = TokenBuckets(limits.codes, limits.codes_at_once)
        self._terminals: dict[StreamWriter, Terminal] = {}
        self._guests = set[StreamWriter]()
        self._tasks = set[asyncio.Task[Any]]()
        self._server: asyncio.Server | None = None

    async def start(self, sock: socket.socket) -> None:
        self._server = await asyncio.start_server(self._accept, sock=sock)

    async def close(self) -> None:
        for line in self._lines:
            if line in self._guests:
                self._terminals[line].end(_way_closed)
            else:
                line.transport.abort()
        await self.drain(GOODBYE_SECONDS)
        for line in self._lines:
            line.transport.abort()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def drain(self, seconds: float) -> None:
        if self._server:
            self._server.close()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    @property
    def guests(self) -> int:
        return len(self._guests)

    def show_chairs(self, chairs: tuple[SeatNews, ...]) -> None:
        self._seats.show(chairs)

    # -- connections ------------------------------------------------------------------------------------

    def _accept(self, reader: StreamReader, writer: StreamWriter) -> None:
        peer, here = writer.get_extra_info("peername"), writer.get_extra_info("sockname")
        address = sender_address(peer, here) if peer and here else ""  # gone already
        if not (address and self._lines.add(writer, address, time.monotonic())):
            writer.transport.abort()
            return
        if surplus := self._lines.surplus(self._limits.connections, self._guests):
            surplus.transport.abort()
        self._wait_for(asyncio.create_task(self._serve(reader, writer, address)))

    def _wait_for(self, task: asyncio.Task[Any]) -> None:
        """Until it has ended, the gateway isn't closed."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: StreamReader, writer: StreamWriter, address: str) -> None:
        """Asyncssh reads what comes in by this: it would spend a whole core on a flood."""
        ours, theirs = socket.socketpair()
        inner_reader, inner_writer = await asyncio.open_connection(sock=ours)
        bucket = TokenBucket(BYTES_A_SECOND, BYTES_AT_ONCE, time.monotonic())
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(_relay(reader, inner_writer, bucket))
                group.create_task(_relay(inner_reader, writer))
                group.create_task(self._run_ssh(theirs, Login(address, bool(self._options.code)), writer))
        except* OSError as gone:
            _log.debug("a connection from %s was lost: %s", address, gone.exceptions[0])
        finally:
            self._lines.remove(writer)
            writer.transport.abort()
            inner_writer.transport.abort()

    async def _run_ssh(self, sock: socket.socket, login: Login, line: StreamWriter) -> None:
        async def play(guest: asyncssh.SSHServerProcess[bytes]) -> None:
            if task := asyncio.current_task():
                self._wait_for(task)
            terminal = Terminal(guest, self._options.language)
            if words := only_the_game if line in self._terminals else terminal.find_refusal():
                terminal.refuse(words)
                return
            login.connection.set_keepalive(self._limits.keepalive, MAX_UNANSWERED)
            gone = asyncio.create_task(guest.channel.wait_closed())
            gone.add_done_callback(lambda _gone: terminal.end())
            self._terminals[line] = terminal
            try:
                await self._play(terminal, login, line)
            finally:
                del self._terminals[line]
                self._guests.discard(line)
                with suppress(TimeoutError):  # a terminal that nobody reads takes no more keys
                    async with asyncio.timeout(GOODBYE_SECONDS):
                        await guest.wait_closed()

        try:
            connection = await asyncssh.run_server(
                sock,
                config=None,
                server_factory=lambda: login,
                process_factory=play,
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
                login_timeout=self._limits.login,
                max_pktsize=READ,
                window=2 * READ,
            )
            await connection.wait_closed()
        except (OSError, ValueError, asyncssh.Error) as error:
            _log.debug("nobody has logged in from %s: %s", login.address, error)

    # -- guests -----------------------------------------------------------------------------------------

    async def _play(self, terminal: Terminal, login: Login, line: StreamWriter) -> None:
        words: Words | None = str
        with suppress(TimeoutError):
            async with asyncio.timeout(self._limits.login):
                words = await self._find_refusal(login, terminal)
        if words:
            terminal.refuse(words)
        else:
            self._guests.add(line)
            await terminal.run(self._command, self._guest_options(login, terminal.language))

    async def _find_refusal(self, login: Login, terminal: Terminal) -> Words | None:
        """A locked table lets in an ssh key that has a seat, and whoever knows the room code."""
        if not self._options.code or (login.key and self._seats.is_taken(login.key)):
            return None
        code, typed = self._options.code, login.password
        while (tries := self._codes.of(login.address, now := time.monotonic())).has(now):
            if not typed:
                answer = await terminal.ask(room_code)
                if answer is None:
                    return str
                typed = answer
            elif compare_digest(code_of(typed[:MAX_TYPED]) or "", code):
                return None
            else:
                tries.take(now)
                terminal.say(_wrong_code)
                typed = ""
        return _codes_paused

    def _guest_options(self, login: Login, language: str) -> GuestOptions:
        own, key = self._options, login.key
        secret = self._seats.secret_of(key) if key else self._seats.draw()
        return GuestOptions(
            own.table_port,
            own.table,
            own.fingerprint,
            credential(own.key, "ssh", login.address),
            secret,
            login.name,
            language,
            self._seats.away(key, secret),
            own.join_line,
            own.code,
        )


async def _relay(reader: StreamReader, writer: StreamWriter, bucket: TokenBucket | None = None) -> None:
    """Until one side ends. What comes faster than the bucket fills has to wait. Raises OSError."""
    while data := await reader.read(READ):
        if bucket:
            await asyncio.sleep(bucket.borrow(time.monotonic(), len(data)))  # noqa: TID251 (the limit)
        writer.write(data)
        await writer.drain()
    with suppress(OSError):
        writer.close()
        await writer.wait_closed()


def _wrong_code() -> str:
    return why_closed("wrong_code")


def _codes_paused() -> str:
    return why_closed("codes_paused")


def _way_closed() -> str:
    sentence = _("Access by ssh was closed. If you have a seat, it is kept as long as the table is open.")
    return f"{sentence}\r\n"
