"""Lessons on the table of a game, one turn each, with a line or two of instructions."""

from collections.abc import Callable

from textual import events, getters, on
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import ContentSwitcher, Static

from sixqp_tui.features.lessons.course import open_course
from sixqp_tui.features.lessons.lesson import Answer
from sixqp_tui.features.lessons.lesson_course import LessonCourse
from sixqp_tui.i18n import N_, NC_, _
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.animation.timeline import TICKS, FramePlayer, Timeline
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.commands import CLOSE, RULES, SEEN_CARDS, Command, check_action
from sixqp_tui.tui.dialogs import Answer as QuestionAnswer
from sixqp_tui.tui.dialogs import Question
from sixqp_tui.tui.game.draft_pane import DraftPane
from sixqp_tui.tui.game.pane import Pane
from sixqp_tui.tui.game.seen_cards import SeenCardsScreen
from sixqp_tui.tui.game.table_pane import TablePane
from sixqp_tui.tui.scale import too_small
from sixqp_tui.tui.widgets.common.page import Notice, Page
from sixqp_tui.tui.widgets.common.prompt import Prompt
from sixqp_tui.tui.widgets.graphics.canvas import CellWidget

MARGIN = 3
"""Cells before the text, as in the prompt."""
LINE = 90
"""Maximum cells of a line of text."""


class LessonText(Static):
    """Two lines: what to do, what was learned, or why the answer was wrong."""

    DEFAULT_CSS = """
    LessonText { height: 2; width: 100%; padding: 0 3; background: $edge; color: $strong; }
    LessonText.-wrong { background: $alarm; color: $red; text-style: bold; }
    LessonText.-done { color: $gold; text-style: bold; }
    """

    def __init__(self) -> None:
        super().__init__(markup=False)

    def on_resize(self) -> None:
        beside = max(MARGIN, self.app.size.width - MARGIN - LINE)
        self.styles.padding = (0, beside, 0, MARGIN)


