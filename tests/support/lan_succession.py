"""A player whose program can take over the table, for the tests over a LAN: [ADDRESS] NAME, the host without one.

Each line of output is JSON: ["port", port], ["hosted", term, seat], ["round", rounds, totals] or ["ended", totals].
"""

import asyncio
import json
import sys
from contextlib import AsyncExitStack
from random import Random

from support.persons import named

from sixqp_protocol.facts import GameEnded, RoundEnded, Rules
from sixqp_protocol.messages import Settings, Start
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.events import Event, Facts, HostingChanged, News
from sixqp_tui.client.session import Session
from sixqp_tui.features import subscribe
from sixqp_tui.hosting.hosted_table import host_table
from sixqp_tui.hosting.succession import stand_by
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.joining.target import endpoint_at

SETTINGS = Settings(Rules(limit=None, rounds=6), seats=4, timer=5)
PAUSE = 0.3


def _print(*line: object) -> None:
    sys.stdout.write(f"{json.dumps(line)}\n")
    sys.stdout.flush()


async def _tell(session: Session, owner: bool) -> None:
    term, events = 0, session.events()
    if session.state.hosting:
        term = session.state.hosting.term
        _print("hosted", term, session.state.hosting.host)
    async for event in events:
        if isinstance(event, HostingChanged) and event.hosting.term != term:
            term = event.hosting.term
            _print("hosted", term, event.hosting.host)
        if isinstance(event, Facts):
            _tell_facts(session, event)
        if owner and isinstance(event, News) and event.news.phase == "lobby" and _is_full(event):
            session.request(Start())


def _tell_facts(session: Session, event: Facts) -> None:
    table = session.state.view.table
    if any(isinstance(fact, RoundEnded) for fact in event.facts):
        _print("round", len(table.scores), table.totals)
    if any(isinstance(fact, GameEnded) for fact in event.facts):
        _print("ended", len(table.scores), table.totals)


def _is_full(event: Event) -> bool:
    return isinstance(event, News) and all(seat.occupant == "person" for seat in event.news.seats)


async def play(name: str, address: str | None) -> None:
    """Play one game to its end."""
    subscribe()
    rng = Random(name)
    async with AsyncExitStack() as stack:
        if address is None:
            hosted = await host_table(TableOptions("Salon", name, SETTINGS), stack)
            _print("port", hosted.opened.port)
            session = hosted.session
            await stack.enter_async_context(stand_by(hosted.seat))
        else:
            host, port = address.rsplit(":", 1)
            seat = await stack.enter_async_context(take_seat(endpoint_at((host, int(port))), named(name)))
            await stack.enter_async_context(stand_by(seat))
            session = seat.session
        telling = asyncio.create_task(_tell(session, owner=address is None))
        await run_bot(session, create_bot("easy"), pause=lambda: rng.uniform(0, PAUSE))
        await asyncio.to_thread(sys.stdin.readline)
        telling.cancel()


def main() -> None:
    asyncio.run(play(sys.argv[-1], sys.argv[1] if len(sys.argv) > 2 else None))
