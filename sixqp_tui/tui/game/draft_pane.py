"""The draft: the open deck, the turn, and the growing hands (5.2)."""

from typing import NamedTuple

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.widget import Widget

from sixqp_protocol.messages import DraftCard
from sixqp_tui.bots.medium import Medium
from sixqp_tui.engine.cards import HAND, HEADS, deck
from sixqp_tui.i18n import N_, NC_, _
from sixqp_tui.presentation.prompts import ask
from sixqp_tui.presentation.view_model import Moment, Player, ViewModel
from sixqp_tui.tui.animation.frames import Frame
from sixqp_tui.tui.game.pane import Pane
from sixqp_tui.tui.keys import DIGIT_OF
from sixqp_tui.tui.scale import CARD_GRAND, CARD_LARGE, CARD_SMALL, CARD_TINY, HELD_LARGE, SMALL, CardSize, scale_of
from sixqp_tui.tui.theme.glyphs import BOT, HOLE, LEFT_HALF, RIGHT_HALF
from sixqp_tui.tui.theme.roles import DIM, GOLD, SLOT
from sixqp_tui.tui.widgets.common.columns import columns
from sixqp_tui.tui.widgets.common.seat_text import MARKS, player_name
from sixqp_tui.tui.widgets.game.event_log import EventLog
from sixqp_tui.tui.widgets.graphics import card
from sixqp_tui.tui.widgets.graphics.canvas import Canvas, CellWidget, Choice

LEFT = 1


