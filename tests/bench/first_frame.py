"""How soon `sixqp` shows its first screen, beside a Textual app that shows one word: at most 1.15 times as long.

Run it by hand: python tests/bench/first_frame.py [RUNS] [--imports]. Needs a POSIX pseudo-terminal. Exit code 1:
too slow. With `--imports` it lists what is imported before the first picture and not by the other app, as the table
of `docs/imports.md`: the milliseconds are the best of RUNS, and more than they are when nobody looks.
"""

import fcntl
import os
import pty
import re
import struct
import sys
import tempfile
import termios
import time
from math import inf
from pathlib import Path
from statistics import median

RUNS = 15
BUDGET = 1.15
LISTED = 0.5
"""Milliseconds from which an import has a line of its own."""
PATIENCE = 20.0
IMPORTED = re.compile(rb"import time:\s+(\d+) \|\s+\d+ \|\s+(\S+)")
EMPTY = """
from textual.app import App
from textual.widgets import Static

class Empty(App):
    def compose(self):
        yield Static("READY")

Empty().run()
"""
PROGRAMS = {
    "an empty app": ((sys.executable, "-c", EMPTY), b"READY"),
    "sixqp": ((sys.executable, "-m", "sixqp_tui"), b"TABLES ON THIS NETWORK"),
}


def first_frame(command: tuple[str, ...], mark: bytes, home: str) -> float:
    """Seconds from the start of the program until it has drawn the mark, in a terminal of 80 by 24."""
    return drawn(command, mark, home)[0]


def drawn(command: tuple[str, ...], mark: bytes, home: str) -> tuple[float, bytes]:
    """The same, and all that the program has written until then."""
    began = time.perf_counter()
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LC_ALL="C.UTF-8", SIXQP_HOME=home)
        os.environ.update(compiled(home))
        os.execv(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    seen = b""
    try:
        while mark not in seen:
            if time.perf_counter() - began > PATIENCE:
                raise TimeoutError(f"{command[-1]!r} has not drawn {mark!r}")
            seen += os.read(terminal, 65536)
        return time.perf_counter() - began, seen
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)
        os.close(terminal)


def compiled(home: str) -> dict[str, str]:
    """Variables with which Python keeps what it compiles.

    An installed game is compiled; what stands in a checkout may be compiled again at every start.
    """
    return {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": f"{home}/compiled"}


def imported(name: str, home: str, runs: int) -> dict[str, float]:
    """What this program imports before its first picture, and the milliseconds of each without what it imports.

    The milliseconds are the best of this many runs.
    """
    (python, *arguments), mark = PROGRAMS[name]
    command = (python, "-X", "importtime", *arguments)
    drawn(command, mark, home)  # the first run compiles
    best: dict[str, float] = {}
    for _ in range(runs):
        for found in IMPORTED.finditer(drawn(command, mark, home)[1]):
            module = found[2].decode()
            best[module] = min(best.get(module, inf), int(found[1]) / 1000)
    return best


def own_imports(home: str, runs: int = 1) -> dict[str, float]:
    """What `sixqp` imports before its first picture and the empty app does not, the slowest first."""
    others, ours = (imported(name, home, runs) for name in PROGRAMS)
    return dict(sorted(((each, ours[each]) for each in ours.keys() - others.keys()), key=lambda item: -item[1]))


def main() -> int:
    """Measure both in turn, so that a busy machine slows both; tell the medians and their ratio."""
    numbers = [int(argument) for argument in sys.argv[1:] if argument.isdigit()]
    runs = numbers[0] if numbers else RUNS
    seconds: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    with tempfile.TemporaryDirectory() as home:
        Path(home, "preferences.txt").write_text("name = Ann\n", encoding="utf-8")  # else it is asked first
        if "--imports" in sys.argv:
            return list_imports(home, runs)
        for run in range(runs + 1):
            for name, (command, mark) in PROGRAMS.items():
                taken = first_frame(command, mark, home)
                if run:  # the first run of each compiles, and fills the caches of the disk
                    seconds[name].append(taken)
    for name, taken_by in seconds.items():
        sys.stdout.write(
            f"{name:>12}: median {median(taken_by) * 1000:4.0f} ms, best {min(taken_by) * 1000:4.0f} ms\n"
        )
    empty, ours = (median(taken_by) for taken_by in seconds.values())
    sys.stdout.write(f"{'ratio':>12}: {ours / empty:.2f} (at most {BUDGET})\n")
    return int(ours / empty > BUDGET)


def list_imports(home: str, runs: int) -> int:
    """Print what is imported before the first picture; the exit code."""
    found = own_imports(home, runs)
    short = [milliseconds for milliseconds in found.values() if milliseconds < LISTED]
    sys.stdout.write("| ms | module |\n|---:|---|\n")
    for name, milliseconds in found.items():
        if milliseconds >= LISTED:
            sys.stdout.write(f"| {milliseconds:.1f} | `{name}` |\n")
    sys.stdout.write(f"| {sum(short):.1f} | {len(short)} modules below {LISTED} ms each |\n")
    sys.stdout.write(f"| {sum(found.values()):.1f} | {len(found)} modules in all |\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
