"""How soon the screen answers a key at a table of ten: p95 below 30 ms for lifting, laying and typing.

Run it by hand: python tests/bench/key_to_screen.py [TIMES]. From writing the key's bytes to a pseudo-terminal until
the changed picture has come out of it. TIMES is 100 if nothing is said; a card is laid less often. When the table's
own process has written the card down and answered is told beside that, and depends on the disk. At a second table
letters are typed while the cards of a turn move. Exit code 1: too slow.
"""

import sys
import tempfile
import time
from itertools import islice
from pathlib import Path
from statistics import median, quantiles

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.host_terminal import HostTerminal

TIMES = 100
LAID_TIMES = 15
"""Cards laid and taken back without a pause; a host takes 40 messages of a player at once (`SPEC.md`, 12)."""
BUDGET = 30.0
TYPED = "the quick brown fox jumps"
UNUSUAL = "zjxqzjxqzjxqzjxqzjxq"
"""Letters that stand nowhere else while cards move."""
BETWEEN = 0.1
"""Seconds from an answered letter to the next."""


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
    table.press(b"\x7f", b"lift a card")
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
        table.until(b"lift a card")
        table.rest()
    return taken


def p95(taken: list[float]) -> float:
    """What 95 of 100 stay below."""
    return quantiles(taken, n=20)[-1]


def main() -> int:
    """Measure and tell."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else TIMES
    with tempfile.TemporaryDirectory() as home, HostTerminal(Path(home), "none") as table:
        lifted = [lifting(table) for _ in range(times)]
        left, laid = map(list, zip(*(laying(table) for _ in range(min(times, LAID_TIMES))), strict=True))
        figures = {"lifting a card": lifted, "laying it": left, "typing in the chat": typing(table, times)}
    with tempfile.TemporaryDirectory() as home, HostTerminal(Path(home), "none", quick=True) as table:
        figures["while cards move"] = typing_in_a_film(table, times)
    for name, taken in (*figures.items(), ("the table has it", laid)):
        told = f"p50 {median(taken):5.1f} ms, p95 {p95(taken):5.1f} ms, max {max(taken):5.1f} ms"
        sys.stdout.write(f"{name:>18}: {told}\n")
    worst = max(map(p95, figures.values()))
    sys.stdout.write(f"{'worst p95':>18}: {worst:.1f} ms (below {BUDGET:.0f})\n")
    return int(worst >= BUDGET)


if __name__ == "__main__":
    sys.exit(main())
