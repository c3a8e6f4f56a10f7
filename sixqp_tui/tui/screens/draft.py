"""The draft: the open deck, whose turn it is, and the hands as they grow (5.2)."""

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical

from sixqp_tui.engine.cards import HEADS, deck
from sixqp_tui.i18n import words_table as words
from sixqp_tui.tui.glyphs import ENTER
from sixqp_tui.tui.scene import Scene
from sixqp_tui.tui.screens.pane import Pane
from sixqp_tui.tui.widgets.deck import Deck
from sixqp_tui.tui.widgets.draft_hands import DraftHand, DraftHands
from sixqp_tui.tui.widgets.lines import LastLines


class DraftPane(Pane):
    """The draft. Enter takes only a card that the cursor stands on and that still lies there."""

    DEFAULT_CSS = """
    DraftPane Horizontal { height: 20; }
    DraftPane Horizontal > Vertical { width: 1fr; }
    """

    BINDINGS = [
        Binding("left", "step(-1, 0)", "look", key_display="←→↑↓"),
        Binding("right", "step(1, 0)", show=False),
        Binding("up", "step(0, -1)", show=False),
        Binding("down", "step(0, 1)", show=False),
        Binding("enter", "take", "pick", key_display=ENTER),
    ]

    deck = getters.query_one(Deck)
    hands = getters.query_one(DraftHands)
    hand = getters.query_one(DraftHand)
    lines = getters.query_one(LastLines)

    def compose(self) -> ComposeResult:
        """Deck, prompt and own hand beside everybody's hands, the last lines."""
        with Vertical(classes="felt"):
            with Horizontal():
                with Vertical():
                    yield Deck()
                    yield self.prompt
                    yield DraftHand()
                yield DraftHands()
            yield LastLines()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A card can be taken only in turn."""
        return action != "take" or (self.scene.view.wanted and not self.scene.paused)

    def present(self, scene: Scene) -> None:
        """Show this scene."""
        super().present(scene)
        table = scene.table
        cards = deck(table.rules.variant, table.seats) if table.names else ()
        self.deck.highest = len(cards)
        self.deck.left = frozenset(table.deck)
        self.hand.set_class(self.deck.grid.dense, "-dense")
        self.hand.hand = None if scene.view.seat is None else scene.view.hand
        self.hands.hands = scene.open_hands() if table.drafting else ()
        self.lines.told, self.lines.said = scene.told, scene.last_said
        self._ask()

    def action_step(self, across: int, down: int) -> None:
        """Go to another card."""
        self.deck.step(across, down)
        self._ask()

    def action_take(self) -> None:
        """Take the card that the cursor was seen on; without one, nothing."""
        card = self.deck.cursor
        if card is not None and card == self.deck.seen and card in self.deck.left:
            self.session.draft_card(card)

    @on(Deck.Clicked)
    def card_clicked(self, event: Deck.Clicked) -> None:
        """A click goes to a card, and takes the one under the cursor."""
        if event.card != self.deck.cursor:
            self.deck.cursor = event.card
            self._ask()
        elif self.check_action("take", ()):
            self.action_take()

    def _ask(self) -> None:
        scene, card = self.scene, self.deck.cursor
        self.prompt.yours = scene.view.wanted and not scene.paused
        if scene.paused:
            self.prompt.text = words.paused()
        elif scene.view.wanted:
            lies = card is not None and card in self.deck.left
            self.prompt.text = words.picking(card, HEADS[card]) if lies and card else words.pick_a_card()
        else:
            self.prompt.text = words.other_picks(scene.waiting_for[0]) if scene.waiting_for else ""
