"""Evenings whose host's machine dies or sleeps, between the hosts of a real LAN of network namespaces.

Run it with `python tests/bench/lost_hosts.py [KILLS] [SECONDS...]`; it needs Linux and root. In each of this many
evenings (100 if nothing is said), the host's machine is lost at a random instant: its table, its screen and its
network at once. Then, for each number of seconds (9, 11, 15 and 300), it only sleeps that long: all its processes
stand still. Afterwards everybody who is left plays the game to its end, with the same totals. It prints a line for
each evening, and ends with 1 if one didn't end like that.
"""

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from queue import Empty
from random import Random
from threading import Event

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.lan import Lan, why_not
from support.lan_players import Player

NAMES = ("Ann", "Bob", "Cat", "Dan")
SLEEPS = (9.0, 11.0, 15.0, 300.0)
TABLE = ["3", "5"]
"""Rounds of a game, and seconds of its clock, for which each turn waits while somebody is away."""
ENDS = 180.0
"""Seconds after which a game is over, with a host that is lost on the way."""


class Evening:
    """A game of four programs, the first of which hosts the table."""

    def __init__(self, lan: Lan, folder: Path) -> None:
        self._lan = lan
        self.host, *self._others = (
            Player(lan, number, [name, *(["guest"] if number > 1 else TABLE)], folder / name)
            for number, name in enumerate(NAMES, 1)
        )
        try:
            _, port, _table = self.host.wait_for("port", patience=ENDS)
            for other in self._others:
                other.ask(f"{lan.address(1)}:{port}")
            for other in self._others:
                _wait_until_begun(other)
        except Empty:
            raise AssertionError("the game doesn't begin") from None

    def kill(self) -> str:
        """Lose the host's machine; what became of the evening."""
        self._lan.unplug(1)
        return self._play_on(self._others)

    def sleep(self, seconds: float) -> str:
        """Let the host's machine stand still; what became of the evening."""
        self._lan.freeze(1)
        Event().wait(seconds)
        self._lan.thaw(1)
        outcome = self._play_on(self._others)
        return f"{outcome}; the host's player came {self._come_back():.1f} s later"

    def _come_back(self) -> float:
        """Seconds until the host's player reads the others' totals; those of a round that it ended alone are void.

        Raises AssertionError.
        """
        began, end = time.monotonic(), None
        while end != self._end:
            try:
                end = self.host.wait_for("ended", patience=ENDS)
            except Empty:
                raise AssertionError(f"the host's player reads {end}, the others {self._end}") from None
        return time.monotonic() - began

    def _play_on(self, players: list[Player]) -> str:
        """Raises AssertionError if they don't end the game together."""
        began, ends = time.monotonic(), []
        for player in players:
            try:
                ends.append(player.wait_for("ended", patience=ENDS))
            except Empty:
                raise AssertionError(f"{len(players) - len(ends)} of {len(players)} don't end the game") from None
        if any(end != ends[0] for end in ends):
            raise AssertionError(f"they don't have the same totals: {ends}")
        self._end = ends[0]
        terms = {player.term for player in players}
        if len(terms) > 1:
            raise AssertionError(f"they have hosts of several terms: {terms}")
        return f"ended {time.monotonic() - began:5.1f} s later, {max(terms)} host(s), totals {ends[0][2]}"


def _wait_until_begun(player: Player) -> None:
    """Wait until the game begins and this program knows who could host; before that, it can follow nobody."""
    awaited = Counter({"round": 1, "successor": len(NAMES)})
    while awaited.total():
        kind = player.lines.get(timeout=ENDS)[0]
        awaited[kind] = max(0, awaited[kind] - 1)


def evening(what: str, lose: float | None, rng: Random) -> bool:
    """Play an evening; `lose` are the seconds that the host sleeps, None if its machine dies."""
    with tempfile.TemporaryDirectory() as folder, Lan(len(NAMES)) as lan:
        moment = rng.uniform(0, 4)  # three rounds take at least five seconds
        try:
            played = Evening(lan, Path(folder))
            Event().wait(moment)
            outcome = played.kill() if lose is None else played.sleep(lose)
        except AssertionError as wrong:
            print(f"{what}, after {moment:.1f} s: {wrong}", flush=True)
            return False
        print(f"{what}, after {moment:.1f} s: {outcome}", flush=True)
        return True


def main() -> int:
    """Play the evenings; 1 where one goes wrong."""
    reason = why_not()
    if reason is not None:
        print(reason)
        return 2
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    sleeps = tuple(map(float, sys.argv[2:])) or SLEEPS
    rng = Random()
    well = [evening(f"kill {number}", None, rng) for number in range(1, kills + 1)]
    well += [evening(f"the host sleeps {seconds:g} s", seconds, rng) for seconds in sleeps]
    print(f"{sum(well)} of {len(well)} evenings ended as they should")
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main())
