"""The decisions and wishes of somebody at a table. All are fire and forget: what comes of them is an event."""

from typing import Literal

from sixqp_protocol import messages
from sixqp_protocol.messages import Level, Settings
from sixqp_tui.client.conversation import Conversation


class Wishes:
    """Turns each wish into a request of the conversation, and has it sent."""

    _conversation: Conversation

    def _send(self, data: bytes | None) -> None:
        """Send these bytes; b"" has been kept for the return of the line, None was not taken."""
        raise NotImplementedError

    def choose_card(self, card: int) -> None:
        """Lay this card face down (3.1)."""
        self._send(self._conversation.choose_card(card))

    def take_back(self) -> None:
        """Take the face-down card back (3.1)."""
        self._send(self._conversation.take_back())

    def draft_card(self, card: int) -> None:
        """Take this card of the open deck (5.2)."""
        self._send(self._conversation.draft_card(card))

    def choose_row(self, row: int) -> None:
        """Take the cards of this row, 0 to 3 (3.7)."""
        self._send(self._conversation.choose_row(row))

    def set_settings(self, settings: Settings) -> None:
        """Change what the table plays (owner, lobby)."""
        self._send(self._conversation.ask(lambda id: messages.SetRules(id, settings)))

    def set_seat(self, seat: int, to: Literal["bot", "open", "kick"], level: Level = "medium") -> None:
        """Put a bot on a chair, free it, or remove its player (owner, lobby)."""
        self._send(self._conversation.ask(lambda id: messages.SetSeat(id, seat, to, level)))

    def start(self) -> None:
        """Begin a game (owner)."""
        self._send(self._conversation.ask(messages.Start))

    def pause(self) -> None:
        """Stop the clock and the game (owner)."""
        self._send(self._conversation.ask(messages.Pause))

    def resume(self) -> None:
        """Go on after a pause (owner)."""
        self._send(self._conversation.ask(messages.Resume))

    def rename(self, name: str) -> None:
        """Bear another name (lobby)."""
        self._send(self._conversation.ask(lambda id: messages.Rename(id, name)))

    def take_seat(self, seat: int) -> None:
        """Take over the seat that a bot plays (8.2)."""
        self._send(self._conversation.ask(lambda id: messages.TakeSeat(id, seat)))

    def say(self, text: str) -> None:
        """Say something to everybody at the table."""
        self._send(self._conversation.ask(lambda id: messages.Say(id, text)))

    def leave(self) -> None:
        """Leave the table."""
        self._send(self._conversation.ask(messages.Leave))

    def close_table(self) -> None:
        """End the table for everybody (owner)."""
        self._send(self._conversation.ask(messages.CloseTable))
