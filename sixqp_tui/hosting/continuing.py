"""A table that goes on at this machine, because its player pressed a key (`SPEC.md`, 3.12)."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from typing import Literal

from sixqp_protocol.keys import Key, continue_text
from sixqp_protocol.messages import Continuation
from sixqp_tui.client.continuing import evening_of, may_continue
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.engine.finished_rounds import finished_rounds
from sixqp_tui.host.commands import Kept, Sitter
from sixqp_tui.host.network.gateway import KEY_BYTES
from sixqp_tui.hosting.hosted_table import HostedTable, attend, local_endpoints
from sixqp_tui.hosting.process.table_process import launch_table
from sixqp_tui.hosting.table_journal import mark_continued
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.joining.following import Offer, TableFollower
from sixqp_tui.joining.seat import Seat
from sixqp_tui.joining.tasks import log_failure
from sixqp_tui.presentation import continuing as words
from sixqp_tui.store import certificate, paths

_log = logging.getLogger(__name__)
_report_failure = log_failure(_log, "continuing the table failed")
Stage = Literal["idle", "opening"]


def continuing_options(state: SessionState, key: Key, code: str | None, pin: bytes) -> TableOptions:
    """The table that goes on from what this program knows, at a host with this certificate (SHA-256).

    The key's player owns it. `code` is the room code that this program knows.
    """
    welcome, news = state.welcome, state.news
    assert welcome and news and news.you is not None
    table, evening = secrets.token_hex(4), evening_of(state)
    signature = key.sign(continue_text(evening, table, pin))
    proof = Continuation(evening, key.public, signature, state.game, len(state.view.table.scores))
    seats = tuple(seat for seat in news.seats if seat.occupant in ("person", "bot"))
    game, counted = state.counted
    return TableOptions(
        welcome.title,
        seats[news.you].name,
        news.settings,
        sitters=tuple(
            Sitter(each.name, each.level or "medium", each.key if each.occupant == "person" else None)
            for at, each in enumerate(seats)
            if at != news.you
        ),
        expected=tuple(seat.name for seat in news.seats if seat.occupant == "expected"),
        lock=(code or news.code or "") if welcome.locked else None,
        owner=key.public,
        owner_seat=news.you,
        gateway_key=secrets.token_bytes(KEY_BYTES),
        id=table,
        kept=Kept(
            proof,
            seats,
            state.game,
            finished_rounds(state.history),
            state.tally,
            counted if game == state.game else 0,
            secrets.token_hex(16),
        ),
    )


class Evening:
    """What a player can do when their table is gone: continue it here, or go where somebody continues it.

    `on_change` is called when the `stage`, the `failure` of the last attempt, or what the `follower` knows changes,
    and `on_hosting` when `hosted` does, the table on this machine.
    """

    def __init__(self, seat: Seat, stack: AsyncExitStack, hosted: HostedTable | None = None) -> None:
        self._seat, self._stack, self.hosted = seat, stack, hosted
        self._session = seat.session
        self._acting: asyncio.Task[None] | None = None
        self.stage: Stage = "idle"
        self.failure = ""
        self.on_change: Callable[[], None] = lambda: None
        self.on_hosting: Callable[[], None] = lambda: None
        seat.follower.on_change = self._tell

    def _tell(self) -> None:
        self.on_change()

    @property
    def follower(self) -> TableFollower:
        return self._seat.follower

    @property
    def may_continue(self) -> bool:
        return self.follower.lost and self.stage == "idle" and may_continue(self._session.state)

    def continue_here(self) -> None:
        if self.may_continue:
            self._act(self._continue())

    def go(self, offer: Offer) -> None:
        """Go there even though something may differ; the player has read what."""
        if self.stage == "idle":
            self._act(self._go(offer))

    def _act(self, work: "asyncio._CoroutineLike[None]") -> None:
        self.stage, self.failure = "opening", ""
        self._acting = asyncio.create_task(work)
        self._acting.add_done_callback(_report_failure)
        self._acting.add_done_callback(self._rest)
        self.on_change()

    def _rest(self, _task: asyncio.Task[None]) -> None:
        self.stage = "idle"
        self.on_change()

    async def _go(self, offer: Offer) -> None:
        here, hosted = self._session.state.welcome, self.hosted
        await self.follower.go(offer, told=True)
        if hosted and here and self._session.state.welcome is not here:
            self.hosted = None
            self.on_hosting()
            await hosted.give_up()
            await asyncio.to_thread(mark_continued, here.table)

    async def _continue(self) -> None:
        await self.follower.look()
        if not self.follower.lost or len(self.follower.offers) > 1:
            return
        try:
            await self._open()
        except Failure as failure:
            self.failure = str(failure)

    async def _open(self) -> None:
        state = self._session.state
        with os_errors_as_failures():
            identity = await asyncio.to_thread(lambda: certificate.load_or_create(paths.data_dir()))
        key = self._session.identity.key
        assert key is not None
        options = continuing_options(state, key, self._session.identity.code, bytes.fromhex(identity.fingerprint))
        started = await launch_table(options)
        opened = started.opened
        link = NetworkLink(local_endpoints(opened.port), opened.fingerprint)
        if await self._session.visit(link, opened.table, told=True) != ():
            started.process.kill()
            return
        self.hosted = HostedTable(self._seat, opened.join_line, options.title, opened)
        await attend(self.hosted, started, options, self._stack)
        self.on_hosting()
        for way in state.news.ways if state.news else ():
            try:
                await self.hosted.ways.open(way.way, way.port)
            except Failure as failure:
                _log.warning("the way in %s could not be opened again: %s", way.way, failure)
        self.hosted.ways.on_change(None)

    # -- what the player reads ------------------------------------------------------------------------

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The tables that the player may choose from; none while the program goes there by itself."""
        trial, offers = self.follower.trial, self.follower.offers
        return offers if not self.follower.lost or trial or len(offers) > 1 else ()

    def describe(self, typed: bool = False) -> str:
        """What stands in the place of the prompt; empty while the table answers and plays.

        `typed`: the player types words instead of keys.
        """
        state = self._session.state
        if not self.follower.lost:
            lost = words.lost_host(state)
            is_still = state.news is not None and state.news.still and not lost
            return " ".join((words.still(typed), *self._others(typed))) if is_still else lost
        if self.stage == "opening":
            return words.opening()
        sentences = [words.lost_host(state), self.failure, *self._others(typed)]
        if may_continue(state) and not self.offers:
            sentences.append(words.who_continues(state.news, typed))
        return " ".join(filter(None, sentences))

    def describe_others(self, typed: bool = False) -> str:
        """To somebody at a table that plays: who continues the evening elsewhere."""
        return "" if self.describe() else " ".join(self._others(typed))

    def _others(self, typed: bool) -> Iterator[str]:
        offers, trial = self.offers, self.follower.trial
        if trial:
            yield words.kept_away(trial.offer.name, trial.outcome)
        if len(offers) > 1:
            yield words.choices([offer.name for offer in offers], typed)
        elif offers:
            yield words.continued(offers[0].name, offers[0].here, typed)
