"""The seconds from the key press to the next card, after the host's machine is gone.

Run it with `python tests/bench/continued.py [KILLS]` (50 if nothing is said); it needs root on Linux. Four programs
play by lines on four hosts of a virtual LAN. In the middle of a round the host's cable is cut, its machine loses
its power, or its programs are killed, by turns; somebody types `continue`, and later their machine is lost, too. It
prints a line for each loss: how long the others took to notice, and until all who are left were asked for a card.
It ends with 1 if that took longer than 15 seconds.
"""

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from queue import Queue
from random import Random
from statistics import median
from threading import Thread, Timer

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.lan import Lan

NAMES = ("Ann", "Bob", "Cleo", "Dan")
LOSSES = ("cable", "power", "programs")
LIMIT, PATIENCE = 15.0, 120.0
THINKS = 0.2, 0.8
"""Seconds between which a player takes."""
SIXQP = (sys.executable, "-m", "sixqp_tui")
HOST = ("host", "--plain", "--title", "Salon", "--limit", "none", "--rounds", "9", "--timer", "20")


class Player:
    """A program that decides at random by itself; `asked` has the moment of each demand for a card."""

    def __init__(self, lan: Lan, host: int, folder: Path) -> None:
        self.name, self.host = NAMES[host - 1], host
        command = HOST if host == 1 else ("join", f"{lan.address(1)}:4666", "--plain")
        whole = [*SIXQP, "--lang", "en", *command, "--name", self.name]
        self.process = lan.start(host, whole, folder / self.name, stdin=subprocess.PIPE)
        self.said, self.asked = Queue[tuple[float, str]](), Queue[float]()
        self._rng, self._lines = Random(f"{folder} {host}"), list[str]()
        self._decides: Timer | None = None
        Thread(target=self._play, daemon=True).start()

    def _play(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            now = time.monotonic()
            self._lines.append(line)
            self.said.put((now, line))
            if "choose a card (" in line:
                self.asked.put(now)
            if choices := re.search(r"\(([\d ]+)\)", line.strip().removesuffix(":")[-120:]):
                self._decide(self._rng.choice(choices[1].split()))
            elif line.startswith("Ready for round"):
                self._decide("start")
            elif line.startswith("Connection lost") and self._decides:
                self._decides.cancel()

    def _decide(self, typed: str) -> None:
        if self._decides:
            self._decides.cancel()
        self._decides = Timer(self._rng.uniform(*THINKS), self.type, (typed,))
        self._decides.daemon = True
        self._decides.start()

    def type(self, line: str) -> None:
        assert self.process.stdin
        try:
            self.process.stdin.write(f"{line}\n")
            self.process.stdin.flush()
        except (OSError, ValueError):  # its machine was lost
            return

    def reads(self, text: str) -> float:
        """The moment at which a line with this comes. Raises queue.Empty."""
        while True:
            moment, line = self.said.get(timeout=PATIENCE)
            if text in line:
                return moment

    def is_asked(self, after: float) -> float:
        """The first moment after that one at which a card is asked for. Raises queue.Empty."""
        while True:
            if (moment := self.asked.get(timeout=PATIENCE)) > after:
                return moment

    def __repr__(self) -> str:
        return f"{self.name}: {''.join(self._lines[-12:])}"


def lose(lan: Lan, host: int, how: str) -> None:
    if how != "programs":
        lan.cut(host)
    if how != "cable":
        lan.kill(host)


def continued(lan: Lan, players: list[Player], how: str, rng: Random) -> tuple[float, float]:
    """The first player's machine is lost and the second one goes on: when all know, and when all can play."""
    lost, presses, *others = players
    for _ in range(rng.randint(2, 12)):
        presses.is_asked(0)
    time.sleep(rng.uniform(0, 1))  # noqa: TID251  # a moment of the turn at random
    began = time.monotonic()
    lose(lan, lost.host, how)
    knows = presses.reads("You can continue the table here")
    pressed = time.monotonic()
    presses.type("continue")
    return knows - began, max(each.is_asked(pressed) for each in (presses, *others)) - pressed


def evening(lan: Lan, folder: Path, losses: list[str], rng: Random) -> list[tuple[str, float, float]]:
    """Ann's machine is lost, and then Bob's."""
    players = []
    for host in range(1, len(NAMES) + 1):
        players.append(Player(lan, host, folder))
        players[-1].reads("You are at the table")
    players[0].type("start")
    seconds = list[tuple[str, float, float]]()
    try:
        seconds.extend((how, *continued(lan, players[at:], how, rng)) for at, how in enumerate(losses))
    except Exception:
        print(*players, sep="\n", flush=True)
        raise
    finally:
        lan.end_all()
        for host in range(1, len(NAMES) + 1):
            lan.kill(host)
            lan.mend(host)
    return seconds


def main() -> int:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    losses = [LOSSES[number % len(LOSSES)] for number in range(kills)]
    waited = list[float]()
    with Lan(len(NAMES)) as lan:
        for first in range(0, kills, 2):
            with tempfile.TemporaryDirectory() as folder:
                found = evening(lan, Path(folder), losses[first : first + 2], Random(first))
            for number, (how, knew, played) in enumerate(found, first + 1):
                waited.append(played)
                print(f"{number:3}  {how:8}  noticed {knew:5.1f} s  card {played:5.1f} s", flush=True)
    print(f"{len(waited)} losses: median {median(waited):.1f} s, longest {max(waited):.1f} s")
    return int(max(waited) > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
