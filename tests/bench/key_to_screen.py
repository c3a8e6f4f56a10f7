"""How soon the screen answers a key while ten players' cards move, beside an empty Textual app with an input line.

`python tests/bench/key_to_screen.py [TIMES]` (100 if nothing is said), on a POSIX system: from writing a letter to
a pseudo-terminal until the line with it has come out. At a table of ten, nine of them bots, a chat line is filled
while the cards of a turn are turned over and placed.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.harness import SIXQP, BareTerminal, at_terminal, below

TIMES = 100
LETTERS = b"zjxqzjxqzjxqzjxqzjxq"
"""They stand nowhere else while cards move."""
BETWEEN = 0.1
"""Seconds from an answered letter to the next."""
EMPTY = """
from textual.app import App
from textual.widgets import Input

class Empty(App):
    def compose(self):
        yield Input(placeholder="READY")

Empty().run()
"""


@contextmanager
def host_of_ten() -> Iterator[BareTerminal]:
    """The screen of a host among nine bots, whose game has begun."""
    with tempfile.TemporaryDirectory() as home:
        config = Path(home, "config.txt")
        config.write_text("", encoding="utf-8")
        options = ("--bots", "9", "--seats", "10", "--seed", "1", "--timer", "none", "--port", "0")
        command = (*SIXQP, "host", *options, "--name", "Ann", "--config", str(config))
        with at_terminal(command, SIXQP_HOME=home) as table:
            table.until(b"10 players are seated")
            table.press(b"\r", b"choose a card")
            table.rest()
            yield table
            table.press(b"q", b"close the table")
            table.press(b"c", b"\x1b[?1049l")


def typed(terminal: BareTerminal, times: int) -> Iterator[float]:
    """The seconds until each letter stands in the line, which takes no more than there are `LETTERS`."""
    for length in range(1, min(len(LETTERS), times) + 1):
        yield terminal.press(LETTERS[length - 1 : length], LETTERS[:length])
        terminal.read_for(BETWEEN)


def while_cards_move(times: int) -> list[float]:
    taken: list[float] = []
    with host_of_ten() as table:
        while len(taken) < times:
            table.press(b"\x1b[D", b" would ")
            table.rest()
            table.press(b"\r", b"turned over")
            table.press(b"t", b"Say:")
            taken += typed(table, times - len(taken))
            table.press(b"\x1b", b"quit")
            table.until(b"choose a card")
            table.rest()
    return taken


def in_an_empty_app(times: int) -> list[float]:
    taken: list[float] = []
    with at_terminal((sys.executable, "-c", EMPTY)) as terminal:
        terminal.until(b"READY")
        terminal.rest()
        while len(taken) < times:
            taken += typed(terminal, times - len(taken))
            terminal.press(b"\x15", b"")  # deletes the line
            terminal.rest()
    return taken


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else TIMES
    for name, measure in (("while cards move", while_cards_move), ("an empty app", in_an_empty_app)):
        taken = [1000 * seconds for seconds in measure(times)]
        half, most = median(taken), below(0.95, taken)
        print(f"{name:>16}: p50 {half:5.1f} ms, p95 {most:5.1f} ms, max {max(taken):5.1f} ms")


if __name__ == "__main__":
    main()
