"""What it costs to show turns of ten players at normal pace: the processor time of the real program in a terminal.

Run it by hand: python tests/bench/motion_cost.py [TURNS]. Needs Linux (/proc). Counts from the cards turned over to
the next question, and only the process with the screen. Exit code 1: over 5 % of a core on the average.
"""

import os
import re
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.terminal import Terminal

TURNS = 5
BUDGET = 0.05
REST = 4.0
HOST = "host --name Olga --bots 9 --seats 10 --rounds 1 --port 0 --seed 1 --bot-pause 0"
QUESTION = re.compile(r"lift a card|which row do you take|on to the scores|ORDER OF FINISH")


def processor_seconds(process: int) -> float:
    """The seconds that a process has spent on a processor, for itself and in the kernel."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cost(terminal: Terminal, passes: Callable[[], object]) -> tuple[float, float]:
    """The seconds on a processor, and on the clock, that pass meanwhile."""
    spent, began = processor_seconds(terminal.pid), time.perf_counter()
    passes()
    return processor_seconds(terminal.pid) - spent, time.perf_counter() - began


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
        terminal.until("lift a card")
    terminal.press("Left")
    terminal.until(lambda text: "Your turn: " in text and "lift a card" not in text)
    terminal.press("Enter")
    terminal.until("turned over")


def measure(terminal: Terminal, turns: int) -> tuple[tuple[float, float], list[tuple[float, float]]]:
    """The cost of the rest before the first card, and of each turn's film."""
    terminal.until("10 are seated")
    terminal.press("Enter")
    terminal.until("lift a card")
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


def main() -> int:
    """Print what was measured."""
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else TURNS
    with tempfile.TemporaryDirectory() as home:
        terminal = Terminal([sys.executable, "-m", "sixqp_tui", *HOST.split()], Path(home))
        try:
            still, films = measure(terminal, turns)
        finally:
            terminal.kill()
    spent, shown = (sum(figures) for figures in zip(*films, strict=True))
    for number, (seconds, long) in enumerate(films, 1):
        print(f"  turn {number}: {long:4.1f} s shown, {seconds * 1000:4.0f} ms, {seconds / long:5.1%} of a core")
    print(f" at rest: {still[0] / still[1]:5.1%} of a core, its clock running")
    print(f" a film: {spent / shown:5.1%} of a core (at most {BUDGET:.0%}), {shown / turns:.1f} s a turn")
    return int(spent / shown > BUDGET)


if __name__ == "__main__":
    sys.exit(main())
