"""A host that checks whether its table continues elsewhere, or must do so (`SPEC.md`, 3.12)."""

import asyncio
from functools import partial

from sixqp_protocol.messages import Moved, Successor
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.client.session import Identity, Session
from sixqp_tui.client.status import Connected
from sixqp_tui.host.hosting import GRACE, host_key, hosting_of, may_be_superseded, must_renew
from sixqp_tui.host.network.server import Server
from sixqp_tui.host.room import Room

LOOK_EVERY = 2.0
"""Seconds between two checks."""
ANSWER_SECONDS = 6.0
"""Seconds for a successor's connection and its welcome to a watcher."""


async def watch_for_other_host(room: Room, server: Server) -> None:
    """End the table here once a successor hosts it at a higher term, or has to."""
    while True:
        await asyncio.sleep(LOOK_EVERY)  # noqa: TID251 (nothing says that a cable is plugged in again)
        if not room.candidate and may_be_elsewhere(room):
            for successor in hosting_of(room.state).successors:
                term = await _term_of(successor, room)
                if term > room.state.deals.term:
                    moved = Moved(room.state.table, term, successor.addresses, successor.port, successor.pin)
                    server.act(partial(room.end_for, moved))
                    return
        if must_renew(room.state):
            server.act(room.renew)


def may_be_elsewhere(room: Room) -> bool:
    """Whether a member says so, or a successor has been away for a while.

    If too few members are away, nobody else can host.
    """
    state, host = room.state, host_key(room.state)
    if not may_be_superseded(state):
        return False
    people = (*(chair.person for chair in state.seats.taken), state.standby)
    able = (person for person in people if person and person.can_host and person.key != host)
    absent = (person.absent_since for person in able if person.peer is None)
    return room.in_doubt or any(since is not None and state.now >= since + GRACE for since in absent)


async def _term_of(successor: Successor, room: Room) -> int:
    link = NetworkLink(tuple((each, successor.port) for each in successor.addresses), successor.pin.hex())
    session = Session(link, Identity("?", "watcher", room.state.table, code=room.state.code))
    async with session.running():
        status = await session.wait_until_seated(ANSWER_SECONDS)
    welcome = session.state.welcome
    return welcome.term if isinstance(status, Connected) and welcome else 0
