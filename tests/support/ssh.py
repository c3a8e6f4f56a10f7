"""A gateway in this process on the loopback, what its guests' clients see, and processes that a test plays."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import asyncssh

from sixqp_tui.gateways.ssh.gateway import Gateway
from sixqp_tui.gateways.ssh.packets import GuestOptions, Packet, Report, encode_meta

TABLE = "1a2b3c4d"
SECRET = bytes(range(32))


@dataclass
class PlayedApp:
    """A guest's process, as far as the gateway knows: it is told `options`, is `sent` packets and `says` others.

    Those that have begun are in `apps`.
    """

    apps: "asyncio.Queue[PlayedApp]"
    variables: Mapping[str, str]
    options: GuestOptions = field(init=False)
    sent: bytearray = field(default_factory=bytearray)
    says: asyncio.Queue[Packet | None] = field(default_factory=asyncio.Queue)
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def begin(self, options: GuestOptions) -> None:
        """Take a place."""
        self.options = options
        self.apps.put_nowait(self)

    async def send(self, data: bytes) -> None:
        """Take what the guest has typed."""
        self.sent += data
        self._news.set()

    async def got(self, wanted: bytes, more: float = 5.0) -> None:
        """Wait until this was sent; for nothing, this many seconds long for anything."""
        with suppress(TimeoutError):
            async with asyncio.timeout(more):
                while not wanted or wanted not in self.sent:
                    self._news.clear()
                    await self._news.wait()
        assert wanted in self.sent

    async def packets(self) -> AsyncIterator[Packet]:
        """What the test lets it say."""
        while (packet := await self.says.get()) is not None:
            yield packet

    async def end(self) -> None:
        """The session is over."""
        self.ended.set()
        self.says.put_nowait(None)
        await asyncio.sleep(0)  # noqa: TID251 (the output of a process ends before its end is known)

    def report(self, **told: Any) -> None:
        self.says.put_nowait(Packet("M", encode_meta(Report(**told))[5:]))

    def draw(self, text: str) -> None:
        self.says.put_nowait(Packet("D", text.encode()))


class KeyboardClient(asyncssh.SSHClient):
    """A client whose user is asked nothing, or has nothing to say."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: object) -> list[str]:
        return ["" for _prompt in prompts]  # type: ignore[attr-defined]


@dataclass
class SshGateway:
    """A gateway that listens at `port`, and the processes that it has started."""

    gateway: Gateway
    port: int
    apps: asyncio.Queue[PlayedApp]

    @asynccontextmanager
    async def client(self, name: str = "ann", **more: Any) -> AsyncIterator[asyncssh.SSHClientConnection]:
        """Somebody's client, without a key unless it is given one."""
        by_keyboard = {} if "password" in more else {"client_factory": KeyboardClient}
        usual = {"port": self.port, "known_hosts": None, "client_keys": None, "agent_path": None, "config": None}
        options = {**usual, **by_keyboard, **more}
        async with asyncssh.connect("127.0.0.1", username=name, **options) as connection:
            yield connection

    async def seated(self) -> PlayedApp:
        """The next process, which gets a seat."""
        app = await self.apps.get()
        app.report(type="welcomed", seated=True)
        app.draw("the table")
        return app


OpenGateway = Callable[..., Awaitable[SshGateway]]


class Screen:
    """What a guest's terminal has been sent."""

    def __init__(self, process: asyncssh.SSHClientProcess[bytes]) -> None:
        self.process, self.text = process, ""

    async def until(self, wanted: str) -> str:
        """Read on until this stands there; all that was read."""
        while wanted not in self.text:
            data = await self.process.stdout.read(4096)
            assert data, f"the terminal ended before {wanted!r}: {self.text!r}"
            self.text += data.decode(errors="replace")  # a chunk may end within a character
        return self.text

    async def rest(self) -> str:
        return (self.text + (await self.process.stdout.read()).decode()).replace("\r\n", "\n")

    def type(self, keys: str | bytes) -> None:
        self.process.stdin.write(keys.encode() if isinstance(keys, str) else keys)


async def terminal(connection: asyncssh.SSHClientConnection, **more: Any) -> Screen:
    """A terminal by this connection."""
    options = {"term_type": "xterm-256color", "term_size": (80, 24), "encoding": None, **more}
    return Screen(await connection.create_process(**options))
