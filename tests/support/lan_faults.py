"""A table between the hosts of a LAN to which faults happen, and the demand that everybody goes on afterwards."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Condition, Event, Thread
from typing import Any

import msgspec
from support.lan import Lan

from sixqp_protocol.facts import AnyFact
from sixqp_tui.engine.view import View

PORT = 4701
PATIENCE = 60.0
SIXQP = [sys.executable, "-m", "sixqp_tui", "--lang", "en"]
TESTS = str(Path(__file__).resolve().parents[1])
START = f"import sys; sys.path.insert(0, {TESTS!r})\nfrom support.lan_player import main; main()"
PLAYER = [sys.executable, "-c", START]
SEATED = (2, 3, 4)
"""The hosts at which a person sits."""


class Stream:
    """The facts that a player's programs have printed, one program after another; none may ever be another one."""

    def __init__(self) -> None:
        self.facts: dict[int, Any] = {}
        self.news = Condition()
        self.wrong: list[str] = []

    def follow(self, program: subprocess.Popen[str]) -> None:
        Thread(target=self._read, args=(program,), daemon=True).start()

    def _read(self, program: subprocess.Popen[str]) -> None:
        assert program.stdout is not None
        for line in program.stdout:
            if not line.endswith("\n"):
                return
            _game, index, fact = json.loads(line)
            with self.news:
                if self.facts.setdefault(index, fact) != fact:
                    self.wrong.append(f"fact {index} was {self.facts[index]}, is {fact}")
                self.news.notify_all()

    def grown(self, beyond: int) -> bool:
        """Wait until there are more facts than this many; False if there never are."""
        with self.news:
            return self.news.wait_for(lambda: len(self.facts) > beyond, PATIENCE)

    @property
    def view(self) -> View:
        """The fold of all that was printed. Raises ValueError where it is no beginning of a game."""
        with self.news:
            stream = [self.facts[index] for index in range(len(self.facts))]
        facts = msgspec.convert(stream, list[AnyFact])
        reader = next((fact.reader for fact in facts if fact.reader is not None), None)
        return View(reader).after(facts)


class FaultyTable:
    """A served table on host 1, a person on each of three others; the table's own bot makes four."""

    def __init__(self, lan: Lan, folder: Path) -> None:
        self.lan, self.folder = lan, folder
        serve = ["serve", "--title", "Siege", "--port", str(PORT), "--seats", "4", "--bots", "1", "--limit", "999",
                 "--timer", "5", "--once"]  # fmt: skip
        self.table = self._serve(serve)
        self.streams = {host: Stream() for host in SEATED}
        self.players = {host: self._sit(host) for host in SEATED}
        self.all_go_on()

    def _serve(self, arguments: list[str]) -> subprocess.Popen[str]:
        table = self.lan.start(1, [*SIXQP, *arguments], self.folder / "table")
        assert table.stdout is not None
        if not any(self.lan.address(1) in line for line in iter(table.stdout.readline, "")):
            raise AssertionError(f"the table did not open: {table.communicate()[1]}")
        return table

    def _sit(self, host: int) -> subprocess.Popen[str]:
        command = [*PLAYER, f"{self.lan.address(1)}:{PORT}", f"Host {host}"]
        player = self.lan.start(host, command, self.folder / f"player{host}")
        self.streams[host].follow(player)
        return player

    def all_go_on(self) -> float:
        """Wait until every person has read news; how many seconds that took. Raises AssertionError."""
        began = time.perf_counter()
        before = {host: len(stream.facts) for host, stream in self.streams.items()}
        for host, stream in self.streams.items():
            if not stream.grown(before[host]):
                errors = self.players[host].poll() is not None and self.players[host].communicate()[1]
                raise AssertionError(f"host {host} does not go on: {errors}")
            assert stream.wrong == [], stream.wrong
        return time.perf_counter() - began

    def demand_whole(self) -> None:
        """What each person has read is the beginning of one game, without a gap, and the others' is the same."""
        views = [stream.view for stream in self.streams.values()]
        scores = [view.table.scores for view in views]
        shortest = min(map(len, scores))
        assert len({score[:shortest] for score in scores}) == 1

    # -- the faults ---------------------------------------------------------------------------------

    def kill_host(self) -> float:
        """Kill the table's process, and go on with it from its journal."""
        self.table.kill()
        self.table.wait()
        self.table = self._serve(["serve", "--resume", "Siege"])
        return self.all_go_on()

    def kill_player(self, host: int) -> float:
        """Kill a person's program; another one sits down on the same seat."""
        self.players[host].kill()
        self.players[host].wait()
        self.players[host] = self._sit(host)
        return self.all_go_on()

    def freeze(self, program: subprocess.Popen[str], seconds: float) -> float:
        return self._meanwhile(
            lambda: program.send_signal(signal.SIGSTOP), lambda: program.send_signal(signal.SIGCONT), seconds
        )

    def unplug(self, host: int, seconds: float) -> float:
        return self._meanwhile(lambda: self.lan.cut(host), lambda: self.lan.mend(host), seconds)

    def move(self, host: int) -> float:
        """Give a host another address, and then its own again; the seconds of the slower return."""
        try:
            self.lan.move(host, self.lan.address(100 + host))
            away = self.all_go_on()
        finally:
            self.lan.move(host, self.lan.address(host))
        return max(away, self.all_go_on())

    def _meanwhile(self, begin: Callable[[], None], end: Callable[[], None], seconds: float) -> float:
        begin()
        try:
            Event().wait(seconds)
        finally:
            end()
        return self.all_go_on()

    def flood(self) -> float:
        """Chat at somebody who reads nothing; the seconds until that line was dropped."""
        command = [*PLAYER, f"{self.lan.address(1)}:{PORT}", "Loud", "flood"]
        loud = self.lan.start(5, command, self.folder / "loud")
        out, errors = loud.communicate(timeout=PATIENCE)
        if not re.fullmatch(r"[\d.]+\n", out):
            raise AssertionError(errors)
        self.all_go_on()
        return float(out)
