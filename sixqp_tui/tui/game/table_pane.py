"""The table, where cards are chosen and rows taken."""

from __future__ import annotations

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.geometry import Region, Size

from sixqp_protocol.messages import ChooseCard, ChooseRow, Ready, TakeBack
from sixqp_tui.engine.cards import ROWS
from sixqp_tui.i18n import N_, NC_, _
from sixqp_tui.i18n.facts import caption
from sixqp_tui.i18n.lobby import chat_heading
from sixqp_tui.presentation.decision import landing_hint
from sixqp_tui.presentation.prompts import game_prompt, recorded_caption
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.animation.frames import Frame
from sixqp_tui.tui.game.pane import FELT_LINES, Pane
from sixqp_tui.tui.keys import READY, TAKE_BACK, digits
from sixqp_tui.tui.scale import SMALL, placing_layout, scale_of
from sixqp_tui.tui.widgets.common.chat import Chat
from sixqp_tui.tui.widgets.game.event_log import EventLines, EventLog
from sixqp_tui.tui.widgets.game.hand import HandFigure, HandFigures, HandRow, OpenHands
from sixqp_tui.tui.widgets.game.rows import CardsToPlace, TableRows, stand_side_by_side
from sixqp_tui.tui.widgets.game.side_panel import SidePanel
from sixqp_tui.tui.widgets.graphics.canvas import CellWidget

LOG_WIDTH = 80
"""Maximum cells of the log, with its gap; longer lines are hard to read."""
PANEL_WIDTH = 62
"""Maximum cells of the side panel, with its gap, so that names and numbers stay close."""
AIR = 4
"""Spare lines that allow gaps around the rows."""
ROOMY_FROM = 34
"""Lines of a window with room for the chat below a small table."""
CHAT_LINES = 2
"""Minimum lines of the chat with its gap; with fewer it has no gap."""
MAX_HANDS_BELOW = 4
"""Open hands with a line each below a small table; more stand in two columns."""
LINES_OF_EVENTS = 4
"""Lines of the log below a small table."""
LIFT_LINES, FIGURE_LINES = 2, 2
"""Lines around the cards of the hand, and below them for figures and bars."""


