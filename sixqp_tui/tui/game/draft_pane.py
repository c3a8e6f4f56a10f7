"""The draft: the open deck, the turn, and the growing hands (5.2)."""

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.geometry import Region

from sixqp_protocol.messages import DraftCard
from sixqp_tui.engine.cards import HAND, deck
from sixqp_tui.i18n import N_, NC_, _
from sixqp_tui.i18n.lobby import chat_heading
from sixqp_tui.presentation.draft_rest import DraftRest
from sixqp_tui.presentation.prompts import game_prompt
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.animation.frames import Frame
from sixqp_tui.tui.game.pane import Pane
from sixqp_tui.tui.keys import DIGIT_OF
from sixqp_tui.tui.scale import CARD_TINY, HELD_LARGE, LARGE, MEDIUM, SMALL, CardSize, scale_of
from sixqp_tui.tui.widgets.common.chat import Chat
from sixqp_tui.tui.widgets.game.draft import DENSE, Deck, DraftHand, DraftHands
from sixqp_tui.tui.widgets.game.event_log import EventLines
from sixqp_tui.tui.widgets.graphics.canvas import CellWidget

FEW = 55
"""With more cards, a small window has no line for the heading of the own hand."""
HANDS_WIDTHS = (25, 27, 38)
"""Cells of the hands in a small window with few or many cards, and in a larger one."""
EVENTS = 2
"""Lines of the log."""
AIRY_FROM = 40
"""Lines of a window with room for the chat."""


class DraftPane(Pane):
    """Enter picks the card under the cursor, if it is still there."""

    DEFAULT_CSS = """
    DraftPane .felt { width: 100%; max-width: 200; max-height: 100%; }
    DraftPane.-few .felt { max-width: 160; }
    DraftPane Horizontal { height: 1fr; }
    DraftPane DraftHands { width: 25; }
    DraftPane DraftHand { height: 4; }
    DraftPane Horizontal > Vertical { width: 1fr; }
    DraftPane Chat { display: none; height: 5; margin: 1 1 0 1; }
    DraftPane.-airy Chat { display: block; }
    """

    BINDINGS = [
        Binding(
            "left",
            "look(-1, 0)",
            NC_("key", "select"),
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
    lines_of_events = getters.query_one(EventLines)
    chat = getters.query_one(Chat)

    def on_mount(self) -> None:
        self.rest = DraftRest()
        self._typed = 0

    def compose(self) -> ComposeResult:
        with Vertical(classes="felt"):
            with Horizontal():
                with Vertical():
                    yield Deck()
                    yield self.prompt
                    yield DraftHand()
                yield DraftHands()
            yield EventLines()
            yield Chat(chat_heading())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "take":
                return self.model.prompted == "pick" and self.deck.cursor in self.deck.left
            case "pick_rest":
                return self._picks and not self.rest.is_on(self.model)
            case "pick_again":
                return self._picks and self.rest.is_on(self.model)
        return True

    def present(self, model: ViewModel, frame: Frame | None = None) -> None:
        if len(model.table.deck) > len(self.model.table.deck):
            self.deck.cursor = None
        super().present(model, frame)
        table = model.table
        cards = deck(table.rules.variant, table.seats) if table.names else ()
        self.deck.highest = len(cards)
        self.deck.left = frozenset(table.deck)
        self.share_out()
        self.hand.hand = None if model.view.seat is None else model.view.hand
        self.hands.hands = model.open_hands() if table.drafting else ()
        events = self.lines_of_events
        events.entries, events.said = model.last_turn, None if self.chat.display else model.last_said
        self.chat.said = model.said
        self._pick_rest()
        self._ask()

    @property
    def chat_region(self) -> Region:
        return self.hands.region

    def share_out(self) -> None:
        window = self.app.size
        scale = scale_of(window)
        few = self.deck.highest <= FEW
        small = scale in (SMALL, MEDIUM)
        many = small and not few
        self.hand.card_size = CARD_TINY if small else CardSize(6, 4) if scale is LARGE else HELD_LARGE
        self.hand.styles.height = self.hand.card_size.lines + (not many)
        beside = DENSE.lines(self.deck.highest) * DENSE.size.lines + 1
        spare = self.lines - beside - CARD_TINY.lines
        self.hand.display = not many or spare >= 0
        self.lines_of_events.styles.height = max(0, min(EVENTS, spare)) if many else EVENTS
        self.hands.styles.width = HANDS_WIDTHS[many if small else 2]
        self.set_class(few, "-few")
        self.set_class(window.height >= AIRY_FROM, "-airy")

    def action_look(self, across: int, down: int) -> None:
        self._typed = 0
        self.deck.forget()
        self.deck.step(across, down)
        self._ask()

    def action_type(self, digit: int) -> None:
        """Look at the card with this number, or with the number that the digit completes."""
        numbers = (10 * self._typed + digit, digit)
        self._typed = next((number for number in numbers if number <= self.deck.highest), 0)
        if self._typed in self.deck.left:
            self.deck.forget()
            self.deck.cursor = self._typed
            self._ask()

    def action_take(self) -> None:
        number = self.deck.cursor
        if number is not None and number == self.deck.seen and number in self.deck.left:
            self.session.request(DraftCard(card=number))

    def action_pick_rest(self) -> None:
        self.rest.switch(self.model)
        self._pick_rest()
        self._ask()

    action_pick_again = action_pick_rest

    @property
    def _picks(self) -> bool:
        model = self.model
        return model.asks and model.table.drafting and model.view.seat is not None and len(model.view.hand) < HAND

    def _pick_rest(self) -> None:
        if request := self.rest.request(self.model):
            self.session.request(request)

    @on(Deck.Clicked)
    def card_clicked(self, event: Deck.Clicked) -> None:
        if event.card != self.deck.cursor:
            self.deck.forget()
            self.deck.cursor = event.card
            self._ask()
        elif self.check_action("take", ()):
            self.action_take()

    @on(CellWidget.Pointed)
    def follow_mouse(self) -> None:
        self._ask()

    def _ask(self) -> None:
        self.refresh_bindings()
        model = self.model
        pointed = self.deck.pointed_at
        number = pointed if pointed in self.deck.left else self.deck.cursor
        resting = self.rest.is_on(model)
        self.prompt.yours = model.prompted == "pick" and not resting
        if resting and model.asks:
            self.prompt.text = _("Picking for you · r: stop")
        else:
            self.prompt.text = game_prompt(model, self.prompt.room, lifted=number)
