"""A table with a page: a room, a gateway that serves it on the loopback, and guests of that page."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from support.tables import OWNER, TABLE
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.link import MemoryLink
from sixqp_tui.client.session import Session
from sixqp_tui.gateways.page.gateway import Gateway, PageLimits
from sixqp_tui.host.network.port import bind_socket
from sixqp_tui.host.network.server import Server
from sixqp_tui.host.room import Room
from sixqp_tui.hosting.journalled_room import run_bot_seat

View = dict[str, Any]
SECRET = bytes(range(32))
"""From which the guests' keys are derived."""


@dataclass
class Place:
    """A page that is served: the room behind it, its gateway, its port, and the owner's session."""

    room: Room
    server: Server
    gateway: Gateway
    port: int
    owner: Session

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


UNHURRIED = PageLimits(messages=1000.0, messages_at_once=1000.0)
"""A test taps faster than anybody."""


@asynccontextmanager
async def place(room: Room, limits: PageLimits = UNHURRIED) -> AsyncIterator[Place]:
    """Serve the page of this room, whose owner is there, until the block ends."""
    server = Server(room, seat_bot=run_bot_seat)
    link = MemoryLink(server.attach)
    owner = Session(link, Identity("Olga", key=OWNER))
    running = asyncio.create_task(owner.run())
    await owner.wait_until_seated(20)
    async with open_gateway(link, limits) as (gateway, port):
        try:
            yield Place(room, server, gateway, port, owner)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            await server.close()


@asynccontextmanager
async def open_gateway(link: MemoryLink, limits: PageLimits) -> AsyncIterator[tuple[Gateway, int]]:
    """A gateway to the table behind this link, and its port."""
    gateway = Gateway(lambda _address: link, TABLE, SECRET, limits, title="A table")
    sock = bind_socket(0)
    await gateway.start(sock, ["localhost"])
    try:
        yield gateway, sock.getsockname()[1]
    finally:
        await gateway.close()


async def play(owner: Session) -> None:
    await run_bot(owner, create_bot("medium"))


class PhoneGuest:
    """A guest of the page without a browser: says what a page says, and hears what it would show."""

    def __init__(self, port: int, cookie: str, line: ClientConnection) -> None:
        self.port, self.cookie, self.line = port, cookie, line
        self.view: View = {}

    async def say(self, kind: str, **more: Any) -> None:
        await self.line.send(json.dumps({"kind": kind, **more}))

    async def until(self, condition: Any) -> View:
        """The first view for which this holds, from the one that is there on."""
        async with asyncio.timeout(20):
            while not self.view or not condition(self.view):
                self.view = json.loads(await self.line.recv())
                self.view |= self.view.pop("shown", {})
        return self.view

    async def play_until(self, condition: Any) -> View:
        """Decide whatever is asked until this holds."""
        done = ""
        while True:
            view = await self.until(lambda view: True)
            if condition(view):
                return view
            moment = str(view.get("moment", ""))
            if view.get("asked") and moment != done:
                await self.decide(view, moment)
                done = moment
            self.view = {}

    async def decide(self, view: View, moment: str) -> None:
        """Lay the first card, take the cheapest row, or pick the first card."""
        match view["asked"]:
            case "card":
                await self.say("ChooseCard", card=view["hand"][0]["card"], moment=moment)
            case "row":
                row = next(at for at, row in enumerate(view["rows"]) if row.get("cheapest"))
                await self.say("ChooseRow", row=row, moment=moment)
            case "pick":
                await self.say("DraftCard", card=view["deck"][0]["card"], moment=moment)

    async def sit(self, name: str, **more: Any) -> View:
        await self.until(lambda view: view["part"] == "door" and not view.get("busy"))
        await self.say("Sit", name=name, **more)
        self.view = {}
        return await self.until(lambda view: not view.get("busy"))


@asynccontextmanager
async def guest(port: int, cookie: str = "", address: str = "127.0.0.1") -> AsyncIterator[PhoneGuest]:
    """A guest at this address of the loopback whose page is open; with a `cookie`, one that was here before."""
    cookie = cookie or await asyncio.to_thread(new_cookie, port)
    async with connect(
        f"ws://127.0.0.1:{port}/socket",
        origin=Origin(f"http://127.0.0.1:{port}"),
        additional_headers={"Cookie": cookie, "Accept-Language": "en"},
        proxy=None,
        local_addr=(address, 0),
    ) as line:
        yield PhoneGuest(port, cookie, line)


def new_cookie(port: int) -> str:
    """The cookie that a browser without one is given."""
    _status, headers, _body = fetch(port, "/seat", X_Sixqp="seat")
    return headers["Set-Cookie"].partition(";")[0]


def upgrade(port: int) -> bytes:
    """The request with which a page at this port opens its socket, under a cookie of its own."""
    return (
        f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nCookie: sixqp_seat={'f' * 32}\r\n\r\n"
    ).encode()


def fetch(port: int, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """The answer to a plain GET: status, headers, body."""
    request = Request(
        f"http://127.0.0.1:{port}{path}", headers={key.replace("_", "-"): headers[key] for key in headers}
    )
    try:
        with urlopen(request, timeout=10) as answer:
            return answer.status, dict(answer.headers), answer.read()
    except HTTPError as error:
        return error.code, dict(error.headers), error.read()
