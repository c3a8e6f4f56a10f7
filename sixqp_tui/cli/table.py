"""A table that is open: room, server and announcement together, for as long as a block lasts."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from ipaddress import ip_address

from sixqp_tui.bots.apart import Thinkers
from sixqp_tui.cli.bot_seats import pausing, seat_bot
from sixqp_tui.cli.failure import Failure, own_files
from sixqp_tui.cli.own import LOOPBACK, own_or_loopback
from sixqp_tui.cli.table_options import TableOptions, seeds_of, setup_of
from sixqp_tui.cli.target import show_address
from sixqp_tui.discovery.advert import Advert, TableState
from sixqp_tui.discovery.announce import Announcement
from sixqp_tui.host.room import Room
from sixqp_tui.host.server import CannotListen, Server
from sixqp_tui.host.setup import Setup
from sixqp_tui.i18n import words_cli as words
from sixqp_tui.store import certificate, places


class OpenTable:
    """A table others can come to; `tell` is called when its phase or its number of seats has changed."""

    def __init__(self, room: Room, server: Server, port: int, advert: Advert) -> None:
        self.id = advert.id
        self.room = room
        self.port = port
        self.tell: Callable[[], None] = lambda: None
        self._server = server
        self._announcement = Announcement(advert, port)

    @property
    def announcement(self) -> Announcement:
        """How the table is announced."""
        return self._announcement

    @property
    def fingerprint(self) -> str:
        """The certificate's SHA-256."""
        return self._announcement.advert.fingerprint or ""

    @property
    def finished(self) -> asyncio.Event:
        """Set when the table is over."""
        return self._server.finished

    @property
    def lines(self) -> int:
        """How many connections over the network stand."""
        return self._server.lines

    @property
    def reachable(self) -> bool:
        """Whether any other machine can reach this one."""
        return own_or_loopback() != (LOOPBACK,)

    def join_lines(self) -> list[str]:
        """What others type: by title, then by address, the best one first. One must be able to say them aloud:
        link-local IPv6 is left to discovery."""
        typed = [each for each in own_or_loopback() if not ip_address(each).is_link_local] or [LOOPBACK]
        title = self._announcement.advert.title
        return [f'sixqp join "{title}"', *(f"sixqp join {show_address(each, self.port)}" for each in typed)]

    def changed(self) -> None:
        """The room has changed: the announcement follows."""
        room = self.room
        taken, seats = room.seated, room.seats
        state: TableState = "playing" if room.phase == "playing" else "lobby"
        self._announcement.update(
            replace(
                self._announcement.advert,
                seats_taken=taken,
                seats=seats,
                state=state,
                variant=room.settings.rules.variant,
            )
        )
        self.tell()


@asynccontextmanager
async def opened_table(options: TableOptions, owner_token: bytes | None) -> AsyncIterator[OpenTable]:
    """A table by these options, listening and announced. Raises Failure where it cannot listen."""
    with own_files():
        identity = certificate.ensure(places.data_dir())
        context = certificate.server_context(identity)
    setup = setup_of(options, owner_token)
    room = Room(setup, lambda: secrets.token_bytes(16), seeds_of(options.seed))
    thinkers = Thinkers()
    seat = partial(seat_bot, bots=thinkers.bot, pause=pausing(options.bot_pause))
    server = Server(room, seat_bot=seat, once=options.once)
    try:
        port = await server.listen(options.port, context)
    except CannotListen as error:
        raise Failure(_why_not_listening(error)) from None
    table = OpenTable(room, server, port, _advert(setup, identity.fingerprint))
    server.on_change = table.changed
    try:
        async with table.announcement:
            table.changed()
            yield table
    finally:
        await server.close()
        await asyncio.to_thread(thinkers.close)


def _advert(setup: Setup, fingerprint: str) -> Advert:
    rules = setup.settings.rules
    return Advert(
        setup.table, setup.title, 0, setup.settings.seats, "lobby", rules.variant, fingerprint=fingerprint
    )


def _why_not_listening(error: CannotListen) -> str:
    if error.taken:
        return words.no_port() if error.port is None else words.port_taken(error.port)
    return words.cannot_listen(error.port, error.strerror or "")
