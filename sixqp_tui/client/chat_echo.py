"""Which of the words that come back from the table are this client's own: a watcher has no seat to tell by."""

from sixqp_protocol.messages import AnyRequest, Said, Say
from sixqp_protocol.text import clean_chat


class OwnWords:
    """What this client has said by one connection, and has not heard again yet.

    It comes back right behind its acceptance.
    """

    def __init__(self) -> None:
        self._accepted: str | None = None

    def accepted(self, request: AnyRequest | None) -> None:
        """The host has accepted this."""
        if isinstance(request, Say):
            self._accepted = clean_chat(request.text)

    def are(self, said: Said, seat: int | None) -> bool:
        """Whether whoever said this is the client, which has this seat."""
        if seat is not None or said.seat is not None:
            return said.seat == seat
        own = said.text == self._accepted
        self._accepted = None if own else self._accepted
        return own
