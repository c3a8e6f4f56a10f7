"""Sitting down at a table over the network, and keeping what proves the seat."""

import asyncio
import logging
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from msgspec.structs import replace

from sixqp_protocol.messages import Welcome
from sixqp_protocol.person import PersonKey, prepare
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.conversation import Role
from sixqp_tui.client.events import Event, Welcomed
from sixqp_tui.client.finished_games import GameRecorder, GameReports
from sixqp_tui.client.network import NetworkLink, Stage
from sixqp_tui.client.session import Identity, Session
from sixqp_tui.client.status import Closed, Connected, Reason, Trouble
from sixqp_tui.engine.permissions import owns
from sixqp_tui.i18n import _, waits
from sixqp_tui.i18n.errors import why_closed
from sixqp_tui.joining.endpoint import TableEndpoint, show_address
from sixqp_tui.joining.failure import (
    ChangedCertificate,
    CodeNeeded,
    Failure,
    UnansweredCode,
    WrongCode,
    os_errors_as_failures,
)
from sixqp_tui.joining.login import login_name
from sixqp_tui.joining.relocate import Addresses, TableRelocator
from sixqp_tui.joining.target import known_tables
from sixqp_tui.store import paths
from sixqp_tui.store.seat_tokens import SEATS, HeldSeat, Slot, claim

SEAT_SECONDS = 8.0
"""Seconds until a table must have given a seat: several tries of a host that starts again."""
_FAILURES: dict[Reason, type[Failure]] = {
    Trouble.OTHER_CERTIFICATE: ChangedCertificate,
    Trouble.CODE_WANTED: CodeNeeded,
    Trouble.CODE_UNANSWERED: UnansweredCode,
    Farewell.WRONG_CODE: WrongCode,
}
_log = logging.getLogger(__name__)


