"""The screen of a game: it shows facts at its own pace, in the pane of the current part."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Final

from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import ContentSwitcher

from sixqp_protocol.facts import AnyFact, Fact, RoundBegan, RowTaken
from sixqp_protocol.messages import AnyRequest, Pause, PlayOn, Resume, Said, Say, SetSeat
from sixqp_protocol.text import CHAT_LENGTH
from sixqp_tui.client.events import Denied, Event, Facts, News, Talk, Welcomed
from sixqp_tui.client.session_state import PlayerSession
from sixqp_tui.client.status import Connected
from sixqp_tui.engine.permissions import bar, withheld
from sixqp_tui.i18n import N_, NC_, _, table as table_words
from sixqp_tui.presentation.catastrophe import describe_catastrophe, is_catastrophe
from sixqp_tui.presentation.chairs import takeovers
from sixqp_tui.presentation.feed import Feed
from sixqp_tui.presentation.presence import SHOWN
from sixqp_tui.presentation.prompts import unseen_prompt
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.store.preferences import PaceName, Preferences
from sixqp_tui.tui.animation.frames import Frame
from sixqp_tui.tui.animation.timeline import TICKS, FramePlayer, Part, Timeline
from sixqp_tui.tui.base_app import BaseApp
from sixqp_tui.tui.evening import EveningScreen
from sixqp_tui.tui.game.log import LogScreen
from sixqp_tui.tui.game.pane import Pane
from sixqp_tui.tui.game.seen_cards import SeenCardsScreen
from sixqp_tui.tui.game.table_pane import TablePane
from sixqp_tui.tui.keys import CHAT, EVENING, LOG, QUIT, REACT, SCORES, SEEN_CARDS, WAYS_IN
from sixqp_tui.tui.owner_controls import OwnerControls
from sixqp_tui.tui.scale import too_small
from sixqp_tui.tui.widgets.common.chat import ChatHistory, ReactionChoice
from sixqp_tui.tui.widgets.common.entry import Entry
from sixqp_tui.tui.widgets.common.page import Page
from sixqp_tui.tui.widgets.common.prompt import Prompt

if TYPE_CHECKING:
    from sixqp_tui.tui.game.finish_pane import FinishPane


class GameParts(ContentSwitcher):
    """The table and the `first` pane exist from the start, the others once they are added."""

    def __init__(self, session: PlayerSession, clock: Callable[[], float], first: Part) -> None:
        super().__init__(initial="table")
        self._session = session
        self._clock = clock
        self._first = first

    def compose(self) -> ComposeResult:
        yield self._create("table")
        if self._first != "table":
            yield self._create(self._first)

    @property
    def pane(self) -> Pane:
        return self.query_one(f"#{self.current}", Pane)

    def _has(self, part: Part) -> bool:
        return bool(self.query_children(f"#{part}"))

    async def add(self, part: Part) -> None:
        if not self._has(part):
            await self.add_content(self._create(part))

    def turn_to(self, part: Part) -> bool:
        if not self._has(part):
            return False
        if self.current != part:
            self.current = part
            self.pane.appear()
        return True

    def _create(self, part: Part) -> Pane:
        given = self._session, ViewModel(Transcript(self._session.state.view)), Prompt(self._clock)
        match part:
            case "table":
                return TablePane(*given, id=part)
            case "draft":
                from sixqp_tui.tui.game.draft_pane import DraftPane

                return DraftPane(*given, id=part)
            case "scores":
                from sixqp_tui.tui.game.score_pane import ScorePane

                return ScorePane(*given, id=part)
            case "finish":
                from sixqp_tui.tui.game.finish_pane import FinishPane

                return FinishPane(*given, id=part)


ASKS: Final[dict[str, AnyRequest]] = {"pause": Pause(), "resume": Resume(), "play_on": PlayOn()}
"""The actions that only send a request."""
FOR_COMPANY: Final = ("chat", "react", "evening", "pause", "preside")
"""Actions without a meaning for somebody who plays alone, or around one keyboard."""


class GameScreen(Screen[None]):
    """A session's game, from the first card to the rematch.

    Its app has the actions `rules`, `leave` and `lobby`, and calls `hear` with every event. `said` is the chat,
    which grows elsewhere. `private`: the table is in this process, without watchers and chat. `offers_ways_in`: the
    app's action `ways` is available. `describe_evening` is what stands in place of the prompt, if anything.
    """

    AUTO_FOCUS = None
    DEFAULT_CSS = """
    GameScreen GameParts { height: 1fr; }
    GameScreen.-lost GameParts { opacity: $lost; }
    GameScreen.-private Chat { display: none !important; }
    """

    BINDINGS = [
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

    app = getters.app(BaseApp)
    page = getters.query_one(Page)
    switcher = getters.query_one(GameParts)
    chat = getters.query_one(Entry)
    chat_history = getters.query_one(ChatHistory)
    reaction_choice = getters.query_one(ReactionChoice)

    def __init__(  # noqa: PLR0913  # by name, each with a default
        self,
        session: PlayerSession,
        preferences: Callable[[], Preferences] = Preferences,
        said: Sequence[Said] = (),
        clock: Callable[[], float] = monotonic,
        private: bool = False,
        ticks: Mapping[PaceName, float] = TICKS,
        offers_ways_in: Callable[[], bool] = lambda: False,
        describe_evening: Callable[[], str] = lambda: "",
    ) -> None:
        super().__init__(classes="-private" if private else None)
        self._private = private
        self._offers_ways_in, self._describe_evening = offers_ways_in, describe_evening
        self.session = session
        self._preferences = preferences
        self._clock = clock
        self._half_time: Timer | None = None
        self._announced: Fact | None = None
        self._said = said
        self._feed = Feed(session, paced=True)
        self.timeline = Timeline(session, self._feed)
        self._ticks = ticks
        self.player = FramePlayer(self, self.timeline, self._seconds_per_tick, self.present, self._move)

    def compose(self) -> ComposeResult:
        with Page(lambda: self.session.state.title, lambda: self.timeline.where, unseen=self._describe_unseen):
            yield GameParts(self.session, self._clock, self.timeline.part)
            yield ChatHistory()
            yield Entry()
            yield ReactionChoice()

    def on_mount(self) -> None:
        if self.session.state.news:
            self._feed.hear(News(self.session.state.news), self._clock())
        self.timeline.start()
        self.present()

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self._add_later_parts)

    def on_resize(self) -> None:
        self.present()

    def hear(self, event: Event) -> None:
        self._feed.hear(event, self._clock())
        if not self.is_mounted:
            return
        match event:
            case Facts(facts=facts, live=live):
                self.pane.clear_notice()
                self.timeline.catch_up(moving=live and self.player.animates)
                if live and self.timeline.frame is None:
                    self._note_catastrophe(facts)
                if isinstance(next(iter(facts), None), RoundBegan):
                    self.timeline.leave_pause()
            case Welcomed():
                self.timeline.catch_up()
            case Talk():
                self.set_timer(SHOWN, self.present)
            case Denied(refused):
                self.pane.show_refusal(table_words.refused(refused.code))
        self.present()

    def on_key(self, event: events.Key) -> None:
        if not (self.chat.open or self.reaction_choice.is_open) and self.player.skip_on_key(event):
            event.stop()

    def on_click(self) -> None:
        self.player.skip()

    @property
    def pane(self) -> Pane:
        return self.switcher.pane

    def present(self) -> None:
        if not self.switcher.turn_to(self.timeline.part):
            self.call_later(self._add_part, self.timeline.part)
            return
        self.page.update_title()
        lost = not isinstance(self.session.state.status, Connected)
        self.set_class(lost, "-lost")
        self.pane.disabled = lost or too_small(self.app.size)
        self.pane.present(self._model, self.timeline.frame)
        sentence = self._describe_evening()
        self.pane.prompt.wraps = bool(sentence)
        if sentence:
            self.pane.prompt.text, self.pane.prompt.urgent = sentence, False
            self.pane.prompt.deadline = None
        self._announce(self.timeline.frame)
        if self.chat.open:
            self.call_after_refresh(self._show_chat)
        if isinstance(self.app.screen, SeenCardsScreen):
            self.app.screen.follow(self._model, self.pane.prompt)
        elif isinstance(self.app.screen, EveningScreen):
            self.app.screen.follow()
        self.refresh_bindings()
        self.focus_pane()
        self.player.schedule()
        self.watch_the_clock()

    show_evening = present

    async def _add_later_parts(self) -> None:
        await self.switcher.add("scores")
        await self.switcher.add("finish")

    async def _add_part(self, part: Part) -> None:
        await self.switcher.add(part)
        self.present()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        standing = self.session.state.standing
        if self._private and action in FOR_COMPANY:
            return False
        if action in ASKS:
            return self._is_playing and withheld(ASKS[action], standing) is None
        match action:
            case "react":
                return bar(Say, standing) is None
            case "sit":
                return self._is_playing and bool(takeovers(standing))
            case "scores":
                return self._has_scores and not self._is_without_scores
            case "scores_now":
                return self._has_scores and self._is_without_scores
            case "seen":
                return self.session.state.news is not None and not self._model.over
            case "preside":
                return self._is_playing and bar(SetSeat, standing) is None
            case "ways":
                return self._is_playing and self._offers_ways_in()
        return True

    def action_chat(self) -> None:
        self.chat.ask("chat", _("Say:"), longest=CHAT_LENGTH, scrolled=self.chat_history)
        self._show_chat()

    def action_react(self) -> None:
        self.reaction_choice.open()

    @on(ReactionChoice.Chosen)
    def react(self, event: ReactionChoice.Chosen) -> None:
        self.session.request(Say(reaction=event.reaction))

    def on_finish_pane_replay_wanted(self, message: "FinishPane.ReplayWanted") -> None:
        from sixqp_tui.features.replay.screen import replay_finished_game  # 10 ms at the first hand

        replay_finished_game(self.app, message.game)

    def on_finish_pane_review_wanted(self, message: "FinishPane.ReviewWanted") -> None:
        from sixqp_tui.features.review.screen import review_finished_game  # 35 ms at the first hand

        review_finished_game(self.app, message.game)

    def action_log(self) -> None:
        self.app.push_screen(LogScreen(self.session.state.title, self._model.log))

    def action_evening(self) -> None:
        self.app.push_screen(EveningScreen(self.session, self._private))

    def action_seen(self) -> None:
        self.app.push_screen(SeenCardsScreen(self.session.state.title, self._model, self.pane.prompt))

    def action_scores(self) -> None:
        if self.timeline.part == "scores":
            self.timeline.mark_scores_read()
        else:
            self.timeline.open_scores()
        self.present()

    action_scores_now = action_scores

    def action_play_on(self) -> None:
        self.session.request(PlayOn())

    def action_pause(self) -> None:
        self.session.request(Pause())

    def action_resume(self) -> None:
        self.session.request(Resume())

    def action_preside(self) -> None:
        self._owner_controls.ask_needs()

    async def action_ways(self) -> None:
        await self.run_action("app.ways")

    def action_sit(self) -> None:
        self._owner_controls.ask_seat_to_take()

    @on(Entry.Given)
    def say(self, event: Entry.Given) -> None:
        self.session.request(Say(text=event.text))

    @on(Entry.Closed)
    def close_chat(self) -> None:
        self._show_chat()
        self.focus_pane()

    @on(ReactionChoice.Closed)
    def focus_pane(self) -> None:
        """Focus the pane, unless the player is typing or choosing a reaction, or the window is too small."""
        if not (self.chat.open or self.reaction_choice.is_open) and not self.pane.disabled:
            self.pane.focus()

    def on_score_pane_read(self) -> None:
        self.timeline.mark_scores_read()
        self.present()

    def _show_chat(self) -> None:
        self.chat_history.show(self._said, self.chat.open, self.pane.chat_region)

    def _seconds_per_tick(self) -> float:
        return 0 if self._model.hurries(self._clock()) else self._ticks[self._preferences().pace]

    def _move(self, frame: Frame) -> None:
        if self.timeline.part == "table":
            self.query_one(TablePane).move(self._model, frame)
            self._announce(frame)
        else:
            self.present()

    def _announce(self, frame: Frame | None) -> None:
        """Ring for a row of many heads when it is first shown."""
        if frame and frame.catastrophe and frame.fact is not self._announced:
            self._announced = frame.fact
            self._ring_for_catastrophe()

    def _note_catastrophe(self, facts: Sequence[AnyFact]) -> None:
        """Say in a line what no animation shows."""
        for fact in facts:
            if isinstance(fact, RowTaken) and is_catastrophe(fact):
                table, you = self.session.state.view.table, self.session.state.view.seat
                self.pane.show_notice(describe_catastrophe(fact, table, you).sentence)
                self._ring_for_catastrophe()

    def _ring_for_catastrophe(self) -> None:
        if self._preferences().bell:
            self.app.bell()

    def watch_the_clock(self) -> None:
        if self._half_time:
            self._half_time.stop()
            self._half_time = None
        model = self._model
        if self.timeline.part != "scores" or model.wanted is None or model.deadline is None:
            return
        if model.hurries(now := self._clock()):
            self.timeline.mark_scores_read()
            self.present()
        else:
            self._half_time = self.set_timer(model.deadline - model.span / 2 - now + 0.1, self.watch_the_clock)

    def _describe_unseen(self) -> str:
        return unseen_prompt(self._model, self.session.state.view.decision_id is not None, self._clock())

    @property
    def _owner_controls(self) -> OwnerControls:
        return OwnerControls(self.session, self.app.push_screen)

    @property
    def _is_playing(self) -> bool:
        return self._model.table.ended is None

    @property
    def _has_scores(self) -> bool:
        return not self.chat.open and bool(self._model.table.names)

    @property
    def _is_without_scores(self) -> bool:
        return (self._model.between_rounds or self._model.over) and self.timeline.part != "scores"

    @property
    def _model(self) -> ViewModel:
        model = self._feed.at(self._clock())
        return model._replace(
            owner=self.session.state.standing.owner,
            said=tuple(self._said),
            tally=() if self._private else model.tally,
            watching=() if self._private or model.news is None else model.news.watcher_names,
            by_now=self.session.state.view.table if self.timeline.frame else None,
            online=isinstance(self.session.state.status, Connected),
        )
