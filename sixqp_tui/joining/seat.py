"""Taking a seat at a table over the network, and storing what proves it."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_address

from msgspec.structs import replace

from sixqp_protocol.messages import Welcome
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.conversation import Role
from sixqp_tui.client.events import Welcomed
from sixqp_tui.client.finished_games import FinishedGame, GameRecorder, GameReports
from sixqp_tui.client.network import NetworkLink, Stage
from sixqp_tui.client.session import Identity, Session
from sixqp_tui.client.status import Closed, Connected, ConnectionProblem, Reason
from sixqp_tui.discovery.addresses import show_address
from sixqp_tui.discovery.table_list import FoundTable
from sixqp_tui.engine.permissions import owns
from sixqp_tui.i18n import _, waits
from sixqp_tui.i18n.errors import why_closed
from sixqp_tui.i18n.home import CodeAsked
from sixqp_tui.joining.background import DaemonThread, log_failure
from sixqp_tui.joining.failure import ChangedCertificate, CodeNeeded, Failure
from sixqp_tui.joining.following import TableFollower
from sixqp_tui.joining.own_key import another_has_seat, lock_key
from sixqp_tui.joining.player import Player, login_name
from sixqp_tui.joining.table_search import Tell, ignore
from sixqp_tui.joining.target import TableEndpoint, endpoint_of, resolve_target
from sixqp_tui.presentation.chairs import found_no_chair
from sixqp_tui.store.keys import Slot, slot_in_memory
from sixqp_tui.store.known_tables import known_tables

SEAT_SECONDS = 8.0
"""Seconds for a table to give a seat: several attempts while its host restarts."""
WRITE_SECONDS = 1.0
"""Seconds to wait for files at the end; writing takes milliseconds."""
_CODE_ASKED: dict[Reason, CodeAsked] = {
    ConnectionProblem.CODE_WANTED: "first",
    ConnectionProblem.CODE_UNANSWERED: "unanswered",
    Farewell.WRONG_CODE: "wrong",
}
_log = logging.getLogger(__name__)
_report_failure = log_failure(_log, "a seat has failed")
_report_unwritten = log_failure(_log, "what is known of the table could not be written")


@asynccontextmanager
async def take_seat(  # noqa: PLR0913  # by name, each with a default
    target: TableEndpoint | FoundTable | str,
    player: Player,
    *,
    watch: bool = False,
    code: str | None = None,
    trust_new: bool = False,
    slot: Slot | None = None,
    on_step: Tell = ignore,
    tell: Tell = ignore,
    seconds: float = SEAT_SECONDS,
) -> AsyncIterator["Seat"]:
    """A seat, or with `watch` a watcher's place, until the context ends.

    A string is an address, a title or an invitation. Without a `slot`, the program takes the key of an earlier
    visit, or the first free one. `trust_new` accepts another certificate. `on_step` gets each step, `tell` advice
    during a search. Raises CodeNeeded if the table is locked, ChangedCertificate if it shows another certificate
    than before, and otherwise Failure.
    """
    if isinstance(target, str):
        target = await resolve_target(target, trust_new, tell, on_step)
    elif isinstance(target, FoundTable):
        target = await asyncio.to_thread(endpoint_of, target, trust_new)
    place = replace(target, code=code) if code else target
    if slot is None and player.keeps:
        named = player.name if player.given else None
        slot = await asyncio.to_thread(lock_key, place.table, named, watch=watch)
    seat = Seat(place, player, "watcher" if watch else "player", slot or slot_in_memory(), on_step)
    await seat.sit_down(seconds)
    try:
        yield seat
    finally:
        await seat.close()


class Seat:
    """A running session, with the locked key that its seat belongs to.

    Once the session is closed the key is free, so that a player who left can return. `note` tells the player about
    another program of theirs.
    """

    def __init__(
        self,
        place: TableEndpoint,
        player: Player,
        role: Role,
        slot: Slot,
        on_step: Tell,
    ) -> None:
        self._on_step = on_step
        self._stage: Stage = "connecting"
        self._player, self._place, self._role = player, place, role
        self._slot, self._files, self.note = slot, DaemonThread(), ""
        self._name = player.name or login_name()
        link = NetworkLink(place.addresses, place.pin, on_stage=self._enter_stage)
        identity = Identity(
            self._name,
            role,
            place.table if place.certain else None,
            slot.key,
            place.code,
            look_on=player.keeps,
        )
        self.session = Session(link, identity, follows=True)
        self._events = self.session.events()
        self.follower = TableFollower(self.session)
        self._recorder, self._reports = GameRecorder(), GameReports()

    async def sit_down(self, seconds: float) -> None:
        """Connect in this time. Raises Failure with the reason if there is no seat."""
        began = time.monotonic()
        self._enter_stage("connecting")
        self._running = asyncio.create_task(self.session.run())
        self._recording = asyncio.create_task(self._record())
        for task in (self._running, self._recording):
            task.add_done_callback(_report_failure)
        try:
            status = await self.session.wait_until_seated(seconds)
        except asyncio.CancelledError:
            await self.close()
            raise
        self._on_step = ignore
        if isinstance(status, Connected):
            if await asyncio.to_thread(self._is_known):
                await self._find_note()
                return
            status = Closed(ConnectionProblem.OTHER_CERTIFICATE)
        await self.close()
        if status.reason is ConnectionProblem.OTHER_CERTIFICATE and self._place.invited:
            raise Failure(
                _(
                    "The machine that answered isn't the one this invitation came from: it shows a different "
                    "certificate. Ask the host for a new invitation."
                )
            )
        if status.reason is ConnectionProblem.UNREACHABLE:
            raise Failure(waits.no_seat(self._stage, self._shown_address(), time.monotonic() - began))
        sentence = why_closed(status.reason)
        if status.reason is ConnectionProblem.OTHER_CERTIFICATE:
            raise ChangedCertificate(sentence)
        if why := _CODE_ASKED.get(status.reason):
            raise CodeNeeded(sentence, why)
        raise Failure(sentence)

    async def close(self) -> None:
        self._running.cancel()
        await self.follower.end()
        await asyncio.wait((self._running, self._recording))
        await self._reports.close()
        await self._files.finish(WRITE_SECONDS)

    async def sit_anew(self) -> None:
        """Return with another key, because another program has the seat of this one."""
        slot = await asyncio.to_thread(lock_key, None)
        self._slot.release()
        self._slot = slot
        self.session.sit_anew(slot.key)

    async def _find_note(self) -> None:
        news = self.session.state.news
        if self._player.keeps and self.late and news and await asyncio.to_thread(another_has_seat, news.seats):
            self.note = _("Another sixqp on this computer has your seat.")

    @property
    def slot(self) -> int | None:
        """The number of its key; None if that is only in memory."""
        return self._slot.number

    @property
    def closed(self) -> str | None:
        status = self.session.state.status
        return why_closed(status.reason) if isinstance(status, Closed) else None

    @property
    def late(self) -> bool:
        return self._role == "player" and found_no_chair(self.session)

    @property
    def join_line(self) -> str | None:
        return join_line(self.session)

    def _enter_stage(self, stage: Stage) -> None:
        self._stage = stage
        self._on_step(waits.waiting(stage, self._shown_address()))

    def _shown_address(self) -> str:
        return show_address(*self._place.addresses[0]) if self._place.addresses else "?"

    async def _record(self) -> None:
        async for event in self._events:
            self.follower.note(event)
            if isinstance(event, Welcomed):
                self._remember(event.welcome)
            self._report(self._recorder.note(event, int(time.time())))
        self._report_left_game()
        self._note_given_up()
        self._slot.release()

    def _remember(self, welcome: Welcome) -> None:
        """In a thread, because another program may have the file locked."""
        fingerprint, addresses = self.follower.link.fingerprint, self.follower.link.addresses
        number = self._slot.number if self._player.keeps and welcome.seat is not None else None

        def write() -> None:
            if not self._shows_known_certificate():
                return
            tables = known_tables()
            tables.remember(
                welcome.table, seen=time.time(), title=welcome.title, fingerprint=fingerprint, addresses=addresses
            )
            if number is not None:
                tables.note_slot(welcome.table, number, self._name)

        self._files.do(write).add_done_callback(_report_unwritten)

    def _note_given_up(self) -> None:
        """No chair waits for a guest who left between two games."""
        news, status, welcome = self.session.state.news, self.session.state.status, self.session.state.welcome
        if status != Closed(Farewell.LEFT) or news is None or news.phase == "playing" or owns(news):
            return
        number = self._slot.number
        if welcome is not None and number is not None:
            given_up = self._files.do(lambda: known_tables().note_slot(welcome.table, number, None))
            given_up.add_done_callback(_report_unwritten)

    def _report(self, game: FinishedGame | None) -> None:
        if game is not None and self._player.keeps:
            self._reports.report(game)

    def _report_left_game(self) -> None:
        """Report what a guest has played of a game that continues without them."""
        news, status = self.session.state.news, self.session.state.status
        if status == Closed(Farewell.LEFT) and news is not None and news.phase == "playing" and not owns(news):
            self._report(self._recorder.leave(int(time.time())))

    def _is_known(self) -> bool:
        """Whether nothing speaks against this table; a file that can't be read doesn't."""
        try:
            return self._shows_known_certificate()
        except OSError as error:
            _log.warning("what is known of tables could not be read: %s", error)
            return True

    def _shows_known_certificate(self) -> bool:
        """Sometimes only the welcome says which table it is."""
        welcome, trusted = self.session.state.welcome, self._place.trusted
        known = known_tables().recall(welcome.table) if welcome and not trusted else None
        return known is None or known.fingerprint in (None, self.follower.link.fingerprint)


def join_line(session: Session) -> str | None:
    """What others type to join this session's table; None if only this machine can reach it."""
    addresses = session.link.addresses if isinstance(session.link, NetworkLink) else ()
    reachable = next((address for address in addresses if _is_reachable_by_others(address[0])), None)
    return f"sixqp join {show_address(*reachable)}" if reachable else None


def _is_reachable_by_others(host: str) -> bool:
    try:
        address = ip_address(host)
    except ValueError:
        return host != "localhost"
    return not (address.is_loopback or address.is_link_local)
