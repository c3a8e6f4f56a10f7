"""Players on the hosts of a LAN, whose table goes on when its host is gone.

As a program: NAME ROUNDS SECONDS SEATS hosts a table for that many rounds with a clock of these seconds, and begins
once all seats are taken; NAME `guest` sits down at the address which is the first line of its input. All play like
an easy bot that takes up to PAUSE seconds. Each line of output is JSON: ["port", port, table] at the host,
["at", facts, table] after each welcome, ["says", 0, sentence] in place of the prompt, ["moved", round, name] where
that round is dealt again, ["turn", turns, totals], ["round", rounds, totals], ["ended", rounds, totals] and
["closed", 0, why]. A line of input is `continue`, `alone` or `leave`; an empty one ends the program.
"""

import asyncio
import json
import subprocess
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path
from queue import Queue
from random import Random
from threading import Thread
from typing import Any

from support.lan import Lan

from sixqp_protocol.facts import CardsRevealed, GameEnded, RoundEnded, Rules
from sixqp_protocol.messages import Leave, PlayOn, Settings, Start
from sixqp_protocol.refusals import Farewell
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.events import Facts, Moved, News, StatusChanged, Welcomed
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed, Connected
from sixqp_tui.features.history.keeping import keep_finished_games
from sixqp_tui.hosting.continuing import Evening
from sixqp_tui.hosting.hosted_table import host_table
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.joining.player import Player as Identity
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.joining.target import endpoint_at

TESTS = str(Path(__file__).resolve().parents[1])
START = "import sys; sys.path.insert(0, {!r})\nfrom support.lan_players import main; main()"
PATIENCE = 60.0
PAUSE = 0.5


class Player:
    """A program on one host of the LAN, and what it has printed."""

    def __init__(self, lan: Lan, host: int, name: str, home: Path, *table: int) -> None:
        self.home, self.host, self.name = home, host, name
        arguments = map(str, table) if table else ("guest",)
        command = [sys.executable, "-c", START.format(TESTS), name, *arguments]
        self.process = lan.start(host, command, home, stdin=subprocess.PIPE)
        self.lines: Queue[list[Any]] = Queue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(json.loads(line))

    def wait_for(self, kind: str, least: int = 0, patience: float = PATIENCE, text: str = "") -> list[Any]:
        """The next line of this kind, with at least this number and with this text. Raises queue.Empty."""
        deadline = time.monotonic() + patience
        while True:
            line = self.lines.get(timeout=max(0.1, deadline - time.monotonic()))
            if line[0] == kind and line[1] >= least and text in str(line[2]):
                return line

    def ask(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()


def seat_all(lan: Lan, folder: Path, *names: str, rounds: int = 3, seconds: int = 5) -> list[Player]:
    """Players on the hosts 1, 2 and so on, of whom the first one hosts; all have begun to play."""
    first, *others = (
        Player(lan, host, name, folder / name, *((rounds, seconds, len(names)) if host == 1 else ()))
        for host, name in enumerate(names, 1)
    )
    _, port, _table = first.wait_for("port")
    for guest in others:
        guest.ask(f"{lan.address(1)}:{port}")
        guest.wait_for("at")
    for guest in others:
        guest.wait_for("turn")
    return [first, *others]


def _print(*line: object) -> None:
    sys.stdout.write(f"{json.dumps(line)}\n")
    sys.stdout.flush()


async def _tell(session: Session, evening: Evening, seats: int) -> None:
    said, events = "", session.events()
    if session.state.welcome:
        _print("at", session.state.welcome.stream, session.state.welcome.table)

    def tell() -> None:
        nonlocal said
        before, said = said, evening.describe(typed=True)
        if said != before:
            _print("says", 0, said)

    evening.on_change = tell
    async for event in events:
        table = session.state.view.table
        match event:
            case Welcomed(welcome):
                _print("at", welcome.stream, welcome.table)
            case Moved(name, void):
                _print("moved", void, name)
            case StatusChanged(Closed(reason)):
                _print("closed", 0, reason.name)
            case News(news) if news.phase == "lobby" and session.state.standing.owner and not session.state.game:
                if sum(seat.here for seat in news.seats) == seats:
                    session.request(Start())
            case Facts(facts=facts):
                if any(isinstance(fact, CardsRevealed) for fact in facts):
                    turns = sum(isinstance(fact, CardsRevealed) for fact in session.state.history)
                    _print("turn", turns, table.totals)
                for kind, name in ((RoundEnded, "round"), (GameEnded, "ended")):
                    if any(isinstance(fact, kind) for fact in facts):
                        _print(name, len(table.scores), table.totals)
        tell()


async def _play_like_a_bot(session: Session, rng: Random) -> None:
    while session.state.status in (Connected(), Closed(Farewell.CLOSED)):
        await run_bot(session, create_bot("easy"), until="closed", pause=lambda: rng.uniform(0, PAUSE))


async def _obey(session: Session, evening: Evening) -> None:
    """Do what the lines of input ask for, until one is empty."""
    while line := (await asyncio.to_thread(sys.stdin.readline)).strip():
        match line:
            case "continue" if evening.offers:
                evening.go(evening.offers[0])
            case "continue":
                evening.continue_here()
            case "alone":
                session.request(PlayOn())
            case "leave":
                session.request(Leave())


async def play(name: str, options: TableOptions | None, seats: int) -> None:
    keep_finished_games()
    rng = Random(name)
    async with AsyncExitStack() as stack:
        if options:
            hosted = await host_table(options, stack)
            _print("port", hosted.opened.port, hosted.opened.table)
            seat, evening = hosted.seat, Evening(hosted.seat, stack, hosted)
        else:
            host, port = (await asyncio.to_thread(sys.stdin.readline)).strip().rsplit(":", 1)
            seat = await stack.enter_async_context(take_seat(endpoint_at((host, int(port))), Identity(name)))
            evening = Evening(seat, stack)
        bot = _play_like_a_bot(seat.session, rng)
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(each) for each in (_tell(seat.session, evening, seats), bot)]
            await _obey(seat.session, evening)
            for task in tasks:
                task.cancel()


def main() -> None:
    name, *table = sys.argv[1:]
    if table == ["guest"]:
        asyncio.run(play(name, None, 0))
        return
    rounds, seconds, seats = map(int, table)
    settings = Settings(Rules(limit=None, rounds=rounds), seats=seats, timer=seconds)
    asyncio.run(play(name, TableOptions("Salon", name, settings), seats))
