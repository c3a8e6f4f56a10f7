"""The screen of a game: it shows facts at its own pace, in the pane of the current part."""

from collections.abc import Callable
from dataclasses import replace
from time import monotonic, time
from typing import TYPE_CHECKING, Final

from msgspec import structs
from textual.app import ComposeResult
from textual.binding import Binding
from textual.geometry import Region
from textual.timer import Timer

from sixqp_protocol.facts import Fact, RoundBegan
from sixqp_protocol.messages import AnyRequest, Pause, PlayOn, Resume, Said, Say, SetSeat
from sixqp_tui.client.events import Denied, Event, Facts, Welcomed
from sixqp_tui.client.finished_games import FinishedGame, seats_by_name
from sixqp_tui.client.status import Connected
from sixqp_tui.engine.permissions import bar, withheld
from sixqp_tui.i18n import N_, NC_, table as table_words
from sixqp_tui.i18n.facts import LogEntry, is_catastrophe
from sixqp_tui.presentation.chairs import takeovers
from sixqp_tui.presentation.feed import Feed
from sixqp_tui.presentation.presence import SHOWN
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.animation.timeline import Timeline
from sixqp_tui.tui.evening import EveningScreen
from sixqp_tui.tui.game.seen_cards import SeenCardsScreen
from sixqp_tui.tui.game.timeline_screen import GameParts, TimelineScreen
from sixqp_tui.tui.keys import CHAT, EVENING, GAMES, LOG, QUIT, REACT, REPLAY, REVIEW, SCORES, SEEN_CARDS, WAYS_IN
from sixqp_tui.tui.owner_controls import ask_for_seat, ask_host
from sixqp_tui.tui.widgets.common.chat import TalkingScreen
from sixqp_tui.tui.widgets.common.page import Page
from sixqp_tui.tui.widgets.common.seat_text import said_entry

if TYPE_CHECKING:
    from sixqp_tui.tui.stay import Stay


ASKS: Final[dict[str, AnyRequest]] = {"pause": Pause(), "resume": Resume(), "play_on": PlayOn()}
"""The actions that only send a request."""
FOR_COMPANY: Final = ("chat", "react", "evening", "pause", "preside")
"""Actions without a meaning for somebody who plays alone, or around one keyboard."""


