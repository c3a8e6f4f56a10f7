"""A guest's page: its view, and the scenes it hasn't shown yet."""

from msgspec.structs import replace

from sixqp_protocol.facts import CardsRevealed, GameStarted, RoundBegan
from sixqp_protocol.messages import Said
from sixqp_protocol.refusals import Refusal
from sixqp_tui.client.events import Denied, Event, Facts, Welcomed
from sixqp_tui.client.session_state import StateSource
from sixqp_tui.client.status import Status
from sixqp_tui.gateways.page.parts import friends_join, moment_of, page_view
from sixqp_tui.gateways.page.scenes import Scene, scenes
from sixqp_tui.gateways.page.views import LobbyPart, PageView
from sixqp_tui.i18n import phrases, speaking
from sixqp_tui.i18n.table import refused as refused_words
from sixqp_tui.presentation.feed import Feed, GameEnd
from sixqp_tui.presentation.view_model import ViewModel


class Follower:
    """Follows a session in its reader's language, keeping the newest turn's scenes until they are sent."""

    def __init__(self, session: StateSource, status: Status, language: str, now: float) -> None:
        self._session = session
        self.language = language
        self._steps: list[Scene] = []
        self._notice, self._noticed, self._quiet = "", 0, False
        self._talk = 0
        self.sheet = ""
        with speaking(language):
            self.feed = Feed(session, status=status)
            if session.state.news:
                self.feed.hear(session.state.news, now)
        self._rounds_read = len(self.model.table.scores)
        self._end = GameEnd()
        self._see_play()

    @property
    def model(self) -> ViewModel:
        return self.feed.model

    def hear(self, event: Event, now: float) -> None:
        """`now` is in seconds of a steady clock."""
        with speaking(self.language):
            self.feed.hear(event, now)
            match event:
                case Facts(live=live):
                    self._follow_facts(live)
                    self._see_play()
                case Welcomed(restarted=restarted):
                    self._rounds_read = len(self.model.table.scores)
                    if restarted:
                        self._steps.clear()
                case Said() as said if said.reaction:
                    self.tell(phrases.spoken(said), quiet=said.seat is not None)
                case Said():
                    self._talk += 1
                case Denied(refused):
                    self.refuse(refused.code)

    def view(self, now: float, host: str = "", join_line: str = "") -> PageView:
        """The page as opened at the address `host`. Each scene is in one view only."""
        welcome = self._session.state.welcome
        with speaking(self.language):
            title = welcome.title if welcome else ""
            view = page_view(self.feed.at(now), self.part, title, self.feed.status, now, self.sheet)
            if isinstance(lobby := view.shown, LobbyPart):
                facts = (*lobby.facts, *friends_join(self.model, host, join_line))
                view = replace(view, shown=replace(lobby, facts=facts))
        steps, self._steps = tuple(self._steps), []
        return replace(
            view, steps=steps, notice=self._notice, noticed=self._noticed, quiet=self._quiet, talk=self._talk
        )

    @property
    def part(self) -> str:
        """The part in front. Scores stay until read, the end of a game until left."""
        now = self._end.phase(self.model.view, self.model.news, self.model.game)
        if now in ("draft", "table") and (
            self.model.between_rounds or len(self.model.table.scores) > self._rounds_read
        ):
            return "scores"
        return now

    def advance(self) -> None:
        if self.part == "over":
            self._end.leave(self.model.game)
        self._rounds_read = len(self.model.table.scores)

    def is_at(self, moment: str) -> bool:
        return moment == moment_of(self.model) and self.model.sent != self.model.moment

    def _see_play(self) -> None:
        if not self.feed.behind:
            self._end.see(self.model.view, self.model.news)

    def forget_steps(self) -> None:
        self._steps.clear()

    def refuse(self, code: Refusal) -> None:
        self.tell(f"{refused_words(code)}.")

    def tell(self, sentence: str, quiet: bool = False) -> None:
        self._notice, self._noticed, self._quiet = sentence, self._noticed + 1, quiet

    def _follow_facts(self, live: bool) -> None:
        for fact, before, after in self.feed.steps:
            if isinstance(fact, CardsRevealed | GameStarted):
                self._steps.clear()
            if isinstance(fact, GameStarted):
                self._rounds_read = 0
            if live:
                self._steps.extend(scenes(fact, before.shown, after.shown))
            if isinstance(fact, RoundBegan) and after.news and after.news.settings.pause != 0:
                self._rounds_read = len(before.table.scores)  # the pause was for reading them
        if not live:
            self._rounds_read = len(self.model.table.scores)
