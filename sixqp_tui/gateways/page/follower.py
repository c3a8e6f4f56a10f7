"""What one guest has been told: events of a session go in, what the page shows comes out. No clock, no I/O."""

from collections import deque

from msgspec.structs import replace

from sixqp_protocol import facts
from sixqp_protocol.facts import CardsRevealed, RoundBegan
from sixqp_protocol.messages import Decision, Reacted, Said
from sixqp_protocol.refusals import Refusal
from sixqp_tui.client.events import Denied, Event, Facts, News, QuickReacted, StatusChanged, Talk, Tallied, Welcomed
from sixqp_tui.client.session_state import StateSource
from sixqp_tui.client.status import Connected, Status
from sixqp_tui.engine.permissions import owns
from sixqp_tui.engine.view import View
from sixqp_tui.gateways.page.page_model import moment_of, page_view
from sixqp_tui.gateways.page.page_view import PageView
from sixqp_tui.gateways.page.scenes import Scene, scenes
from sixqp_tui.i18n import commands as commands_words
from sixqp_tui.i18n import console as console_words
from sixqp_tui.i18n import phrases, speaking
from sixqp_tui.i18n import table as table_words
from sixqp_tui.presentation.presence import names_in_play
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.presentation.view_model import ViewModel, deadline_of, phase

ANSWERS = (facts.CardLaid, facts.ChoiceTakenBack, facts.CardDrafted, facts.RowTaken)
"""The facts by which a decision of the reader's has come back."""
SAYINGS_KEPT = 200
"""Sayings that are remembered: more than the page shows."""


class Follower:
    """Folds what a session tells, in the language of its reader; `view` is the page at this moment.

    What happens while the reader looks is kept as scenes, of the newest turn alone, until the page has them.
    """

    def __init__(self, session: StateSource, status: Status, language: str) -> None:
        self._session = session
        self._language = language
        self._status = status
        self._said: deque[Said] = deque(maxlen=SAYINGS_KEPT)
        self._steps: list[Scene] = []
        self._rounds_read = 0
        self._saw_play = False
        self._left_game: int | None = None
        self._notice, self._noticed = "", 0
        self._talk = 0
        self.sheet = ""
        self.model = ViewModel(tally=session.state.tally)
        if session.state.welcome:
            self.model = self.model._replace(minor_version=session.state.welcome.version[1])
        self._catch_up(live=False)
        if session.state.news:
            self._hear_news(News(session.state.news), 0.0)

    def speak(self, language: str) -> None:
        """Tell everything in this language from now on, also what was told before."""
        self._language = language
        with speaking(language):
            self.model = self.model._replace(shown=self.model.shown.retold(self._session.state.history))

    def hear(self, event: Event, now: float) -> None:
        """Take up an event, `now` in seconds of any clock."""
        with speaking(self._language):
            match event:
                case Facts(live=live):
                    self._catch_up(live)
                case Welcomed(welcome):
                    self.model = self.model._replace(minor_version=welcome.version[1])
                    self._catch_up(live=False)
                case Tallied(lines):
                    self.model = self.model._replace(tally=lines)
                case News():
                    self._hear_news(event, now)
                case Talk(said):
                    self._said.append(said)
                    self._talk += 1
                    self.model = self.model._replace(said=tuple(self._said))
                case QuickReacted(reacted):
                    self._hear_reaction(reacted)
                case Denied():
                    self._hear_refusal(event)
                case StatusChanged(status):
                    self._status = status
                    self.model = self.model._replace(online=isinstance(status, Connected))

    def view(self, now: float) -> PageView:
        """The page now. Its steps are told once: the next view has those that come after."""
        welcome = self._session.state.welcome
        with speaking(self._language):
            view = page_view(self.model, self.part, welcome.title if welcome else "", self._status, now, self.sheet)
        steps, self._steps = tuple(self._steps), []
        return replace(view, steps=steps, notice=self._notice, noticed=self._noticed, talk=self._talk)

    @property
    def part(self) -> str:
        """What lies in front: the scores of a round until they are read, and a game's end until it is left."""
        now = phase(self.model.view, self.model.news)
        if now == "over":
            return "over" if self._saw_play and self._left_game != self.model.game else "lobby"
        if now != "lobby" and (self.model.between_rounds or len(self.model.table.scores) > self._rounds_read):
            return "scores"
        return now

    def go_on(self) -> None:
        """The reader has seen the scores, or the end of the game."""
        if self.part == "over":
            self._left_game = self.model.game
        self._rounds_read = len(self.model.table.scores)

    def is_at(self, moment: str) -> bool:
        return moment == moment_of(self.model) and self.model.sent != self.model.moment

    def await_decision(self) -> None:
        self.model = self.model._replace(sent=self.model.moment)

    def refuse(self, sentence: str) -> None:
        self.tell(sentence)

    def forget_steps(self) -> None:
        self._steps.clear()

    def tell(self, sentence: str) -> None:
        self._notice, self._noticed = sentence, self._noticed + 1

    # -- events -------------------------------------------------------------------------------------

    def _catch_up(self, live: bool) -> None:
        session, model = self._session, self.model
        history, seat = session.state.history, session.state.view.seat
        again = (model.game, model.view.seat) != (session.state.game, seat) or len(history) < model.shown.length
        if again:
            self._steps.clear()
            self.model = model._replace(shown=Transcript(View(seat)), game=session.state.game, sent=None)
            self._rounds_read = 0
            self._name_players()
        shown = self.model.shown
        for fact in history[shown.length :]:
            before, shown = shown, shown.after((fact,))
            if isinstance(fact, CardsRevealed):
                self._steps.clear()
            if live:
                self._steps.extend(scenes(fact, before, shown))
            if isinstance(fact, ANSWERS) and fact.seat == seat:
                self.model = self.model._replace(sent=None)
            if isinstance(fact, RoundBegan) and session.state.news and session.state.news.settings.pause != 0:
                self._rounds_read = len(before.view.table.scores)  # the pause was for reading them
        self.model = self.model._replace(shown=shown)
        self._saw_play = self._saw_play or phase(self.model.view, session.state.news) in ("table", "draft")
        if not live:
            self._rounds_read = len(shown.view.table.scores)

    def _name_players(self) -> None:
        """Let the players bear the names that the room tells now: a seat may have changed hands."""
        names = names_in_play(self._session.state.news)
        if names:
            self.model = self.model._replace(shown=self.model.shown.named(names))

    def _hear_news(self, event: News, now: float) -> None:
        news, model = event.news, self.model
        told = len(model.shown.told)
        self.model = model._replace(
            news=news,
            owner=owns(news),
            deadline=deadline_of(news, now),
            presence=model.presence.hear(news, self._session.state.game, told),
        )
        if self.model.game == self._session.state.game:
            self._name_players()

    def _hear_reaction(self, reacted: Reacted) -> None:
        words, own = phrases.reaction(reacted.reaction), reacted.seat is not None and reacted.seat == self.model.you
        self.tell(console_words.you_react(words) if own else console_words.reacts(reacted.name, words))

    def _hear_refusal(self, event: Denied) -> None:
        if isinstance(event.request, Decision):
            self.model = self.model._replace(sent=None)
        if event.refused.code is Refusal.ALREADY_CHOSEN:
            self.refuse(commands_words.already_laid(self.model.view.laid))
        else:
            self.refuse(f"{table_words.refused(event.refused.code)}.")