class Grid(NamedTuple):
    """In a `dense` grid a card is one line high and its heads stand below it."""

    columns: int
    size: CardSize
    dense: bool = False

    def place(self, number: int) -> tuple[int, int]:
        return divmod(number - 1, self.columns)

    def lines(self, cards: int) -> int:
        return -(-cards // self.columns)


SIZES = (CARD_GRAND, CARD_LARGE, CARD_SMALL, CARD_TINY)
DENSE_SIZES = (CardSize(5, 2), CardSize(4, 2))
DENSE = Grid(columns=13, size=CardSize(3, 2), dense=True)


def grid_for(cards: int, room: Size) -> Grid:
    """The one with the largest cards that fit, else a dense one."""
    for size in (*SIZES, *DENSE_SIZES):
        most = max(1, (room.width - LEFT + 1) // size.step)
        lines = max(1, -(-cards // most))
        if lines * size.lines <= room.height:
            return Grid(max(1, -(-cards // lines)), size, size in DENSE_SIZES)
    return DENSE


def next_card(cursor: int | None, left: frozenset[int], grid: Grid, across: int, down: int) -> int | None:
    """Steps go around the end of a line and skip cards that have been taken."""
    if not left or cursor is None:
        return min(left, default=None)
    if across:
        beyond = [card for card in left if (card - cursor) * across > 0]
        return min(beyond, key=lambda card: abs(card - cursor), default=(min if across > 0 else max)(left))
    line, column = grid.place(cursor)
    places = {card: grid.place(card) for card in left}
    beyond = [card for card, (on, _) in places.items() if (on - line) * down > 0]
    return min(
        beyond, key=lambda card: (abs(places[card][0] - line), abs(places[card][1] - column)), default=cursor
    )


class Deck(Choice):
    """Cards 1 to `highest`, those in `left` face up. The chosen one is framed in gold."""

    highest = reactive(0)
    left: reactive[frozenset[int]] = reactive(frozenset())

    @property
    def grid(self) -> Grid:
        return grid_for(self.highest, self.size)

    @property
    def top(self) -> int:
        grid = self.grid
        return (self.size.height - grid.lines(self.highest) * grid.size.lines) // 2

    def step(self, across: int, down: int) -> None:
        card = next_card(self.chosen, self.left, self.grid, across, down)
        if card is not None:
            self.choose(card)

    def draw(self) -> Canvas:
        canvas, grid, top = Canvas(*self.size), self.grid, self.top
        for number in range(1, self.highest + 1):
            line, column = grid.place(number)
            x, y = LEFT + column * grid.size.step, top + line * grid.size.lines
            (self._draw_dense if grid.dense else self._draw)(canvas, x, y, number)
            if number == self.chosen:
                for at in range(y, y + max(1, grid.size.lines - 1)):
                    canvas.text(x - 1, at, RIGHT_HALF, GOLD)
                    canvas.text(x + grid.size.width, at, LEFT_HALF, GOLD)
        return canvas

    def part(self, x: int, y: int) -> int | None:
        grid = self.grid
        (column, beside), (line, below) = divmod(x - LEFT, grid.size.step), divmod(y - self.top, grid.size.lines)
        number = line * grid.columns + column + 1
        on_card = 0 <= column < grid.columns and beside < grid.size.width and below < max(2, grid.size.lines)
        return number if on_card and number in self.left else None

    def _draw(self, canvas: Canvas, x: int, y: int, number: int) -> None:
        size = self.grid.size
        if number in self.left:
            card.paint_card(canvas, x, y, number, size)
        else:
            card.paint_block(canvas, x, y, SLOT, size)
            canvas.middle(x, y + size.middle, size.width, HOLE, DIM)

    def _draw_dense(self, canvas: Canvas, x: int, y: int, number: int) -> None:
        width = self.grid.size.width
        if number not in self.left:
            canvas.fill(x, y, width, 1, SLOT)
            canvas.text(x + 1, y, HOLE, DIM)
            return
        look = card.colours(number)
        canvas.fill(x, y, width, 1, look.block)
        canvas.right(x + width, y, str(number), look.ink, bold=True)
        canvas.right(x + width, y + 1, card.heads_mark(HEADS[number], width), DIM)


class DraftHands(Widget):
    """Two lines for each seat: its name with the first cards, and the last cards as far as they fit."""

    ALLOW_SELECT = False

    hands: reactive[tuple[Player, ...]] = reactive(())

    def render(self) -> Content:
        width = self.size.width
        hands = [Content("\n").join(hand_lines(seat, hand, width)) for seat, hand in enumerate(self.hands)]
        return Content("\n\n" if 3 * len(hands) <= self.size.height else "\n").join(hands)


def hand_lines(seat: int, hand: Player, width: int) -> tuple[Content, Content]:
    numbers = [str(number) for number in hand.cards]
    first = 0
    while len(" ".join(numbers[first:])) > width:
        first += 1
    ink = "$gold" if hand.own else "$ink"
    sign = MARKS[hand.mark] if hand.mark else Content.styled(BOT if hand.bot else " ", "$dim")
    name = Content(" ").join([player_name(seat, hand.name, own=hand.own), sign])
    before = Content.styled(" ".join(numbers[:first]), ink)
    head = columns([(name, before)], "Lr", width, gap=1)[0]
    return head, Content.styled(" ".join(numbers[first:]), ink)


class DraftHand(CellWidget):
    """Ten places."""

    card_size: reactive[CardSize] = reactive(CARD_TINY)
    hand: reactive[tuple[int, ...] | None] = reactive(None)

    def watch_card_size(self) -> None:
        self.fit("1fr", self.card_size.lines)

    def x_of(self, place: int) -> int:
        return 1 + self.card_size.step * place

    def render(self) -> Canvas:
        size = self.card_size
        canvas = Canvas(self.size.width, size.lines)
        if self.hand is None:
            return canvas
        for place in range(HAND):
            if place < len(self.hand):
                card.paint_card(canvas, self.x_of(place), 0, self.hand[place], size)
            else:
                card.paint_block(canvas, self.x_of(place), 0, SLOT, size)
        return canvas


class DraftPane(Pane):
    """Enter picks the card under the cursor, if it is still there."""

    BINDINGS = [
        Binding(
            "left",
            "look(-1, 0)",
            NC_("key", "choose"),
            key_display="←→↑↓",
            tooltip=N_("Select another card of the deck"),
        ),
        Binding("right", "look(1, 0)", show=False),
        Binding("up", "look(0, -1)", show=False),
        Binding("down", "look(0, 1)", show=False),
        *(Binding(f"{key},{digit}", f"type({digit})", show=False) for key, digit in DIGIT_OF.items()),
        # Translators: a card of the open deck goes into the hand
        Binding("enter", "take", NC_("key, a card of the deck", "pick"), tooltip=N_("Pick the selected card")),
        Binding(
            "r",
            "pick_rest",
            # Translators: the program picks the other cards of the hand: a verb
            NC_("key", "pick the rest"),
            tooltip=N_("Let the rest of your hand be picked for you"),
        ),
        # Translators: the player picks the cards of a draft again: a verb
        Binding("r", "pick_again", NC_("key", "pick yourself"), tooltip=N_("Pick your cards yourself again")),
    ]

    deck = getters.query_one(Deck)
    hands = getters.query_one(DraftHands)
    hand = getters.query_one(DraftHand)
    event_log = getters.query_one(EventLog)

    _typed = 0
    _resting: tuple[int, int] | None = None
    """The game and round in which the rest of the player's hand is picked for them (5.2)."""
    _picked: Moment | None = None
    """The last moment at which a card was picked for them."""

    def on_resize(self) -> None:
        self.hand.card_size = CARD_TINY if scale_of(self.app.size) is SMALL else HELD_LARGE

    def compose(self) -> ComposeResult:
        with Vertical(classes="felt"):
            with Horizontal():
                with Vertical():
                    yield Deck()
                    yield self.prompt
                    yield DraftHand()
                yield DraftHands()
            yield EventLog()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "take":
                return self.model.prompted == "pick" and self.deck.chosen in self.deck.left
            case "pick_rest":
                return self._picks and not self._rests
            case "pick_again":
                return self._picks and self._rests
        return True

    def present(self, model: ViewModel, frame: Frame | None = None) -> None:
        if len(model.table.deck) > len(self.model.table.deck):
            self.deck.chosen = None
        super().present(model, frame)
        table = model.table
        cards = deck(table.rules.variant, table.seats) if table.names else ()
        self.deck.highest = len(cards)
        self.deck.left = frozenset(table.deck)
        self.hand.hand = None if model.view.seat is None else model.view.hand
        self.hands.hands = model.players() if table.drafting else ()
        self.event_log.entries = model.log
        self._pick_rest()
        self._ask()

    @property
    def chat_region(self) -> Region:
        return self.hands.region

    def action_look(self, across: int, down: int) -> None:
        self._typed = 0
        self.deck.step(across, down)
        self._ask()

    def action_type(self, digit: int) -> None:
        """Look at the card with this number, or with the number that the digit completes."""
        numbers = (10 * self._typed + digit, digit)
        self._typed = next((number for number in numbers if number <= self.deck.highest), 0)
        if self._typed in self.deck.left:
            self.deck.choose(self._typed)
            self._ask()

    def action_take(self) -> None:
        card = self.deck.seen
        if card is not None and card in self.deck.left:
            self.session.request(DraftCard(card=card))

    def action_pick_rest(self) -> None:
        self._resting = None if self._rests else (self.model.game, self.model.table.round)
        self._pick_rest()
        self._ask()

    action_pick_again = action_pick_rest

    @property
    def _picks(self) -> bool:
        model = self.model
        return model.asks and model.table.drafting and model.view.seat is not None and len(model.view.hand) < HAND

    def stop_picking(self) -> None:
        """The player picks again, or another one does."""
        self._resting = self._picked = None

    @property
    def _rests(self) -> bool:
        return self._resting == (self.model.game, self.model.table.round) and self.model.table.drafting

    def _pick_rest(self) -> None:
        """Once for each card that the player must pick; takes milliseconds."""
        if self._rests and self.model.prompted == "pick" and self.model.moment != self._picked:
            self._picked = self.model.moment
            self.session.request(DraftCard(card=Medium().draft(self.model.view)))

    @on(Choice.Clicked)
    def card_clicked(self, event: Choice.Clicked) -> None:
        if event.part != self.deck.chosen:
            self.deck.choose(event.part)
            self._ask()
        elif self.check_action("take", ()):
            self.action_take()

    @on(Choice.Pointed)
    def follow_mouse(self) -> None:
        self._ask()

    def _ask(self) -> None:
        self.refresh_bindings()
        model = self.model
        pointed = self.deck.pointed_at
        number = pointed if pointed in self.deck.left else self.deck.chosen
        self.prompt.yours = model.prompted == "pick" and not self._rests
        if self._rests and model.asks:
            self.prompt.text = _("The rest of your hand is picked for you")
        else:
            self.prompt.text = ask(model, card=number).text
