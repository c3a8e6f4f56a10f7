"""What a turn of ten costs at least in Python: websockets, msgpack and TLS with nothing behind them.

Run by `tests/bench/comparison.py`; by hand `python tests/bench/peers/bare_turn.py [TURNS]`. Ten clients send a
card each, the server tells each card to all, and after the tenth the turn with its placements. Measured from the
last card sent to the tenth client that holds the turn. No limits, no journal, no rules. Prints JSON; `processor_ms`
is the processor time that a server in a process of its own needs for a turn whose cards come one after the other,
and `memory_mib` its memory then.
"""

import asyncio
import json
import multiprocessing
import ssl
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median, quantiles

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import msgpack
from bench.harness import memory, processor_seconds
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

from sixqp_tui.store.certificate import load_or_create, server_context

PLAYERS = 10


class BareTable:
    """Passes every card on, and the turn when all have come."""

    def __init__(self) -> None:
        self._lines: list[ServerConnection] = []
        self._cards: dict[int, int] = {}

    async def attend(self, line: ServerConnection) -> None:
        """One player, from first to last."""
        seat = len(self._lines)
        self._lines.append(line)
        async for data in line:
            self._cards[seat] = msgpack.unpackb(data)["card"]
            await self._tell({"kind": "CardChosen", "seat": seat})
            if len(self._cards) == PLAYERS:
                cards = [self._cards[seat] for seat in range(PLAYERS)]
                placed = [{"kind": "CardPlaced", "seat": s, "card": c, "row": 0} for s, c in enumerate(cards)]
                self._cards = {}
                await self._tell({"kind": "Turn", "facts": [{"kind": "CardsRevealed", "cards": cards}, *placed]})

    async def _tell(self, message: dict[str, object]) -> None:
        data = msgpack.packb(message)
        for line in self._lines:
            await line.send(data)


async def _until_turn(line: ClientConnection, kind: str, count: int = 1) -> None:
    while count:
        count -= msgpack.unpackb(await line.recv())["kind"] == kind


def _context() -> ssl.SSLContext:
    with tempfile.TemporaryDirectory() as folder:
        return server_context(load_or_create(Path(folder)))


@asynccontextmanager
async def _seated(port: int) -> AsyncIterator[list[ClientConnection]]:
    trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    lines = [await connect(f"wss://127.0.0.1:{port}/", ssl=trusting, compression=None) for _ in range(PLAYERS)]
    yield lines
    for line in lines:
        await line.close()


def _card(turn: int) -> bytes:
    data: bytes = msgpack.packb({"kind": "ChooseCard", "id": turn, "round": 1, "turn": 1, "card": 45})
    return data


async def measure(turns: int) -> list[float]:
    """Seconds of each turn."""
    taken = []
    async with (
        serve(BareTable().attend, "127.0.0.1", 0, ssl=_context(), compression=None) as server,
        _seated(server.sockets[0].getsockname()[1]) as lines,
    ):
        for turn in range(turns):
            for line in lines[1:]:
                await line.send(_card(turn))
            await asyncio.gather(*(_until_turn(line, "CardChosen", PLAYERS - 1) for line in lines))
            began = time.perf_counter()
            await lines[0].send(_card(turn))
            await asyncio.gather(*(_until_turn(line, "Turn") for line in lines))
            taken.append(time.perf_counter() - began)
    return taken


def _serve_apart(told: Connection) -> None:
    async def run() -> None:
        async with serve(BareTable().attend, "127.0.0.1", 0, ssl=_context(), compression=None) as server:
            told.send(server.sockets[0].getsockname()[1])
            await server.serve_forever()

    asyncio.run(run())


async def measure_process(turns: int, pid: int, port: int) -> tuple[float, float]:
    """Processor seconds of the server's process for a turn, and its MiB."""
    async with _seated(port) as lines:
        before = processor_seconds(pid)
        for turn in range(turns):
            for line in lines[:-1]:
                await line.send(_card(turn))
                await asyncio.gather(*(_until_turn(each, "CardChosen") for each in lines))
            await lines[-1].send(_card(turn))
            await asyncio.gather(*(_until_turn(each, "Turn") for each in lines))
        return (processor_seconds(pid) - before) / turns, memory(pid)


def measure_apart(turns: int) -> tuple[float, float]:
    """The same of a server in a process of its own."""
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=_serve_apart, args=(theirs,), daemon=True)
    server.start()
    assert server.pid
    try:
        return asyncio.run(measure_process(turns, server.pid, ours.recv()))
    finally:
        server.terminate()
        server.join()


def main() -> None:
    """Measure, and print."""
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 80
    taken = [1000 * seconds for seconds in asyncio.run(measure(turns))]
    processor, mebibytes = measure_apart(turns)
    told = {
        "peer": "bare websockets",
        "p50_ms": round(median(taken), 2),
        "p99_ms": round(quantiles(taken, n=100, method="inclusive")[98], 2),
        "processor_ms": round(1000 * processor, 2),
        "memory_mib": round(mebibytes, 1),
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
