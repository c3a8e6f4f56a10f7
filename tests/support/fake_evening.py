"""What a player can do when their table is gone, at a made-up table that keeps what was asked for."""

from contextlib import AsyncExitStack
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace
from support.fake_session import FakeSession
from support.keys import key_of

from sixqp_tui.client.network import NetworkLink
from sixqp_tui.client.status import Reconnecting, Status
from sixqp_tui.hosting.continuing import Evening
from sixqp_tui.joining.following import Offer, TableFollower

LOST = Reconnecting(0.0, 2)


class FakeEvening(Evening):
    """`asked` has "here", "back", "anew", and the names of those to whose tables the player goes."""

    def __init__(self, session: FakeSession) -> None:
        self.asked: list[str] = []
        table: Any = session
        table.link = NetworkLink(())
        seat: Any = SimpleNamespace(session=table, follower=TableFollower(table), join_line="sixqp join 192.0.2.9")
        super().__init__(seat, AsyncExitStack())

    def continue_here(self) -> None:
        self.asked.append("here")

    def take_back(self) -> None:
        self.asked.append("back")

    def sit_anew(self) -> None:
        self.asked.append("anew")

    def go(self, offer: Offer) -> None:
        self.asked.append(offer.name)

    def finds(self, *offers: Offer) -> None:
        self.follower.offers = offers
        self.on_change()


def offer(name: str, rounds: int, *here: str) -> Offer:
    table: Any = SimpleNamespace(id=name)
    return Offer(table, name, rounds, here)


def guest_at_game(status: Status = LOST) -> tuple[FakeSession, FakeEvening]:
    """Seat 1 at a game of four, of whom one is a bot; everybody has a key."""
    session = FakeSession.at_game(owner=False)
    seats = tuple(
        replace(seat, owner=at == 0, key=key_of(seat.name).public if seat.occupant == "person" else None)
        for at, seat in enumerate(session.news.seats)
    )
    owner = (1, 0, *range(2, len(seats)))
    session.update(
        status=status, caught_up=True, news=replace(session.news, seats=tuple(seats[at] for at in owner))
    )
    return session, FakeEvening(session)
