"""What a session reports, folded into what its player sees. No clock and no I/O."""

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from sixqp_protocol.facts import AnyFact, CardDrafted, CardLaid, ChoiceTakenBack, RowTaken
from sixqp_protocol.messages import Decision, RoomNews, Welcome
from sixqp_protocol.version import CURRENT
from sixqp_tui.client.events import Denied, Event, Facts, News, QuickReacted, StatusChanged, Talk, Tallied, Welcomed
from sixqp_tui.client.session_state import StateSource
from sixqp_tui.client.status import Connected, Status
from sixqp_tui.engine.permissions import owns
from sixqp_tui.engine.view import View
from sixqp_tui.presentation.presence import Reactions, names_in_play
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
    """Whether the end of a game is in front: from its last card until the player leaves it.

    Somebody who comes after the end never sees it.
    """

    def __init__(self) -> None:
        self._saw_play = False
        self._left: int | None = None

    def see(self, view: View, news: RoomNews | None) -> None:
        self._saw_play = self._saw_play or phase(view, news) in ("draft", "table")

    def leave(self, game: int) -> None:
        self._left = game

    def phase(self, view: View, news: RoomNews | None, game: int) -> Phase:
        """`phase`, where a game that is over is the lobby unless its end is in front."""
        now = phase(view, news)
        return "lobby" if now == "over" and (not self._saw_play or self._left == game) else now


class Feed:
    """Folds the events of a session into `model`, beginning with what the session knows.

    A fact is shown when it is heard; a `paced` feed waits until `show` is called. `steps` are the facts that the
    last event showed; a paced feed has none. Events may repeat what is known already.
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
        self._reactions = Reactions()
        self._end = GameEnd()
        self._history_length = welcome.stream if welcome and welcome.game == session.state.game else 0
        self.model = ViewModel(
            tally=session.state.tally,
            minor_version=welcome.version[1] if welcome else CURRENT[1],
            recorded=recorded,
            news=session.state.news if recorded else None,
        )
        self.catch_up()
        if session.state.news and not recorded:
            self._take_seat(session.state.news.you)
        if not paced:
            self.show()
            self._see_play()

    def hear(self, event: Event, now: float) -> ViewModel:
        """The model after an event, with `now` in seconds of a steady clock."""
        self.steps = ()
        match event:
            case Facts(game, first, facts):
                self._learn(game, first, facts)
                if not self._paced:
                    self.steps = tuple(self._show_next() for _ in self.outstanding)
                    self._see_play()
            case Welcomed(welcome, anew):
                self._hear_welcome(welcome, anew)
            case News(news):
                self._hear_news(news, now)
            case Tallied(lines):
                self.model = self.model._replace(tally=lines)
            case Talk(said):
                self.model = self.model._replace(said=(*self.model.said, said)[-MAX_SAID:])
            case QuickReacted(reacted):
                self._reactions = self._reactions.hear(reacted, now)
            case Denied(request=request) if isinstance(request, Decision):
                self.model = self.model._replace(sent=None)
            case StatusChanged(status):
                self.status = status
                self.model = self.model._replace(online=isinstance(status, Connected))
        return self.at(now)

    def at(self, now: float) -> ViewModel:
        """The model with the reactions that are still shown."""
        self.model = self.model._replace(reactions=self._reactions.at(now))
        return self.model

    def await_decision(self) -> None:
        """A decision is on its way to the host: until it is answered nothing is asked."""
        self.model = self.model._replace(sent=self.model.moment)

    def leave_game(self) -> None:
        """The player goes on from the end of the game."""
        self._end.leave(self.model.game)

    @property
    def phase(self) -> Phase:
        """The part of the table's life that is in front; see `GameEnd`."""
        return self._end.phase(self.model.view, self.model.news, self.model.game)

    # -- the facts of a game ------------------------------------------------------------------------

    @property
    def outstanding(self) -> Sequence[AnyFact]:
        """The facts that are known and not shown yet."""
        return self._facts[self.model.shown.length :]

    @property
    def behind(self) -> bool:
        """Whether facts from before the welcome are still to come."""
        return self.model.shown.length < self._history_length

    def show(self, count: int | None = None) -> None:
        """Show the next facts: so many, or all that are known. Raises ImpossibleFact."""
        shown = self.model.shown
        end = len(self._facts) if count is None else shown.length + count
        new = tuple(islice(self._facts, shown.length, end))
        answered = any(isinstance(fact, ANSWERS) and fact.seat == shown.view.seat for fact in new)
        self.model = self.model._replace(shown=shown.after(new), sent=None if answered else self.model.sent)

    def catch_up(self) -> bool:
        """Learn all that the session knows, and whether that is another game, or the game of another reader.

        For sessions that report nothing, such as a recorded one, and for a reader who wants the newest at once.
        """
        session, shown = self._session, self.model.shown
        reader, history = session.state.view.before_all(), session.state.history
        known = self.model.game, shown.view.before_all()
        changed = known != (session.state.game, reader) or len(history) < shown.length
        if changed:
            self._begin(session.state.game, reader, session.state.news)
        self._facts = list(history)
        return changed

    def retell(self) -> None:
        """Tell everything that is shown anew, in the language in use."""
        self.model = self.model._replace(shown=self.model.shown.retold(self._facts))

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
        """Whoever a stream is for: what is told to one seat says so, and a welcome may be of another game."""
        seat = next((fact.reader for fact in facts if fact.reader is not None), None)
        return self._reader if seat is None or self._reader.hands_open else View(seat)

    def _begin(self, game: int, reader: View, news: RoomNews | None) -> None:
        """Begin a game, with the names of the room where they are known: a seat may have changed hands."""
        names = names_in_play(news)
        shown = Transcript(reader).named(names) if names else Transcript(reader)
        self._facts, self._reader = [], reader
        self.model = self.model._replace(shown=shown, game=game, sent=None)

    # -- the room -----------------------------------------------------------------------------------

    def _hear_welcome(self, welcome: Welcome, anew: bool) -> None:
        self._take_seat(welcome.seat)
        self.model = self.model._replace(minor_version=welcome.version[1])
        if anew:
            self._history_length = welcome.stream
            self._begin(welcome.game, self._reader, self.model.news if welcome.game == self.model.game else None)

    def _hear_news(self, news: RoomNews, now: float) -> None:
        self._take_seat(news.you)
        model, names = self.model, names_in_play(news)
        self.model = model._replace(
            shown=model.shown.named(names) if names else model.shown,
            news=news,
            owner=owns(news),
            deadline=deadline_of(news, now),
            presence=model.presence.hear(news, model.game, len(model.shown.told)),
        )

    def _take_seat(self, seat: int | None) -> None:
        """From the next game on the reader sits there."""
        if seat != self._reader.seat:
            self._reader = View(seat)

    def _see_play(self) -> None:
        if not self.behind:
            self._end.see(self.model.view, self.model.news)
