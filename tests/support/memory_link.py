"""A way to a table in memory that a test can cut."""

from sixqp_tui.client.link import Channel, MemoryLink
from sixqp_tui.host.network.server import Server


class CuttableMemoryLink(MemoryLink):
    """A way to a server in memory whose line a test can cut, or refuse to open."""

    def __init__(self, server: Server) -> None:
        super().__init__(server.attach)
        self.lines: list[Channel] = []
        self.failing: list[Exception] = []

    async def connect(self) -> Channel:
        if self.failing:
            raise self.failing.pop(0)
        self.lines.append(await super().connect())
        return self.lines[-1]

    async def cut(self) -> None:
        await self.lines[-1].close(1006)
