"""What was asked of the host: kept until it is answered, and own talk known again when it comes back."""

from msgspec.structs import replace

from sixqp_protocol.messages import AnyRequest, Said, Say
from sixqp_protocol.text import clean_chat

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
