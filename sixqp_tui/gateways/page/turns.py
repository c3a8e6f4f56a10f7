"""Links of many guests whose first messages are read one at a time."""

from sixqp_tui.client.link import Channel, Link
from sixqp_tui.host.network.turns import Turns


class LinkTurns:
    """Makes links take turns: a locked table's first message costs 15 ms of work."""

    def __init__(self) -> None:
        self._turns = Turns()

    def of(self, link: Link) -> Link:
        return _LinkInTurn(link, self._turns)


class _LinkInTurn:
    def __init__(self, link: Link, turns: Turns) -> None:
        self._link, self._turns = link, turns

    @property
    def fingerprint(self) -> str | None:
        return self._link.fingerprint

    @fingerprint.setter
    def fingerprint(self, seen: str | None) -> None:
        self._link.fingerprint = seen

    async def connect(self) -> Channel:
        return _ChannelInTurn(await self._link.connect(), self._turns)


class _ChannelInTurn:
    def __init__(self, channel: Channel, turns: Turns) -> None:
        self._channel, self._turns = channel, turns
        self._first = True

    async def send(self, data: bytes) -> None:
        await self._channel.send(data)

    async def recv(self) -> bytes:
        data = await self._channel.recv()
        if self._first:
            self._first = False
            await self._turns.take()
        return data

    async def close(self, code: int = 1000, reason: str = "") -> None:
        await self._channel.close(code, reason)
