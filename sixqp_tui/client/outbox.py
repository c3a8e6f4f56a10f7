"""The requests that were made and not yet answered, kept in order for the case that the line breaks."""

from msgspec.structs import replace

from sixqp_protocol.messages import AnyRequest

LIMIT = 32


class Outbox:
    """Gives every request its id, and keeps it until it is answered."""

    def __init__(self) -> None:
        self._last = 0
        self._waiting: dict[int, AnyRequest] = {}

    @property
    def waiting(self) -> tuple[AnyRequest, ...]:
        """The requests without an answer, oldest first."""
        return tuple(self._waiting.values())

    def add(self, request: AnyRequest) -> AnyRequest | None:
        """Keep the request under the next id; the request with it, or None where too many wait already."""
        if len(self._waiting) >= LIMIT:
            return None
        self._last += 1
        numbered = self._waiting[self._last] = replace(request, id=self._last)
        return numbered

    def answered(self, id: int) -> AnyRequest | None:
        """The request with this id, which waits no longer; None where none of that id waits."""
        return self._waiting.pop(id, None)

    def accepted_up_to(self, last_id: int) -> None:
        """The host has accepted `last_id`: what is not above it has its answer, and new ids come after it."""
        self._last = max(self._last, last_id)
        self._waiting = {id: request for id, request in self._waiting.items() if id > last_id}
