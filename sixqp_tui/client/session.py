"""The session of a player or watcher, which keeps a connection to a table."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from sixqp_protocol.codec import BadMessage
from sixqp_protocol.keys import SECRET_BYTES, Key
from sixqp_protocol.messages import AnyRequest, Refused, RoomNews, Said
from sixqp_protocol.refusals import TRY_AGAIN_LATER, Farewell, Reaction, Refusal
from sixqp_tui import __version__
from sixqp_tui.client.continuing import Difference, differences, moved
from sixqp_tui.client.conversation import Conversation, Identity
from sixqp_tui.client.events import Denied, Event, StatusChanged, Welcomed
from sixqp_tui.client.link import Channel, ConnectionLost, Link, NotATable, OtherCertificate
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.client.status import Closed, Connected, ConnectionProblem, Reason, Reconnecting, Status, farewell_of

FIRST_MESSAGE_SECONDS = 10.0
"""Seconds for the host's first message, enough for a slow disk or a busy machine."""
MIN_WAIT, MAX_WAIT = 0.25, 5.0
"""Seconds before the next attempt (`SPEC.md`, R73)."""


class ConnectionEnd(Struct, frozen=True):
    """How a connection ended. Without a reason, it broke or didn't open, and the client returns.

    The host asks it to stay away for `retry_after` seconds. `crowded`: it accepts no more connections now. It had
    been silent for at least `silent` seconds.
    """

    reason: Reason | None = None
    retry_after: float | None = None
    crowded: bool = False
    silent: float = 0.0

    @property
    def reaction(self) -> Reaction:
        if self.reason is None:
            return Reaction.RETURN
        return Reaction.STOP if isinstance(self.reason, ConnectionProblem) else self.reason.reaction


