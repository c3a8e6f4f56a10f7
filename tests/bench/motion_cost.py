"""What it costs to show turns of ten players at normal pace: processor time, pictures and bytes.

Run it by hand: python tests/bench/motion_cost.py [TURNS] [--tmux]. Needs Linux (/proc). Counts from the cards
turned over to the next question, and only the process with the screen. The terminal says that it has synchronized
output (mode 2026), so each picture is marked, and what is drawn outside of the marks is torn. With `--tmux`, all
figures are tmux's, which marks no pictures. An empty Textual app whose one word changes 20 times a second stands
beside it. Exit code 1: over 5 % of a core on the average.
"""

import argparse
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.terminal import Terminal

TURNS = 5
BUDGET = 0.05
REST = 4.0
SYNCHRONIZED = b"\x1b[?2026;2$y"
"""The answer of a terminal that has synchronized output to the question whether it has."""
PICTURE, PICTURE_ENDS = b"\x1b[?2026h", b"\x1b[?2026l"
TICKING = """
from textual.app import App
from textual.widgets import Static

class Ticking(App):
    count = 0
    def compose(self):
        yield Static("READY")
    def on_mount(self):
        self.set_interval(1 / 20, self.tick)
    def tick(self):
        self.count += 1
        self.query_one(Static).update(f"READY {self.count}")

Ticking().run()
"""
HOST = "host --name Olga --bots 9 --seats 10 --rounds 1 --port 0 --seed 1"
QUESTION = re.compile(r"choose a card|which row do you take|on to the scores|ORDER OF FINISH")


def processor_seconds(process: int) -> float:
    """The seconds that a process has spent on a processor, for itself and in the kernel."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Cost(NamedTuple):
    """Seconds on a processor and on the clock; how many bytes and pictures were drawn, and how many were torn."""

    spent: float
    shown: float
    drawn: int
    pictures: int
    torn: int

    def __str__(self) -> str:
        rate = f"{self.pictures / self.shown:4.1f} pictures/s, {self.torn} torn, " if self.pictures else ""
        return f"{self.spent / self.shown:5.1%} of a core, {rate}{self.drawn / 1000:6.1f} kB in {self.shown:.1f} s"


def cost(terminal: Terminal, passes: Callable[[], object]) -> Cost:
    """What passes costs."""
    spent, began, drawn = processor_seconds(terminal.pid), time.perf_counter(), len(terminal.raw)
    passes()
    raw = bytes(terminal.raw[drawn:])
    marked = raw[raw.find(PICTURE) :] if PICTURE in raw else b""
    outside = [each.partition(PICTURE_ENDS)[2] for each in marked.split(PICTURE)[1:-1]]
    torn = sum(1 for each in outside if each)
    shown = time.perf_counter() - began
    return Cost(processor_seconds(terminal.pid) - spent, shown, len(raw), raw.count(PICTURE), torn)


def asked(text: str) -> bool:
    return QUESTION.search(text) is not None


def rest(terminal: Terminal) -> None:
    """Look at a table at which nothing happens but its clock."""
    end = time.monotonic() + REST
    while (left := end - time.monotonic()) > 0:
        terminal.look(left)


def lay(terminal: Terminal) -> None:
    """Lay the highest card, and see the cards turned over; a row that is asked for first is the topmost."""
    if "Choose a row" in terminal.text:
        terminal.press("1")
        terminal.until(lambda text: "Take row 1" in text)
        terminal.press("Enter")
        terminal.until(lambda text: "Take row 1" not in text)
        terminal.until("choose a card")
    terminal.press("Left")
    terminal.until(lambda text: "Your turn: " in text and "choose a card" not in text)
    terminal.press("Enter")
    terminal.until("turned over")


def measure(terminal: Terminal, turns: int) -> tuple[Cost, list[Cost]]:
    """The cost of the rest before the first card, and of each turn's film."""
    terminal.until("10 are seated")
    terminal.paste(SYNCHRONIZED)
    terminal.press("Enter")
    terminal.until("choose a card")
    still = cost(terminal, lambda: rest(terminal))
    films = []
    for _ in range(turns):
        lay(terminal)
        films.append(cost(terminal, lambda: terminal.until(asked)))
    terminal.press("q")
    terminal.until("You're the host")
    terminal.press("c")
    terminal.end()
    return still, films


def ticking(home: Path) -> Cost:
    """The same of an app of Textual that shows a word which changes 20 times a second."""
    terminal = Terminal([sys.executable, "-c", TICKING], home, named=False)
    try:
        terminal.until("READY")
        terminal.paste(SYNCHRONIZED)
        terminal.look()
        return cost(terminal, lambda: rest(terminal))
    finally:
        terminal.kill()


def main() -> int:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("turns", nargs="?", type=int, default=TURNS)
    parser.add_argument("--tmux", action="store_true")
    asked_for = parser.parse_args()
    command = [sys.executable, "-m", "sixqp_tui", *HOST.split()]
    if asked_for.tmux:
        command = ["tmux", "-L", f"sixqp-{os.getpid()}", "-f", os.devnull, "new-session", *command]
    with tempfile.TemporaryDirectory() as home:
        terminal = Terminal(command, Path(home))
        try:
            still, films = measure(terminal, asked_for.turns)
        finally:
            terminal.kill()
        empty = ticking(Path(home))
    for number, film in enumerate(films, 1):
        print(f"  turn {number}: {film}")
    print(f" at rest: {still}, its clock running")
    print(f"an empty app that ticks: {empty}")
    share = sum(film.spent for film in films) / sum(film.shown for film in films)
    print(f" a film: {share:5.1%} of a core (at most {BUDGET:.0%})")
    return int(share > BUDGET)


if __name__ == "__main__":
    sys.exit(main())
