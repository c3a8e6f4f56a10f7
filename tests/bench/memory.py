"""The memory of a table's process after many games: what it holds then must be what it held after the first ones.

Run it with `python tests/bench/memory.py [GAMES]` (200 if nothing is said); it needs Linux. Ten programs play over
TLS at a table that `host` opens, two look on, everybody chats. It prints memory and descriptors of the table's
process as the games pass, and ends with 1 if memory grew by more than 5 MiB since game 20, or a descriptor stayed.
"""

import asyncio
import os
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.harness import descriptors, memory
from support.keys import named
from support.tables import options, settings

from sixqp_protocol.facts import GameEnded
from sixqp_protocol.messages import Say, Start
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.client.events import Facts
from sixqp_tui.client.session import Session
from sixqp_tui.hosting.hosted_table import host_table
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.joining.target import TableEndpoint

GUESTS, WATCHERS = 9, 2
SETTLED = 20
GROWTH = 5.0
CHAT = 4
"""In each game of this many everybody chats: oftener would be faster than a table allows."""


async def one_game(players: list[Session], watchers: list[Session], chat: bool) -> None:
    ends = [asyncio.create_task(_ended(session)) for session in watchers]
    games = [asyncio.create_task(run_bot(session, create_bot("easy"))) for session in players]
    for session in (*players, *watchers) if chat else ():
        session.request(Say(text="Good luck"))
    players[0].request(Start())
    await asyncio.gather(*games, *ends)


async def _ended(session: Session) -> None:
    async for event in session.events():
        if isinstance(event, Facts) and any(isinstance(fact, GameEnded) for fact in event.facts):
            return


async def measure(games: int) -> list[tuple[float, int]]:
    """MiB and descriptors of the table's process after each 20 games, or after the last."""
    found = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        os.environ["SIXQP_HOME"] = home
        async with AsyncExitStack() as stack:
            hosted = await host_table(options("Memory", "Olga", settings(rounds=1)), stack)
            opened, pid = hosted.opened, hosted.started.process.pid
            place = TableEndpoint((("127.0.0.1", opened.port),), opened.table, opened.fingerprint, certain=True)
            guests = [
                (await stack.enter_async_context(take_seat(place, named(f"Ann {n}"), watch=n >= GUESTS))).session
                for n in range(GUESTS + WATCHERS)
            ]
            for game in range(1, games + 1):
                await one_game([hosted.session, *guests[:GUESTS]], guests[GUESTS:], chat=game % CHAT == 0)
                if game % SETTLED == 0 or game == games:
                    found.append((memory(pid), descriptors(pid)))
    return found


def main() -> int:
    """Play, print, judge."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    found = asyncio.run(measure(games))
    for number, (mebibytes, count) in enumerate(found, 1):
        print(f"after game {min(games, SETTLED * number):4}: {mebibytes:6.1f} MiB, {count} descriptors")
    growth = found[-1][0] - found[0][0]
    print(f"memory grew by {growth:.1f} MiB (at most {GROWTH:.0f})")
    return int(growth > GROWTH or found[-1][1] > found[0][1])


if __name__ == "__main__":
    sys.exit(main())
