"""What the app tells the screen that is in front."""

from textual.message import Message

from sixqp_tui.client.events import Event


class SessionEvent(Message, bubble=False):
    """The session had something to say: facts, news of the room, talk, a refusal, or another status."""

    def __init__(self, event: Event) -> None:
        super().__init__()
        self.event = event
