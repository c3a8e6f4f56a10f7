"""An open table: room, server and announcement."""

import asyncio
import logging
import secrets
import ssl
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

from sixqp_protocol.pairing import prepare
from sixqp_protocol.room_code import draw_code
from sixqp_tui.discovery.advertisement import Advertisement, Continues, TableState
from sixqp_tui.discovery.announcer import Announcement
from sixqp_tui.host.admission.room_code import Lock
from sixqp_tui.host.commands import Setup
from sixqp_tui.host.durability.journal_codec import Opening
from sixqp_tui.host.network.gateway import KEY_BYTES
from sixqp_tui.host.network.neighbours import ethernet_address
from sixqp_tui.host.network.port import CannotListen
from sixqp_tui.host.network.server import Server
from sixqp_tui.host.room import Room
from sixqp_tui.host.state import State
from sixqp_tui.hosting.journalled_room import open_room
from sixqp_tui.hosting.table_journal import TableJournal, create_journal, open_journal
from sixqp_tui.hosting.table_options import TableOptions, setup_of
from sixqp_tui.i18n import _
from sixqp_tui.joining.endpoint import LOOPBACK, invitation_to, local_addresses, show_address, spoken_addresses
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.joining.tasks import cancel
from sixqp_tui.presentation.ways_in import join_by_title
from sixqp_tui.store import certificate, paths

_log = logging.getLogger(__name__)


class OpenTable:
    """A table that others can join. `tell` is called when its phase or number of seats changes.

    `lost` counts the incomplete bytes at the end of a resumed journal. `resumable`: the journal counts as
    unfinished even without a game.
    """

    def __init__(self, room: Room, server: Server, port: int, advert: Advertisement, lost: int = 0) -> None:
        self.id = advert.id
        self.title = advert.title
        self.lost = lost
        self.resumable = False
        self.gateway_key = server.gateway_key
        self.room = room
        self.port = port
        self.tell: Callable[[], None] = lambda: None
        self.autostart = room.state.setup.autostart or 0
        self.server = server
        self.announcement = Announcement(advert, port)

    @property
    def fingerprint(self) -> str:
        return self.announcement.advert.fingerprint or ""

    @property
    def finished(self) -> asyncio.Event:
        return self.server.finished

    @property
    def connections(self) -> int:
        return self.server.connections

    @property
    def reachable(self) -> bool:
        return local_addresses() != (LOOPBACK,)

    def join_lines(self) -> list[str]:
        title = self.announcement.advert.title
        return [
            join_by_title(title),
            *(f"sixqp join {show_address(each, self.port)}" for each in spoken_addresses()),
        ]

    def invitation(self) -> str:
        return invitation_to(self.id, self.fingerprint, self.port)

    def update_announcement(self) -> None:
        room = self.room
        taken, seats = len(room.state.seats.taken), room.state.seats.count
        state: TableState = "playing" if room.state.phase == "playing" else "lobby"
        self.announcement.update(
            replace(
                self.announcement.advert,
                seats_taken=taken,
                seats=seats,
                state=state,
                variant=room.state.settings.rules.variant,
                bots=len(room.state.seats.bots),
                continues=_continues(room.state),
            )
        )
        self.tell()


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
    journal = open_journal(options.resume) if options.resume else create_journal(_opening(options))
    with os_errors_as_failures():
        lock = _create_lock(options, journal, identity.fingerprint)
    key = options.gateway_key or secrets.token_bytes(KEY_BYTES)
    seen = bytes.fromhex(identity.fingerprint)
    async with open_room(journal.opening, journal, lock, bool(options.resume), key, seen) as opened:
        room, server = opened.room, opened.server
        if options.resume and options.owner is not None:
            room.set_owner(options.owner, time.monotonic())
        wished = journal.port if options.port is None else options.port
        port = await _listen(server, wished, context, must=options.port is not None)
        await _note_standing(journal, port)
        opened.stands = True
        advert = _advert(journal.opening.setup, identity.fingerprint, lock)
        table = OpenTable(room, server, port, advert, journal.lost)
        server.on_change.append(table.update_announcement)
        announcing = asyncio.create_task(_announce(table))
        try:
            table.update_announcement()
            yield table
        finally:
            opened.resumable = table.resumable
            await cancel(announcing)


async def _announce(table: OpenTable) -> None:
    async with table.announcement:
        await asyncio.Event().wait()


async def _note_standing(journal: TableJournal, port: int) -> None:
    with os_errors_as_failures():
        journal.record_port(port)
        await asyncio.to_thread(journal.sync)


async def _listen(server: Server, port: int | None, context: ssl.SSLContext, must: bool) -> int:
    """Listen on this port if possible; with `must` on no other. Raises Failure."""
    try:
        return await server.listen(port, context)
    except CannotListen as error:
        if must or port is None:
            raise Failure(_why_not_listening(error)) from None
    return await _listen(server, None, context, must)


def _opening(options: TableOptions) -> Opening:
    return Opening(
        setup_of(options),
        at=int(time.time()),
        once=options.once,
        seed=options.seed,
        locked=options.lock is not None,
    )


def _advert(setup: Setup, fingerprint: str, lock: Lock | None) -> Advertisement:
    variant, seats = setup.settings.rules.variant, setup.settings.seats
    return Advertisement(
        setup.table, setup.title, 0, seats, "lobby", variant, lock is not None, fingerprint=fingerprint
    )


def _why_not_listening(error: CannotListen) -> str:
    if error.taken:
        return (
            _("The usual ports, from 4666 on, are all taken. Choose a free one with --port.")
            if error.port is None
            else _(
                "Port {port} is taken by another program. Choose another one with --port, or leave --port out."
            ).format(port=error.port)
        )
    return _cannot_listen(error.port, error.strerror or "")


def _create_lock(options: TableOptions, journal: TableJournal, fingerprint: str) -> Lock | None:
    """None if everybody may enter.

    Raises OSError. The code is stored beside the journal, which may be given away.
    """
    if not journal.opening.locked:
        return None
    code = (journal.code if options.resume else options.lock) or draw_code(secrets.token_bytes)
    prepare()
    lock = Lock(code, bytes.fromhex(fingerprint), secrets.token_bytes, ethernet_address)
    journal.keep_code(lock.code)
    lock.on_change = partial(_keep_changed_code, journal)
    return lock


def _keep_changed_code(journal: TableJournal, code: str) -> None:
    _log.warning("very many wrong room codes were tried: the table has a new one")
    try:
        journal.keep_code(code)
    except OSError as error:
        _log.error("the new room code could not be kept: %s", error)


def _cannot_listen(port: int | None, reason: str) -> str:
    if port is None:
        return _("sixqp can't open a table on this machine: {reason}.").format(reason=reason)
    return _("sixqp can't open a table on port {port} of this machine: {reason}.").format(port=port, reason=reason)
