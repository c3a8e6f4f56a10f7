"""A gateway in this process on the loopback, what its guests' clients see, and a process that plays the app."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import asyncssh
import msgspec

from sixqp_tui.gateways.ssh.gateway import Gateway
from sixqp_tui.gateways.ssh.options import GuestOptions

TABLE = "1a2b3c4d"
SECRET = bytes(range(32))
PLAYED = r"""
import fcntl, json, os, signal, sys, termios, tty

fcntl.ioctl(0, termios.TIOCSCTTY, 0)
tty.setraw(0)
told = os.environ.pop("SIXQP_GUEST").encode()


def show(*_):
    size = os.get_terminal_size(0)
    os.write(1, f"<{size.columns}x{size.lines}>".encode())


signal.signal(signal.SIGWINCH, show)
environment = json.dumps(dict(os.environ)).encode()
os.write(1, b"options " + told + b" environment " + environment + b" the table\r\n")
show()
while keys := os.read(0, 4096):
    os.write(1, b"[" + keys + b"]")
    if keys.endswith(b"q"):
        os.write(1, b"goodbye")
        break
    if keys.endswith(b"!"):
        os.kill(os.getpid(), signal.SIGKILL)
    if keys.endswith(b"z"):
        os.kill(os.getpid(), signal.SIGSTOP)
"""
"""Shows what it was told, and each key. It ends at q, is killed at !, and stands still from z on."""
COMMAND = (sys.executable, "-c", PLAYED)


class KeyboardClient(asyncssh.SSHClient):
    """A client whose user is asked nothing, or has nothing to say."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: object) -> list[str]:
        return ["" for _prompt in prompts]  # type: ignore[attr-defined]


@dataclass
class SshGateway:
    """A gateway that listens at `port`."""

    gateway: Gateway
    port: int

    @asynccontextmanager
    async def client(self, name: str = "ann", **more: Any) -> AsyncIterator[asyncssh.SSHClientConnection]:
        """Somebody's client, without a key unless it is given one."""
        by_keyboard = {} if "password" in more else {"client_factory": KeyboardClient}
        usual = {"port": self.port, "known_hosts": None, "client_keys": None, "agent_path": None, "config": None}
        options = {**usual, **by_keyboard, **more}
        async with asyncssh.connect("127.0.0.1", username=name, **options) as connection:
            yield connection


OpenGateway = Callable[..., Awaitable[SshGateway]]


class Played(NamedTuple):
    """What the process that plays the app was told."""

    options: GuestOptions
    environment: dict[str, str]


async def nobody(gateway: Gateway) -> None:
    """Wait until the last guest has gone."""
    async with asyncio.timeout(20):
        while gateway.guests:  # noqa: ASYNC110 (nothing tells when a guest has gone)
            await asyncio.sleep(0.02)  # noqa: TID251 (the same)


class Screen:
    """What a guest's terminal has been sent."""

    def __init__(self, process: asyncssh.SSHClientProcess[bytes]) -> None:
        self.process, self.text = process, ""

    async def until(self, wanted: str, times: int = 1) -> str:
        """Read on until this stands there so often; all that was read."""
        while self.text.count(wanted) < times:
            data = await self.process.stdout.read(4096)
            assert data, f"the terminal ended before {wanted!r}: {self.text!r}"
            self.text += data.decode(errors="replace")  # a chunk may end within a character
        return self.text

    async def played(self) -> Played:
        """Wait for the process that plays the app."""
        told = re.search(r"options (.*) environment (.*) the table", await self.until(" the table"), re.DOTALL)
        assert told
        return Played(
            msgspec.json.decode(told[1], type=GuestOptions), msgspec.json.decode(told[2], type=dict[str, str])
        )

    async def rest(self) -> str:
        return (self.text + (await self.process.stdout.read()).decode(errors="replace")).replace("\r\n", "\n")

    def type(self, keys: str | bytes) -> None:
        self.process.stdin.write(keys.encode() if isinstance(keys, str) else keys)


async def terminal(connection: asyncssh.SSHClientConnection, **more: Any) -> Screen:
    """A terminal by this connection."""
    options = {"term_type": "xterm-256color", "term_size": (80, 24), "encoding": None, **more}
    return Screen(await connection.create_process(**options))
