"""The scores, after a round and whenever they are opened."""

from dataclasses import replace

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.geometry import Region
from textual.message import Message
from textual.widgets import Static

from sixqp_protocol.messages import NextRound, Ready
from sixqp_tui.engine.permissions import withheld
from sixqp_tui.i18n import N_, NC_, _, facts as facts_words, table as table_words
from sixqp_tui.i18n.lobby import chat_heading
from sixqp_tui.presentation.prompts import score_prompt
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.animation.frames import Frame
from sixqp_tui.tui.game.pane import Pane
from sixqp_tui.tui.keys import CONTINUE, READY, SCROLL
from sixqp_tui.tui.widgets.common.chat import Chat
from sixqp_tui.tui.widgets.common.prompt import Prompt
from sixqp_tui.tui.widgets.game.curve import Curve
from sixqp_tui.tui.widgets.game.score_sheet import ScoreSheet

ROOM_BESIDE = 16
"""Lines for headings, totals, plot and prompt."""
ROOMY_FROM = 34
"""Lines of the pane with room for the chat and a higher plot."""
ROOMY = 13
"""Lines of the chat and the higher plot."""
QUIET = 0.6
"""Seconds that the sheet must be visible without Space or Enter before they count, longer than the first wait of a
repeating key."""
HIGHEST = 48
"""The `max-height` of the felt."""


class ScorePane(Pane):
    """The score sheet and the plot of totals; after a round the story of it, and a pause.

    In a pause Space or Enter means ready; without one Enter goes on. Both are ignored at first, so that an Enter
    meant for the last card, or a repeating one, does nothing.
    """

    DEFAULT_CSS = """
    ScorePane > .felt { width: 100%; max-width: 190; max-height: 48; }
    ScorePane .heading { padding: 0 1; color: $gold; text-style: bold; }
    ScorePane .why, ScorePane .story { padding: 0 1; }
    ScorePane ScoreSheet { height: auto; margin-top: 1; }
    ScorePane Static { height: auto; max-height: 2; }
    ScorePane Curve { margin-top: 1; }
    ScorePane Chat { display: none; height: 1; min-height: 1; margin: 0 1; }
    ScorePane.-said Chat { display: block; }
    ScorePane.-roomy Chat { display: block; height: 5; margin: 1; }
    """

    BINDINGS = [
        READY,
        Binding("enter", "ready", show=False),
        CONTINUE,
        # Translators: deal the next round now, without waiting
        Binding(
            "n",
            "next_round",
            NC_("key", "next round"),
            tooltip=N_("Deal the next round now, without waiting"),
        ),
        # Translators: from the scores to the table
        Binding("escape", "to_table", show=False, tooltip=N_("Look at the table")),
        replace(SCROLL, action="scroll_rounds(1)"),
        Binding("down", "scroll_rounds(-1)", show=False),
    ]

    _pressed_at = 0.0
    _ready_for: tuple[int, int] | None = None

    class Read(Message): ...

    sheet = getters.query_one(ScoreSheet)
    curve = getters.query_one(Curve)
    chat = getters.query_one(Chat)
    heading = getters.query_one(".heading", Static)
    why = getters.query_one(".why", Static)
    story = getters.query_one(".story", Static)

    def compose(self) -> ComposeResult:
        with Vertical(classes="felt"):
            yield Static(classes="heading", markup=False)
            yield Static(classes="why", markup=False)
            yield Static(classes="story", markup=False)
            yield ScoreSheet()
            yield Curve()
            yield Chat(chat_heading())
            yield self.prompt

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "ready":
                return self._may_say_ready
            case "next_round":
                return self.model.between_rounds and withheld(NextRound(), self.session.state.standing) is None
            case "continue":
                return not self.model.between_rounds
            case "scroll_rounds":
                return self.sheet.rounds > self.sheet.room
        return True

    def present(self, model: ViewModel, frame: Frame | None = None) -> None:
        super().present(model, frame)
        table = model.table
        self.sheet.players = model.players()
        self.curve.table, self.curve.own = table, model.view.seat
        self.chat.said = model.said
        self.sheet.pausing = model.between_rounds
        self.heading.update(self._heading())
        why = facts_words.stood_in(model.shown.stood_in)
        self.why.update(why)
        self.why.display = bool(why)
        self.story.update(model.round_story)
        self.story.display = model.round_just_over and not model.over
        self.curve.visible = len(table.scores) > 1
        self.prompt.yours = not model.between_rounds or self._may_say_ready
        self.prompt.text = score_prompt(model, self.prompt.room, self._may_say_ready)
        self._measure()

    def _heading(self) -> str:
        model, table = self.model, self.model.table
        if table.ended is None and model.round_just_over:
            return table_words.round_over(len(table.scores))
        if table.ended is None:
            return _("SCORES SO FAR · ROUND {number} IN PROGRESS").format(number=table.round)
        return _("GAME OVER")

    @property
    def chat_region(self) -> Region:
        return self.curve.region

    def appear(self) -> None:
        self._pressed_at = self.prompt.clock()

    def show_refusal(self, text: str) -> None:
        self._ready_for = None
        super().show_refusal(text)

    def action_ready(self) -> None:
        if self._is_meant and self._may_say_ready:
            self._ready_for = self._pause
            self.session.request(Ready())
            self.present(self.model)

    def action_next_round(self) -> None:
        if self.sheet.seen == len(self.model.table.scores):
            self.session.request(NextRound())

    def action_continue(self) -> None:
        if self._is_meant:
            self.post_message(self.Read())

    def action_to_table(self) -> None:
        if self.sheet.seen == len(self.model.table.scores):
            self.post_message(self.Read())

    @property
    def _pause(self) -> tuple[int, int]:
        return self.model.game, self.model.table.round

    @property
    def _may_say_ready(self) -> bool:
        possible = self.model.between_rounds and withheld(Ready(), self.session.state.standing) is None
        return possible and self._ready_for != self._pause

    @property
    def _is_meant(self) -> bool:
        """Whether this key press is meant for the sheet; it is noted as the latest one."""
        now, before = self.prompt.clock(), self._pressed_at
        self._pressed_at = now
        return now - before >= QUIET and self.sheet.seen == len(self.model.table.scores)

    def action_scroll_rounds(self, by: int) -> None:
        self.sheet.back += by

    @on(Prompt.Clicked)
    def prompt_clicked(self) -> None:
        if self.check_action("ready", ()):
            self.action_ready()
        elif self.check_action("continue", ()):
            self.action_continue()

    def on_mouse_scroll_up(self) -> None:
        self.action_scroll_rounds(1)

    def on_mouse_scroll_down(self) -> None:
        self.action_scroll_rounds(-1)

    def _measure(self) -> None:
        height = min(HIGHEST, self.size.height)
        roomy = height >= ROOMY_FROM
        self.set_class(roomy, "-roomy")
        said = bool(self.model.said)
        self.set_class(said, "-said")
        beside = ROOM_BESIDE + self.sheet.name_lines + self.sheet.pausing + self.story.display
        self.sheet.room = max(3, height - beside - (ROOMY if roomy else said))
        self.refresh_bindings()

    on_resize = _measure
