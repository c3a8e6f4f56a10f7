"""What a session is like that has no host: nothing is lost on its way, and nothing happens by itself."""

from collections.abc import AsyncIterator, Sequence

from sixqp_protocol.messages import AnyRequest, TallyLine
from sixqp_tui.client.events import Event
from sixqp_tui.client.status import Connected, Status


class OfflineSession:
    """What a recorded game and a lesson have in common for screens and lines that take a session."""

    @property
    def status(self) -> Status:
        return Connected()

    @property
    def tally(self) -> tuple[TallyLine, ...]:
        return ()

    @property
    def unanswered(self) -> Sequence[AnyRequest]:
        return ()

    async def events(self) -> AsyncIterator[Event]:
        """Nothing happens by itself."""
        nothing: tuple[Event, ...] = ()
        for event in nothing:
            yield event

    def come_back(self) -> None:
        """Nobody has left."""
