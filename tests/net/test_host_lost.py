"""Hosts' machines are lost in the middle of a game: nothing finished is lost, and who is left plays on.

As a program, NAME ADDRESS is a player on a host of the LAN. Without an address they host a table of four, and begin
once all are there; otherwise they sit down at it. All play like an easy bot. Each line of output is JSON: ["port",
port], ["at", table] after each welcome, ["says", sentence] in place of the prompt, ["moved", round], ["turn",
turns] and ["round", rounds, totals]. A line of input presses the key that continues a table.
"""

import asyncio
import json
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from queue import Queue
from random import Random
from threading import Thread
from typing import Any

import pytest
from support.lan import Lan
from support.tables import options

from sixqp_protocol.facts import CardsRevealed, RoundEnded, Rules
from sixqp_protocol.messages import RoomNews, Settings, Start
from sixqp_protocol.refusals import Farewell
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.events import Facts, Moved, Welcomed
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed, Connected
from sixqp_tui.hosting.continuing import Evening
from sixqp_tui.hosting.hosted_table import host_table
from sixqp_tui.joining.player import Player as Identity
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.joining.target import endpoint_at

pytestmark = [pytest.mark.namespaces, pytest.mark.timeout(300)]
NAMES = ("Ann", "Bob", "Cleo", "Dan")
SETTINGS = Settings(Rules(limit=None, rounds=99), seats=len(NAMES), timer=20)
PATIENCE = 60.0
PAUSE = 0.5
"""Seconds that a player takes at most, so that no round is over before the cable is cut."""


class Player:
    """A program on one host of the LAN, and what it has printed."""

    def __init__(self, lan: Lan, name: str, folder: Path, *at: str) -> None:
        paths = [str(Path(__file__).resolve().parents[1]), *sys.path]
        code = f"import sys, runpy; sys.path[:0] = {paths!r}; runpy.run_path({__file__!r}, run_name='__main__')"
        command = [sys.executable, "-c", code, name, *at]
        self.process = lan.start(1 + NAMES.index(name), command, folder / name, stdin=subprocess.PIPE)
        self._lines: Queue[list[Any]] = Queue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._lines.put(json.loads(line))

    def wait_for(self, kind: str, least: int = 0, text: str = "") -> list[Any]:
        """The next line of this kind, with at least this number or with this text. Raises queue.Empty."""
        while True:
            found, value, *more = self._lines.get(timeout=PATIENCE)
            if found == kind and (text in value if isinstance(value, str) else value >= least):
                return [value, *more]

    def press(self) -> None:
        assert self.process.stdin
        self.process.stdin.write("\n")
        self.process.stdin.flush()


def continue_at(player: Player, *others: Player) -> str:
    """The player presses the key, the others follow, and all play on; the id of the new table."""
    player.wait_for("says", text="can continue the table")
    player.press()
    tables = set()
    for each in (player, *others):
        each.wait_for("moved")
        tables.add(each.wait_for("at")[0])
    for each in (player, *others):
        each.wait_for("turn")
    (table,) = tables
    return str(table)


def test_the_game_goes_on_at_two_players_machines_and_both_come_back(tmp_path: Path) -> None:
    with Lan(len(NAMES)) as lan:
        ann = Player(lan, "Ann", tmp_path)
        (port,) = ann.wait_for("port")
        bob, cleo, dan = (Player(lan, name, tmp_path, f"{lan.address(1)}:{port}") for name in NAMES[1:])
        finished, _totals = dan.wait_for("round", 1)
        dan.wait_for("turn", 11)
        lan.cut(1)
        continue_at(bob, cleo, dan)
        finished, totals = dan.wait_for("round", finished + 1)
        lan.cut(2)
        table = continue_at(cleo, dan)
        for host, player in ((2, bob), (1, ann)):
            lan.mend(host)
            player.wait_for("says", text="Cleo continues the table")
            player.press()
            player.wait_for("at", text=table)
        number, last = ann.wait_for("round", finished + 1)
        assert all(total >= before for total, before in zip(last, totals, strict=True))
        for player in (bob, cleo, dan):
            assert player.wait_for("round", number) == [number, last]


# -- the program of a player --------------------------------------------------------------------------------------


def _print(*line: object) -> None:
    sys.stdout.write(f"{json.dumps(line)}\n")
    sys.stdout.flush()


async def _tell(session: Session, evening: Evening) -> None:
    said, events = "", session.events()

    def tell() -> None:
        nonlocal said
        before, said = said, evening.describe()
        if said != before:
            _print("says", said)

    evening.on_change = tell
    async for event in events:
        match event:
            case Welcomed(welcome):
                _print("at", welcome.table)
            case Moved(_name, void):
                _print("moved", void)
            case RoomNews(seats=seats) if not session.state.game and session.state.standing.owner:
                if all(seat.here for seat in seats):
                    session.request(Start())
            case Facts(_game, first, facts):
                known = session.state.history[: first + len(facts)]  # the state may be ahead of its events
                ends = [fact for fact in known if isinstance(fact, RoundEnded)]
                if any(isinstance(fact, CardsRevealed) for fact in facts):
                    _print("turn", sum(isinstance(fact, CardsRevealed) for fact in known))
                if any(isinstance(fact, RoundEnded) for fact in facts):
                    _print("round", len(ends), ends[-1].totals)
        tell()


async def _play_like_a_bot(session: Session, rng: Random) -> None:
    while session.state.status in (Connected(), Closed(Farewell.CLOSED)):
        await run_bot(session, create_bot("easy"), until="closed", pause=lambda: rng.uniform(0, PAUSE))


async def play(name: str, address: str = "") -> None:
    async with AsyncExitStack() as stack:
        if address:
            host, port = address.rsplit(":", 1)
            seat = await stack.enter_async_context(take_seat(endpoint_at((host, int(port))), Identity(name)))
            evening = Evening(seat, stack)
        else:
            hosted = await host_table(options("Salon", name, SETTINGS), stack)
            _print("port", hosted.opened.port)
            seat, evening = hosted.seat, Evening(hosted.seat, stack, hosted)
        async with asyncio.TaskGroup() as group:
            group.create_task(_tell(seat.session, evening))
            group.create_task(_play_like_a_bot(seat.session, Random(name)))
            while await asyncio.to_thread(sys.stdin.readline):
                if evening.offers:
                    evening.go(evening.offers[0])
                else:
                    evening.continue_here()


if __name__ == "__main__":
    asyncio.run(play(*sys.argv[1:]))