class GameScreen(TimelineScreen, TalkingScreen):
    """The game of a stay, from the first card to the rematch.

    Its app has the actions `rules`, `leave`, `lobby` and `ways`, and calls `hear` with every event.
    """

    MOST_KEYS = 6
    BINDINGS = [
        # Translators: while the places of a finished game are shown one after the other: show all of the result
        Binding("enter", "skip", NC_("key", "result"), tooltip=N_("Show the whole result now")),
        REVIEW,
        REPLAY,
        replace(GAMES, action="games", show=False),
        CHAT,
        REACT,
        Binding("s", "sit", NC_("key", "sit down"), tooltip=N_("Take over a bot's seat")),
        # Translators: end a pause
        Binding("p", "resume", NC_("key", "resume"), tooltip=N_("Resume the game and its clock")),
        # Translators: the score sheet
        replace(SCORES, action="scores_now", description=NC_("key", "scores"), show=True),
        SCORES,
        SEEN_CARDS,
        LOG,
        EVENING,
        Binding("p", "pause", show=False, tooltip=N_("Pause the game and its clock for everybody")),
        Binding("h", "preside", show=False, tooltip=N_("Host: set the clock, let a bot fill in, remove someone")),
        WAYS_IN,
        # Translators: play on although everybody else is gone
        Binding("n", "play_on", NC_("key", "alone"), priority=True, tooltip=N_("Play on alone")),
        QUIT,
    ]

    clock: Callable[[], float] = staticmethod(monotonic)

    def __init__(self, stay: "Stay") -> None:
        super().__init__(stay)
        self._half_time: Timer | None = None
        self._announced: Fact | None = None
        self._feed = Feed(self.session, paced=True)
        self.timeline = Timeline(self.session, self._feed)

    def compose(self) -> ComposeResult:
        with Page(lambda: self.heading, lambda: self.timeline.where):
            yield GameParts(self.session, {"table", self.part}, self.clock)
            yield from self.compose_talk()

    def on_mount(self) -> None:
        if self.session.state.news:
            self._feed.hear(self.session.state.news, self.clock())
        self.timeline.start()

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self._complete)

    def hear(self, event: Event) -> None:
        self._feed.hear(event, self.clock())
        if not self.is_mounted:
            return
        match event:
            case Facts(facts=facts, live=live):
                self.pane.clear_notice()
                self.timeline.catch_up(moving=live and self.animates)
                if live and self.timeline.frame is None and any(map(is_catastrophe, facts)):
                    self._ring_for_catastrophe()
                if isinstance(next(iter(facts), None), RoundBegan):
                    self.timeline.leave_pause()
            case Welcomed():
                self.timeline.catch_up()
            case Said() as said:
                self.note(said_entry(said))
                self.set_timer(SHOWN, self.present)
            case Denied(refused):
                self.pane.show_refusal(table_words.refused(refused.code))
        self.present()

    def note(self, entry: LogEntry) -> None:
        self._feed.note(entry)

    @property
    def heading(self) -> str:
        return self.session.state.title

    @property
    def takes_keys(self) -> bool:
        return super().takes_keys and isinstance(self.session.state.status, Connected)

    @property
    def skips(self) -> bool:
        return not self.talks

    def present(self) -> None:
        self.set_class(not isinstance(self.session.state.status, Connected), "-lost")
        super().present()
        self.pane.prompt.explain(self.stay.describe_evening())
        self._announce()
        if self.entry.open:
            self.call_after_refresh(self.show_history)
        if isinstance(self.app.screen, SeenCardsScreen):
            self.app.screen.follow(self.model, self.pane.prompt)
        elif isinstance(self.app.screen, EveningScreen):
            self.app.screen.follow()
        self.watch_the_clock()

    show_evening = present

    async def _complete(self) -> None:
        await self.parts.complete()
        if self.is_attached:
            self.present()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        standing = self.session.state.standing
        if self.stay.private and action in FOR_COMPANY:
            return False
        if action in ASKS:
            return self._is_playing and withheld(ASKS[action], standing) is None
        match action:
            case "react":
                return bar(Say, standing) is None
            case "sit":
                return self._is_playing and bool(takeovers(standing))
            case "scores" | "scores_now":
                return self._has_scores and self._is_without_scores == (action == "scores_now")
            case "seen":
                return self.session.state.news is not None and not self.model.over
            case "review" | "replay" | "games":
                return self._may_look_back(action)
            case "preside":
                return self._is_playing and bar(SetSeat, standing) is None
            case "ways":
                return self._is_playing and self.stay.offers_ways_in
        return super().check_action(action, parameters)

    def action_replay(self) -> None:
        from sixqp_tui.features.replay.screen import replay_finished_game  # 10 ms at the first hand

        replay_finished_game(self.app, self._finished_game())

    def action_review(self) -> None:
        from sixqp_tui.features.review.screen import review_finished_game  # 35 ms at the first hand

        review_finished_game(self.app, self._finished_game())

    def _finished_game(self) -> FinishedGame:
        state, welcome = self.session.state, self.session.state.welcome
        assert welcome is not None, "a player who has seen a game was welcomed"
        seats = seats_by_name(self.model.table.names, state.news)
        facts, own = tuple(state.history), state.view.seat
        return FinishedGame(welcome.table, state.game, welcome.title, facts, seats, int(time()), own=own)

    async def action_games(self) -> None:
        await self.run_action("app.games")

    def action_evening(self) -> None:
        self.app.push_screen(EveningScreen(self.session))

    def action_scores_now(self) -> None:
        self.action_scores()

    def action_play_on(self) -> None:
        self.session.request(PlayOn())

    def action_pause(self) -> None:
        self.session.request(Pause())

    def action_resume(self) -> None:
        self.session.request(Resume())

    def action_preside(self) -> None:
        ask_host(self.session, self.app.push_screen)

    async def action_ways(self) -> None:
        await self.run_action("app.ways")

    def action_sit(self) -> None:
        ask_for_seat(self.session, self.app.push_screen)

    def give_keys_back(self) -> None:
        """Unless the player is typing or choosing a reaction."""
        if not self.talks:
            super().give_keys_back()

    def on_score_pane_read(self) -> None:
        self.timeline.mark_scores_read()
        self.present()

    @property
    def chat_region(self) -> Region:
        return self.pane.chat_region

    @property
    def seconds_per_tick(self) -> float:
        return 0 if self.model.hurries(self.clock()) else super().seconds_per_tick

    def show_frame(self) -> None:
        super().show_frame()
        self._announce()

    def _announce(self) -> None:
        """Ring for a row of many heads when it is first shown."""
        frame = self.timeline.frame
        if frame and frame.catastrophe and frame.fact is not self._announced:
            self._announced = frame.fact
            self._ring_for_catastrophe()

    def _ring_for_catastrophe(self) -> None:
        if self.app.preferences.bell == "on":
            self.app.bell()

    def watch_the_clock(self) -> None:
        if self._half_time:
            self._half_time.stop()
            self._half_time = None
        model = self.model
        if self.timeline.part != "scores" or model.wanted is None or model.deadline is None:
            return
        if model.hurries(now := self.clock()):
            self.timeline.mark_scores_read()
            self.present()
        else:
            self._half_time = self.set_timer(model.deadline - model.span / 2 - now + 0.1, self.watch_the_clock)

    @property
    def _is_playing(self) -> bool:
        return self.model.table.ended is None

    def _may_look_back(self, action: str) -> bool:
        """At the end of a game, once all places are revealed."""
        finished = self.timeline.part == "finish" and self.timeline.frame is None
        kept = self.model.table.ended != "abandoned" or action == "games"
        return finished and kept and (self.app.keeps_games or action == "replay")

    @property
    def _has_scores(self) -> bool:
        return not self.entry.open and bool(self.model.table.names)

    @property
    def _is_without_scores(self) -> bool:
        return self.model.between_rounds and self.timeline.part != "scores"

    @property
    def model(self) -> ViewModel:
        model = self._feed.at(self.clock())
        if self.stay.private and model.news:
            model = model._replace(tally=(), news=structs.replace(model.news, watchers=()))
        return model._replace(
            by_now=self.session.state.view.table if self.timeline.frame else None,
            online=isinstance(self.session.state.status, Connected),
        )
