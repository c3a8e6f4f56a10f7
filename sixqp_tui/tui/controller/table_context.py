"""One stay at one table: the session, what was said, and which screen is due."""

from collections import deque
from typing import Literal

from sixqp_protocol.messages import Said
from sixqp_tui.client.events import Event, News, Talk
from sixqp_tui.client.status import Closed
from sixqp_tui.i18n import lobby as lobby_words
from sixqp_tui.i18n import pgettext
from sixqp_tui.tui.controller.phase import stage
from sixqp_tui.tui.services import AtTable, Outcome

MEMORY = 200
"""How many sayings are kept."""


class Sitting:
    """What the app remembers of a table beyond any one screen.

    `leaving` is how the app ends, or goes home, once the table has confirmed that its player leaves.
    """

    def __init__(self, at: AtTable) -> None:
        self.session = at.session
        self.hosting = at.hosting
        self.join_line = at.hosting.join_line if at.hosting else at.join_line
        self.keyboard = at.keyboard
        self.said: deque[Said] = deque(maxlen=MEMORY)
        self.leaving: Outcome | None = None
        self._left_game: int | None = None
        self._saw_play = False
        self._code = at.session.news.code if at.session.news else None

    def heard(self, event: Event) -> None:
        """Remember what has to outlast a screen."""
        if isinstance(event, Talk):
            self.said.append(event.said)
        if isinstance(event, News) and event.news.code != self._code:
            before, self._code = self._code, event.news.code
            if before and self._code:
                # Translators: in the place of a name: the table itself says this in the chat
                self.said.append(Said(None, pgettext("speaker", "The table"), lobby_words.new_code(self._code)))

    @property
    def title(self) -> str:
        """What the table is called; nothing before its welcome."""
        return self.session.welcome.title if self.session.welcome else ""

    @property
    def due(self) -> Literal["lobby", "game"]:
        """The screen that belongs in front.

        A finished game stays in front until its player goes on to the lobby; whoever arrives after
        it was finished comes to the lobby.
        """
        session = self.session
        now = stage(session.view, session.news)
        self._saw_play = self._saw_play or now in ("draft", "table")
        if now == "over" and (self._left_game == session.game or not self._saw_play):
            return "lobby"
        return "lobby" if now == "lobby" else "game"

    def to_lobby(self) -> None:
        """The player has seen the end of the game."""
        self._left_game = self.session.game

    @property
    def closed(self) -> Closed | None:
        """Why the session has ended; None while it goes on."""
        status = self.session.status
        return status if isinstance(status, Closed) else None
