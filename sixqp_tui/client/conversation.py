"""The client's end of the wire, without socket or clock: messages go in, events come out."""

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from sixqp_protocol import messages
from sixqp_protocol.cleaning import cleaned
from sixqp_protocol.codec import BadMessage, decode_host, encode
from sixqp_protocol.keys import Key, hello_text
from sixqp_protocol.messages import AnyRequest
from sixqp_protocol.pairing import BadShare, ClientPairing, Draw
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.version import CURRENT
from sixqp_tui.client.events import Denied, Event, Facts, Welcomed
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.client.status import Closed, ConnectionProblem, Reason, Status
from sixqp_tui.engine.decisions import at_hand
from sixqp_tui.engine.view import View

MAX_TALK = 100
"""As many texts as the reference host repeats."""
MAX_GAPS = 3
"""Consecutive gaps in the stream that mark the host as broken: reconnecting repairs a lost message, but not a host
that is always wrong.
"""


Role = Literal["player", "watcher"]


class Identity(Struct, frozen=True):
    """Who a client is, as its Hello tells the host.

    `key` is what a seat belongs to; a session without one draws it. `look_on`: a player watches if no chair is
    free.
    """

    name: str
    role: Role = "player"
    table: str | None = None
    key: Key | None = None
    code: str | None = None
    look_on: bool = False


class Received(Struct, frozen=True):
    """What follows from one message.

    `over` says why either end closes the connection. `resync`: the stream has a gap, so the client must reconnect.
    The host asks it to stay away for `retry_after` seconds.
    """

    events: tuple[Event, ...] = ()
    replies: tuple[bytes, ...] = ()
    over: Reason | None = None
    resync: bool = False
    retry_after: float | None = None


BROKEN = Received(over=ConnectionProblem.BROKEN_HOST)


