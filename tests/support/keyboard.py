"""Several people around one keyboard: somebody who presses everybody's keys, and an engine that knows all cards."""

import re

from support.decisions import choose_card, choose_row, draft_card
from support.terminal import Terminal

from sixqp_protocol.facts import Rules
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.table import CardsWanted, DraftWanted, RowWanted, Table

TRIES = 300
_NO_CARDS = re.compile(
    r"Heads: .*|→ ?\d+|row \d+|\+\d+∀|\d+(st|nd|rd|th)\b|[Rr]ound \d+"
    r"|(classic|tactic|draft) · \d+|\d+ (heads?|rounds?|others?)"
)


class AroundKeyboard:
    """Plays one game at a terminal: everybody lays their lowest card, and takes the topmost row.

    At every curtain, and at every decision that is made in the open, the screen is searched for hidden cards.
    """

    def __init__(self, terminal: Terminal, rules: Rules, names: tuple[str, ...], seed: str) -> None:
        self.terminal = terminal
        self.curtains = 0
        _, self._game = Game.start(rules, names, seed)

    @property
    def table(self) -> Table:
        return self._game.table

    def play(self, turns: int) -> None:
        """Play until this many turns of the first round are over."""
        while self.table.turn <= turns:
            self.decide()

    def decide(self) -> None:
        """Make the next decision."""
        pending = self._game.pending
        if isinstance(pending, CardsWanted):
            self._lay(pending.seats[0])
        elif isinstance(pending, RowWanted):
            self._take_row(pending)
        elif isinstance(pending, DraftWanted):
            self._draft(pending)

    def curtain(self, seat: int) -> None:
        """Wait for the curtain before this seat, and search what is on the screen with it.

        The notice about the chosen seed, which lies over the first curtain for a while, is clicked away before.
        """
        skip_until(self.terminal, f"Enter: I'm {self.table.names[seat]} ")
        self.curtains += 1
        self.search()

    def take(self, seat: int) -> None:
        """Open the curtain, which may want to hang for a moment before, as the player of this seat."""
        asked = f"Your turn, {self.table.names[seat]}: choose a card"
        for _ in range(TRIES):
            if asked in self.terminal.look(0.1):
                return
            if "Enter: I'm " in self.terminal.text:
                self.terminal.press("Enter")
        raise AssertionError(f"the curtain never opened\n{self.terminal.text}")

    def lay(self, seat: int, key: int) -> int:
        """Lay the card above this key, as soon as it is seen lifted: the card."""
        card = (self.table.hands[seat] or ())[key - 1]
        self.terminal.press(str(key))
        self.terminal.until(f"Your turn, {self.table.names[seat]}: {card} would ")
        self.terminal.press("Enter")
        return card

    def search(self) -> None:
        """Nothing on the screen may be a card that lies in a hand, or face down."""
        text = public_part(self.terminal.text, told=self.table.rules.variant != "draft")
        hidden = {card for hand in self.table.hands for card in hand or ()} | {*self.table.laid} - {None}
        shown = {int(number) for number in re.findall(r"\b\d+\b", text)}
        assert not hidden & shown, f"hidden cards {hidden & shown} are on the screen\n{self.terminal.text}"

    def _lay(self, seat: int) -> None:
        self.curtain(seat)
        self.take(seat)
        _, self._game = choose_card(self._game, seat, self.lay(seat, 1))

    def _take_row(self, wanted: RowWanted) -> None:
        name = self.table.names[wanted.seat]
        skip_until(self.terminal, f"{name}, your {wanted.card} is too low. Choose a row.")
        self.search()
        self.terminal.press("1")
        self.terminal.until(lambda text: bool(re.search(r"too low. Take row 1 for \d+ heads?\?", text)))
        self.terminal.press("Enter")
        _, self._game = choose_row(self._game, wanted.seat, 0)

    def _draft(self, wanted: DraftWanted) -> None:
        name = self.table.names[wanted.seat]
        self.terminal.until(f"Your pick, {name}: select a card")
        self.terminal.press("Right")
        pick = re.compile(rf"Your pick, {name}: (\d+) \(")
        found = pick.search(self.terminal.until(lambda text: bool(pick.search(text))))
        assert found
        self.terminal.press("Enter")
        _, self._game = draft_card(self._game, wanted.seat, int(found[1]))


def skip_until(terminal: Terminal, shows: str) -> str:
    """The screen when it shows this; what moves before it is skipped, and in a pause everybody is ready."""

    def skipped(text: str) -> bool:
        if "Space: ready for round" in text:
            terminal.press("n")
        elif shows not in text and re.search("turned over|lays the|takes row", text):
            terminal.press(" ")
        return shows in text

    return terminal.until(skipped)


def public_part(text: str, told: bool) -> str:
    """The screen without what has numbers that are no cards: title, players, the rows' numbers and costs, keys.

    `told`: with the last lines, which after a draft name what was taken in the open (5.2).
    """
    lines = text.split("\n")
    felt = [line[4:39] for line in lines[1:13]]
    return "\n".join([*felt, *(_NO_CARDS.sub("", line) for line in lines[13 : -1 if told else 19])])
