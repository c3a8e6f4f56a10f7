"""Links of many guests whose first messages are read one at a time."""

import asyncio

from sixqp_tui.client.link import Channel, Link


class Turns:
    """Makes links take turns: a locked table's first message costs 15 ms of work."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    def of(self, link: Link) -> Link:
        return _LinkInTurn(link, self._turn)


class _LinkInTurn:
    def __init__(self, link: Link, turn: asyncio.Lock) -> None:
        self._link, self._turn = link, turn

    @property
    def fingerprint(self) -> str | None:
        return self._link.fingerprint

    @fingerprint.setter
    def fingerprint(self, seen: str | None) -> None:
        self._link.fingerprint = seen

    async def connect(self) -> Channel:
        return _ChannelInTurn(await self._link.connect(), self._turn)


class _ChannelInTurn:
    def __init__(self, channel: Channel, turn: asyncio.Lock) -> None:
        self._channel, self._turn = channel, turn
        self._first = True

    async def send(self, data: bytes) -> None:
        await self._channel.send(data)

    async def recv(self) -> bytes:
        data = await self._channel.recv()
        if self._first:
            self._first = False
            async with self._turn:
                await asyncio.sleep(0)  # noqa: TID251 (lets the others run once)
        return data

    async def close(self, code: int = 1000, reason: str = "") -> None:
        await self._channel.close(code, reason)
