"""A seat at a table, or a place beside it: what a screen, a bot and a test use alike."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from random import Random

from sixqp_protocol.facts import AnyFact
from sixqp_protocol.messages import AnyRequest, Refused, RoomNews, TallyLine, Welcome
from sixqp_protocol.refusals import Farewell, Reaction, Refusal
from sixqp_protocol.version import CURRENT
from sixqp_tui import __version__
from sixqp_tui.client.connection import Backoff, ConnectionEnd, connect, exchange
from sixqp_tui.client.conversation import Conversation, Identity
from sixqp_tui.client.events import Denied, Event, News, QuickReacted, StatusChanged, Talk, Welcomed
from sixqp_tui.client.link import Link
from sixqp_tui.client.status import (
    Closed,
    Connected,
    Connecting,
    Reason,
    Reconnecting,
    Status,
    Trouble,
)
from sixqp_tui.engine.permissions import Standing, standing_of
from sixqp_tui.engine.view import View

__all__ = ["Identity", "Session"]


_SOMEBODY_ELSE = (Trouble.NOT_A_TABLE, Trouble.OTHER_CERTIFICATE, Farewell.OTHER_TABLE)


class Session:
    """Keeps a connection to a table for as long as `run` is alive, and comes back when it breaks.

    A first welcome is tried for until `wait_until_seated` says otherwise. `client` are the 16 bytes that name this
    process, and `random` the jitter between two tries; both are for tests to give.
    """

    def __init__(
        self,
        link: Link,
        identity: Identity,
        *,
        client: bytes | None = None,
        random: Random | None = None,
    ) -> None:
        self._link = link
        client = client or secrets.token_bytes(16)
        self._conversation = Conversation(identity, client, f"sixqp {__version__}", secrets.token_bytes)
        self._welcome_timeout: float | None = None
        self._limit: asyncio.Timeout | None = None
        self._backoff = Backoff(random or Random())
        self._status: Status = Connecting()
        self._given_up: Reason | None = None
        self._settled = asyncio.Event()
        self._return_asked = asyncio.Event()
        self._outgoing: asyncio.Queue[bytes] = asyncio.Queue()
        self._subscribers = Subscribers()

    @property
    def status(self) -> Status:
        return self._status

    @property
    def view(self) -> View:
        """The newest knowledge of the seat; the events may lag behind it."""
        return self._conversation.view

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays, by seat, as the room told last while a game went on; empty before."""
        return self._conversation.names

    @property
    def game(self) -> int:
        """Which game of the table `view` and `history` belong to, from 1; 0 before the first."""
        return self._conversation.game

    @property
    def history(self) -> Sequence[AnyFact]:
        return self._conversation.history

    @property
    def caught_up(self) -> bool:
        return self._conversation.caught_up

    @property
    def news(self) -> RoomNews | None:
        """The newest news of the room; None before the first."""
        return self._conversation.news

    @property
    def tally(self) -> tuple[TallyLine, ...]:
        """What everybody has played here since the table opened, as last told; nothing of an older host."""
        return self._conversation.tally

    @property
    def standing(self) -> Standing:
        """How this reader stands to the table, by the newest knowledge: what decides which requests are granted."""
        minor_version = self.welcome.version[1] if self.welcome else CURRENT[1]
        return standing_of(self.news, self.view.table, minor_version)

    @property
    def welcome(self) -> Welcome | None:
        """How the host took this client in last; None before it did."""
        return self._conversation.welcome

    @property
    def token(self) -> bytes | None:
        return self._conversation.token

    @property
    def unanswered(self) -> Sequence[AnyRequest]:
        """The requests that the host has not answered, oldest first."""
        return self._conversation.unanswered

    @property
    def identity(self) -> Identity:
        return self._conversation.identity

    @property
    def link(self) -> Link:
        return self._link

    def events(self) -> AsyncIterator[Event]:
        return self._subscribers.subscribe()

    def request(self, request: AnyRequest) -> int | None:
        """Ask the table for this: `session.request(ChooseCard(card=45))`.

        Whoever asks gives what they decide; the session fills in the id, and where it is a decision the round and
        turn (or pick) that `view` is at.

        Returns the id, or None where too many requests wait, or nobody has welcomed this client. What comes of it
        arrives as an event: facts, news, talk, or `Denied` (with `TOO_FAST` where this returns None).
        """
        data = self._conversation.request(request)
        if data is None:
            self._subscribers.publish(Denied(Refused(0, Refusal.TOO_FAST), None))
            return None
        if data:
            self._outgoing.put_nowait(data)
        return self.unanswered[-1].id

    async def wait_until_seated(self, timeout: float) -> Connected | Closed:  # noqa: ASYNC109
        """Wait for the first Connected or Closed, at the latest after `timeout` seconds: then the session gives up.

        `run` must be running, or be started by somebody else meanwhile.
        """
        if self._limit is None:
            self._welcome_timeout = timeout
        elif not (self._settled.is_set() or self._limit.expired()):
            self._limit.reschedule(asyncio.get_running_loop().time() + timeout)
        await self._settled.wait()
        status = self._status
        return status if isinstance(status, Closed) else Connected()

    def come_back(self) -> None:
        self._return_asked.set()

    def give_up(self, reason: Reason) -> None:
        """Come back no more, when the connection is lost: somebody knows that it would be in vain."""
        self._given_up = reason
        self._return_asked.set()

    async def run(self) -> None:
        try:
            async with asyncio.timeout(self._welcome_timeout) as self._limit:
                await self._keep_connected()
        except TimeoutError:
            if self._limit is None or not self._limit.expired():
                raise
            self._set_status(Closed(Trouble.UNREACHABLE))
        finally:
            self._subscribers.close()

    async def _keep_connected(self) -> None:
        while True:
            end = await self._connect_once()
            if end.reaction is Reaction.STOP and end.reason is not None:
                return self._set_status(Closed(end.reason))
            if self._given_up is not None:
                return self._set_status(Closed(self._given_up))
            self._return_asked.clear()
            if end.reaction is Reaction.RETURN_ONCE and end.reason is not None:
                self._set_status(Closed(end.reason))
                await self._return_asked.wait()
                self._set_away()
            else:
                self._set_away()
                await self._wait(max(self._backoff.seconds(), end.retry_after or 0.0))

    async def _wait(self, seconds: float) -> None:
        """Wait so long, or until the player asks."""
        try:
            async with asyncio.timeout(seconds):
                await self._return_asked.wait()
        except TimeoutError:
            return

    def _set_away(self) -> None:
        match self._status:
            case Reconnecting(since, attempt):
                self._set_status(Reconnecting(since, attempt + 1))
            case Connected() | Closed():
                self._set_status(Reconnecting(asyncio.get_running_loop().time(), 1))

    async def _connect_once(self) -> ConnectionEnd:
        """One connection from its opening to its end."""
        channel = await connect(self._link)
        if isinstance(channel, ConnectionEnd):
            return self._judge(channel)
        self._outgoing = asyncio.Queue()
        seen = self._link.fingerprint
        self._outgoing.put_nowait(self._conversation.begin_connection(bytes.fromhex(seen) if seen else None))
        try:
            return self._judge(await exchange(channel, self._outgoing, self._receive))
        finally:
            self._conversation.end_connection()

    def _judge(self, end: ConnectionEnd) -> ConnectionEnd:
        """Whether to come back, after all.

        Where the table was somebody else may answer now; who has been there comes back all the same. But a host
        that has taken the proof of a room code and gave none gets another one only when the player enters a code.
        """
        if self._conversation.code_unanswered and end.reaction is not Reaction.STOP:
            return ConnectionEnd(Trouble.CODE_UNANSWERED)
        return ConnectionEnd() if self.welcome and end.reason in _SOMEBODY_ELSE else end

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
        self._backoff.reset()
        if not isinstance(self._status, Connected):
            self._set_status(Connected())

    def _set_status(self, status: Status) -> None:
        self._status = status
        if isinstance(status, Connected | Closed):
            self._settled.set()
        self._subscribers.publish(StatusChanged(status))


MAX_BACKLOG = 2000
"""Events that wait for one subscriber before talk and old news are dropped for it. A whole game of ten is less than
that; a subscriber so far behind has stopped reading."""


class Subscribers:
    """Passes every event on to each subscriber; nobody waits for a slow one."""

    def __init__(self) -> None:
        self._queues: list[asyncio.Queue[Event | None]] = []
        self._closed = False

    def subscribe(self) -> AsyncIterator[Event]:
        """The events published from this call on, until the end."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue()
        if self._closed:
            queue.put_nowait(None)
        else:
            self._queues.append(queue)
        return self._read(queue)

    def publish(self, event: Event) -> None:
        """Pass an event on."""
        for queue in self._queues:
            if queue.qsize() < MAX_BACKLOG or not isinstance(event, News | Talk | QuickReacted):
                queue.put_nowait(event)

    def close(self) -> None:
        """End every subscription: nothing more will be published."""
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
