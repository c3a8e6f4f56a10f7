"""A table that goes on at this machine, because its player pressed a key (`SPEC.md`, Continuing)."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, suppress

from sixqp_protocol.keys import Key, continue_text
from sixqp_protocol.messages import Continuation, SetWay
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.continuing import evening_of, may_continue
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.client.status import Closed, Reconnecting
from sixqp_tui.discovery.addresses import show_address
from sixqp_tui.engine.open_hands import finished_rounds
from sixqp_tui.host.commands import Kept, Setup, Sitter
from sixqp_tui.hosting.hosted_table import HostedTable, local_endpoints
from sixqp_tui.hosting.journal import ContinuedElsewhere, mark_continued
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.hosting.table_process import launch_table
from sixqp_tui.joining.background import log_failure
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.joining.following import TRIES, Offer, Outcome, TableFollower, is_continuation, is_lost
from sixqp_tui.joining.seat import Seat
from sixqp_tui.joining.table_search import create_browser
from sixqp_tui.presentation import continuing as words
from sixqp_tui.store import certificate, paths
from sixqp_tui.store.journal_store import TableHeader

_log = logging.getLogger(__name__)
_report_failure = log_failure(_log, "continuing the table failed")
RESUME_SECONDS = 3.0
"""Seconds for which a table that is resumed looks for its continuation."""


def continuing_setup(state: SessionState, key: Key, pin: bytes) -> Setup:
    """The table that goes on from what this program knows, at a host with this certificate (SHA-256).

    The key's player owns it.
    """
    welcome, news = state.welcome, state.news
    assert welcome and news and news.you is not None
    table, evening = secrets.token_hex(4), evening_of(state)
    signature = key.sign(continue_text(evening, table, pin))
    proof = Continuation(evening, key.public, signature, state.game, len(state.view.table.scores))
    seats = tuple(seat for seat in news.seats if seat.occupant in ("person", "bot"))
    game, counted = state.counted
    return Setup(
        table,
        welcome.title,
        news.settings,
        sitters=tuple(
            Sitter(each.name, each.level or "medium", each.key if each.occupant == "person" else None)
            for at, each in enumerate(seats)
            if at != news.you
        ),
        expected=tuple(seat.name for seat in news.seats if seat.occupant == "expected"),
        owner=key.public,
        owner_name=seats[news.you].name,
        owner_seat=news.you,
        locked=welcome.locked,
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

    `on_change` is called when an attempt begins or ends, which may be a `failure`, or what the `follower` knows
    changes, and `on_hosting` when `hosted` does, the table on this machine.
    """

    def __init__(self, seat: Seat, stack: AsyncExitStack, hosted: HostedTable | None = None) -> None:
        self._seat, self._stack, self.hosted = seat, stack, hosted
        self._session = seat.session
        self._acting: asyncio.Task[None] | None = None
        self.failure = ""
        self.on_change: Callable[[], object] = lambda: None
        self.on_hosting: Callable[[], None] = lambda: None
        seat.follower.on_change = self._tell

    @property
    def follower(self) -> TableFollower:
        return self._seat.follower

    @property
    def may_continue(self) -> bool:
        gone = is_lost(self._session.state.status) if self.hosted else self.follower.away  # its own starts again
        return gone and not self._is_busy and may_continue(self._session.state)

    def continue_here(self) -> None:
        if self.may_continue:
            self._act(self._continue())

    def go(self, offer: Offer) -> None:
        """Go there even though something may differ; the player has read what."""
        if not self._is_busy:
            self._act(self._go(offer))

    @property
    def is_elsewhere(self) -> bool:
        """Whether another program has this one's seat; the player takes it back, or sits down as somebody else."""
        return self._session.state.status == Closed(Farewell.ELSEWHERE)

    def take_back(self) -> None:
        self._session.come_back()

    def sit_anew(self) -> None:
        self._act(self._seat.sit_anew())

    @property
    def _is_busy(self) -> bool:
        return self._acting is not None and not self._acting.done()

    def _act(self, work: "asyncio._CoroutineLike[None]") -> None:
        self.failure = ""
        self._acting = asyncio.create_task(work)
        self._acting.add_done_callback(_report_failure)
        self._acting.add_done_callback(self._tell)
        self.on_change()

    def _tell(self, _task: asyncio.Task[None] | None = None) -> None:
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
        if not self.follower.away or len(self.follower.offers) > 1:
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
        setup = continuing_setup(state, key, bytes.fromhex(identity.fingerprint))
        code = self._session.identity.code or (state.news and state.news.code) or ""
        started = await launch_table(TableOptions(setup, code=code))
        opened = started.opened
        link = NetworkLink(local_endpoints(opened.port), opened.fingerprint)
        outcome: Outcome = None
        for _ in range(TRIES):
            outcome = await self._session.visit(link, opened.table, told=True)
            if outcome is not None or not self.follower.away:
                break
        if outcome != ():
            started.process.kill()
            raise Failure(words.kept_away(setup.owner_name, outcome))
        self.hosted = HostedTable(self._seat, started)
        self._stack.push_async_callback(self.hosted.close_if_alone)
        self.on_hosting()
        for way in state.news.ways if state.news else ():
            self._session.request(SetWay(way=way.way, open=True))

    @property
    def join_line(self) -> str | None:
        """What others type to join the table at which the player is now, if they can reach it."""
        return self.hosted.join_line if self.hosted else self._seat.join_line

    # -- what the player reads ------------------------------------------------------------------------

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The tables that the player may choose from; none while the program goes there by itself."""
        trial, offers = self.follower.trial, self.follower.offers
        return offers if not self.follower.away or trial or len(offers) > 1 else ()

    def describe(self) -> str:
        """What stands in the place of the prompt; empty while the table answers and plays."""
        state = self._session.state
        lost = self._describe_loss()
        if not self.follower.away:
            is_still = state.news is not None and state.news.still and not lost
            return " ".join((words.still(), *self._others())) if is_still else lost
        if self._is_busy:
            return words.opening()
        sentences = [lost, self.failure, *self._others()]
        if self.may_continue and not self.offers:
            sentences.append(words.who_continues(state.news))
        return " ".join(filter(None, sentences))

    def _describe_loss(self) -> str:
        """Empty while the table answers."""
        state, hosted = self._session.state, self.hosted
        own = isinstance(state.status, Reconnecting) and hosted is not None and hosted.is_shown
        return hosted.describe_loss() if hosted and own else words.lost_host(state)

    def describe_others(self) -> str:
        """To somebody at a table that plays: who continues the evening elsewhere."""
        return "" if self.describe() else " ".join(self._others())

    def _others(self) -> Iterator[str]:
        offers, trial = self.offers, self.follower.trial
        if trial:
            yield words.kept_away(trial.offer.name, trial.outcome)
        if len(offers) > 1:
            yield words.choices([offer.name for offer in offers])
        elif offers:
            yield words.continued(offers[0].name, offers[0].here)


async def demand_alone(table: TableHeader) -> None:
    """Raises ContinuedElsewhere if a player's continuation is found in time."""
    with suppress(TimeoutError):
        async with asyncio.timeout(RESUME_SECONDS), create_browser() as browser:
            async for tables in browser.changes():
                for found in tables:
                    if found.id != table.table and is_continuation(found, table.evening, table.programs):
                        raise ContinuedElsewhere(table.title, table.table, show_address(*found.endpoints[0]))
