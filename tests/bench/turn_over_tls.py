"""A ten-player turn over the loopback with TLS: from the last card laid to the tenth client holding its facts.

Run it with `python tests/bench/turn_over_tls.py [ROUNDS] [--bytes]`. Server and all ten clients share one process
and one core, so that every message is encoded, encrypted, decrypted, decoded and folded within the figure. With
`--bytes` it tells what a turn, from the first card on, sends to and from all clients, TLS included.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from statistics import median

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.harness import below
from support.tables import OWNER, a_room, a_session, running, seated, settings

from sixqp_protocol.facts import CardsRevealed
from sixqp_protocol.messages import AnyRequest, ChooseCard, ChooseRow, Start
from sixqp_tui.bots.standin import cheapest_row
from sixqp_tui.client.events import Event
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.client.session import Session
from sixqp_tui.engine.table import CardsWanted, RowWanted
from sixqp_tui.host.network.server import Server
from sixqp_tui.store.certificate import load_or_create, server_context

PLAYERS = 10


class Watch:
    """Wakes the measurement whenever any client has taken something in."""

    def __init__(self, sessions: list[Session]) -> None:
        self.sessions = sessions
        self._changed = asyncio.Event()
        self._tasks = [asyncio.create_task(self._listen(session.events())) for session in sessions]

    async def _listen(self, events: AsyncIterator[Event]) -> None:
        async for _ in events:
            self._changed.set()

    async def until_all_hold(self, facts: int) -> None:
        """Wait until every client holds this many facts at least."""
        while any(len(session.state.history) < facts for session in self.sessions):
            self._changed.clear()
            await self._changed.wait()

    async def until_all_hear(self, *requests: tuple[Session, AnyRequest]) -> None:
        """Make these requests, and wait until every client holds more facts than before."""
        held = [len(session.state.history) for session in self.sessions]
        for session, request in requests:
            session.request(request)
        while any(len(session.state.history) <= had for session, had in zip(self.sessions, held, strict=True)):
            self._changed.clear()
            await self._changed.wait()

    async def choose_rows(self) -> bool:
        """Choose the rows that have to be chosen; whether there were any."""
        view, had_to = self.sessions[0].state.view, False
        while isinstance(pending := view.table.pending, RowWanted):
            chooser = next(each for each in self.sessions if each.state.view.seat == pending.seat)
            await self.until_all_hear((chooser, ChooseRow(row=cheapest_row(view.table.rows))))
            view, had_to = self.sessions[0].state.view, True
        return had_to


class Relay:
    """Passes connections on to a port, and counts their bytes in both directions."""

    def __init__(self, port: int) -> None:
        self.passed, self._port = 0, port

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_table, to_table = await asyncio.open_connection("127.0.0.1", self._port)
        await asyncio.gather(self._pump(reader, to_table), self._pump(from_table, writer))

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            self.passed += len(data)
            writer.write(data)
        writer.close()


async def one_turn(watch: Watch) -> float | None:
    """Play a turn; the seconds from the last card to the last client, None where somebody had to choose a row."""
    sessions = watch.sessions
    for session in sessions[1:]:
        session.request(ChooseCard(card=session.state.view.hand[-1]))
    held = len(sessions[0].state.history)
    await watch.until_all_hold(held + PLAYERS - 1)
    before = [len(session.state.history) for session in sessions]
    began = time.perf_counter()
    sessions[0].request(ChooseCard(card=sessions[0].state.view.hand[-1]))
    await watch.until_all_hold(max(before) + 2)
    took = time.perf_counter() - began
    turn = sessions[0].state.history[held:]
    assert any(isinstance(fact, CardsRevealed) for fact in turn)
    return None if await watch.choose_rows() else took


async def measure(rounds: int, count_bytes: bool = False) -> list[float]:
    """The seconds, or the bytes, of every turn in which nobody had to choose a row."""
    with tempfile.TemporaryDirectory() as folder:
        certificate = load_or_create(Path(folder))
        server = Server(a_room(settings(rounds=rounds), certificate=certificate.fingerprint))
        port = await server.listen(0, server_context(certificate))
    relay = Relay(port)
    if count_bytes:
        listening = await asyncio.start_server(relay, "127.0.0.1")
        port = listening.sockets[0].getsockname()[1]
    way = [("127.0.0.1", port)]
    sessions = [a_session(NetworkLink(way, certificate.fingerprint), "Olga", OWNER)]
    sessions += [a_session(NetworkLink(way, certificate.fingerprint), f"Ann {n}") for n in range(1, PLAYERS)]
    async with running(*sessions):
        await seated(sessions)
        watch = Watch(sessions)
        sessions[0].request(Start())
        await watch.until_all_hold(1)
        figures = []
        while isinstance(sessions[0].state.view.table.pending, CardsWanted):
            before = relay.passed
            took = await one_turn(watch)
            figures.append(float(relay.passed - before) if took and count_bytes else took)
    await server.close()
    return [figure for figure in figures if figure is not None]


def main() -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rounds", type=int, nargs="?", default=20)
    parser.add_argument("--bytes", action="store_true")
    asked = parser.parse_args()
    figures = asyncio.run(measure(asked.rounds, asked.bytes))
    half, worst = median(figures), below(0.99, figures)
    told = (
        f"{half:.0f} bytes, p99 {worst:.0f}" if asked.bytes else f"{half * 1000:.1f} ms, p99 {worst * 1000:.1f} ms"
    )
    print(f"{len(figures)} turns of {PLAYERS}: median {told}")


if __name__ == "__main__":
    main()
