"""Everything that a session says, as lines. No clock, no socket, no terminal."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from sixqp_protocol.facts import AnyFact
from sixqp_protocol.messages import AnyRequest, Decision, RoomNews, Welcome
from sixqp_protocol.refusals import Refusal
from sixqp_tui.client.events import Denied, Event, Facts, News, StatusChanged, Talk, Welcomed
from sixqp_tui.client.status import Connected, Reconnecting
from sixqp_tui.engine.view import View
from sixqp_tui.i18n import _
from sixqp_tui.i18n import commands as commands_words
from sixqp_tui.i18n import console as console_words
from sixqp_tui.i18n import lobby as lobby_words
from sixqp_tui.i18n import table as table_words
from sixqp_tui.plain import table_text, transcript
from sixqp_tui.plain.knowledge import Known
from sixqp_tui.plain.presence import changes


class Held(Protocol):
    """What a session or a conversation holds of its table so far."""

    @property
    def game(self) -> int:
        """Which game of the table; 0 before the first."""

    @property
    def history(self) -> Sequence[AnyFact]:
        """The facts of that game."""

    @property
    def view(self) -> View:
        """Their fold."""

    @property
    def news(self) -> RoomNews | None:
        """The newest news."""

    @property
    def welcome(self) -> Welcome | None:
        """How the host took this client in."""

    @property
    def unanswered(self) -> Sequence[AnyRequest]:
        """What was asked of the host and is not answered."""


class Teller:
    """Turns events into lines. `known` is what those lines have said; it begins with what is `held` already.

    What was over when it came is summed up in a few lines; what happened while the line was lost is told.
    `join_line` and `invitation` lead others to a table that was opened from here.
    """

    def __init__(
        self, held: Held, join_line: str | None = None, alone: bool = False, invitation: str | None = None
    ) -> None:
        welcome = held.welcome
        self._seat = held.view.seat if held.history else welcome.seat if welcome else None
        title = welcome.title if welcome else ""
        self.known = Known(join_line=join_line, alone=alone, invitation=invitation, title=title)
        self._begin(held.game)
        self._take_up(held.history)
        self._until = welcome.stream if welcome and welcome.game == held.game else 0
        self._tellers: dict[type[Event], Callable[[Any, float], Sequence[str]]] = {
            Welcomed: self._welcomed,
            Facts: self._facts,
            News: self._news,
            Talk: self._talk,
            Denied: self._denied,
            StatusChanged: self._status,
        }
        self._first = held.news

    def arrived(self, now: float) -> Sequence[str]:
        """What is told first; nothing where there is no news of the room yet."""
        lines = self._news(News(self._first), now) if self._first else ()
        return (*lines, *self._caught_up()) if self.known.log and not self._behind else lines

    def heard(self, event: Event, now: float) -> Sequence[str]:
        """What is told of an event; `now` in seconds of any clock."""
        return self._tellers[type(event)](event, now)

    def decided(self) -> None:
        """A decision for the moment at hand is on its way."""
        self.known = self.known._replace(sent=self.known.moment)

    @property
    def _behind(self) -> bool:
        return self._length < self._until

    def _begin(self, game: int, reader: int | None = None) -> None:
        view = View(self._seat if reader is None else reader)
        self.known = self.known._replace(view=view, game=game, log=(), sent=None)
        self._length = 0

    def _take_up(self, happened: Sequence[AnyFact]) -> list[str]:
        if not self._length and happened:
            self._begin(self.known.game, next((fact.reader for fact in happened if fact.reader is not None), None))
        self.known, lines = transcript.after(self.known, happened)
        self._length += len(happened)
        return lines

    def _caught_up(self) -> Sequence[str]:
        return transcript.where_we_are(self.known)

    def _welcomed(self, event: Welcomed, _now: float) -> Sequence[str]:
        self._seat = event.welcome.seat
        self.known = self.known._replace(title=event.welcome.title)
        if event.anew:
            self._begin(event.welcome.game)
            self._until = event.welcome.stream
        return ()

    def _facts(self, event: Facts, _now: float) -> Sequence[str]:
        before, behind = self.known, self._behind
        if event.first == 0:
            behind = behind and event.game == before.game
            self._until = self._until if behind else 0
            self._begin(event.game)
        lines = self._take_up(event.facts)
        if behind:
            return () if self._behind else self._caught_up()
        return (*lines, *transcript.due(before, self.known))

    def _news(self, event: News, now: float) -> Sequence[str]:
        news, before = event.news, self.known.news
        self._seat = news.you
        left = news.milliseconds_left
        self.known = self.known._replace(news=news, deadline=None if left is None else now + left / 1000)
        if before is None:
            return self._first_news(news)
        renewed = [lobby_words.new_code(news.code)] if before.code and news.code not in (None, before.code) else []
        return (*renewed, *changes(before, news))

    def _first_news(self, news: RoomNews) -> Sequence[str]:
        title, own, join_line = self.known.title, self.known.own, self.known.join_line
        return (
            console_words.sit_at(title, own.name) if own else console_words.watch_at(title),
            *([console_words.others_join(join_line)] if join_line else []),
            *([lobby_words.room_code(news.code)] if news.code else []),
            table_text.people(news),
            table_text.settings(news.settings),
            _("Type help to hear what you can type."),
        )

    def _talk(self, event: Talk, _now: float) -> Sequence[str]:
        said = event.said
        return (console_words.you_say(said.text) if event.own else console_words.says(said.name, said.text),)

    def _denied(self, event: Denied, _now: float) -> Sequence[str]:
        if isinstance(event.request, Decision):
            self.known = self.known._replace(sent=None)
        if event.refused.code is Refusal.ALREADY_CHOSEN:
            return (commands_words.already_laid(self.known.view.laid),)
        return (f"{table_words.refused(event.refused.code)}.",)

    def _status(self, event: StatusChanged, _now: float) -> Sequence[str]:
        before = self.known.status
        self.known = self.known._replace(status=event.status)
        match before, event.status:
            case _, Reconnecting(_, 1):
                return (_("The connection is lost; your seat is kept. Trying again."),)
            case Reconnecting(), Connected():
                return (_("The connection is back."),)
        return ()
