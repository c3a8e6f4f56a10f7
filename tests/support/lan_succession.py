"""A player whose program can take over the table, for the tests over a LAN: NAME, and `guest` behind it.

A guest waits for the table's address, which is the first line of input. Without `guest`, NAME hosts a table for
ROUNDS rounds (4) with a clock of SECONDS (5), the next two arguments. With SEATS (4) behind them it has a way in by
ssh too.

Each line of output is JSON: ["port", port, table], ["offered", term] or ["outvoted", term] where a key takes over,
["failed", 0, sentence] where that failed, ["hosted", term, seat], ["successor", seat, port], ["warned", 0, text] at
the host, ["page", term, address] of a new host's page, ["round", rounds, totals] from 0 on, ["turn", turns, totals]
of each turn that is over, ["ended", rounds, totals], or ["closed", 0, why] after the last connection. A line of
input is a request: "take over", which is the key, "hand over SEAT" or "leave"; an empty one ends the program.
"""

import asyncio
import json
import sys
from contextlib import AsyncExitStack
from functools import partial
from random import Random

from support.persons import named

from sixqp_protocol.facts import CardsRevealed, GameEnded, GameStarted, RoundEnded, Rules
from sixqp_protocol.messages import HandOver, Leave, Settings, Start, Successor
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.events import Event, Facts, HostingChanged, News, StatusChanged
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import Closed
from sixqp_tui.features.history.keeping import keep_finished_games
from sixqp_tui.hosting.hosted_table import host_table
from sixqp_tui.hosting.succession import TableSuccession, stand_by
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.joining.target import endpoint_at

ROUNDS, SECONDS, SEATS = 4, 5, 4
PAUSE = 0.15


def _print(*line: object) -> None:
    sys.stdout.write(f"{json.dumps(line)}\n")
    sys.stdout.flush()


async def _tell(session: Session, owner: bool) -> None:
    term, named, events = 0, set[Successor](), session.events()
    if session.state.hosting:
        term = session.state.hosting.term
        _print("hosted", term, session.state.hosting.host)
    async for event in events:
        if isinstance(event, HostingChanged) and event.hosting.term != term:
            term = event.hosting.term
            _print("hosted", term, event.hosting.host)
        if isinstance(event, HostingChanged):
            for each in set(event.hosting.successors) - named:
                named.add(each)
                _print("successor", each.seat, each.port)
        if isinstance(event, Facts):
            _tell_facts(session, event)
        if isinstance(event, StatusChanged) and isinstance(event.status, Closed):
            _print("closed", 0, event.status.reason.name)
        first = owner and not session.state.game
        if first and isinstance(event, News) and event.news.phase == "lobby" and _is_full(event):
            session.request(Start())


def _tell_facts(session: Session, event: Facts) -> None:
    table = session.state.view.table
    if any(isinstance(fact, CardsRevealed) for fact in event.facts):
        _print("turn", sum(isinstance(fact, CardsRevealed) for fact in session.state.history), table.totals)
    if any(isinstance(fact, GameStarted) for fact in event.facts):
        _print("round", 0, ())
    if any(isinstance(fact, RoundEnded) for fact in event.facts):
        _print("round", len(table.scores), table.totals)
    if any(isinstance(fact, GameEnded) for fact in event.facts):
        _print("ended", len(table.scores), table.totals)


def _is_full(event: Event) -> bool:
    return isinstance(event, News) and all(seat.occupant == "person" for seat in event.news.seats)


def _tell_offer(session: Session, succession: TableSuccession) -> None:
    hosting = session.state.hosting
    if succession.may_take_over and hosting:
        _print(succession.offer.stage, hosting.term)
    if succession.offer.failure:
        _print("failed", 0, succession.offer.failure)


def _tell_ways(succession: TableSuccession) -> None:
    hosted = succession.hosted
    if hosted is None:
        return

    def tell(_sentence: str | None) -> None:
        hosting = hosted.session.state.hosting
        for way in hosted.ways.listed():
            if way.open:
                _print(way.kind, hosting.term if hosting else 0, way.link)

    hosted.ways.on_change = tell


async def _obey(session: Session, succession: TableSuccession) -> None:
    """Do what the lines of input ask for, until one is empty."""
    while line := (await asyncio.to_thread(sys.stdin.readline)).split():
        match line:
            case ["take", "over"]:
                succession.take_over()
            case ["hand", "over", seat]:
                session.request(HandOver(seat=int(seat)))
            case ["leave"]:
                session.request(Leave())


async def play(name: str, guest: bool, options: TableOptions) -> None:
    """Play one game to its end, and stay until the input asks for the end."""
    keep_finished_games()
    address = (await asyncio.to_thread(sys.stdin.readline)).strip() if guest else None
    rng = Random(name)
    async with AsyncExitStack() as stack:
        if address is None:
            hosted = await host_table(options, stack)
            _print("port", hosted.opened.port, hosted.opened.table)
            seat = hosted.seat
        else:
            host, port = address.rsplit(":", 1)
            seat = await stack.enter_async_context(take_seat(endpoint_at((host, int(port))), named(name)))
        session = seat.session
        succession = await stack.enter_async_context(stand_by(seat))
        succession.on_hosting = partial(_tell_ways, succession)
        succession.on_warning = partial(_print, "warned", 0)
        succession.on_change = partial(_tell_offer, session, succession)
        playing = run_bot(session, create_bot("easy"), pause=lambda: rng.uniform(0, PAUSE))
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(each) for each in (_tell(session, owner=address is None), playing)]
            await _obey(session, succession)
            for task in tasks:
                task.cancel()


def main() -> None:
    name, *more = sys.argv[1:]
    guest = more == ["guest"]
    given = () if guest else tuple(map(int, more[:3]))
    rounds, seconds, seats = (*given, *(ROUNDS, SECONDS, SEATS)[len(given) :])
    settings = Settings(Rules(limit=None, rounds=rounds), seats=seats, timer=seconds)
    ways: dict[str, int | None] = {"page": None, "ssh": None} if more[2:] else {"page": None}
    asyncio.run(play(name, guest, TableOptions("Salon", name, settings, ways=ways)))
