"""Folds what a session reports into what its player sees. No clock and no I/O."""

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from sixqp_protocol.facts import AnyFact, CardDrafted, CardLaid, ChoiceTakenBack, RowTaken
from sixqp_protocol.messages import Decision, RoomNews, Said, Tally, Welcome
from sixqp_tui.client.events import Denied, Event, Facts, StatusChanged, Welcomed
from sixqp_tui.client.session_state import StateSource
from sixqp_tui.client.status import Connected, Status
from sixqp_tui.engine.view import View
from sixqp_tui.i18n.facts import LogEntry
from sixqp_tui.presentation.presence import Bubbles, changes, names_in_play
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.presentation.view_model import Phase, ViewModel, deadline_of, phase

ANSWERS = (CardLaid, ChoiceTakenBack, CardDrafted, RowTaken)
"""The facts that answer a decision of the reader's."""
MAX_SAID = 200


class Step(NamedTuple):
    """A fact, with the model before and after it."""

    fact: AnyFact
    before: ViewModel
    after: ViewModel


class GameEnd:
    """Whether the end of a game is shown. Players who arrive later never see it."""

    def __init__(self) -> None:
        self._saw_play = False
        self._left: int | None = None

    def see(self, view: View, news: RoomNews | None) -> None:
        self._saw_play = self._saw_play or phase(view, news) in ("draft", "table")

    def leave(self, game: int) -> None:
        self._left = game

    def phase(self, view: View, news: RoomNews | None, game: int) -> Phase:
        """The phase, with "lobby" for a finished game whose end isn't shown."""
        now = phase(view, news)
        return "lobby" if now == "over" and (not self._saw_play or self._left == game) else now


class Feed:
    """Folds the events of a session into `model`, starting from what the session knows.

    Facts are shown when they arrive, but a `paced` feed waits for `show`. `steps` are the facts shown by the last
    event; a paced feed has none. Events may repeat what is known.
    """

    def __init__(
        self,
        session: StateSource,
        *,
        status: Status | None = None,
        paced: bool = False,
        recorded: bool = False,
    ) -> None:
        welcome = session.state.welcome
        self.status = status or Connected()
        self.steps: Sequence[Step] = ()
        self._session = session
        self._paced = paced
        self._facts: list[AnyFact] = []
        self._reader = session.state.view.before_all()
        self._bubbles = Bubbles()
        self._history_length = welcome.stream if welcome and welcome.game == session.state.game else 0
        self.model = ViewModel(
            tally=session.state.tally,
            recorded=recorded,
            news=session.state.news if recorded else None,
        )
        self.catch_up()
        if session.state.news and not recorded:
            self._take_seat(session.state.news.you)
        if not paced:
            self.show()

    def hear(self, event: Event, now: float) -> ViewModel:
        """The model after an event; `now` is in seconds of a steady clock."""
        self.steps = ()
        match event:
            case Facts(game, first, facts):
                self._learn(game, first, facts)
                if not self._paced:
                    self.steps = tuple(self._show_next() for _ in self.outstanding)
            case Welcomed(welcome, restarted):
                self._hear_welcome(welcome, restarted)
            case RoomNews() as news:
                self._hear_news(news, now)
            case Tally(lines=lines):
                self.model = self.model._replace(tally=lines)
            case Said() as said:
                self.model = self.model._replace(said=(*self.model.said, said)[-MAX_SAID:])
                self._bubbles.hear(said, now)
            case Denied(request=request) if isinstance(request, Decision):
                self.model = self.model._replace(sent=None)
            case StatusChanged(status):
                self.status = status
                self.model = self.model._replace(online=isinstance(status, Connected))
        return self.at(now)

    def at(self, now: float) -> ViewModel:
        self.model = self.model._replace(bubbles=self._bubbles.at(now))
        return self.model

    def await_decision(self) -> None:
        self.model = self.model._replace(sent=self.model.moment)

    # -- the facts of a game ------------------------------------------------------------------------

    @property
    def outstanding(self) -> Sequence[AnyFact]:
        return self._facts[self.model.shown.length :]

    @property
    def behind(self) -> bool:
        return self.model.shown.length < self._history_length

    def show(self, count: int | None = None) -> None:
        """Show the next facts, `count` of them or all. Raises ImpossibleFact."""
        shown = self.model.shown
        end = len(self._facts) if count is None else shown.length + count
        new = tuple(islice(self._facts, shown.length, end))
        answered = any(isinstance(fact, ANSWERS) and fact.seat == shown.view.seat for fact in new)
        self.model = self.model._replace(shown=shown.after(new), sent=None if answered else self.model.sent)

    def catch_up(self) -> bool:
        """Returns whether the game or reader has changed. For sessions without events, and for skipping ahead."""
        session, shown = self._session, self.model.shown
        reader, history = session.state.view.before_all(), session.state.history
        known = self.model.game, shown.view.before_all()
        changed = known != (session.state.game, reader) or len(history) < shown.length
        if changed:
            self._begin(session.state.game, reader, session.state.news)
        self._facts = list(history)
        return changed

    def note(self, *entries: LogEntry) -> None:
        """Put lines into the log of this game, where it stands now."""
        self.model = self.model._replace(shown=self.model.shown.noted(entries))

    def _show_next(self) -> Step:
        before, fact = self.model, self._facts[self.model.shown.length]
        self.show(1)
        return Step(fact, before, self.model)

    def _learn(self, game: int, first: int, facts: Sequence[AnyFact]) -> None:
        if game < self.model.game:
            return
        if game > self.model.game:
            self._history_length = 0
        known = self._facts[first : first + len(facts)] if game == self.model.game else []
        restarted = first == 0 and known != list(facts[: len(known)])
        if game > self.model.game or restarted or not self._facts:
            known = []
            self._begin(game, self._reader_of(facts), self.model.news if game == self.model.game else None)
        self._facts += facts[len(known) :]

    def _reader_of(self, facts: Sequence[AnyFact]) -> View:
        """The reader of a stream, by a fact for one seat; the welcome may be about another game."""
        seat = next((fact.reader for fact in facts if fact.reader is not None), None)
        return self._reader if seat is None or self._reader.hands_open else View(seat)

    def _begin(self, game: int, reader: View, news: RoomNews | None, *, taken_over: bool = False) -> None:
        """Start a game, or its stream for a seat `taken_over` in it, with the names in the news."""
        names, shown = names_in_play(news), self.model.shown
        if taken_over:
            shown = shown.read_by(reader)
        elif game != self.model.game or shown.length or reader != shown.view.before_all():
            shown = Transcript(reader, renamings=self._session.state.renamings)
        shown = shown.named(names) if names else shown
        self._facts, self._reader = [], reader
        self.model = self.model._replace(shown=shown, game=game, sent=None)

    # -- the room -----------------------------------------------------------------------------------

    def _hear_welcome(self, welcome: Welcome, restarted: bool) -> None:
        self._take_seat(welcome.seat)
        if restarted:
            self._history_length = welcome.stream
            same = welcome.game == self.model.game
            taken_over = same and welcome.seat != self.model.view.seat
            self._begin(welcome.game, self._reader, self.model.news if same else None, taken_over=taken_over)

    def _hear_news(self, news: RoomNews, now: float) -> None:
        self._take_seat(news.you)
        if self.model.news:
            self.note(*changes(self.model.news, news))
        names, shown = names_in_play(news), self.model.shown
        shown = shown.named(names) if names else shown
        self.model = self.model._replace(shown=shown, news=news, deadline=deadline_of(news, now))

    def _take_seat(self, seat: int | None) -> None:
        if seat != self._reader.seat:
            self._reader = View(seat)
