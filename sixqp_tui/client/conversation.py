"""The client's end of the wire: what the host said goes in, what happened comes out. No socket, no clock."""

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from sixqp_protocol import messages
from sixqp_protocol.codec import BadMessage, decode_host, encode
from sixqp_protocol.facts import AnyFact
from sixqp_protocol.messages import (
    SINCE,
    AnyRequest,
    CodeProved,
    CodeWanted,
    Happened,
    HostMessage,
    RoomNews,
    Said,
    Say,
    Tally,
    TallyLine,
    Welcome,
)
from sixqp_protocol.pairing import Draw
from sixqp_protocol.person import PersonKey
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.text import clean_chat
from sixqp_protocol.version import CURRENT, understands
from sixqp_tui.client.events import Denied, Event, Facts, News, QuickReacted, Talk, Tallied, Welcomed
from sixqp_tui.client.room_code import RoomCodeProof
from sixqp_tui.client.sanitize import sanitize
from sixqp_tui.client.status import Reason, Trouble
from sixqp_tui.engine.decisions import at_hand
from sixqp_tui.engine.view import View

MAX_GAPS = 3
"""Holes in the stream, one after the other, until the host is taken for broken: coming back mends what a lost
message left, but not what the host gets wrong each time."""


Role = Literal["player", "watcher"]


class Identity(Struct, frozen=True):
    """Who says Hello: a name, a role; and as far as known the table's id, the token of a seat, the room code.

    `look_on`: a player for whom there is no chair watches. `person`: the key by which they would be known.
    """

    name: str
    role: Role = "player"
    table: str | None = None
    token: bytes | None = None
    code: str | None = None
    look_on: bool = False
    person: PersonKey | None = None


class Received(Struct, frozen=True):
    """What follows from one message: events, bytes to send, and whether the connection is over.

    `over` says why the host or this end ends it; `resync` that the stream has a hole, and the client must
    drop the connection and come back; `retry_after` how many seconds the host asks it to stay away.
    """

    events: tuple[Event, ...] = ()
    replies: tuple[bytes, ...] = ()
    over: Reason | None = None
    resync: bool = False
    retry_after: float | None = None


BROKEN = Received(over=Trouble.BROKEN_HOST)


