"""The scores: after a round, and when the game is over."""

from functools import partial

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Static

from sixqp_protocol.messages import Start
from sixqp_tui.engine.permissions import bar
from sixqp_tui.i18n import _
from sixqp_tui.i18n import facts as facts_words
from sixqp_tui.i18n import table as table_words
from sixqp_tui.i18n.lobby import chat_heading
from sixqp_tui.presentation.prompt_text import with_names
from sixqp_tui.presentation.tally import tally_rows, tell_summary
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.animation.frames import Frame
from sixqp_tui.tui.screens.game.pane import Pane
from sixqp_tui.tui.theme.glyphs import ENTER
from sixqp_tui.tui.widgets.common.chat import Chat
from sixqp_tui.tui.widgets.common.prompt import Prompt
from sixqp_tui.tui.widgets.common.tally_sheet import TallySheet
from sixqp_tui.tui.widgets.game.curve import Curve
from sixqp_tui.tui.widgets.game.score_sheet import ScoreSheet

ROOM_BESIDE = 16
"""Lines of the pane that are not rounds or names: headings, totals, plot, prompt."""
ROOMY_FROM = 34
"""Lines of the pane from which on there is room for the chat and a higher plot."""
ROOMY = 13
"""Lines that the chat and the higher plot take."""
BESIDE_PLOT = 110
"""Cells of the pane from which on the tally stands beside the plot."""
HIGHEST = 48
"""Lines of the pane that are used at most: the `max-height` of its felt."""


