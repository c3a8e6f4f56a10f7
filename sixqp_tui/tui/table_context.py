"""A stay at a table: its session, chat and due screen."""

from collections import deque
from typing import Literal

from sixqp_protocol.messages import Said
from sixqp_tui.client.events import Event, Moved, News, Talk
from sixqp_tui.client.status import Closed
from sixqp_tui.i18n import lobby as lobby_words, pgettext
from sixqp_tui.presentation import continuing
from sixqp_tui.presentation.chairs import ChairWait
from sixqp_tui.presentation.feed import GameEnd
from sixqp_tui.presentation.view_model import is_playing
from sixqp_tui.presentation.ways_in import WayIn, guest_ways, host_in
from sixqp_tui.tui.openings import AtTable, Outcome

MAX_SAID = 2000
"""More than an evening has, in under a megabyte."""


class TableContext:
    """The state of a stay that outlives its screens.

    `leaving` is how the stay ends once the table confirms. `late`: the player found no chair and hasn't been asked
    what to do. `keep_name`: nobody had set the player's name, and the expected names haven't been offered.
    """

    def __init__(self, at: AtTable) -> None:
        self.session = at.session
        self.hosting = at.hosting
        self.join_line = at.hosting.join_line if at.hosting else at.join_line
        self.keyboard, self.game_screen = at.keyboard, at.game_screen
        self.late, self.chair, self.keep_name = at.late, ChairWait(), at.keep_name
        self.note, self.sit_anew = at.note, at.sit_anew
        self.said: deque[Said] = deque((talk.said for talk in self.session.state.talk), maxlen=MAX_SAID)
        self.evening = at.evening
        self.leaving: Outcome | None = None
        self._end = GameEnd()
        self._end.see(self.session.state.view, self.session.state.news)
        self._code = at.session.state.news.code if at.session.state.news else None

    def record(self, event: Event) -> None:
        self._end.see(self.session.state.view, self.session.state.news)
        if isinstance(event, Talk):
            self.said.append(event.said)
        if isinstance(event, Moved) and (sentence := continuing.moved(event)):
            self.said.append(_from_table(sentence))
        if isinstance(event, News) and event.news.code != self._code:
            before, self._code = self._code, event.news.code
            if before and self._code:
                self.said.append(_from_table(lobby_words.new_code(self._code)))

    def describe_evening(self) -> str:
        """What stands in the place of the prompt while the table doesn't answer, or stands still."""
        return self.evening.describe() if self.evening else continuing.lost_host(self.session.state)

    @property
    def ways_in(self) -> tuple[WayIn, ...]:
        """For the host by their processes, for guests by the news."""
        if self.hosting:
            return self.hosting.ways.listed()
        news = self.session.state.news
        return guest_ways(news.ways if news else (), host_in(self.join_line or ""))

    @property
    def invite_line(self) -> str | None:
        """What others type to join; None if unknown, or without a network."""
        if self.hosting:
            return self.hosting.join_line if self.hosting.reachable else None
        return self.join_line

    @property
    def offers_ways_in(self) -> bool:
        return self.hosting is not None or any(way.open for way in self.ways_in)

    @property
    def table(self) -> str | None:
        return self.session.state.welcome.table if self.session.state.welcome else None

    @property
    def resume_line(self) -> str | None:
        """The command that resumes the game after its owner closes the table; None for a guest."""
        if self.keyboard:
            return self.keyboard.resume_line
        return "sixqp host --resume" if self.session.state.welcome and self.session.state.welcome.owner else None

    @property
    def in_mid_game(self) -> bool:
        return is_playing(self.session.state.view, self.session.state.news)

    @property
    def due_screen(self) -> Literal["lobby", "game"]:
        state = self.session.state
        return "lobby" if self._end.phase(state.view, state.news, state.game) == "lobby" else "game"

    def leave_game(self) -> None:
        self._end.leave(self.session.state.game)

    @property
    def closed(self) -> Closed | None:
        status = self.session.state.status
        return status if isinstance(status, Closed) else None


def _from_table(text: str) -> Said:
    # Translators: in the place of a name: the table itself says this in the chat
    return Said(None, pgettext("speaker", "The table"), text)
