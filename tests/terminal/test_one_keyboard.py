"""Alone and around one keyboard at a real terminal: the first card at once, and no card that is not one's own."""

import re
from pathlib import Path

import pytest
from support.decisions import choose_card, choose_row
from support.terminal import Sit, Terminal

from sixqp_protocol.facts import Rules
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.table import CardsWanted, RowWanted, Table

pytestmark = pytest.mark.terminal

TWO = ("Ann", "Bob")
RESULT = re.compile(rb"round \d+(, turn \d+)?|^ {2,3}\d+  .* \d+\r$", re.MULTILINE)
"""What the program prints of the game when it ends: where it was, and a line with the heads of each player."""
SEED = "0"
"""With it, somebody must take a row in the first two turns."""
THREE = (*TWO, "Zoë")
TRIES = 300
_NO_CARDS = re.compile(
    r"Heads: .*|→ ?\d+|row \d+|\+\d+∀|\d+(st|nd|rd|th)\b|[Rr]ound \d+"
    r"|classic · \d+|\d+ (heads?|rounds?|others?)"
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

    def curtain(self, seat: int) -> None:
        """Wait for the curtain before this seat, and search what is on the screen with it."""
        skip_until(self.terminal, f"I'm {self.table.names[seat]} ")
        self.curtains += 1
        self.search()

    def take(self, seat: int) -> None:
        """Open the curtain, which may want to hang for a moment before, as the player of this seat."""
        asked = f"{self.table.names[seat]} · Your turn: choose a card"
        for _ in range(TRIES):
            if asked in self.terminal.look(0.1):
                return
            if "I'm " in self.terminal.text:
                self.terminal.press("Enter")
        raise AssertionError(f"the curtain never opened\n{self.terminal.text}")

    def lay(self, seat: int, key: int) -> int:
        """Lay the card above this key, as soon as it is seen lifted: the card."""
        card = (self.table.hands[seat] or ())[key - 1]
        self.terminal.press(str(key))
        self.terminal.until(f"{self.table.names[seat]} · Your turn: {card} ")
        self.terminal.press("Enter")
        return card

    def search(self) -> None:
        """Nothing on the screen may be a card that lies in a hand, or face down."""
        text = public_part(self.terminal.text)
        hidden = {card for hand in self.table.hands for card in hand or ()} | {*self.table.laid} - {None}
        shown = {int(number) for number in re.findall(r"\b\d+\b", text)}
        assert not hidden & shown, f"hidden cards {hidden & shown} are on the screen\n{self.terminal.text}"

    def _lay(self, seat: int) -> None:
        self.curtain(seat)
        self.take(seat)
        _, self._game = choose_card(self._game, seat, self.lay(seat, 1))

    def _take_row(self, wanted: RowWanted) -> None:
        name = self.table.names[wanted.seat]
        skip_until(self.terminal, f"{name} · Your {wanted.card} is too low. Choose a row.")
        self.search()
        self.terminal.press("1")
        self.terminal.until(lambda text: bool(re.search(r"too low. Take row 1 for \d+ heads?\?", text)))
        self.terminal.press("Enter")
        _, self._game = choose_row(self._game, wanted.seat, 0)


def skip_until(terminal: Terminal, shows: str) -> str:
    """The screen when it shows this; what moves before it is skipped, and in a pause everybody is ready."""

    def skipped(text: str) -> bool:
        if "Ready for round" in text:
            terminal.press("n")
        elif shows not in text and re.search("turned over|lays the|takes row", text):
            terminal.press(" ")
        return shows in text

    return terminal.until(skipped)


def public_part(text: str) -> str:
    """The screen without what has numbers that are no cards: title, players, the rows' numbers and costs, keys."""
    lines = text.split("\n")
    felt = [line[4:39] for line in lines[1:13]]
    return "\n".join([*felt, *(_NO_CARDS.sub("", line) for line in lines[13:-1])])


def around(sit: Sit, folder: Path, names: tuple[str, ...], *options: str) -> Terminal:
    """A terminal around which the people sit whom the folder's file names."""
    (folder / "config.txt").write_text("\n".join(names), encoding="utf-8")
    return sit("local", *options)


def ended(terminal: Terminal) -> None:
    """Leave, by the answer that ends the game; the result and a way back stay on the terminal, and no card."""
    terminal.press("q")
    terminal.until("it stops and is saved")
    terminal.press("l")
    assert terminal.end() == 0
    before, _, after = bytes(terminal.raw).rpartition(b"\x1b[?1049l")
    left = RESULT.sub(b"", re.sub(rb"\x1b[\[\]][^a-zA-Z]*[a-zA-Z]", b"", after))
    assert before and b"To continue it later: sixqp " in after and not re.search(rb"\d\d", left)
    assert b"Traceback" not in terminal.raw
    assert not re.search(rb"\x1b\][02];[^\x07\x1b]*\d", terminal.raw)


def test_playing_alone_the_first_key_lifts_a_card_while_a_hard_bot_thinks(sit: Sit) -> None:
    alone = sit("play", "--bots", "1", "--level", "hard", "--seed", "1")
    for turn in (1, 2):
        skip_until(alone, f"turn {turn}/10")
        skip_until(alone, "choose a card")
        alone.press("1")
        alone.until(lambda text: bool(re.search(r"Your turn: \d+ ", text)))
        alone.press("Enter")
        alone.until(lambda text: "would go" not in text)
    assert not re.search(rb"stand-in", bytes(alone.raw))
    ended(alone)


def test_no_hidden_card_is_ever_shown_around_one_keyboard(sit: Sit, tmp_path: Path) -> None:
    terminal = around(sit, tmp_path, TWO, "--rounds", "1", "--seed", SEED)
    evening = AroundKeyboard(terminal, Rules("classic", None, rounds=1), TWO, SEED)
    evening.play(turns=2)
    assert evening.curtains == 4
    evening.curtain(0)
    ended(terminal)


def test_a_resized_window_reveals_nothing_and_the_last_card_can_be_taken_back(sit: Sit, tmp_path: Path) -> None:
    terminal = around(sit, tmp_path, THREE, "--seed", "a seed")
    evening = AroundKeyboard(terminal, Rules(), THREE, "a seed")
    evening.curtain(0)
    evening.take(0)
    evening.lay(0, 2)
    terminal.until("I'm Bob ")
    terminal.resize(60, 20)
    terminal.until("Make the window at least")
    evening.search()
    terminal.resize(80, 24)
    evening.curtain(1)
    terminal.press("l")
    terminal.until("THE GAME SO FAR")
    evening.search()
    terminal.press("Escape")
    terminal.until(lambda text: "THE GAME SO FAR" not in text)
    evening.curtain(1)
    terminal.press("Backspace")
    evening.curtain(0)
