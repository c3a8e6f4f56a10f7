"""The gateway of a table's page in a process of its own: what it is told, what it answers, and its end."""

import asyncio
import subprocess
import sys
from typing import IO

import msgspec

from sixqp_protocol.version import DEFAULT_PORT
from sixqp_tui.i18n import language
from sixqp_tui.i18n import page as page_words
from sixqp_tui.runtime.failure import Failure, os_errors_as_failures
from sixqp_tui.runtime.location.endpoint import LOOPBACK, local_addresses
from sixqp_tui.store import paths
from sixqp_tui.store.private_files import private_opener

PAGE_PORT = DEFAULT_PORT + 3
"""The port of the page, 4669, where no other is asked for: behind those of the game and of ssh."""
TRIED_PORTS = 10
"""Ports that are tried where none is asked for."""
LOG_FILE = "page.log"
STOP_SECONDS = 5.0
"""How long a gateway has to say goodbye to its guests."""
Addresses = tuple[tuple[str, int], ...]


class GatewayOptions(msgspec.Struct, frozen=True):
    """The first line that a gateway reads: where its table is, and where it is to listen itself.

    With `key` it proves for whom it comes. `port` None is the usual one or the next free one.
    `tls`: by a certificate that it makes itself.
    """

    addresses: Addresses
    table: str
    fingerprint: str
    key: bytes = b""
    port: int | None = None
    tls: bool = False


class GatewayResult(msgspec.Struct, frozen=True):
    """What it answers: the port that it listens on, or why it does not."""

    port: int = 0
    failure: str | None = None


class GatewayOrder(msgspec.Struct, frozen=True):
    """Every further line that it reads: the table is at these addresses now, or the page is to be closed."""

    addresses: Addresses = ()
    stop: bool = False


class PageProcess:
    """A gateway that was started from here."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, tls: bool) -> None:
        self._process = process
        self.port, self.tls = port, tls

    @property
    def alive(self) -> bool:
        """Whether it runs still."""
        return self._process.poll() is None

    def lines(self) -> tuple[str, ...]:
        """What guests type into a browser, the best address first."""
        scheme = "https" if self.tls else "http"
        typed = [each for each in local_addresses() if ":" not in each] or [LOOPBACK]
        return tuple(f"{scheme}://{each}:{self.port}" for each in typed)

    def move(self, addresses: Addresses) -> None:
        """The table is here now."""
        self._order(GatewayOrder(addresses))

    async def stop(self) -> None:
        """Close the page, and wait until it is closed."""
        self._order(GatewayOrder(stop=True))
        try:
            await asyncio.to_thread(self._process.wait, STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            await asyncio.to_thread(self._process.wait)

    def _order(self, order: GatewayOrder) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(msgspec.json.encode(order) + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            return  # it has ended


async def start_page(options: GatewayOptions) -> PageProcess:
    """Start the gateway of a table. Raises Failure with the reason."""
    return await asyncio.to_thread(_start_blocking, options)


def _start_blocking(options: GatewayOptions) -> PageProcess:
    with os_errors_as_failures():
        log = paths.log_dir() / LOG_FILE
        errors = open(log, "wb", opener=private_opener)  # noqa: SIM115
    with errors:
        process = _start_process(errors)
    assert process.stdin and process.stdout
    process.stdin.write(msgspec.json.encode(options) + b"\n")
    process.stdin.flush()
    with process.stdout:
        line = process.stdout.readline()
    if not line:
        raise Failure(page_words.did_not_start(str(log)))
    result = msgspec.json.decode(line, type=GatewayResult)
    if result.failure:
        raise Failure(result.failure)
    return PageProcess(process, result.port, options.tls)


def _start_process(errors: IO[bytes]) -> subprocess.Popen[bytes]:
    """Start it apart from this terminal: a table that its host leaves open keeps its page."""
    command, pipe = [sys.executable, "-m", "sixqp_tui", "--lang", language(), "page"], subprocess.PIPE
    if sys.platform == "win32":
        apart = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors, creationflags=apart)
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors, start_new_session=True)
