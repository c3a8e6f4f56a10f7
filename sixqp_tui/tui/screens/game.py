"""The screen of a game: it folds the facts at its own pace, and shows the part of the game that is on."""

from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic

from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import ContentSwitcher

from sixqp_protocol.messages import RoomNews, Said, Say
from sixqp_tui.client.events import Denied, Facts, News, Welcomed
from sixqp_tui.i18n import _
from sixqp_tui.i18n import table as table_words
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.animation.player import Projector
from sixqp_tui.tui.animation.timeline import Playback
from sixqp_tui.tui.messages import SessionEvent
from sixqp_tui.tui.player_session import PlayerSession
from sixqp_tui.tui.presence import Goings
from sixqp_tui.tui.screens.draft import DraftPane
from sixqp_tui.tui.screens.log import LogScreen
from sixqp_tui.tui.screens.owner_controls import ACTIONS, Presiding, may
from sixqp_tui.tui.screens.pane import Pane
from sixqp_tui.tui.screens.scores import ScorePane
from sixqp_tui.tui.screens.seen_cards_access import Counting
from sixqp_tui.tui.screens.table import TablePane
from sixqp_tui.tui.view_model import Scene
from sixqp_tui.tui.widgets.entry import Entry
from sixqp_tui.tui.widgets.key_line import KeyLine
from sixqp_tui.tui.widgets.line_state import LineState
from sixqp_tui.tui.widgets.notice import Notice
from sixqp_tui.tui.widgets.prompt import Prompt
from sixqp_tui.tui.widgets.title_line import TitleLine
from sixqp_tui.tui.widgets.too_small import TooSmall, too_small