class Backoff:
    """Doubles the wait before each attempt, with up to a quarter of jitter."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._next = MIN_WAIT

    def reset(self) -> None:
        self._next = MIN_WAIT

    def seconds(self) -> float:
        wait = self._next
        self._next = min(MAX_WAIT, 2 * wait)
        return wait * self._random.uniform(0.75, 1.0)


async def connect(link: Link) -> Channel | ConnectionEnd:
    try:
        return await link.connect()
    except OtherCertificate:
        return ConnectionEnd(ConnectionProblem.OTHER_CERTIFICATE)
    except NotATable:
        return ConnectionEnd(ConnectionProblem.NOT_A_TABLE)
    except OSError:
        return ConnectionEnd()


async def exchange(
    channel: Channel, outgoing: asyncio.Queue[bytes], receive: Callable[[bytes], ConnectionEnd | None]
) -> ConnectionEnd:
    """Send from `outgoing` and pass messages to `receive`, until that returns an end or the channel ends."""
    sender = asyncio.create_task(_send_all(channel, outgoing))
    sender.add_done_callback(_report_failure)
    try:
        return await _receive_all(channel, receive)
    except ConnectionLost as lost:
        return ConnectionEnd(farewell_of(lost.code), crowded=lost.code == TRY_AGAIN_LATER, silent=lost.silent)
    except BadMessage:
        return ConnectionEnd(ConnectionProblem.BROKEN_HOST)
    except TimeoutError:
        return ConnectionEnd()
    finally:
        sender.cancel()
        await asyncio.gather(sender, return_exceptions=True)
        await channel.close()


async def _receive_all(channel: Channel, receive: Callable[[bytes], ConnectionEnd | None]) -> ConnectionEnd:
    async with asyncio.timeout(FIRST_MESSAGE_SECONDS):
        end = receive(await channel.recv())
    while end is None:
        end = receive(await channel.recv())
    return end


async def _send_all(channel: Channel, outgoing: asyncio.Queue[bytes]) -> None:
    while True:
        try:
            await channel.send(await outgoing.get())
        except ConnectionLost:
            return


def _report_failure(sender: asyncio.Task[None]) -> None:
    if not sender.cancelled() and (error := sender.exception()) is not None:
        _logger.error("requests could not be sent", exc_info=error)


__all__ = ["Identity", "Session"]
_APP = f"sixqp {__version__}"
_logger = logging.getLogger(__name__)
MAX_CROWDED = 3
"""Refusals in a row for a newcomer before the session gives up."""
_SOMEBODY_ELSE = (ConnectionProblem.NOT_A_TABLE, ConnectionProblem.OTHER_CERTIFICATE, Farewell.OTHER_TABLE)


class Visit:
    """A look at a table that may continue this one; `done` has what keeps the session away from there.

    That is nothing, what `differs`, or why the table has no place for it or can't be reached (None). Whoever has
    been `told` what differs goes there all the same.
    """

    def __init__(self, link: Link, table: str, told: bool) -> None:
        self.link, self.table, self.told = link, table, told
        self.conversation: Conversation | None = None
        self.events: list[Event] = []
        self.done: asyncio.Future[tuple[Difference, ...] | Reason | None] = asyncio.Future()

    def end(self, why: tuple[Difference, ...] | Reason | None) -> None:
        if not self.done.done():
            self.done.set_result(why)


class Session:
    """Keeps a connection to a table while `run` runs, reconnecting when it breaks.

    Tests may set `random` for jitter. A session that `follows` stays when the host has closed the table, as a
    player may continue it elsewhere.
    """

    def __init__(
        self,
        link: Link,
        identity: Identity,
        *,
        random: Random | None = None,
        follows: bool = False,
    ) -> None:
        self.link, self._follows = link, follows
        self._visit: Visit | None = None
        self._attempt: asyncio.Task[ConnectionEnd | None] | None = None
        self.identity = identity if identity.key else replace(identity, key=_new_key())
        self._conversation = Conversation(self.identity, _APP, secrets.token_bytes)
        self._welcome_timeout: float | None = None
        self._limit: asyncio.Timeout | None = None
        self.backoff = Backoff(random or Random())
        self._crowded = 0
        self._settled = asyncio.Event()
        self._return_asked = asyncio.Event()
        self._outgoing: asyncio.Queue[bytes] = asyncio.Queue()
        self._subscribers = Subscribers()

    @property
    def state(self) -> SessionState:
        return self._conversation.state

    def events(self) -> AsyncIterator[Event]:
        return self._subscribers.subscribe()

    def request(self, request: AnyRequest) -> int | None:
        """Fills in the id, and a decision's round and turn (or pick).

        Returns the id, or None if too many requests wait, or the host hasn't welcomed this client. The outcome is
        an event: facts, news, talk, or `Denied`.
        """
        data = self._conversation.request(request)
        if data is None:
            self._subscribers.publish(Denied(Refused(0, Refusal.TOO_FAST), None))
            return None
        if data:
            self._outgoing.put_nowait(data)
        return self.state.unanswered[-1].id

    async def wait_until_seated(self, timeout: float) -> Connected | Closed:  # noqa: ASYNC109
        """Wait for the first Connected or Closed; gives up after `timeout` seconds.

        Something else must run `run`.
        """
        if self._limit is None:
            self._welcome_timeout = timeout
        elif not (self._settled.is_set() or self._limit.expired()):
            self._limit.reschedule(asyncio.get_running_loop().time() + timeout)
        await self._settled.wait()
        status = self.state.status
        return status if isinstance(status, Closed) else Connected()

    def come_back(self) -> None:
        self._return_asked.set()

    async def visit(self, link: Link, table: str, told: bool = False) -> tuple[Difference, ...] | Reason | None:
        """Go to the table that continues this one: () once the session is there, else see `Visit`."""
        visit = self._visit = Visit(link, table, told)
        self._return_asked.set()
        if self._attempt and (told or not isinstance(self.state.status, Connected)):
            self._attempt.cancel()
        return await visit.done

    def sit_anew(self, key: Key) -> None:
        """Come back as somebody else, because another program uses this one's key."""
        self.identity = replace(self.identity, key=key)
        status = self.state.status
        self._conversation = Conversation(self.identity, _APP, secrets.token_bytes)
        self._conversation.set_status(status)
        self.come_back()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        task = asyncio.create_task(self.run())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def run(self) -> None:
        try:
            async with asyncio.timeout(self._welcome_timeout) as self._limit:
                await self._keep_connected()
        except TimeoutError:
            if self._limit is None or not self._limit.expired():
                raise
            self._set_status(Closed(ConnectionProblem.UNREACHABLE))
        finally:
            self._subscribers.close()

    async def _keep_connected(self) -> None:
        while True:
            end = await self._attempt_once()
            if end is None:
                continue
            self._crowded = self._crowded + 1 if end.crowded else 0
            if self._crowded == MAX_CROWDED and self.state.welcome is None:
                return self._set_status(Closed(ConnectionProblem.CROWDED))
            if end.reaction is Reaction.STOP and end.reason is not None:
                self._set_status(Closed(end.reason))
                if not (self._follows and end.reason is Farewell.CLOSED):
                    return None
                continue
            self._return_asked.clear()
            if end.reaction is Reaction.RETURN_ONCE and end.reason is not None:
                self._set_status(Closed(end.reason))
                await self._return_asked.wait()
                self._set_away()
            else:
                self._set_away(end.silent)
                wait = self.backoff.seconds()
                await self._wait(max(wait, end.retry_after or 0.0))

    async def _wait(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._return_asked.wait()
        except TimeoutError:
            return

    def _set_away(self, silent: float = 0.0) -> None:
        match self.state.status:
            case Reconnecting(since, attempt):
                self._set_status(Reconnecting(since, attempt + 1))
            case Connected() | Closed():
                self._set_status(Reconnecting(asyncio.get_running_loop().time() - silent, 1))

    async def _attempt_once(self) -> ConnectionEnd | None:
        """Connect, until that ends; None after a visit that came to nothing."""
        if isinstance(self.state.status, Closed) and self.state.status.reason is Farewell.CLOSED:
            while self._visit is None:
                self._return_asked.clear()
                await self._return_asked.wait()
        visit, self._visit = self._visit, None
        self._attempt = asyncio.create_task(self._pay_visit(visit) if visit else self._connect_once())
        try:
            return await self._attempt
        except asyncio.CancelledError:
            if self._visit is None:
                raise
            return None

    async def _connect_once(self) -> ConnectionEnd:
        channel = await connect(self.link)
        if isinstance(channel, ConnectionEnd):
            return self._judge(channel)
        return self._judge(await self._converse(channel, self.link, self._conversation, self._receive))

    async def _converse(
        self,
        channel: Channel,
        link: Link,
        conversation: Conversation,
        receive: Callable[[bytes], ConnectionEnd | None],
    ) -> ConnectionEnd:
        self._outgoing = asyncio.Queue()
        seen = link.fingerprint
        self._outgoing.put_nowait(conversation.begin_connection(bytes.fromhex(seen) if seen else None))
        try:
            return await exchange(channel, self._outgoing, receive)
        finally:
            conversation.end_connection()

    async def _pay_visit(self, visit: Visit) -> ConnectionEnd | None:
        try:
            channel = await connect(visit.link)
            if isinstance(channel, ConnectionEnd):
                visit.end(channel.reason)
                return None
            visit.conversation = self._conversation.visiting(visit.table)
            receive = partial(self._receive_as_visitor, visit, visit.conversation)
            end = await self._converse(channel, visit.link, visit.conversation, receive)
            visit.end(end.reason)
            return self._judge(end) if visit.conversation is self._conversation else None
        finally:
            visit.end(None)

    def _receive_as_visitor(self, visit: Visit, there: Conversation, data: bytes) -> ConnectionEnd | None:
        if there is self._conversation:
            return self._receive(data)
        received = there.receive(data)
        for reply in received.replies:
            self._outgoing.put_nowait(reply)
        visit.events += received.events
        if received.over or received.resync:
            return ConnectionEnd(received.over)
        if not there.knows_table:
            return None
        seen = visit.link.fingerprint
        differs = differences(self.state, there.state, bytes.fromhex(seen) if seen else None)
        if differs and not visit.told:
            visit.end(differs)
            return ConnectionEnd()
        self._move(visit, there)
        return None

    def _move(self, visit: Visit, there: Conversation) -> None:
        told, status = moved(self.state, there.state), self.state.status
        self.link, self.identity = visit.link, replace(self.identity, table=visit.table)
        self._conversation = there
        there.set_status(status)
        self._subscribers.publish(told)
        self._settle()
        for event in visit.events:
            self._subscribers.publish(event)
        visit.end(())

    def _judge(self, end: ConnectionEnd) -> ConnectionEnd:
        """Decide whether to return after all.

        Another host may have the table's address, so a seated client returns anyway. But after a proof of the room
        code without an answer, the next proof waits until the player enters a code.
        """
        if self._conversation.code_unanswered and end.reaction is not Reaction.STOP:
            return ConnectionEnd(ConnectionProblem.CODE_UNANSWERED)
        return ConnectionEnd(silent=end.silent) if self.state.welcome and end.reason in _SOMEBODY_ELSE else end

    def _receive(self, data: bytes) -> ConnectionEnd | None:
        received = self._conversation.receive(data)
        for reply in received.replies:
            self._outgoing.put_nowait(reply)
        for event in received.events:
            if isinstance(event, Welcomed):
                self._settle()
            self._subscribers.publish(event)
        if received.over or received.resync:
            return ConnectionEnd(received.over, received.retry_after)
        return None

    def _settle(self) -> None:
        if self._limit is not None:
            self._limit.reschedule(None)
        self.backoff.reset()
        if not isinstance(self.state.status, Connected):
            self._set_status(Connected())

    def _set_status(self, status: Status) -> None:
        self._conversation.set_status(status)
        if isinstance(status, Connected | Closed):
            self._settled.set()
        self._subscribers.publish(StatusChanged(status))


def _new_key() -> Key:
    return Key.of(secrets.token_bytes(SECRET_BYTES))


MAX_BACKLOG = 2000
"""Events in one subscriber's queue before chat and news are dropped. A whole game of ten has fewer, so a subscriber
this far behind has stopped reading.
"""


class Subscribers:
    def __init__(self) -> None:
        self._queues: list[asyncio.Queue[Event | None]] = []
        self._closed = False

    def subscribe(self) -> AsyncIterator[Event]:
        queue: asyncio.Queue[Event | None] = asyncio.Queue()
        if self._closed:
            queue.put_nowait(None)
        else:
            self._queues.append(queue)
        return self._read(queue)

    def publish(self, event: Event) -> None:
        for queue in self._queues:
            if queue.qsize() < MAX_BACKLOG or not isinstance(event, RoomNews | Said):
                queue.put_nowait(event)

    def close(self) -> None:
        self._closed = True
        for queue in self._queues:
            queue.put_nowait(None)

    async def _read(self, queue: asyncio.Queue[Event | None]) -> AsyncIterator[Event]:
        try:
            while (event := await queue.get()) is not None:
                yield event
        finally:
            if queue in self._queues:
                self._queues.remove(queue)