class ScorePane(Pane):
    """The score sheet and the plot of the totals; after a round Enter goes on, after the game comes a rematch."""

    DEFAULT_CSS = """
    ScorePane > .felt { width: 100%; max-width: 190; max-height: 48; }
    ScorePane .heading { padding: 0 1; color: $gold; text-style: bold; }
    ScorePane .why { padding: 0 1; }
    ScorePane ScoreSheet { margin-top: 1; }
    ScorePane Static { height: auto; max-height: 2; }
    ScorePane .evening { padding: 0 1; color: $gold; }
    ScorePane #plots { height: 1fr; }
    ScorePane TallySheet { display: none; height: 100%; }
    ScorePane Chat { display: none; height: 1; min-height: 1; margin: 0 1; }
    ScorePane.-said Chat { display: block; }
    ScorePane.-roomy Chat { display: block; height: 5; margin: 1; }
    """

    BINDINGS = [
        Binding("enter", "go_on", "go on", key_display=ENTER),
        Binding("escape", "go_on", "go on", show=False),
        Binding("r", "rematch", "rematch"),
        Binding("b", "lobby", "lobby"),
        Binding("e", "evening", "evening"),
        Binding("up", "scroll_rounds(1)", "scroll", key_display="↑↓"),
        Binding("down", "scroll_rounds(-1)", "scroll", show=False),
    ]

    class Read(Message):
        """The reader has seen the scores of the round."""

    sheet = getters.query_one(ScoreSheet)
    curve = getters.query_one(Curve)
    chat = getters.query_one(Chat)
    heading = getters.query_one(".heading", Static)
    why = getters.query_one(".why", Static)
    evening = getters.query_one(".evening", Static)
    tally = getters.query_one(TallySheet)

    def compose(self) -> ComposeResult:
        """Headings, sheet, plot, prompt."""
        with Vertical(classes="felt"):
            yield Static(classes="heading", markup=False)
            yield Static(classes="why", markup=False)
            yield Static(classes="evening", markup=False)
            yield ScoreSheet()
            with Horizontal(id="plots"):
                yield Curve()
                yield TallySheet()
            yield Chat(chat_heading)
            yield self.prompt

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Going on is for rounds, a rematch for the owner when the game is over."""
        over = self.model.table.ended is not None
        match action:
            case "go_on":
                return not over
            case "rematch":
                return over and bar(Start, self.session.standing) is None
            case "lobby" | "evening":
                return over
            case "scroll_rounds":
                return len(self.model.table.scores) > self.sheet.room
        return True

    def present(self, model: ViewModel, frame: Frame | None = None) -> None:
        """Show the sheet and the plot."""
        super().present(model, frame)
        table = model.table
        over = table.ended is not None
        self.sheet.players = model.players()
        self.curve.table, self.curve.own = table, model.view.seat
        self.chat.said = model.said
        self.heading.update(self._heading() if over else table_words.round_over(len(table.scores)))
        self.why.update(self._verdict() if over else "")
        self.why.display = over
        self.prompt.yours = not over or model.owner
        if over:
            self.prompt.deadline = None
            self.prompt.text = (
                _("r: another game with the same players")
                if model.owner
                else table_words.rematch_is_theirs(model.host)
            )
        else:
            self.prompt.text = self._on(len(table.scores) + 1)
        self._measure()

    def _heading(self) -> str:
        table, own = self.model.table, self.model.view.seat
        won = facts_words.winning_seats(table)
        return table_words.game_over(own in won, [table.names[seat] for seat in won if seat != own])

    def _verdict(self) -> str:
        """Who has won, and on a line of its own why the game is over."""
        table, own = self.model.table, self.model.view.seat
        if not facts_words.winning_seats(table):
            return facts_words.verdict(table, own)
        why = with_names(lambda most: facts_words.why_over(table, own, most), table.seats, self.size.width - 2)
        capital = why if table.ended == "limit" else why[:1].upper() + why[1:]
        return f"{facts_words.winners(table, own)}\n{capital}"

    def on_resize(self) -> None:
        """Give the rounds the room that the window has."""
        if self.model.over:
            self.why.update(self._verdict())
        self._measure()

    def action_go_on(self) -> None:
        """Back to the table, once the scores were seen."""
        if self.sheet.seen == len(self.model.table.scores):
            self.post_message(self.Read())

    def action_rematch(self) -> None:
        """Another game with the same players."""
        self.session.request(Start())

    async def action_evening(self) -> None:
        """What was played since the table opened."""
        await self.run_action("screen.evening")

    async def action_lobby(self) -> None:
        """Back to the lobby."""
        await self.run_action("app.lobby")

    def action_scroll_rounds(self, by: int) -> None:
        """Scroll the rounds of the sheet."""
        self.sheet.back += by

    def _on(self, number: int) -> str:
        names = self.model.awaited(bots_last=True)
        return with_names(
            lambda most: table_words.on_to_the_table(number, names, most), len(names), self.prompt.room
        )

    @on(Prompt.Clicked)
    def prompt_clicked(self) -> None:
        """A click on what Enter does, does it."""
        if self.check_action("go_on", ()):
            self.action_go_on()

    def on_mouse_scroll_up(self) -> None:
        """The wheel scrolls the rounds."""
        self.action_scroll_rounds(1)

    def on_mouse_scroll_down(self) -> None:
        """The wheel scrolls the rounds."""
        self.action_scroll_rounds(-1)

    def _show_evening(self, roomy: bool) -> bool:
        """Show the tally of a game that is over, beside the plot or in a line; whether it takes that line."""
        rows = tally_rows(self.model.tally, self.model.you) if self.model.over else ()
        beside = bool(rows) and roomy and self.size.width >= BESIDE_PLOT
        told = bool(rows) and not beside
        self.tally.rows, self.tally.display, self.evening.display = rows, beside, told
        if told:
            self.evening.update(with_names(partial(tell_summary, rows), len(rows), self.size.width - 2))
        return told

    def _measure(self) -> None:
        height = min(HIGHEST, self.size.height)
        roomy = height >= ROOMY_FROM
        self.set_class(roomy, "-roomy")
        said = bool(self.model.said)
        self.set_class(said, "-said")
        told = self._show_evening(roomy)
        self.sheet.room = max(3, height - ROOM_BESIDE - self.sheet.name_lines - (ROOMY if roomy else said) - told)
        self.refresh_bindings()