class LessonScreen(Screen[None]):
    """Goes through the lessons of a course."""

    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    LessonScreen ContentSwitcher, LessonScreen Pane { height: 1fr; }
    LessonScreen EventLines, LessonScreen Chat, LessonScreen EventLog { display: none !important; }
    """
    BINDINGS = [
        Command(
            "enter", "on", NC_("key, a lesson", "next"), N_("Go to the next lesson when this one is done")
        ).when(lambda self: self.over),
        SEEN_CARDS.when(lambda self: self.model.table.rules.variant == "tactic"),
        SEEN_CARDS.by("c", "seen_unasked").when(lambda self: self.model.table.rules.variant != "tactic"),
        Command(
            "n,pagedown",
            "next",
            NC_("key, a lesson", "skip"),
            N_("Skip this lesson and go to the next"),
            key_display="n",
        ).when(lambda self: not self.course.is_last),
        Command(
            "p,pageup",
            "previous",
            # Translators: the lessons: the one before, the same again, the next one, leave one out
            NC_("key, a lesson", "back"),
            N_("Go to the previous lesson"),
            key_display="p",
        ).when(lambda self: not self.course.is_first),
        Command("r", "again", NC_("key, a lesson", "again"), N_("Start this lesson again")),
        CLOSE.by("q,escape", show=True),
        RULES,
    ]

    page = getters.query_one(Page)
    text = getters.query_one(LessonText)
    switcher = getters.query_one(ContentSwitcher)
    table = getters.query_one(TablePane)
    draft = getters.query_one(DraftPane)
    notice = getters.query_one(Notice)

    def __init__(self, course: LessonCourse, preferences: Callable[[], Preferences] = Preferences) -> None:
        super().__init__()
        self.course = course
        self._preferences = preferences
        self._follow()

    def _follow(self) -> None:
        """Show the current lesson from its beginning."""
        self._timeline = Timeline(self.course.session)
        self._player = FramePlayer(
            self,
            self._timeline,
            lambda: TICKS[self._preferences().pace],
            self.present,
            lambda frame: self.table.move(self.model, frame),
        )

    def compose(self) -> ComposeResult:
        session = self.course.session
        model = ViewModel(Transcript(session.state.view.before_all()))
        with Page(lambda: self.course.heading):
            yield LessonText()
            with ContentSwitcher(initial="table"):
                yield TablePane(session, model, Prompt(), id="table")
                yield DraftPane(session, model, Prompt(), id="draft")

    def on_mount(self) -> None:
        self.course.on_answer = self._answered
        self.present()

    def on_resize(self) -> None:
        self.present()

    @property
    def pane(self) -> Pane:
        return self.draft if self._timeline.part == "draft" else self.table

    @property
    def over(self) -> bool:
        return self.course.done and self._timeline.frame is None

    @property
    def model(self) -> ViewModel:
        return ViewModel(
            self._timeline.transcript,
            self.course.session.state.news,
            game=self.course.session.state.game,
            by_now=self.course.session.state.view.table if self._timeline.frame else None,
            hint=self._preferences().hint,
            lays_last=False,
            recorded=self.over,
        )

    def present(self) -> None:
        pane = self.pane
        self.switcher.current = pane.id
        self.page.update_title()
        self._say()
        pane.disabled = too_small(self.app.size)
        pane.present(self.model, self._timeline.frame)
        self._say_what_follows()
        self.refresh_bindings()
        if not pane.disabled:
            pane.focus()
        self._player.schedule()

    @on(CellWidget.Pointed)
    def _say_what_follows(self) -> None:
        """Say in the prompt what follows when the lesson is over, whatever is pointed at."""
        prompt = self.pane.prompt
        if self.over:
            prompt.caption, prompt.text, prompt.yours = None, self.course.what_follows, True

    def _say(self) -> None:
        over, wrong = self.over, bool(self.course.why)
        text = self.course.text if over or not self.course.done else self.course.task
        self.text.update(text)
        self.text.set_class(wrong, "-wrong")
        self.text.set_class(over, "-done")

    def retranslate(self) -> None:
        self._timeline.retranslate()
        self.present()

    check_action = check_action

    # -- the keys -------------------------------------------------------------------------------------

    def action_on(self) -> None:
        if self.course.is_last:
            self.dismiss()
        else:
            self._open(lambda: self.course.go(1))

    def action_next(self) -> None:
        self._open(lambda: self.course.go(1))

    def action_previous(self) -> None:
        self._open(lambda: self.course.go(-1))

    def action_again(self) -> None:
        self._open(self.course.begin_again)

    def action_seen(self) -> None:
        self.app.push_screen(SeenCardsScreen(self.course.heading, self.model, self.pane.prompt))

    action_seen_unasked = action_seen
    """The key line names the key only where the lesson is about counting cards."""

    def action_close(self) -> None:
        self.dismiss()

    def on_key(self, event: events.Key) -> None:
        if self._player.skip_on_key(event.key):
            event.stop()

    def on_click(self) -> None:
        self._player.skip()

    @on(Prompt.Clicked)
    def prompt_clicked(self) -> None:
        if self.over:
            self.action_on()

    # -- the lesson -----------------------------------------------------------------------------------

    def _open(self, change: Callable[[], None]) -> None:
        """Show another lesson, or start the same one again."""
        self._player.skip()
        change()
        self._follow()
        self.table.session = self.draft.session = self.course.session
        self.table.hand.lifted = self.table.hand.sent = self.table.rows.picked = self.draft.deck.cursor = None
        self.present()

    def _answered(self, answer: Answer) -> None:
        """Play a right answer; a wrong one stays in the hand, with its reason."""
        self.table.hand.sent = None
        if answer.right:
            self._timeline.catch_up(moving=self._player.animates)
        self.call_later(self.present)  # the pane has not done yet with what it asked


def open_lessons(app: SixqpApp) -> None:
    """Open the lessons where the learner left off."""
    show_course(app, open_course(app.tables.player.name if app.tables else "", app.preferences.warn))


def show_course(app: SixqpApp, course: LessonCourse, on_close: Callable[[None], None] | None = None) -> None:
    app.push_screen(LessonScreen(course, app.preferences.in_force), on_close)


def offer_lessons(app: SixqpApp) -> None:
    def learn(answer: str | None) -> None:
        if answer == "learn":
            app.call_hook("learn")

    question = Question(
        lambda: _("New to 6 qui prend? Six short lessons take two minutes."),
        lambda: [
            # Translators: an answer to the question whether somebody would like to learn the game
            QuestionAnswer("learn", "l", _("learn it now")),
            # Translators: l is a key
            QuestionAnswer("no", "escape", _("later (press l in the menu)")),
        ],
    )
    app.push_screen(question, learn)