class Conversation:
    """What one client process holds of a table, over all its connections.

    `history` are the facts of the own stream of `game`, and `view` is their fold. `here`: the host has
    welcomed this connection. `names`: who plays, by seat, as the room told last while a game went on (8.2); empty
    before. `client` are 16 bytes drawn anew for each process; `app` names the program.
    `draw` gives random bytes, for a room code.
    """

    def __init__(self, identity: Identity, client: bytes, app: str, draw: Draw | None = None) -> None:
        self.identity = identity
        self.view = View()
        self.game = 0
        self.history: list[AnyFact] = []
        self.news: RoomNews | None = None
        self.names: tuple[str, ...] = ()
        self.tally: tuple[TallyLine, ...] = ()
        self.welcome: Welcome | None = None
        self.here = False
        self._client = client
        self._app = app
        self._attempt = 0
        self._seat: int | None = None
        self._past = 0
        self._may_restart = False
        self._gaps = 0
        self._outbox, self._chat_echo = Outbox(), ChatEcho()
        self._room_code = RoomCodeProof(identity.code, draw)

    @property
    def have(self) -> int:
        return len(self.history)

    @property
    def caught_up(self) -> bool:
        """Whether everything is held that was history when the host welcomed this client.

        Until then `view` is of the past, and no decision is asked.
        """
        return self.have >= self._past

    @property
    def token(self) -> bytes | None:
        """What proves the seat: the newest that the host gave, or the one brought along."""
        return (self.welcome and self.welcome.token) or self.identity.token

    @property
    def _role(self) -> Role:
        return "watcher" if self.welcome and self.welcome.seat is None else self.identity.role

    @property
    def table(self) -> str | None:
        return self.identity.table or (self.welcome and self.welcome.table) or None

    @property
    def unanswered(self) -> tuple[AnyRequest, ...]:
        """The requests that the host has not answered, oldest first."""
        return self._outbox.waiting

    @property
    def code_unanswered(self) -> bool:
        return self._room_code.unanswered

    def begin_connection(self, certificate: bytes | None = None) -> bytes:
        """The Hello for a new connection, on which the host showed the certificate with this SHA-256.

        Without one, within one process, nothing is proved by it.
        """
        self.here, self._chat_echo = False, ChatEcho()
        self._room_code.begin_connection(certificate, token=self.token is not None)
        self._attempt += 1
        person = self.identity.person if certificate else None
        return encode(
            messages.Hello(
                version=CURRENT,
                app=self._app,
                role=self._role,
                name=self.identity.name,
                client=self._client,
                attempt=self._attempt,
                table=self.table,
                token=self.token,
                game=self.game,
                have=self.have,
                look_on=self.identity.look_on,
                person=person.public if person else None,
                person_proof=person.prove(certificate, self._client) if person and certificate else None,
            )
        )

    def end_connection(self) -> None:
        self.here = False

    def receive(self, data: bytes) -> Received:
        """Take a message of the host in: what follows from it."""
        try:
            message = sanitize(decode_host(data))
        except BadMessage:
            return BROKEN
        if not self.here and not isinstance(message, _BEFORE_WELCOME):
            return BROKEN
        return _HANDLERS[type(message)](self, message)

    def request(self, request: AnyRequest) -> bytes | None:
        """Ask for this under the next id; a decision is one about the round and turn (or pick) that `view` is at.

        Returns the bytes to send now, b"" where it waits for the next connection, None where it is not taken:
        nobody has welcomed this client yet, the host is too old for it, or too many requests wait.
        """
        known = self.welcome is not None and self.welcome.version[1] >= SINCE.get(type(request), 0)
        asked = self._outbox.add(at_hand(request, self.view.table)) if known else None
        if asked is None:
            return None
        return encode(asked) if self.here else b""

    def _receive_welcome(self, welcome: Welcome) -> Received:
        if not understands(welcome.version):
            return Received(over=Farewell.VERSION)
        if self.table not in (None, welcome.table):
            return Received(over=Farewell.OTHER_TABLE)
        if self._room_code.owed:
            return Received(over=Trouble.CODE_NOT_PROVED)
        first, self.here, self.welcome = not self.here, True, welcome
        self._seat, self._may_restart = welcome.seat, True
        anew = not (first and self._continues(welcome))
        if anew:
            self._begin_stream(welcome.game)
        self._past = welcome.stream
        if not first:
            return Received((Welcomed(welcome, anew),))
        self._outbox.remove_up_to(welcome.last_id)
        return Received((Welcomed(welcome, anew),), tuple(map(encode, self._outbox.waiting)))

    def _answer_code(self, wanted: CodeWanted) -> Received:
        answer = Trouble.BROKEN_HOST if self.here else self._room_code.answer(wanted)
        return Received(over=answer) if isinstance(answer, Trouble) else Received(replies=(answer,))

    def _continues(self, welcome: Welcome) -> bool:
        """Whether what is held is the beginning of the stream that this welcome speaks of."""
        same_reader = welcome.seat == self.view.seat
        return same_reader and welcome.game == self.game and 0 < self.have <= welcome.stream

    def _begin_stream(self, game: int) -> None:
        if game != self.game:
            self._past = 0
        self.view, self.game, self.history = View(self._seat), game, []

    def _receive_news(self, news: RoomNews) -> Received:
        named = (*news.waiting_for, *news.ready, *(() if news.you is None else (news.you,)))
        if any(seat >= len(news.seats) for seat in named) or len(news.banks) > len(news.seats):
            return BROKEN
        self.news, self._seat = news, news.you
        if news.phase == "playing":
            self.names = tuple(seat.name for seat in news.seats)
        return Received((News(news),))

    def _receive_tally(self, tally: Tally) -> Received:
        self.tally = tally.lines
        return Received((Tallied(tally.lines),))

    def _receive_facts(self, happened: Happened) -> Received:
        may_restart, self._may_restart = self._may_restart, False
        newer = happened.game > self.game
        if happened.first == 0 and (newer or (may_restart and happened.game == self.game)):
            self._begin_stream(happened.game)
        elif (happened.game, happened.first) != (self.game, self.have):
            return self._count_gap()
        view = self.view if self.history else View(_reader(happened.facts, self._seat))
        try:
            view = view.after(happened.facts)
        except ValueError:
            return BROKEN
        if view.seat is not None and view.seat >= view.table.seats:
            return BROKEN
        self.view = view
        self.history.extend(happened.facts)
        self._gaps = 0
        return Received((Facts(happened.game, happened.first, happened.facts, happened.first >= self._past),))

    def _count_gap(self) -> Received:
        self._gaps += 1
        if self._gaps >= MAX_GAPS:
            return BROKEN
        return Received(resync=True)

    def _receive_accepted(self, accepted: messages.Accepted) -> Received:
        self._chat_echo.expect(self._outbox.remove(accepted.id))
        return Received()

    def _receive_refused(self, refused: messages.Refused) -> Received:
        return Received((Denied(refused, self._outbox.remove(refused.id)),))

    def _receive_said(self, said: messages.Said) -> Received:
        return Received((Talk(said, self._chat_echo.is_own(said, self._seat)),))

    def _receive_reacted(self, reacted: messages.Reacted) -> Received:
        return Received((QuickReacted(reacted),))

    def _receive_pong(self, _pong: messages.Pong) -> Received:
        return Received()

    def _receive_goodbye(self, goodbye: messages.Goodbye) -> Received:
        after = None if goodbye.retry_after is None else goodbye.retry_after / 1000
        return Received(over=goodbye.code, retry_after=after)


