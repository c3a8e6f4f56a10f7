"""A hall in memory, and one table of it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from support.memory_link import CuttableMemoryLink

from sixqp_protocol.messages import Seated, Successor
from sixqp_tui.client.link import Link
from sixqp_tui.client.session import Identity, Session
from sixqp_tui.features.hall.hall import Hall, HallFact, HallOpened
from sixqp_tui.features.hall.waiting_room import WaitingRoom
from sixqp_tui.host.commands import Setup, Sitter
from sixqp_tui.host.network.server import Server
from sixqp_tui.host.room import Room
from sixqp_tui.hosting.bot_seats import run_bot_seat

PIN = bytes(32)
TOKENS = (b"seat of Ann.....", b"seat of Bob.....")


class HallPlace:
    """A hall in memory, whose facts are kept nowhere else, and one table of it."""

    def __init__(self) -> None:
        tokens = iter(range(100))
        hall = Hall(HallOpened("Friday", "seed", size=3))
        self.room = WaitingRoom("abcd", hall, list[HallFact]().append, lambda: next(tokens).to_bytes(16, "big"))
        self.server = Server(self.room)
        self.link = CuttableMemoryLink(self.server)
        sitters = (Sitter("Ann", token=TOKENS[0]), Sitter("Bob", token=TOKENS[1]), Sitter())
        setup = Setup("f00d", "Friday 1.1", self.room.settings, sitters=sitters, autostart=2)
        tables = iter(range(200, 300))
        self.table_room = Room(setup, lambda: next(tables).to_bytes(16, "big"), lambda game: "seed", once=True)
        self.table = Server(self.table_room, seat_bot=run_bot_seat)
        self.table_link = CuttableMemoryLink(self.table)

    @property
    def hall(self) -> Hall:
        return self.room.hall

    def session(self, name: str, token: bytes | None = None) -> Session:
        def link_to(_successor: Successor) -> Link:
            return self.table_link

        return Session(self.link, Identity(name, token=token), successor_link=link_to)

    def lead(self, seated: bool = True) -> None:
        there = {
            player: Seated("f00d", 1, player, ("Bob",), ("192.0.2.1",), 4667, PIN, TOKENS[player])
            for player in range(2 if seated else 0)
        }
        self.server.act(lambda now: self.room.change(there, now))


@asynccontextmanager
async def a_hall() -> AsyncIterator[HallPlace]:
    place = HallPlace()
    yield place
    await place.table.close()
    await place.server.close()
