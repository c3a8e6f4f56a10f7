"""The scores, after a round and whenever they are opened."""

from collections.abc import Sequence
from dataclasses import replace

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from sixqp_protocol.messages import NextRound, Ready
from sixqp_tui.engine.permissions import withheld
from sixqp_tui.i18n import N_, NC_, _, facts as facts_words, pgettext
from sixqp_tui.presentation.prompts import ask
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.presentation.view_model import Player, ViewModel
from sixqp_tui.tui.animation.frames import Frame
from sixqp_tui.tui.game.pane import Pane
from sixqp_tui.tui.keys import CONTINUE, READY, SCROLL
from sixqp_tui.tui.theme.glyphs import DECIDING
from sixqp_tui.tui.theme.roles import seat_ink
from sixqp_tui.tui.widgets.common.columns import Cell, TextLines, columns
from sixqp_tui.tui.widgets.common.seat_text import MARKS
from sixqp_tui.tui.widgets.game.curve import Curve
from sixqp_tui.tui.widgets.game.event_log import EventLog

LABEL = 7
WIDEST_COLUMN = 16
"""Maximum cells of a column: the longest name."""


class ScoreSheet(TextLines):
    """While the game is `pausing`, a line shows who is ready."""

    players: reactive[tuple[Player, ...]] = reactive((), layout=True)
    pausing = reactive(False, layout=True)
    seen: int = 0
    """The finished rounds that have been drawn."""

    @property
    def rounds(self) -> int:
        return len(self.players[0].past) if self.players else 0

    def render(self) -> Content:
        self.seen = self.rounds
        return super().render()

    def lines(self, width: int) -> list[Content]:
        players = self.players
        if not players:
            return []
        column = max(5, min(WIDEST_COLUMN, (width - LABEL) // len(players) - 1))
        # Translators: before a sign for each player who is ready for the next round: at most 6 letters
        ready = (
            ((pgettext("score sheet", "Ready"), [MARKS[each.mark] for each in players]),) if self.pausing else ()
        )
        unfinished = any(each.unscored for each in players)
        rows: list[tuple[str, Sequence[Cell]]] = [
            ("", [Content.styled(seat_sign(seat), f"${seat_ink(seat)}") for seat in range(len(players))]),
            (
                pgettext("score sheet", "Total"),
                [_bold(each.total, each.over, "$red", "$strong") for each in players],
            ),
            (
                pgettext("score sheet", "Rank"),
                [_bold(each.rank, each.rank == 1, "$gold", "$dim") for each in players],
            ),
            *ready,
            (pgettext("column", "round").capitalize(), [""] * len(players)),
            *([(f"{self.rounds + 1} {DECIDING}", [str(each.unscored) for each in players])] if unfinished else []),
            *(
                (str(number + 1), [str(each.past[number]) for each in players])
                for number in reversed(range(self.rounds))
            ),
        ]
        widths = [" " * LABEL, *[" " * column] * len(players)]
        lines = columns([widths, *([label, *cells] for label, cells in rows)], "l" + "r" * len(players), gap=1)
        return [*self._names(column), *lines[1:]]

    def _names(self, column: int) -> list[Content]:
        """Long names alternate between two lines."""
        names = [
            Content.styled(player.name, "bold $gold" if player.own else f"${seat_ink(seat)}")
            for seat, player in enumerate(self.players)
        ]
        count = 1 if all(name.cell_length <= column for name in names) else 2
        lines = [Content() for _ in range(count)]
        for seat, name in enumerate(names):
            end = LABEL + (seat + 1) * (column + 1)
            name = name.truncate(count * (column + 1) - 1, ellipsis=True)
            line = lines[seat % count]
            lines[seat % count] = line + name.pad_left(end - line.cell_length - name.cell_length)
        return lines


def _bold(number: int, special: bool, ink: str, otherwise: str) -> Content:
    return Content.styled(str(number), f"bold {ink if special else otherwise}")


QUIET = 0.6
"""Seconds that the sheet must be visible without Space or Enter before they count, longer than the first wait of a
repeating key."""


class ScorePane(Pane):
    """The score sheet and the plot of totals; after a round the story of it, and a pause.

    In a pause Space or Enter means ready; without one Enter goes on. Both are ignored at first, so that an Enter
    meant for the last card, or a repeating one, does nothing.
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
        replace(SCROLL, action="scroll_rounds(-1)"),
        Binding("down", "scroll_rounds(1)", show=False),
    ]

    CLICK = "enter"

    _pressed_at = 0.0
    _ready_for: tuple[int, int] | None = None

    class Read(Message): ...

    sheet = getters.query_one(ScoreSheet)
    curve = getters.query_one(Curve)
    scroll = getters.query_one(VerticalScroll)
    said = getters.query_one(EventLog)
    heading = getters.query_one("#heading", Static)

    def compose(self) -> ComposeResult:
        with Vertical(classes="felt"):
            yield Static(id="heading")
            with VerticalScroll(can_focus=False):
                yield ScoreSheet()
            yield Curve()
            yield EventLog()
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
                return self.scroll.max_scroll_y > 0
        return True

    def present(self, model: ViewModel, frame: Frame | None = None) -> None:
        super().present(model, frame)
        table = model.table
        self.sheet.players = model.players()
        self.curve.table, self.curve.own = table, model.view.seat
        self.said.entries = model.said_lately
        self.sheet.pausing = model.between_rounds
        story = model.round_story if model.round_just_over and not model.over else ""
        lines = (
            Content.styled(self._heading(), "bold $gold"),
            Content(facts_words.stood_in(model.shown.stood_in)),
            Content.styled(story, "$strong"),
        )
        self.heading.update(Content("\n").join(line for line in lines if line))
        self.set_class(len(table.scores) > 1, "-plotted")
        self.said.display = bool(model.said_lately)
        asked = ask(model)
        self.prompt.text, self.prompt.yours = asked.text, asked.yours

    def _heading(self) -> str:
        model, table = self.model, self.model.table
        if table.ended is None and model.round_just_over:
            return facts_words.end_of_round(len(table.scores)).upper()
        if table.ended is None:
            return _("SCORES SO FAR · ROUND {number} IN PROGRESS").format(number=table.round)
        return _("GAME OVER")

    @property
    def chat_region(self) -> Region:
        return self.scroll.region

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
        self.scroll.scroll_relative(y=by, animate=False)