class Conversation:
    """What one client knows of a table, over all its connections.

    `here`: the host has welcomed this connection. `draw` returns random bytes, for a room code.
    """

    def __init__(
        self,
        identity: Identity,
        app: str,
        draw: Draw | None = None,
    ) -> None:
        self.identity = identity
        self._table = identity.table
        self.state = SessionState()
        self.here = False
        self._app, self._draw = app, draw
        self._seat: int | None = None
        self._heard = self._past = 0
        self._replaced = False
        self._may_restart = False
        self._gaps = 0
        self._outbox = Outbox()
        self._room_code = RoomCodeProof(identity.code, draw)

    def visiting(self, table: str) -> "Conversation":
        """With the table that may continue this one; what was asked for here is not asked there."""
        return Conversation(replace(self.identity, table=table, code=None), self._app, self._draw)

    @property
    def have(self) -> int:
        return len(self.state.history)

    @property
    def _role(self) -> Role:
        return "watcher" if self.state.welcome and self.state.welcome.seat is None else self.identity.role

    @property
    def table(self) -> str | None:
        return self._table or (self.state.welcome and self.state.welcome.table) or None

    @property
    def knows_table(self) -> bool:
        """Whether the host has told everything up to now."""
        return self.here and self.state.news is not None and self.state.caught_up

    @property
    def code_unanswered(self) -> bool:
        return self._room_code.unanswered

    def begin_connection(self, certificate: bytes | None = None) -> bytes:
        """The Hello for a new connection; `certificate` is the host's SHA-256, None within one process."""
        self.here = False
        self._room_code.begin_connection(certificate)
        key = self.identity.key
        assert key is not None
        return encode(
            messages.Hello(
                version=CURRENT,
                app=self._app,
                role=self._role,
                name=self.identity.name,
                key=key.public,
                signature=key.sign(hello_text(certificate)) if certificate else None,
                table=self.table,
                game=self.state.game,
                have=self.have,
                heard=self._heard,
                look_on=self.identity.look_on,
                has_code=self._room_code.owed,
            )
        )

    def end_connection(self) -> None:
        self.here = False

    def set_status(self, status: Status) -> None:
        if isinstance(status, Closed) and status.reason is Farewell.ELSEWHERE:
            self._replaced = True
        self.state = replace(self.state, status=status)

    def receive(self, data: bytes) -> Received:
        try:
            message = decode_host(data)
        except BadMessage:
            return BROKEN
        if not self.here and not isinstance(message, _BEFORE_WELCOME):
            return BROKEN
        received = self._handle(message)
        if (waiting := self._outbox.waiting) != self.state.unanswered:
            self._update(unanswered=waiting)
        return received

    def request(self, request: AnyRequest) -> bytes | None:
        """Returns the bytes to send, or b"" if they wait for the next connection.

        None: the host hasn't welcomed this client, or has too many unanswered requests.
        """
        asked = self._outbox.add(cleaned(self._at_hand(request))) if self.state.welcome else None
        if asked is None:
            return None
        self._update(unanswered=self._outbox.waiting)
        return encode(asked) if self.here else b""

    def _at_hand(self, request: AnyRequest) -> AnyRequest:
        request = at_hand(request, self.state.view.table)
        return replace(request, game=self.state.game) if isinstance(request, messages.Decision) else request

    def _update(self, **changes: Any) -> None:
        self.state = self.state.updated(**changes)

    def _handle(self, message: messages.HostMessage) -> Received:  # noqa: C901 (a case for each message)
        match message:
            case messages.CodeWanted():
                return self._answer_code(message)
            case messages.CodeProved():
                return Received(over=self._room_code.verify(message))
            case messages.Welcome():
                return self._receive_welcome(message)
            case messages.RoomNews():
                return self._receive_news(message)
            case messages.Happened():
                return self._receive_facts(message)
            case messages.Tally(game=game, rounds=rounds, lines=lines):
                self._update(tally=lines, counted=(game, rounds))
                return Received((message,))
            case messages.Accepted(id=id):
                self._outbox.remove(id)
            case messages.Refused(id=id):
                return Received((Denied(message, self._outbox.remove(id)),))
            case messages.Said():
                return self._receive_said(message)
            case messages.Goodbye(code=code, retry_after=after):
                return Received(over=code, retry_after=None if after is None else after / 1000)
        return Received()

    def _receive_welcome(self, welcome: messages.Welcome) -> Received:
        if welcome.version != CURRENT:
            return Received(over=Farewell.VERSION)
        if self.table not in (None, welcome.table):
            return Received(over=Farewell.OTHER_TABLE)
        if self._room_code.owed:
            return Received(over=ConnectionProblem.CODE_NOT_PROVED)
        if self._replaced:  # the other program used the same numbers
            self._outbox.clear()
        first, self.here, self._replaced = not self.here, True, False
        self._seat, self._may_restart = welcome.seat, True
        restarted = not (first and self._continues(welcome))
        if restarted:
            self._begin_stream(welcome.game)
        self._past = welcome.stream
        self._update(welcome=welcome, caught_up=self.have >= self._past)
        events: tuple[Event, ...] = (Welcomed(welcome, restarted),)
        if not first:
            return Received(events)
        self._outbox.skip_to(welcome.last_id)
        return Received(events, tuple(map(encode, self._outbox.waiting)))

    def _answer_code(self, wanted: messages.CodeWanted) -> Received:
        answer = ConnectionProblem.BROKEN_HOST if self.here else self._room_code.answer(wanted)
        return Received(over=answer) if isinstance(answer, ConnectionProblem) else Received(replies=(answer,))

    def _continues(self, welcome: messages.Welcome) -> bool:
        same_reader = welcome.seat == self.state.view.seat
        return same_reader and welcome.game == self.state.game and 0 < self.have <= welcome.stream

    def _begin_stream(self, game: int) -> None:
        if game != self.state.game:
            self._past = 0
        self._update(view=View(self._seat), game=game, history=(), caught_up=self._past == 0)

    def _receive_news(self, news: messages.RoomNews) -> Received:
        named = (*news.waiting_for, *news.ready, *(() if news.you is None else (news.you,)))
        if any(seat >= len(news.seats) for seat in named):
            return BROKEN
        self._seat = news.you
        names = tuple(seat.name for seat in news.seats) if news.phase == "playing" else self.state.names
        self._update(news=news, names=names)
        return Received((news,))

    def _receive_facts(self, happened: messages.Happened) -> Received:
        may_restart, self._may_restart = self._may_restart, False
        newer = happened.game > self.state.game
        if happened.first == 0 and (newer or (may_restart and happened.game == self.state.game)):
            self._begin_stream(happened.game)
        elif (happened.game, happened.first) != (self.state.game, self.have):
            return self._count_gap()
        view = self.state.view
        if not self.state.history:
            view = View(next((fact.reader for fact in happened.facts if fact.reader is not None), self._seat))
        try:
            view = view.after(happened.facts)
        except ValueError:
            return BROKEN
        if view.seat is not None and view.seat >= view.table.seats:
            return BROKEN
        history = self.state.history + happened.facts
        self._update(view=view, history=history, caught_up=len(history) >= self._past)
        self._gaps = 0
        return Received((Facts(happened.game, happened.first, happened.facts, happened.first >= self._past),))

    def _count_gap(self) -> Received:
        self._gaps += 1
        return BROKEN if self._gaps >= MAX_GAPS else Received(resync=True)

    def _receive_said(self, said: messages.Said) -> Received:
        self._heard += self._seat is not None
        self._update(talk=(*self.state.talk, said)[-MAX_TALK:])
        return Received((said,))


