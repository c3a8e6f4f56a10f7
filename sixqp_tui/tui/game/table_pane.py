"""The table, where cards are chosen and rows taken."""

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.geometry import Region

from sixqp_protocol.messages import ChooseCard, ChooseRow, Ready, TakeBack
from sixqp_tui.engine.cards import ROWS
from sixqp_tui.engine.rules import landing
from sixqp_tui.i18n import N_, NC_, _
from sixqp_tui.i18n.facts import caption
from sixqp_tui.presentation.prompts import ask, recorded_caption
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.animation.frames import Frame
from sixqp_tui.tui.game.pane import Pane
from sixqp_tui.tui.keys import READY, TAKE_BACK, digits
from sixqp_tui.tui.scale import scale_of
from sixqp_tui.tui.widgets.game.event_log import EventLog
from sixqp_tui.tui.widgets.game.hand import HandFigure, HandFigures, HandRow, OpenHands
from sixqp_tui.tui.widgets.game.rows import CardsToPlace, TableRows
from sixqp_tui.tui.widgets.game.side_panel import SidePanel
from sixqp_tui.tui.widgets.graphics.canvas import Choice


class TablePane(Pane):
    """Enter acts only on a lifted card or a lit row."""

    BINDINGS = [
        Binding(
            "left",
            "step(-1)",
            # Translators: choose a card of the hand, before it is played
            NC_("key", "choose"),
            key_display="←→",
            tooltip=N_("Choose the next card, or the card with that number"),
        ),
        Binding("right", "step(1)", show=False),
        *digits("lift", 10),
        Binding(
            "up",
            "step_row(-1)",
            NC_("key", "row"),
            key_display="1-4 ↑↓",
            tooltip=N_("Select one of the four rows"),
        ),
        Binding("down", "step_row(1)", show=False),
        *digits("point", ROWS),
        # Translators: play the lifted card, face down on the table: a verb
        Binding("enter", "lay", NC_("key", "play"), tooltip=N_("Play the chosen card face down")),
        TAKE_BACK,
        # Translators: a whole row, with its heads
        Binding("enter", "take", NC_("key, a row", "take"), tooltip=N_("Take the selected row")),
        Binding("enter", "light_first", show=False),
        READY,
    ]

    rows = getters.query_one(TableRows)
    beside = getters.query_one(SidePanel)
    hand = getters.query_one(HandRow)
    figures = getters.query_one(HandFigures)
    waiting = getters.query_one(CardsToPlace)
    hands = getters.query_one("#hands", OpenHands)
    event_log = getters.query_one("#log", EventLog)

    def compose(self) -> ComposeResult:
        with Vertical(classes="felt"):
            with Horizontal(id="upper"):
                yield TableRows()
                yield SidePanel()
            yield self.prompt
            yield HandRow()
            yield HandFigures()
            yield CardsToPlace()
            yield OpenHands(id="hands")
            yield EventLog(id="log")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "step" | "lift":
                return self.model.prompted == "card"
            case "step_row" | "point":
                return self.model.prompted == "row"
            case "lay":
                return self.model.prompted == "card" and self.hand.chosen is not None
            case "take":
                return self.model.prompted == "row" and self.rows.chosen is not None
            case "light_first":
                return self.model.prompted == "row" and self.rows.chosen is None
            case "take_back":
                return self.model.may_take_back
            case "ready":
                return self.model.may_say_ready
        return True

    def on_resize(self) -> None:
        scale = scale_of(self.app.size)
        self.rows.card_size, self.hand.card_size = scale.table, scale.held
        self.figures.card_size = scale.held

    def present(self, model: ViewModel, frame: Frame | None = None) -> None:
        turn_before = self.model.table.turn
        super().present(model, frame)
        table = model.table
        self.rows.choosing = model.prompted == "row"
        self.hand.show(model, new_turn=table.turn != turn_before)
        if model.prompted != "row":
            self.rows.chosen = None
        if model.prompted == "card" and len(model.view.hand) == 1:
            self.hand.chosen = model.view.hand[0]
        self.hands.hands = model.players() if model.view.hands_open else ()
        self.hand.flat = bool(table.to_place or self.hands.hands)
        self.set_class(bool(self.hands.hands), "-open-hands")
        self.set_class(bool(table.to_place), "-placing")
        self.set_class(not (model.view.hand or model.view.laid), "-without-hand")
        self.move(model, frame)
        self._ask()

    def move(self, model: ViewModel, frame: Frame | None) -> None:
        self.model = model
        self.rows.show(model.table, frame)
        self.waiting.show(model, frame)
        self.beside.show(model, frame)
        self.event_log.entries = model.log
        current = caption(frame.fact, model.table, model.view.seat) if frame else recorded_caption(model)
        self.prompt.caption = current

    @property
    def chat_region(self) -> Region:
        """Beside the rows, and below the players where the log stands there."""
        beside, log = self.beside.region, self.beside.event_log
        return Region(beside.x, log.region.y, beside.width, beside.bottom - log.region.y) if log.display else beside

    def show_figures(self, figures: tuple[HandFigure, ...], unit: str) -> None:
        """Show a figure in its `unit` below each card of the hand."""
        self.figures.unit, self.figures.figures = unit, figures
        self.set_class(bool(figures), "-weighed")

    def action_lift(self, place: int) -> None:
        if place < len(self.model.view.hand):
            self._lift(self.model.view.hand[place])

    def action_step(self, by: int) -> None:
        hand, lifted = self.model.view.hand, self.hand.chosen
        place = (hand.index(lifted) + by) % len(hand) if lifted in hand else (0 if by > 0 else -1)
        self._lift(hand[place])

    def action_lay(self) -> None:
        if self.hand.seen is not None:
            self._lay(self.hand.seen)

    def show_refusal(self, text: str) -> None:
        self.hand.sent = None
        super().show_refusal(text)

    def action_take_back(self) -> None:
        self.session.request(TakeBack())

    def action_ready(self) -> None:
        self.session.request(Ready())

    def action_point(self, row: int) -> None:
        if self.rows.chosen is None:
            self.refresh_bindings()
        self.rows.choose(row)
        self._ask()

    def action_step_row(self, by: int) -> None:
        picked = self.rows.chosen
        self.action_point((0 if by > 0 else ROWS - 1) if picked is None else (picked + by) % ROWS)

    def action_take(self) -> None:
        row = self.rows.seen
        if row is not None:
            self.rows.chosen = None
            self.session.request(ChooseRow(row=row))

    def action_light_first(self) -> None:
        self.show_notice(_("Select a row first, then take it."))

    @on(Choice.Clicked, "HandRow")
    def card_clicked(self, event: Choice.Clicked) -> None:
        if event.part == self.model.view.laid:
            if self.model.may_take_back:
                self.action_take_back()
        elif self.model.prompted == "card":
            if event.part == self.hand.chosen:
                self.action_lay()
            else:
                self._lift(event.part)

    @on(Choice.Clicked, "TableRows")
    def row_clicked(self, event: Choice.Clicked) -> None:
        if self.model.prompted != "row":
            return
        if event.part == self.rows.chosen:
            self.action_take()
        else:
            self.action_point(event.part)

    @on(Choice.Pointed)
    def follow_mouse(self) -> None:
        self._ask()

    def _lay(self, card: int) -> None:
        if self.hand.sent is None and card in self.model.view.hand and self.model.prompted == "card":
            self.hand.sent = card
            self.session.request(ChooseCard(card=card))
            self._ask()

    def _lift(self, card: int) -> None:
        if self.hand.sent is None:
            if self.hand.chosen is None:
                self.refresh_bindings()
            self.hand.choose(card)
            self._ask()

    def _ask(self) -> None:
        model, card = self.model, self._card_at_hand
        asked = ask(model, card, self.rows.looked_at, self.hand.sent)
        self.prompt.text, self.prompt.yours = asked.text, asked.yours
        self.rows.landing = (card, landing(model.table.rows, card).row) if card and model.hint else None

    @property
    def _card_at_hand(self) -> int | None:
        if self.model.prompted != "card":
            return None
        return self.hand.looked_at if self.model.hint else self.hand.chosen
