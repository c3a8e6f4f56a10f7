"""The gateway for guests by ssh: who comes in, with which seat."""

import asyncio
import logging
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from hmac import compare_digest
from typing import Final

import asyncssh
from msgspec.structs import replace

from sixqp_protocol.messages import SeatNews
from sixqp_protocol.room_code import code_of
from sixqp_tui.engine.token_bucket import TokenBucket, TokenBuckets
from sixqp_tui.gateways.ssh.guest import COMMAND, Guest
from sixqp_tui.gateways.ssh.host_key import SshKey
from sixqp_tui.gateways.ssh.line import READ, Line
from sixqp_tui.gateways.ssh.login import Login, refusal
from sixqp_tui.gateways.ssh.options import GuestOptions
from sixqp_tui.gateways.ssh.seats import Seats
from sixqp_tui.host.network.connection_limits import sender_address
from sixqp_tui.host.network.gateway import credential
from sixqp_tui.host.network.places_by_address import PlacesByAddress
from sixqp_tui.hosting.ways_in import Addresses, GatewayOptions, HostSeat
from sixqp_tui.i18n import _

KEY_EXCHANGES: Final = ("curve25519-sha256", "curve25519-sha256@libssh.org", "mlkem768x25519-sha256")
"""Fast ones; OpenSSH since 6.5 knows one. Dropbear guesses the first, and asyncssh survives no wrong guess."""
CIPHERS: Final = "chacha20-poly1305*,*-gcm*,aes*-ctr"
MACS: Final = ("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com")
"""Encrypt-then-MAC, in OpenSSH since 6.2; the first ciphers need none."""
MAX_UNANSWERED: Final = 2
"""Keepalive requests that a client may leave unanswered before it counts as gone."""
MAX_LINES: Final = 128
"""Connections, including those being refused."""
GOODBYE_SECONDS: Final = 3.0
"""Until guests' connections are cut when the gateway closes."""
MAX_TYPED: Final = 64
FAREWELL_SECONDS: Final = 5.0
"""For a client to disconnect after its session."""
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
    """To log in and open a terminal: the guest may compare the gateway's key, or type a code or a passphrase."""
    keepalive: float = 3.0
    """Of silence, until a client must answer; one that is gone is noticed within ten."""
    codes: float = 1 / 30
    codes_at_once: float = 5.0
    """Wrong room codes of one address, as the table itself allows them."""
    codes_of_all: float = 1 / 20
    codes_of_all_at_once: float = 40.0
    """Wrong room codes from all addresses: in twelve hours, one in fifty thousand of those that tables draw."""