def _reader(facts: tuple[AnyFact, ...], seat: int | None) -> int | None:
    return next((fact.reader for fact in facts if fact.reader is not None), seat)


_BEFORE_WELCOME = CodeWanted | CodeProved | Welcome | messages.Goodbye
_HANDLERS: dict[type[HostMessage], Callable[[Conversation, Any], Received]] = {
    CodeWanted: Conversation._answer_code,
    CodeProved: lambda end, proved: Received(over=end._room_code.verify(proved)),
    messages.Welcome: Conversation._receive_welcome,
    messages.RoomNews: Conversation._receive_news,
    messages.Tally: Conversation._receive_tally,
    messages.Happened: Conversation._receive_facts,
    messages.Accepted: Conversation._receive_accepted,
    messages.Refused: Conversation._receive_refused,
    messages.Said: Conversation._receive_said,
    messages.Reacted: Conversation._receive_reacted,
    messages.Pong: Conversation._receive_pong,
    messages.Goodbye: Conversation._receive_goodbye,
}

MAX_UNANSWERED = 32
"""Requests. More than anybody makes by hand; a host takes 40 messages at once (`SPEC.md`, 12), so all of these may
be sent again when the connection stands again."""


class Outbox:
    """Gives every request its id, and keeps it, in order, until it is answered: the connection may break."""

    def __init__(self) -> None:
        self._last = 0
        self._waiting: dict[int, AnyRequest] = {}

    @property
    def waiting(self) -> tuple[AnyRequest, ...]:
        """The requests without an answer, oldest first."""
        return tuple(self._waiting.values())

    def add(self, request: AnyRequest) -> AnyRequest | None:
        """Keep the request under the next id; the request with it, or None where too many wait already."""
        if len(self._waiting) >= MAX_UNANSWERED:
            return None
        self._last += 1
        numbered = self._waiting[self._last] = replace(request, id=self._last)
        return numbered

    def remove(self, id: int) -> AnyRequest | None:
        """Stop keeping the request with this id, and return it; None where none of that id waits."""
        return self._waiting.pop(id, None)

    def remove_up_to(self, last_id: int) -> None:
        """Stop keeping the requests up to `last_id`, which the host has accepted; new ids come after it."""
        self._last = max(self._last, last_id)
        self._waiting = {id: request for id, request in self._waiting.items() if id > last_id}


class ChatEcho:
    """Knows this client's own talk when it comes back on one connection: a watcher has no seat to tell by.

    Talk comes back right behind its acceptance.
    """

    def __init__(self) -> None:
        self._expected: str | None = None

    def expect(self, request: AnyRequest | None) -> None:
        """Take note that the host has accepted this request."""
        if isinstance(request, Say):
            self._expected = clean_chat(request.text)

    def is_own(self, said: Said, seat: int | None) -> bool:
        """Whether whoever said this is the client, which has this seat. What was expected comes only once."""
        if seat is not None or said.seat is not None:
            return said.seat == seat
        own = said.text == self._expected
        self._expected = None if own else self._expected
        return own