_BEFORE_WELCOME = messages.CodeWanted | messages.CodeProved | messages.Welcome | messages.Goodbye

MAX_UNANSWERED = 32
"""More than anybody makes by hand (`SPEC.md`, R24). A host takes 40 messages at once, so a client may repeat all of
these when it reconnects.
"""


class Outbox:
    """Numbers the requests, and keeps each until it is answered, in case the connection breaks."""

    def __init__(self) -> None:
        self._last = 0
        self._waiting: dict[int, AnyRequest] = {}

    @property
    def waiting(self) -> tuple[AnyRequest, ...]:
        return tuple(self._waiting.values())

    def add(self, request: AnyRequest) -> AnyRequest | None:
        if len(self._waiting) >= MAX_UNANSWERED:
            return None
        self._last += 1
        numbered = self._waiting[self._last] = replace(request, id=self._last)
        return numbered

    def remove(self, id: int) -> AnyRequest | None:
        return self._waiting.pop(id, None)

    def clear(self) -> None:
        self._waiting.clear()

    def skip_to(self, last_id: int) -> None:
        self._last = max(self._last, last_id)


class RoomCodeProof:
    """Proves the room code to the host, and demands the host's own proof.

    Without `draw`, which returns random bytes, no code is given. A proof lets an impostor test one code, so while
    the first one is `unanswered` there is no second. `owed`: the host must still prove the code.
    """

    def __init__(self, code: str | None, draw: Draw | None) -> None:
        self._code, self._draw = code, draw
        self._certificate = bytes(32)
        self._asked = self.owed = self._trusted = self.unanswered = False
        self._pairing: ClientPairing | None = None

    def begin_connection(self, certificate: bytes | None) -> None:
        """Start again on a connection with this certificate (SHA-256), whose host must prove the code once."""
        seen = certificate or bytes(32)
        self._trusted = self._trusted and seen == self._certificate
        self._certificate = seen
        self._asked, self._pairing = False, None
        self.owed = not (self._code is None or self._trusted)

    def answer(self, wanted: messages.CodeWanted) -> bytes | ConnectionProblem:
        if self._asked:
            return ConnectionProblem.BROKEN_HOST
        self._asked = self.owed = True
        if self._code is None or self._draw is None:
            return ConnectionProblem.CODE_WANTED
        if self.unanswered:
            return ConnectionProblem.CODE_UNANSWERED
        try:
            self._pairing = ClientPairing(self._code, self._certificate, wanted.share, self._draw)
        except BadShare:
            return ConnectionProblem.BROKEN_HOST
        self.unanswered = not self._trusted
        return encode(messages.CodeGiven(self._pairing.share, self._pairing.proof))

    def verify(self, proved: messages.CodeProved) -> ConnectionProblem | None:
        if self._pairing is None:
            return ConnectionProblem.BROKEN_HOST
        self._trusted = self._pairing.proves(proved.proof)
        self.owed = self.unanswered = not self._trusted
        return ConnectionProblem.CODE_NOT_PROVED if self.owed else None