class TablePane(Pane):
    """Enter acts only on a lifted card or a lit row."""

    DEFAULT_CSS = """
    TablePane #upper { height: auto; }
    TablePane #play { width: 1fr; }
    TablePane.-roomy .felt { max-height: 100%; }
    TablePane.-airy #upper { margin: 1 0; }
    TablePane Chat { display: none; min-height: 1; margin: 0 1; }
    TablePane.-airy Chat { margin: 1 1 0 1; }
    TablePane.-roomy Chat { display: block; }
    TablePane.-roomy EventLines { height: 4; }
    TablePane.-large EventLines { display: none; }
    TablePane EventLog { display: none; width: 1fr; height: 1fr; margin: 0 1 0 3; }
    TablePane.-broad EventLog { display: block; }
    TablePane.-airy EventLog { margin: 1 1 0 3; }
    TablePane.-close Chat { margin: 0 1; }
    TablePane.-tight Chat { display: none; }
    TablePane.-weighed Chat { display: none; }
    TablePane HandFigures { display: none; }
    TablePane.-weighed HandFigures { display: block; }
    TablePane HandRow.-aside, TablePane CardsToPlace.-aside { display: none; }
    TablePane HandRow, TablePane HandFigures { width: auto; height: auto; }
    TablePane CardsToPlace { height: auto; }
    TablePane #hands { display: none; margin-left: 3; }
    TablePane #hands.-shown { display: block; }
    """

    BINDINGS = [
        Binding(
            "left",
            "step(-1)",
            # Translators: choose a card of the hand, before it is played
            NC_("key", "choose"),
            key_display="←→ 1-0",
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

    in_the_open = False
    """Others look at this screen too, so no hand is open while cards are placed."""

    _play_width = 0

    rows = getters.query_one(TableRows)
    hand = getters.query_one(HandRow)
    figures = getters.query_one(HandFigures)
    waiting = getters.query_one(CardsToPlace)
    felt = getters.query_one(".felt", Horizontal)
    play = getters.query_one("#play", Vertical)
    standing = getters.query_one(SidePanel)
    lines_of_events = getters.query_one(EventLines)
    hands = getters.query_one("#hands", OpenHands)
    chat = getters.query_one(Chat)
    whole_log = getters.query_one(EventLog)

    def compose(self) -> ComposeResult:
        with Horizontal(classes="felt"):
            with Vertical(id="play"):
                with Horizontal(id="upper"):
                    yield TableRows()
                    yield SidePanel()
                yield self.prompt
                yield HandRow()
                yield HandFigures()
                yield CardsToPlace()
                yield OpenHands(id="hands")
                yield EventLines()
                yield Chat(chat_heading())
            yield EventLog()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "step" | "lift":
                return self.model.prompted == "card"
            case "step_row" | "point":
                return self.model.prompted == "row"
            case "lay":
                return self.model.prompted == "card" and self.hand.lifted is not None
            case "take":
                return self.model.prompted == "row" and self.rows.picked is not None
            case "light_first":
                return self.model.prompted == "row" and self.rows.picked is None
            case "take_back":
                return self.model.may_take_back
            case "ready":
                return self.model.may_say_ready
        return True

    def present(self, model: ViewModel, frame: Frame | None = None) -> None:
        turn_before = self.model.table.turn
        self.fit(self.app.size)
        super().present(model, frame)
        table = model.table
        self.rows.choosing = model.prompted == "row"
        self.hand.show(model, new_turn=table.turn != turn_before)
        if model.prompted != "row":
            self.rows.picked = None
        if model.only_card is not None:
            self.hand.lifted = model.only_card
        self.hands.hands = model.open_hands() if model.view.hands_open and self.standing.brief else ()
        self.hands.columns = 1 if table.seats <= MAX_HANDS_BELOW else 2
        self.hands.set_class(bool(self.hands.hands), "-shown")
        covered = bool(self.hands.hands) and model.view.seat is None
        self.hand.set_class(covered or (bool(table.to_place) and not self._shows_hand), "-aside")
        self.waiting.set_class(not table.to_place, "-aside")
        self.share_out()
        self.lines_of_events.said, self.chat.said = model.last_said, model.said
        self.move(model, frame)
        self._ask()

    def move(self, model: ViewModel, frame: Frame | None) -> None:
        self.model = model
        self.rows.show(model.table, frame)
        self.waiting.show(model, frame)
        self.standing.show(model, frame)
        self.lines_of_events.entries, self.whole_log.entries = model.last_turn, model.log
        current = caption(frame.fact, model.table, model.view.seat) if frame else recorded_caption(model)
        self.prompt.caption = current

    @property
    def chat_region(self) -> Region:
        beside = self.standing.region
        if self.standing.brief:
            return beside
        top = self.standing.players.region.bottom
        return Region(beside.x, top, beside.width, beside.bottom - top)

    def fit(self, window: Size) -> None:
        scale = scale_of(window)
        broad, roomy = scale.is_broad(window), scale is not SMALL or window.height >= ROOMY_FROM
        self.rows.card_size = scale.table
        self.standing.brief, self.standing.logged = scale is SMALL, broad
        self._play_width = scale.play if broad else min(window.width, self.rows.width + PANEL_WIDTH)
        self.felt.styles.width = min(window.width, scale.play + LOG_WIDTH) if broad else self._play_width
        self.play.styles.width = scale.play if broad else "1fr"
        self.set_class(broad, "-broad")
        self.set_class(roomy, "-roomy")
        self.set_class(scale is not SMALL, "-large")
        self.set_class(window.height >= scale.least.height + AIR, "-airy")

    def show_figures(self, figures: tuple[HandFigure, ...], unit: str) -> None:
        """Show a figure below each card of the hand, and their `unit` if there is a line for it."""
        spare = self._lines_below_prompt() - self.hand.card_size.lines - LIFT_LINES - FIGURE_LINES
        self.figures.unit = unit if spare > 0 else ""
        self.figures.figures, self.figures.card_size = figures, self.hand.card_size
        self.set_class(bool(figures), "-weighed")

    def share_out(self) -> None:
        scale, placing, hand = scale_of(self.app.size), bool(self.model.table.to_place), self._shows_hand
        room = self._lines_below_prompt() - self.hands.lines
        names = [self.model.name_of(seat) for seat in range(self.model.table.seats)]
        lines = 1 if stand_side_by_side(names, self._play_width) else 2
        layout = placing_layout(scale, room, hand=hand, names=lines)
        left = room - layout.lines(hand=hand)
        self.hand.card_size = layout.held if placing else scale.held
        self.hand.flat = placing or bool(self.hands.hands)
        self.waiting.card_size, self.waiting.heading = layout.to_place, layout.heading
        self.waiting.names = layout.names
        self.set_class(placing and left < CHAT_LINES, "-close")
        self.set_class(placing and left < 1, "-tight")

    def _lines_below_prompt(self) -> int:
        height = self.lines
        if not self.has_class("-roomy"):
            height = min(height, FELT_LINES)
        elif not self.has_class("-large"):
            height -= LINES_OF_EVENTS
        return height - scale_of(self.app.size).table.lines * ROWS - (2 if self.has_class("-airy") else 0) - 1

    def action_lift(self, place: int) -> None:
        if place < len(self.model.view.hand):
            self._lift(self.model.view.hand[place])

    def action_step(self, by: int) -> None:
        hand, lifted = self.model.view.hand, self.hand.lifted
        place = (hand.index(lifted) + by) % len(hand) if lifted in hand else (0 if by > 0 else -1)
        self._lift(hand[place])

    def action_lay(self) -> None:
        card = self.hand.lifted
        if card is not None and card == self.hand.seen:
            self._lay(card)

    def show_refusal(self, text: str) -> None:
        self.hand.sent = None
        super().show_refusal(text)

    def action_take_back(self) -> None:
        self.session.request(TakeBack())

    def action_ready(self) -> None:
        self.session.request(Ready())

    def action_point(self, row: int) -> None:
        self.rows.forget()
        if self.rows.picked is None:
            self.refresh_bindings()
        self.rows.picked = row
        self._ask()

    def action_step_row(self, by: int) -> None:
        picked = self.rows.picked
        self.action_point((0 if by > 0 else ROWS - 1) if picked is None else (picked + by) % ROWS)

    def action_take(self) -> None:
        row = self.rows.picked
        if row is not None and row == self.rows.seen:
            self.rows.picked = None
            self.session.request(ChooseRow(row=row))

    def action_light_first(self) -> None:
        self.show_notice(_("Select a row first, with 1 to 4 or ↑ ↓; then Enter takes it."))

    @on(HandRow.Clicked)
    def card_clicked(self, event: HandRow.Clicked) -> None:
        if event.card == self.model.view.laid:
            if self.model.may_take_back:
                self.action_take_back()
        elif self.model.prompted == "card":
            if event.card == self.hand.lifted:
                self.action_lay()
            else:
                self._lift(event.card)

    @on(TableRows.Clicked)
    def row_clicked(self, event: TableRows.Clicked) -> None:
        if self.model.prompted != "row":
            return
        if event.row == self.rows.picked:
            self.action_take()
        else:
            self.action_point(event.row)

    @on(CellWidget.Pointed)
    def follow_mouse(self) -> None:
        self._ask()

    def _lay(self, card: int) -> None:
        if self.hand.sent is None and card in self.model.view.hand and self.model.prompted == "card":
            self.hand.sent = card
            self.session.request(ChooseCard(card=card))
            self._ask()

    def _lift(self, card: int) -> None:
        if self.hand.sent is None:
            self.hand.forget()
            if self.hand.lifted is None:
                self.refresh_bindings()
            self.hand.lifted = card
            self._ask()

    def _ask(self) -> None:
        model, card = self.model, self._card_at_hand
        self.prompt.yours = model.prompted in ("card", "row") or model.may_say_ready
        self.prompt.text = game_prompt(model, self.prompt.room, card, self.rows.looked_at, self.hand.sent)
        self.rows.landing = landing_hint(model.table.rows, card)[:2] if card and model.hint else None

    @property
    def _shows_hand(self) -> bool:
        return bool(self.model.view.hand) and not (self.in_the_open or self.hands.hands)

    @property
    def _card_at_hand(self) -> int | None:
        if self.model.prompted != "card":
            return None
        return self.hand.looked_at if self.model.hint else self.hand.lifted
