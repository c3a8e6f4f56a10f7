"""Lessons on the table of a game, one turn each, with a line or two of instructions."""

from collections.abc import Callable
from dataclasses import replace

from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Center, Middle
from textual.screen import Screen
from textual.widgets import ContentSwitcher, Static

from sixqp_tui.features.lessons.lesson import Answer
from sixqp_tui.features.lessons.lesson_course import (
    LessonCourse,
    explain_aim,
    explain_end,
    explain_heads,
    explain_turns,
)
from sixqp_tui.features.lessons.progress import open_course
from sixqp_tui.i18n import N_, NC_, _
from sixqp_tui.i18n.phrases import HEAD
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.tui.base_app import BaseApp
from sixqp_tui.tui.game.draft_pane import DraftPane
from sixqp_tui.tui.game.local_screen import LocalGameScreen
from sixqp_tui.tui.game.pane import Pane
from sixqp_tui.tui.game.seen_cards import SeenCardsScreen
from sixqp_tui.tui.game.table_pane import TablePane
from sixqp_tui.tui.keys import CLOSE, RULES, SEEN_CARDS
from sixqp_tui.tui.scale import scale_of
from sixqp_tui.tui.widgets.common.page import Notice, Page
from sixqp_tui.tui.widgets.common.prompt import Prompt
from sixqp_tui.tui.widgets.graphics.canvas import CellWidget
from sixqp_tui.tui.widgets.home.menu import Banner

MARGIN = 3
"""Cells before the text, as in the prompt."""
LINE = 90
"""Maximum cells of a line of text."""


class LessonText(Static):
    """What to do, or what was learned."""

    DEFAULT_CSS = """
    LessonText { height: 2; width: 100%; padding: 0 3; background: $edge; color: $strong; }
    LessonText.-done { color: $gold; text-style: bold; }
    """

    def __init__(self) -> None:
        super().__init__(markup=False)

    def on_resize(self) -> None:
        beside = max(MARGIN, self.app.size.width - MARGIN - LINE)
        self.styles.padding = (0, beside, 0, MARGIN)


class Refusal(Static):
    """Why the last answer was wrong, in place of the prompt, until another card or row is selected."""

    DEFAULT_CSS = """
    Refusal { display: none; height: auto; width: 100%; padding: 0 3; color: $red; text-style: bold;
              background: $alarm; }
    Refusal.-shown { display: block; }
    """

    def __init__(self) -> None:
        super().__init__(markup=False)