class GameScreen(Presiding, Counting):
    """One session's game, from the first card to the rematch.

    Needs of its app the actions `rules`, `leave` and `lobby`, and a `SessionEvent` for every event. Asks for
    the `preferences` in force whenever it shows something, and looks into `said` for all that was said.
    """

    AUTO_FOCUS = None
    DEFAULT_CSS = """
    GameScreen { layers: default above; }
    GameScreen ContentSwitcher { height: 1fr; }
    GameScreen.-lost ContentSwitcher { opacity: $lost; }
    """

    BINDINGS = [
        Binding("t", "chat", "chat"),
        Binding("l", "log", "log"),
        Binding("f1", "app.rules", "rules", key_display="F1"),
        Binding("p", "pause", "pause"),
        Binding("p", "resume", "resume"),
        Binding("h", "preside", "preside"),
        Binding("s", "sit", "take a seat"),
        Binding("q", "app.leave", "quit"),
    ]

    title_line = getters.query_one(TitleLine)
    switcher = getters.query_one(ContentSwitcher)
    chat = getters.query_one(Entry)
    line_state = getters.query_one(LineState)

    def __init__(
        self,
        session: PlayerSession,
        preferences: Callable[[], Preferences] = Preferences,
        said: Sequence[Said] = (),
        clock: Callable[[], float] = monotonic,
    ) -> None:
        super().__init__()
        self.session = session
        self._preferences = preferences
        self._clock = clock
        self._deadline: float | None = None
        self._said = said
        self._playback = Playback(session)
        self._goings = Goings()
        self._projector = Projector(self, self._playback, lambda: preferences().pace, self._moved)

    def compose(self) -> ComposeResult:
        """The parts of a game, of which one is on."""
        scene = Scene(self.session.view)
        yield TitleLine()
        with ContentSwitcher(initial="table"):
            yield TablePane(self.session, scene, Prompt(self._clock), id="table")
            yield DraftPane(self.session, scene, Prompt(self._clock), id="draft")
            yield ScorePane(self.session, scene, Prompt(self._clock), id="scores")
        yield LineState()
        yield Notice()
        yield Entry()
        yield KeyLine()
        yield TooSmall()

    def on_mount(self) -> None:
        """Show the game as far as it is known, without the scores of rounds long past."""
        if self.session.news:
            self._take_news(self.session.news)
        self._playback.begin()
        self.present()

    def on_resize(self) -> None:
        """A game that cannot be seen takes no keys."""
        self.present()

    def on_session_event(self, message: SessionEvent) -> None:
        """Something came from the session."""
        match message.event:
            case News(news):
                self._take_news(news)
            case Facts(live=live):
                self.pane.warned()
                self._playback.catch_up(moving=live and self._projector.runs)
            case Welcomed():
                self._playback.catch_up()
            case Denied(refused):
                self.pane.denied(partial(table_words.refused, refused.code))
        self.present()

    def on_key(self, event: events.Key) -> None:
        """Whoever acts has seen enough of what has just happened."""
        if not self.chat.open and self._projector.takes(event.key):
            event.stop()

    def on_click(self) -> None:
        """Whoever acts has seen enough of what has just happened."""
        self._projector.skip()

    @property
    def pane(self) -> Pane:
        """The part of the game that is on."""
        return self.switcher.query_one(f"#{self.switcher.current}", Pane)

    def present(self) -> None:
        """Show what is known in the part that is on."""
        part = self._playback.part
        if self.switcher.current != part:
            self.switcher.current = part
        self.title_line.table = self._title
        self.title_line.where = self._playback.where
        self.line_state.status = self.session.status
        self.set_class(self.line_state.lost, "-lost")
        self.pane.disabled = too_small(self.app.size)
        self.pane.present(self._scene)
        self.keep_counting()
        self.refresh_bindings()
        self._focus_pane()
        self._projector.wind()

    def reword(self) -> None:
        """Tell the game in the language in use."""
        self._playback.retell()
        self.present()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only the owner presides over the table; only a watcher takes a seat."""
        if action in ACTIONS:
            return self._scene.table.ended is None and may(action, self.session.news, self._scene.owner)
        return super().check_action(action, parameters)

    def action_chat(self) -> None:
        """Open the line to say something."""
        self.chat.ask("chat", lambda: _("Say:"), longest=200)

    def action_log(self) -> None:
        """Show the log of the whole game."""
        self.app.push_screen(LogScreen(self._title, lambda: self._scene.log))

    @on(Entry.Given)
    def say(self, event: Entry.Given) -> None:
        """Say what was typed."""
        self.session.request(Say(text=event.text))

    @on(Entry.Closed)
    def back_to_the_game(self) -> None:
        """The keys are the game's again."""
        self.pane.focus()

    @on(ScorePane.Read)
    def scores_read(self) -> None:
        """On with the game."""
        self._playback.read_scores()
        self.present()

    def _moved(self) -> None:
        """Show the next frame of what happens; what has come to rest is shown with all that can be done."""
        if self._playback.frame and self._scene.hurries(self._clock()):
            self._playback.skip()
        if self._playback.frame is None:
            self.present()
        else:
            self.query_one(TablePane).move(self._scene)

    @property
    def _title(self) -> str:
        welcome = self.session.welcome
        return welcome.title if welcome else ""

    @property
    def _scene(self) -> Scene:
        news, welcome, shown = self.session.news, self.session.welcome, self._playback.chronicle
        timer = news.settings.timer if news else None
        return Scene(
            view=shown.view,
            told=self._goings.among(shown, shown.latest),
            log=self._goings.among(shown),
            news=news,
            owner=welcome is not None and welcome.owner,
            said=tuple(self._said),
            deadline=self._deadline,
            span=float(timer or 90),
            hint=self._preferences().hint,
            frame=self._playback.frame,
            now=self.session.view.table if self._playback.frame else None,
        )

    def _take_news(self, news: RoomNews) -> None:
        self._goings.heard(news, self.session.game, self._playback.chronicle)
        left = None if news.paused else news.milliseconds_left
        self._deadline = None if left is None else self._clock() + left / 1000

    def _focus_pane(self) -> None:
        if not self.chat.open and not self.pane.disabled:
            self.pane.focus()
