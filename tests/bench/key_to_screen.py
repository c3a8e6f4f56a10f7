"""How soon the screen answers a key at a table of ten: p95 below 30 ms for lifting, laying and typing.

Run it by hand: python tests/bench/key_to_screen.py [TIMES] [--posting PROGRAM]. From writing the key's bytes to a
pseudo-terminal until the changed picture has come out of it. TIMES is 100 if nothing is said; a card is laid less
often. When the table's own process has written the card down and answered is told beside that, and depends on the
disk. At a second table letters are typed while the cards of a turn move. Beside them stand an empty app of Textual
with an input line and, where it is installed as PROGRAM, posting, in whose address letters are typed. Exit code 1:
too slow.
"""

import argparse
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path
from statistics import median, quantiles

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.host_terminal import HostTerminal, KeyTerminal

TIMES = 100
LAID_TIMES = 15
"""Cards laid and taken back without a pause; a host takes 40 messages of a player at once (`SPEC.md`, 12)."""
BUDGET = 30.0
TYPED = "the quick brown fox jumps"
UNUSUAL = "zjxqzjxqzjxqzjxqzjxq"
"""Letters that stand nowhere else while cards move."""
BETWEEN = 0.1
"""Seconds from an answered letter to the next."""
SETTLES = 3.0
"""Seconds after which posting has drawn all that it draws at its start."""
EMPTY = """
from textual.app import App
from textual.widgets import Input

class Empty(App):
    def compose(self):
        yield Input(placeholder="READY")

Empty().run()
"""


def lifting(table: HostTerminal) -> float:
    """Milliseconds until another card is lifted and told of."""
    taken = table.press(b"\x1b[C", b" now")
    table.rest()
    return 1000 * taken


def laying(table: HostTerminal) -> tuple[float, float]:
    """Milliseconds until the card leaves the hand, and until the table has it; then it is taken back."""
    table.press(b"\x1b[C", b" now")
    table.rest()
    began = time.perf_counter()
    left = table.press(b"\r", b"Playing")
    table.until(b"You played")
    taken = time.perf_counter() - began
    table.rest()
    table.press(b"\x7f", b"choose a card")
    table.rest()
    return 1000 * left, 1000 * taken


def typing(table: HostTerminal, times: int) -> list[float]:
    """Milliseconds until each letter stands in the chat line."""
    taken: list[float] = []
    while len(taken) < times:
        table.press(b"t", b"Say:")
        table.rest()
        for length in range(1, len(TYPED) + 1):
            taken.append(1000 * table.press(TYPED[length - 1].encode(), TYPED[:length].encode()))
            table.rest()
        table.press(b"\x1b", b"quit")
        table.rest()
    return list(islice(taken, times))


def typing_in_a_film(table: HostTerminal, times: int) -> list[float]:
    """Milliseconds until each letter stands in the chat line while ten cards are turned over and placed."""
    taken: list[float] = []
    while len(taken) < times:
        table.press(b"\x1b[D", b" now")
        table.rest()
        table.press(b"\r", b"turned over")
        table.press(b"t", b"Say:")
        for length in range(1, min(len(UNUSUAL), times - len(taken)) + 1):
            taken.append(1000 * table.press(UNUSUAL[length - 1].encode(), UNUSUAL[:length].encode()))
            table.watch(BETWEEN)
        table.press(b"\x1b", b"quit")
        table.until(b"choose a card")
        table.rest()
    return taken


def typing_elsewhere(terminal: KeyTerminal, times: int) -> list[float]:
    """Milliseconds until each letter stands in the line of another program."""
    taken: list[float] = []
    while len(taken) < times:
        for length in range(1, min(len(UNUSUAL), times - len(taken)) + 1):
            taken.append(1000 * terminal.press(UNUSUAL[length - 1].encode(), UNUSUAL[:length].encode()))
            terminal.watch(BETWEEN)
        terminal.press(b"\x15", b"")  # deletes the line
        terminal.watch(BETWEEN)
    return taken


def peers(home: str, posting: str, times: int) -> dict[str, list[float]]:
    """What others need to show a letter; without a path, posting is left out."""
    with KeyTerminal((sys.executable, "-c", EMPTY), {}) as terminal:
        terminal.until(b"READY")
        terminal.rest()
        taken = {"an empty app": typing_elsewhere(terminal, times)}
    if posting:
        # Its settings and collections are those of an empty home.
        with KeyTerminal((posting,), {"HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home}) as terminal:
            terminal.until(b"Collection")
            terminal.watch(SETTLES)
            terminal.press(b"\x0c", b"")  # goes to the address
            terminal.watch(SETTLES)
            taken["posting"] = typing_elsewhere(terminal, times)
    return taken


def p95(taken: list[float]) -> float:
    """What 95 of 100 stay below."""
    return quantiles(taken, n=20, method="inclusive")[-1]


def tell(name: str, taken: list[float]) -> None:
    told = f"p50 {median(taken):5.1f} ms, p95 {p95(taken):5.1f} ms, max {max(taken):5.1f} ms"
    sys.stdout.write(f"{name:>18}: {told}\n")


def main() -> int:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("times", nargs="?", type=int, default=TIMES)
    parser.add_argument("--posting", default="", metavar="PROGRAM")
    asked = parser.parse_args()
    times: int = asked.times
    with tempfile.TemporaryDirectory() as home, HostTerminal(Path(home), "none") as table:
        lifted = [lifting(table) for _ in range(times)]
        left, laid = map(list, zip(*(laying(table) for _ in range(min(times, LAID_TIMES))), strict=True))
        figures = {"lifting a card": lifted, "laying it": left, "typing in the chat": typing(table, times)}
    with tempfile.TemporaryDirectory() as home, HostTerminal(Path(home), "none", quick=True) as table:
        figures["while cards move"] = typing_in_a_film(table, times)
    with tempfile.TemporaryDirectory() as home:
        others = peers(home, asked.posting, times)
    for name, taken in (*figures.items(), ("the table has it", laid), *others.items()):
        tell(name, taken)
    worst = max(map(p95, figures.values()))
    sys.stdout.write(f"{'worst p95':>18}: {worst:.1f} ms (below {BUDGET:.0f})\n")
    return int(worst >= BUDGET)


if __name__ == "__main__":
    sys.exit(main())