class AimScreen(Screen[bool]):
    """What the game is about, before the first lesson. Dismissed with whether lessons follow."""

    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    AimScreen Middle { height: 1fr; }
    AimScreen Center { height: auto; margin: 0 0 1 0; }
    AimScreen .words { width: 74; height: auto; color: $strong; }
    AimScreen .aim { color: $gold; text-style: bold; }
    """
    BINDINGS = [
        # Translators: begin the first lesson
        Binding("enter,space", "begin", NC_("key", "lesson 1"), tooltip=N_("Begin the first lesson")),
        replace(CLOSE, key="q,escape"),
        RULES,
    ]

    def compose(self) -> ComposeResult:
        with Page(lambda: _("How to win")), Middle():
            yield _paragraph(explain_aim(), "aim")
            yield _paragraph(explain_heads().format(head=HEAD))
            yield Center(Banner(sixth=False))
            yield _paragraph(explain_turns())
            yield _paragraph(explain_end())
            yield _paragraph(_("Choose a card of your hand with ← or →, and press Enter to play it."))
            yield _paragraph(_("Enter: lesson 1"), "aim")

    def on_resize(self) -> None:
        self.query_one(Banner).card_size = scale_of(self.app.size).table

    def action_begin(self) -> None:
        self.dismiss(True)

    def action_close(self) -> None:
        self.dismiss(False)


def _paragraph(text: str, kind: str = "") -> Center:
    return Center(Static(text, classes=f"words {kind}", markup=False))


class LessonScreen(LocalGameScreen):
    DEFAULT_CSS = """
    LessonScreen ContentSwitcher, LessonScreen Pane { height: 1fr; }
    LessonScreen EventLines, LessonScreen Chat, LessonScreen EventLog { display: none !important; }
    """
    BINDINGS = [
        Binding(
            "enter",
            "on",
            NC_("key, a lesson", "next"),
            tooltip=N_("Go to the next lesson when this one is done"),
        ),
        SEEN_CARDS,
        Binding(
            "n,pagedown",
            "next",
            NC_("key, a lesson", "skip"),
            tooltip=N_("Skip this lesson and go to the next"),
        ),
        Binding(
            "p,pageup",
            "previous",
            # Translators: the lessons: the one before, the same again, the next one, leave one out
            NC_("key, a lesson", "back"),
            tooltip=N_("Go to the previous lesson"),
        ),
        Binding("r", "again", NC_("key, a lesson", "again"), tooltip=N_("Start this lesson again")),
        replace(CLOSE, key="q,escape"),
        RULES,
    ]

    text = getters.query_one(LessonText)
    switcher = getters.query_one(ContentSwitcher)
    draft = getters.query_one(DraftPane)
    notice = getters.query_one(Notice)

    def __init__(self, course: LessonCourse, preferences: Callable[[], Preferences] = Preferences) -> None:
        super().__init__(preferences)
        self.course = course
        self._begin()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "on":
                return self.over
            case "next":
                return not self.course.is_last
            case "previous":
                return not self.course.is_first
        return True

    def _begin(self) -> None:
        self.follow(self.course.session)
        self._before = len(self._timeline.transcript.entries)

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
        for pane in (self.table, self.draft):
            self.mount(Refusal(), after=pane.prompt)
        for widget, choice in (
            (self.table.hand, "lifted"),
            (self.table.rows, "picked"),
            (self.draft.deck, "cursor"),
        ):
            self.watch(widget, choice, self._forget_refusal, init=False)
        self.present()

    @property
    def pane(self) -> Pane:
        return self.draft if self._timeline.part == "draft" else self.table

    @property
    def over(self) -> bool:
        return self.course.done and self._timeline.frame is None

    @property
    def _shown(self) -> Transcript:
        """Without the log of the turns before the lesson, which the learner didn't play."""
        whole = self._timeline.transcript
        return whole._replace(entries=whole.entries[self._before :], latest=max(0, whole.latest - self._before))

    @property
    def model(self) -> ViewModel:
        return ViewModel(
            self._shown,
            self.course.session.state.news,
            game=self.course.session.state.game,
            by_now=self.course.session.state.view.table if self._timeline.frame else None,
            hint="hint" not in self.course.lesson.hidden,
            recorded=self.over,
        )

    def present(self) -> None:
        pane, hidden = self.pane, self.course.lesson.hidden
        self.table.rows.shows_sixth, self.table.rows.shows_costs = "sixth" not in hidden, "costs" not in hidden
        self.table.standing.players.shows_heads = "scores" not in hidden
        self.switcher.current = pane.id
        self._show_text()
        self.present_pane(pane)
        self._show_what_follows()

    @on(CellWidget.Pointed)
    def _show_what_follows(self) -> None:
        prompt = self.pane.prompt
        if self.over:
            prompt.caption, prompt.text, prompt.yours = None, self.course.what_follows, True

    def _show_text(self) -> None:
        over = self.over
        self.text.update(self.course.text if over else self.course.task)
        self.text.set_class(over, "-done")
        refused = bool(self.course.refusal)
        self.table.prompt.display = self.draft.prompt.display = not refused
        for refusal in self.query(Refusal):
            refusal.update(self.course.refusal)
            refusal.set_class(refused, "-shown")

    def _forget_refusal(self) -> None:
        self.course.why = ""
        self._show_text()

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

    """The key line names the key only where the lesson is about counting cards."""

    def on_key(self, event: events.Key) -> None:
        if self._player.skip_on_key(event):
            event.stop()

    def on_click(self) -> None:
        self._player.skip()

    @on(Prompt.Clicked)
    def prompt_clicked(self) -> None:
        if self.over:
            self.action_on()

    # -- the lesson -----------------------------------------------------------------------------------

    def _open(self, change: Callable[[], None]) -> None:
        self._player.skip()
        change()
        self._begin()
        self.table.session = self.draft.session = self.course.session
        self.table.hand.lifted = self.table.hand.sent = self.table.rows.picked = self.draft.deck.cursor = None
        self.present()

    def _answered(self, answer: Answer) -> None:
        self.table.hand.sent = None
        if answer.right:
            self._timeline.catch_up(moving=self._player.animates)
        self.call_later(self.present)  # the pane has not done yet with what it asked


def open_lessons(app: BaseApp, player: str) -> None:
    show_course(app, open_course(player, app.preferences.warn))


def show_course(app: BaseApp, course: LessonCourse, on_close: Callable[[None], None] | None = None) -> None:
    """After the aim of the game, if the course is at its beginning."""

    def begin(begins: bool | None) -> None:
        if begins:
            app.push_screen(LessonScreen(course, app.preferences.in_force), on_close)
        elif on_close:
            on_close(None)

    if course.is_first:
        app.push_screen(AimScreen(), begin)
    else:
        begin(True)
