"""Whether a window that is resized 20 times a second, while the cards of ten players move, shows a torn picture.

Run it by hand: python tests/bench/resizing.py [TURNS] [--ssh]. With `--ssh` it is the window of a guest who has
come by ssh. Needs a POSIX system. The terminal says that it has synchronized output (mode 2026). A picture is whole
if the title and the keys, and no other lines, are lines of their colour. After a resize, pictures may be for the
size before until the first whole one; every later picture must be whole until the next resize. Nothing may be drawn
outside of a picture, and in the end the screen must be what a new picture of everything shows. Exit code 1:
something is torn.
"""

import argparse
import re
import sys
import tempfile
import time
from itertools import count
from pathlib import Path
from statistics import median
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.motion_cost import PICTURE, PICTURE_ENDS, SYNCHRONIZED, asked, lay
from support.terminal import Screen, Terminal

TURNS = 3
EVERY = 0.05
"""Seconds between two resizes."""
QUIET = 1.0
"""Seconds without anything new after which a picture stays."""
USUAL = (80, 24)
OTHER = (120, 40)
SIXQP = [sys.executable, "-m", "sixqp_tui"]
TABLE = "host --name Olga --title Salon --rounds 1 --port 0 --seed 1 --seats 10 --timer none"
SSH = "ssh -F none -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o IdentityAgent=none"


class Resize(NamedTuple):
    """A change of the window after this many bytes were drawn; when, in seconds."""

    offset: int
    when: float
    size: tuple[int, int]


class Result(NamedTuple):
    """How many pictures were drawn, were torn, and had bytes drawn before them outside of any picture.

    `caught_up` are the milliseconds from a resize to the first whole picture, if that came before the next one.
    """

    pictures: int
    torn: int
    outside: int
    caught_up: list[float]


class Window:
    """The last player's terminal, whose bytes, resizes and their times are kept, to be judged by its pictures."""

    def __init__(self, players: list[Terminal]) -> None:
        *self.others, self.terminal = players
        self.began = len(self.terminal.raw)
        self.resizes = [Resize(self.began, time.perf_counter(), USUAL)]
        self.read: list[tuple[int, float]] = []

    def resize(self, size: tuple[int, int]) -> None:
        self.resizes.append(Resize(len(self.terminal.raw), time.perf_counter(), size))
        self.terminal.resize(*size)

    def look(self, seconds: float) -> None:
        """Read for so long."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.terminal.look(left)
            self.read.append((len(self.terminal.raw), time.perf_counter()))
            for other in self.others:  # whose program waits while nobody reads what it draws
                other.look(0.001)

    def rest_at(self, size: tuple[int, int]) -> None:
        """Resize for the last time, and read until the picture of that size stays."""
        self.resize(size)
        drawn = -1
        while drawn < len(self.terminal.raw) or not is_whole(self.terminal.screen):
            drawn = len(self.terminal.raw)
            self.look(QUIET)

    def when(self, offset: int) -> float:
        """When these bytes had been read."""
        return next((time for read, time in self.read if read >= offset), self.read[-1][1])

    def judge(self) -> Result:
        raw = bytes(self.terminal.raw)
        screen = Screen(*USUAL)
        screen.feed(raw[: self.began])
        ends = [found.end() for found in re.finditer(re.escape(PICTURE_ENDS), raw) if found.end() > self.began]
        at, whole, torn, outside = self.began, True, 0, 0
        caught_up: list[float] = []
        resizes = self.resizes[1:]
        resized = self.resizes[0]
        for end in ends:
            while resizes and resizes[0].offset < end:
                resized = resizes.pop(0)
                screen.resize(resized.size[1], resized.size[0])
                whole = False
            drawn = raw[at:end]
            outside += not drawn.startswith(PICTURE) and at > self.began
            screen.feed(drawn)
            at = end
            if is_whole(screen):
                if not whole:
                    caught_up.append(1000 * (self.when(end) - resized.when))
                whole = True
            elif whole:
                torn += 1
        return Result(len(ends), torn, outside, caught_up)


def is_whole(screen: Screen) -> bool:
    """Whether the first and the last line, and no other, have the colour of the title."""
    edge = screen.buffer[0][0].bg
    rows = [y for y in range(screen.lines) if all(screen.buffer[y][x].bg == edge for x in range(screen.columns))]
    return rows == [0, screen.lines - 1]


def sit(home: Path, ssh: bool) -> list[Terminal]:
    """The host, and with `ssh` a guest, at a table of ten whose game is on; the last window is to be resized."""
    bots = "--bots 8 --ssh 0" if ssh else "--bots 9"
    players = [Terminal([*SIXQP, *TABLE.split(), *bots.split()], home, *(OTHER if ssh else USUAL), cwd=home)]
    if ssh:
        port = re.search(r"ssh -p (\d+) NAME@", players[0].until("ssh -p "))
        assert port, "the lobby shows no way in by ssh"
        players.append(Terminal([*SSH.split(), "-p", port[1], "zoe@127.0.0.1"], home, named=False))
    players[0].until("10 are seated")
    players[-1].paste(SYNCHRONIZED)
    players[0].press("Enter")
    for player in players:
        player.until("choose a card")
    return players


def film(players: list[Terminal]) -> Window:
    """Everybody plays the highest card; the window is resized while the cards move."""
    for player in players:
        lay(player) if player is players[-1] else lay_only(player)
    window, number = Window(players), count(1)
    while not asked(window.terminal.text):
        window.resize(nth_size(next(number)))
        window.look(EVERY)
    window.rest_at(USUAL)
    return window


def nth_size(number: int) -> tuple[int, int]:
    """A size that comes back only after a thousand others, so that a picture for an older one is not whole."""
    return 80 + 7 * number % 61, 24 + 5 * number % 17


def lay_only(player: Terminal) -> None:
    """Play the highest card, of which the others may be the last."""
    player.press("Left")
    player.until(lambda text: "choose a card" not in text)
    player.press("Enter")
    player.until("You played")


def is_redrawn_equal(window: Window) -> bool:
    """Whether the screen is what a new picture of everything shows."""
    before = window.terminal.cells
    window.rest_at(OTHER)
    window.rest_at(USUAL)
    return window.terminal.cells == before


def main() -> int:
    """Print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("turns", nargs="?", type=int, default=TURNS)
    parser.add_argument("--ssh", action="store_true")
    asked_for = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as home:
        players = sit(Path(home), asked_for.ssh)
        try:
            for turn in range(1, asked_for.turns + 1):
                window = film(players)
                resizes = len(window.resizes) - 1
                result, same = window.judge(), is_redrawn_equal(window)
                wrong += result.torn + result.outside + (not same)
                late = (
                    f"whole {median(result.caught_up):.0f} ms after a resize" if result.caught_up else "never whole"
                )
                print(
                    f"  turn {turn}: {resizes} resizes, {result.pictures} pictures, {result.torn} torn, "
                    f"{result.outside} outside, {late} ({len(result.caught_up)} times), "
                    f"in the end {'as redrawn' if same else 'NOT AS REDRAWN'}"
                )
        finally:
            for player in players:
                player.kill()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