class NetworkSeat:
    """A session that runs while this context is open, with the slot that keeps its token.

    The slot is another's to claim as soon as the session is closed: who has left comes back by it.
    `name` None is whoever sat there last, else as this user is `usual`ly called. Who comes to look on recalls no
    token, but keeps that of a seat that they take over; `keep` False does neither, and keeps no game: for bots.
    `person` is the key by which the player would be known. `on_step` is told what is waited for until there is a
    seat.
    """

    def __init__(
        self,
        place: TableEndpoint,
        name: str | None,
        role: Role = "player",
        *,
        token: bytes | None = None,
        keep: bool = True,
        usual: str = "",
        person: PersonKey | None = None,
        on_step: Callable[[str], None] = lambda doing: None,
    ) -> None:
        self._on_step = on_step
        self._stage: Stage = "connecting"
        self._wanted = name
        self._keep, self._place = keep, place
        with os_errors_as_failures():
            self._slot = self._claim_slot(place.table) if role == "player" else None
        sat = self._slot.seat if self._slot else None
        held = sat.token if sat else None
        self._name = name or (sat.name if sat else usual or login_name())
        self._link = NetworkLink(place.addresses, place.pin, on_stage=self._tell_stage)
        table = place.table if place.certain else None
        held = token or held
        identity = Identity(self._name, role, table, held, place.code, look_on=keep, person=person)
        self.session = Session(self._link, identity)
        self._events = self.session.events()
        self._relocator = TableRelocator(self.session, self._link)
        self._recorder, self._reports = GameRecorder(), GameReports()

    async def __aenter__(self) -> Self:
        """Sit down. Raises Failure with the reason where there is no seat."""
        began = time.monotonic()
        self._tell_stage("connecting")
        self._running = asyncio.create_task(self.session.run())
        self._noting = asyncio.create_task(self._remember())
        try:
            if self.session.identity.person:
                await asyncio.to_thread(prepare)
            status = await self.session.wait_until_seated(SEAT_SECONDS)
        except asyncio.CancelledError:
            await self._end()
            raise
        self._on_step = lambda doing: None
        if isinstance(status, Connected):
            if self._is_known():
                return self
            status = Closed(Trouble.OTHER_CERTIFICATE)
        await self._end()
        if status.reason is Trouble.OTHER_CERTIFICATE and self._place.invited:
            raise Failure(
                _(
                    "The machine that answered isn't the one this invitation came from: it shows a different "
                    "certificate. Ask the host for a new invitation."
                )
            )
        if status.reason is Trouble.UNREACHABLE:
            raise Failure(waits.no_seat(self._stage, self._shown_address(), time.monotonic() - began))
        raise _FAILURES.get(status.reason, Failure)(why_closed(status.reason))

    def _tell_stage(self, stage: Stage) -> None:
        self._stage = stage
        self._on_step(waits.waiting(stage, self._shown_address()))

    def _shown_address(self) -> str:
        return show_address(*self._place.addresses[0]) if self._place.addresses else "?"

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self._end()

    @property
    def title(self) -> str:
        return self.session.state.welcome.title if self.session.state.welcome else ""

    @property
    def closed(self) -> str | None:
        """Why the session is closed, as a sentence; None while it is not."""
        status = self.session.state.status
        return why_closed(status.reason) if isinstance(status, Closed) else None

    def move(self, addresses: Addresses) -> None:
        self._relocator.learn(addresses)

    async def _end(self) -> None:
        """End the session, then wait until all that it said has been noted."""
        self._running.cancel()
        await self._relocator.end()
        await asyncio.wait((self._running, self._noting))
        await self._reports.close()
        self._release()

    async def _remember(self) -> None:
        async for event in self._events:
            self._relocator.note(event)
            self._note(event)
            self._report_game(event)
        self._note_leaving()
        self._release()

    def _note_leaving(self) -> None:
        """Note that no chair waits for whoever has left between two games; the owner's is kept."""
        news, status, slot = self.session.state.news, self.session.state.status, self._slot
        if status != Closed(Farewell.LEFT) or slot is None or slot.seat is None:
            return
        if news is None or news.phase == "playing" or owns(news):
            return
        try:
            slot.remember(replace(slot.seat, given_up=True))
        except OSError as error:
            _log.warning("that the seat was given up could not be kept: %s", error)

    def _note(self, event: Event) -> None:
        if not isinstance(event, Welcomed):
            return
        try:
            if not self._like_before():
                return
            self._keep_place(event.welcome)
            self._keep_token(event.welcome)
        except (OSError, ValueError) as error:
            _log.warning("what proves the seat could not be kept: %s", error)

    def _report_game(self, event: Event) -> None:
        game = self._recorder.note(event, int(time.time())) if self._keep else None
        if game is not None:
            self._reports.report(game)

    def _is_known(self) -> bool:
        """Whether nothing speaks against this table; a file that cannot be read says nothing."""
        try:
            return self._like_before()
        except OSError as error:
            _log.warning("what is known of tables could not be read: %s", error)
            return True

    def _like_before(self) -> bool:
        """Whether the table, which may be known by its welcome only, shows the certificate that it has shown."""
        welcome = self.session.state.welcome
        known = known_tables().recall(welcome.table) if welcome and not self._place.trusted else None
        return known is None or known.fingerprint in (None, self._link.fingerprint)

    def _keep_place(self, welcome: Welcome) -> None:
        known_tables().remember(
            welcome.table,
            seen=time.time(),
            title=welcome.title,
            fingerprint=self._link.fingerprint,
            addresses=self._link.addresses,
        )

    def _keep_token(self, welcome: Welcome) -> None:
        if not self._keep or welcome.token is None:
            return
        if self._slot is None or self._slot.table != welcome.table:
            self._release()
            self._slot = self._claim_slot(welcome.table, new=True)
        if self._slot:
            self._slot.remember(HeldSeat(welcome.token, self._name))

    def _claim_slot(self, table: str | None, new: bool = False) -> Slot | None:
        return claim(paths.data_dir() / SEATS, table, self._wanted, new) if self._keep and table else None

    def _release(self) -> None:
        if self._slot:
            self._slot.release()
            self._slot = None