class Gateway:
    def __init__(
        self,
        options: GatewayOptions,
        key: SshKey,
        secret: bytes,
        limits: SshLimits | None = None,
        command: Sequence[str] = COMMAND,
    ) -> None:
        self.fingerprint = key.fingerprint
        self._options, self._code, self._command = options, options.code, command
        self._seats = Seats(secret, options.table)
        self._limits = limits = limits or SshLimits()
        logins = TokenBuckets[str](limits.logins, limits.logins_at_once)
        self._opening: PlacesByAddress[Line] = PlacesByAddress(limits.opening_of_one_address, arrivals=logins)
        self._inside: PlacesByAddress[Line] = PlacesByAddress(limits.guests_of_one_address, limits.guests)
        self._codes: TokenBuckets[str] = TokenBuckets(limits.codes, limits.codes_at_once)
        self._codes_of_all = TokenBucket(limits.codes_of_all, limits.codes_of_all_at_once)
        self._key = asyncssh.import_private_key(key.private)
        self._guests: dict[Line, Guest] = {}
        self._lines: dict[Line, asyncio.Task[None]] = {}
        self._server: asyncio.Server | None = None

    async def start(self, sock: socket.socket) -> None:
        self._server = await asyncio.start_server(self._accept, sock=sock)

    async def close(self) -> None:
        if self._server:
            self._server.close()
        self._end_all(_way_closed)
        for line in tuple(self._lines):
            if line not in self._guests:
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
        return len(self._guests)

    def move(self, addresses: Addresses) -> None:
        if addresses != self._options.addresses:
            self._options = replace(self._options, addresses=addresses)
            self._end_all(_table_moved)

    def show_chairs(self, chairs: tuple[SeatNews, ...], code: str | None) -> None:
        """If nothing is known any more, what was known last counts on."""
        if chairs:
            self._seats.show(chairs)
            self._code = code

    def offer_host_seat(self, seat: HostSeat) -> None:
        """The host's seat is for a phone."""

    def _end_all(self, farewell: Callable[[], str]) -> None:
        for guest in tuple(self._guests.values()):
            guest.end(farewell)

    # -- connections ------------------------------------------------------------------------------------

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        peer, here = writer.get_extra_info("peername"), writer.get_extra_info("sockname")
        if peer is None or here is None:  # gone already
            writer.transport.abort()
            return
        line = Line(reader, writer, sender_address(peer, here))
        self._lines[line] = asyncio.create_task(self._serve(line))
        self._lines[line].add_done_callback(lambda _task: self._lines.pop(line))

    async def _serve(self, line: Line) -> None:
        try:
            if self._opening.add(line, line.address, time.monotonic()):
                if surplus := self._opening.surplus(self._limits.opening):
                    surplus.cut()
                await self._carry(line)
            elif len(self._lines) < MAX_LINES:
                await line.refuse(_("Too many connections from your address. Try again in a minute."))
        except* (OSError, asyncssh.Error) as gone:
            _log.debug("a connection from %s has ended: %s", line.address, gone.exceptions[0])
        finally:
            self._opening.remove(line)
            line.cut()

    async def _carry(self, line: Line) -> None:
        limits = self._limits
        line.postpone(limits.silence)
        ours, theirs = socket.socketpair()
        reader, writer = await asyncio.open_connection(sock=ours)
        login = Login(self, line.address, partial(self._open_terminal, line))
        async with asyncio.TaskGroup() as group:
            group.create_task(line.relay(reader, writer, partial(line.postpone, limits.login_timeout)))
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
            max_pktsize=READ,
            window=2 * READ,
        )
        await connection.wait_closed()

    # -- guests -----------------------------------------------------------------------------------------

    @property
    def locked(self) -> bool:
        return self._code is not None

    def knows(self, fingerprint: str) -> bool:
        return bool(fingerprint) and self._seats.is_taken(fingerprint)

    def is_code(self, typed: str, address: str) -> bool:
        now = time.monotonic()
        own = self._codes.of(address, now)
        if not (own.has(now) and self._codes_of_all.has(now)):
            return False
        if compare_digest(code_of(typed[:MAX_TYPED]) or "", self._code or ""):
            return True
        own.take(now)
        self._codes_of_all.take(now)
        return False

    def _open_terminal(self, line: Line, login: Login) -> Guest:
        if line in self._guests:
            raise refusal()
        guest = self._guests[line] = Guest(
            partial(self._enter, line, login), partial(self._leave, line), self._options.language, self._command
        )
        return guest

    def _enter(self, line: Line, login: Login, guest: Guest) -> Callable[[str], GuestOptions] | str:
        if not (self._opening.remove(line) and self._inside.add(line, line.address)):
            return _("There's no room for another ssh guest now. Try again later.")
        line.postpone(None)
        login.connection.set_keepalive(self._limits.keepalive, MAX_UNANSWERED)
        own, key = self._options, login.key
        away = {} if key else self._seats.away({guest.secret for guest in self._guests.values()})
        secret = self._seats.secret_of(key) if key else self._seats.draw()
        return lambda language: GuestOptions(
            own.addresses,
            own.table,
            own.fingerprint,
            credential(own.key, "ssh", line.address),
            secret,
            login.name,
            language,
            away,
            own.join_line,
            login.code,
        )

    def _leave(self, line: Line, guest: Guest) -> None:
        self._guests.pop(line, None)
        self._inside.remove(line)
        line.postpone(FAREWELL_SECONDS)


def _way_closed() -> str:
    return _("Access by ssh was closed. If you have a seat, it is kept as long as the table is open.")


def _table_moved() -> str:
    return _("The table restarted. Connect again the same way.")
