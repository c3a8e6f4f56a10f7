"""Newcomers at a locked table, as a program of its own for the tests over a LAN.

guess ADDRESS SECONDS SOURCE...: gives wrong codes from these own addresses in turn, as fast as they are taken, and
prints how many were taken.
join ADDRESS SECONDS CODE: joins with this code every half second, one watcher after the other, and prints for each
whether they came in.
"""

import asyncio
import secrets
import sys
from contextlib import suppress
from itertools import cycle

from support.network import raw, signed
from support.tables import running
from websockets.exceptions import ConnectionClosed

from sixqp_protocol.codec import decode_host, encode
from sixqp_protocol.keys import Key
from sixqp_protocol.messages import CodeGiven, CodeWanted
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.client.session import Session

SIMULTANEOUS = 4


class Guesser:
    def __init__(self, host: str, port: int, sources: list[str]) -> None:
        self._host, self._port, self._sources = host, port, cycle(sources)
        self.taken = 0

    async def run(self) -> None:
        while True:
            with suppress(ConnectionClosed, OSError):
                await self._guess(next(self._sources))

    async def _guess(self, source: str) -> None:
        async with await raw(self._port, self._host, local_addr=(source, 0)) as line:
            await line.send(signed(line, Key.of(secrets.token_bytes(32))))
            if isinstance(decode_host(await line.recv(decode=False)), CodeWanted):
                self.taken += 1
                await line.send(encode(CodeGiven(secrets.token_bytes(32), bytes(32))))
            await line.wait_closed()


async def guess(host: str, port: int, seconds: float, sources: list[str]) -> None:
    guesser = Guesser(host, port, sources)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(guesser.run() for _ in range(SIMULTANEOUS)))
    sys.stdout.write(f"{guesser.taken}\n")


async def join(host: str, port: int, seconds: float, code: str) -> None:
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while loop.time() < end:
        session = Session(NetworkLink([(host, port)]), Identity("Ann", "watcher", code=code))
        async with running(session):
            sys.stdout.write(f"{await session.wait_until_seated(10)}\n")
        await asyncio.sleep(0.5)  # noqa: TID251 (as often as newcomers come)


def main() -> None:
    what, address, seconds, *more = sys.argv[1:]
    host, port = address.rsplit(":", 1)
    place = (host, int(port), float(seconds))
    asyncio.run(guess(*place, more) if what == "guess" else join(*place, more[0]))
