"""Lessons on the table of a game, one turn each, with a line or two of instructions."""

from collections.abc import Callable
from dataclasses import replace

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Center, Middle
from textual.screen import Screen
from textual.widgets import Static

from sixqp_tui.features.lessons.lesson_course import (
    LessonCourse,
    explain_aim,
    explain_end,
    explain_heads,
    explain_turns,
)
from sixqp_tui.i18n import N_, NC_, _
from sixqp_tui.i18n.phrases import HEAD
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.base_app import BaseApp
from sixqp_tui.tui.game.local_screen import LocalGameScreen
from sixqp_tui.tui.keys import CLOSE, RULES, SEEN_CARDS
from sixqp_tui.tui.scale import scale_of
from sixqp_tui.tui.widgets.common.page import Page
from sixqp_tui.tui.widgets.graphics.banner import Banner
from sixqp_tui.tui.widgets.graphics.canvas import Choice


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
            yield _paragraph(_("The last line of the screen always shows the keys that you can use."))

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
    LessonScreen Pane { height: 1fr; }
    #lesson { height: 2; width: 100%; background: $edge; color: $strong; padding: 0 3; }
    #lesson.-done { color: $gold; text-style: bold; }
    .refusal {
        display: none; height: auto; width: 100%; padding: 0 3; color: $red; text-style: bold; background: $alarm;
    }
    .refusal.-shown { display: block; }
    LessonScreen EventLog { display: none !important; }
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
        # Translators: the lessons: the one before, the same again, the next one, leave one out
        Binding("p,pageup", "previous", NC_("key, a lesson", "back"), tooltip=N_("Go to the previous lesson")),
        Binding("r", "again", NC_("key", "again"), tooltip=N_("Start this lesson again")),
        replace(CLOSE, key="q,escape"),
        RULES,
    ]

    text = getters.query_one("#lesson", Static)

    def __init__(self, course: LessonCourse) -> None:
        super().__init__()
        self.course = course
        self.course.on_answer = self._answered
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
        self.follow(self.course)
        self._before = len(self.timeline.transcript.entries)

    def compose(self) -> ComposeResult:
        with Page(lambda: self.heading):
            yield Static(id="lesson", markup=False)
            yield self.compose_table()

    def on_mount(self) -> None:
        for pane in (self.table, self.draft):
            self.mount_all([Static(classes="refusal", markup=False)], after=pane.prompt)
        for choice in self.query(Choice):
            self.watch(choice, "chosen", self._forget_refusal, init=False)

    @property
    def heading(self) -> str:
        return self.course.heading

    @property
    def over(self) -> bool:
        return self.course.done and self.timeline.frame is None

    @property
    def outcome(self) -> str:
        return self.course.what_follows

    @property
    def model(self) -> ViewModel:
        """Without the log of the turns before the lesson, which the learner didn't play."""
        whole = self.timeline.transcript
        entries, latest = whole.entries[self._before :], max(0, whole.latest - self._before)
        shown = whole._replace(entries=entries, latest=latest)
        return super().model._replace(shown=shown, hint="hint" not in self.course.lesson.hidden)

    def present(self) -> None:
        hidden = self.course.lesson.hidden
        self.table.rows.shows_sixth, self.table.rows.shows_costs = "sixth" not in hidden, "costs" not in hidden
        self.table.beside.players.shows_heads = "scores" not in hidden
        self._show_text()
        super().present()
        self.pane.prompt.key = "enter" if self.over else ""

    def _show_text(self) -> None:
        over = self.over
        self.text.update(self.course.text if over else self.course.task)
        self.text.set_class(over, "-done")
        refused = bool(self.course.refusal)
        self.table.prompt.display = self.draft.prompt.display = not refused
        for refusal in self.query(".refusal").results(Static):
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

    # -- the lesson -----------------------------------------------------------------------------------

    def _open(self, change: Callable[[], None]) -> None:
        self.action_skip()
        change()
        self._begin()
        self.forget_choice()
        self.present()

    def _answered(self, why: str) -> None:
        if why:
            self.table.hand.sent = None
            self.call_later(self.present)  # the pane may still be handling the key or click
        else:
            self.show_news()


def open_lessons(app: BaseApp, player: str) -> None:
    show_course(app, LessonCourse(player, warn=app.warn))


def show_course(app: BaseApp, course: LessonCourse, on_close: Callable[[None], None] | None = None) -> None:
    """After the aim of the game, if the course is at its beginning."""

    def begin(begins: bool | None) -> None:
        if begins:
            app.push_screen(LessonScreen(course), on_close)
        elif on_close:
            on_close(None)

    if course.is_first:
        app.push_screen(AimScreen(), begin)
    else:
        begin(True)
