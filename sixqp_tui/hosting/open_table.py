"""An open table: room, server and announcement."""

import asyncio
import secrets
import ssl
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

from sixqp_protocol.invitation import Invitation
from sixqp_protocol.messages import Way, WayNews
from sixqp_protocol.pairing import prepare
from sixqp_protocol.room_code import draw_code
from sixqp_protocol.version import DEFAULT_PORT
from sixqp_tui.discovery.addresses import own_addresses, show_address, spoken_addresses
from sixqp_tui.discovery.advertisement import Advertisement, Continues
from sixqp_tui.discovery.announcer import Announcement
from sixqp_tui.host.network.gateway import KEY_BYTES
from sixqp_tui.host.network.port import CannotListen
from sixqp_tui.host.network.server import Server
from sixqp_tui.host.state import State
from sixqp_tui.hosting.journal import TableJournal, create_journal, open_journal
from sixqp_tui.hosting.journalled_room import JournalledRoom, open_room
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.hosting.ways_in import GatewayOptions, WaysIn
from sixqp_tui.i18n import errors as errors_words, language
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.presentation.ways_in import join_by_title
from sixqp_tui.store import certificate, paths


class OpenTable:
    """A table that others can join. `tell` is called when something changes that is told without a screen.

    `lost` counts the incomplete bytes at the end of a resumed journal. Guests of gateways may look at the end for
    `finish_seconds`.
    """

    def __init__(self, opened: JournalledRoom, port: int, fingerprint: str, lost: int) -> None:
        self.opened, self.room, self.server = opened, opened.room, opened.server
        self.id, self.title = self.room.setup.table, self.room.setup.title
        self.port, self.fingerprint, self.lost = port, fingerprint, lost
        self.tell: Callable[[], None] = lambda: None
        self.announcement = Announcement(_advert(self.room.state, fingerprint), port)
        self.ways = WaysIn(self._gateway_options, self._set_ways)
        self.finish_seconds = 0.0

    def join_lines(self) -> list[str]:
        return [
            join_by_title(self.title),
            *(f"sixqp join {show_address(each, self.port)}" for each in spoken_addresses()),
        ]

    def invitation(self) -> str:
        return str(Invitation(self.id, self.fingerprint, own_addresses(), self.port))

    def _gateway_options(self) -> GatewayOptions:
        return GatewayOptions(
            self.port,
            self.id,
            self.title,
            self.fingerprint,
            self.server.gateway_key,
            language(),
            code=self.room.state.services.code,
            join_line=self.join_lines()[1],
        )

    async def open_ways(self, ways: Mapping[Way, int | None]) -> None:
        """Open these, and from now on what the owner wants. Raises ClosedWay."""
        await self.ways.open(ways)
        self.room.state.wanted.update(ways)
        self.server.on_change.append(self.follow_room)
        self.follow_room()

    def _set_ways(self, news: tuple[WayNews, ...]) -> None:
        self.server.step(partial(self.room.set_ways, news))
        self.follow_room()

    def follow_room(self) -> None:
        state = self.room.state
        self.announcement.update(_advert(state, self.fingerprint))
        self.ways.follow(dict(state.wanted))
        chairs = state.seats.playing_news() if state.phase == "playing" else state.seats.lobby_news()
        self.ways.show_chairs(chairs)
        self.tell()


def _advert(state: State, fingerprint: str) -> Advertisement:
    setup, seats = state.setup, state.seats
    return Advertisement(
        setup.table,
        setup.title,
        len(seats.taken),
        seats.count,
        state.phase,
        state.settings.rules.variant,
        setup.locked,
        fingerprint,
        bots=len(seats.bots),
        continues=_continues(state),
    )


def _continues(state: State) -> Continues | None:
    if state.setup.kept is None:
        return None
    proof, rounds = state.setup.kept.proof, len(state.play.game.table.scores) if state.play else 0
    return Continues(proof.evening, proof.key, proof.signature, rounds, state.seats_here)


@asynccontextmanager
async def open_table(options: TableOptions) -> AsyncIterator[OpenTable]:
    """A new or resumed table, listening and announced. Raises Failure."""
    with os_errors_as_failures():
        identity = certificate.load_or_create(paths.data_dir())
        context = certificate.server_context(identity)
    journal = open_journal(options.setup.table) if options.resume else create_journal(options.setup)
    code = _room_code(options, journal)
    key, seen = secrets.token_bytes(KEY_BYTES), bytes.fromhex(identity.fingerprint)
    # The goodbye comes last but for the ways in, because lists look whether the table still answers then.
    async with (
        AsyncExitStack() as announcing,
        open_room(journal.setup, journal, code, options.resume, key, seen) as opened,
    ):
        room, server = opened.room, opened.server
        if options.resume and options.setup.owner is not None:
            room.step(time.monotonic(), partial(room.set_owner, options.setup.owner))
        wished = journal.header.port if options.port is None else options.port
        port = await _listen(server, wished, context, must=options.port is not None)
        with os_errors_as_failures():
            await asyncio.to_thread(partial(journal.note, port=port, code=code))
        table = OpenTable(opened, port, identity.fingerprint, journal.lost)
        announcing.push_async_callback(lambda: table.ways.end(table.finish_seconds))
        await announcing.enter_async_context(table.announcement)
        await table.open_ways(options.setup.ways)
        opened.keeps_journal = False
        yield table


async def _listen(server: Server, port: int | None, context: ssl.SSLContext, must: bool) -> int:
    """Listen on this port if possible; with `must` on no other. Raises Failure."""
    try:
        return await server.listen(port, context)
    except CannotListen as error:
        if must or port is None:
            raise Failure(_why_not_listening(error)) from None
    return await _listen(server, None, context, must)


def _why_not_listening(error: CannotListen) -> str:
    if error.taken:
        return errors_words.port_taken(error.port, DEFAULT_PORT, "--port")
    return errors_words.cannot_listen(error.port or DEFAULT_PORT, error.strerror or "")


def _room_code(options: TableOptions, journal: TableJournal) -> str | None:
    """None if everybody may enter."""
    if not journal.setup.locked:
        return None
    prepare()
    return (journal.header.code if options.resume else options.code) or draw_code(secrets.token_bytes)
