"""Somebody who plays by lines, at a room in memory where everything happens at once."""

from collections.abc import Sequence
from typing import Literal

from support.conversations import BackToBack
from support.keys import key_of

from sixqp_protocol.keys import Key
from sixqp_protocol.messages import AnyRequest, Refused
from sixqp_protocol.refusals import Refusal
from sixqp_tui.client.conversation import Conversation, Identity
from sixqp_tui.client.events import Denied, Event, StatusChanged
from sixqp_tui.client.status import Closed
from sixqp_tui.plain.line_player import Context, End, LinePlayer


class Listener:
    """Somebody at a room in memory who types lines and reads lines; `lines` is all that was printed."""

    def __init__(
        self,
        at: BackToBack,
        name: str = "Ann",
        key: Key | None = None,
        role: Literal["player", "watcher"] = "player",
        join_line: str = "",
        piped: bool = False,
        late: bool = False,
    ) -> None:
        self._at = at
        identity = Identity(name, role, key=key or key_of(name), look_on=late)
        self.conversation = Conversation(identity, "test")
        self.peer = at.connect(self.conversation)
        self._read = len(at.events[self.peer])
        context = Context(join_line, late=late)
        self.player = LinePlayer(self.conversation, context, piped)
        self.lines = list(self.player.greet(at.now))

    @property
    def prompt(self) -> str:
        """The prompt that stands, after everything that has happened was read."""
        self.hear()
        return self.player.prompt

    def hear(self) -> list[str]:
        """Read what has happened; the lines that were printed since the last reading."""
        events, before = self._at.events[self.peer], len(self.lines)
        while self._read < len(events):
            self._read += 1
            self.lines += self.player.hear(events[self._read - 1], self._at.now)
        if self.peer in self._at.over and (reason := self._at.over[self.peer].over):
            self.lines += self.told(StatusChanged(Closed(reason)))
        self.lines += self.player.tell_when_quiet(self._at.now)
        return self.lines[before:]

    def claim(self) -> AnyRequest | None:
        return self.player.claim_chair()

    def told(self, event: Event) -> Sequence[str]:
        return self.player.hear(event, self._at.now)

    def type(self, line: str | End) -> list[str]:
        """Type a line; what is printed because of it."""
        self.hear()
        before = len(self.lines)
        assert self.player.accepts(line)
        reply = self.player.take(line, self._at.now)
        self.lines += reply.lines
        if reply.request:
            self.request(reply.request)
        self.hear()
        return self.lines[before:]

    def request(self, request: AnyRequest) -> None:
        """Ask the table for this."""
        data = self.conversation.request(request)
        if data is None:
            self._at.events[self.peer].append(Denied(Refused(0, Refusal.TOO_FAST), None))
        else:
            self._at.say(self.peer, data)
