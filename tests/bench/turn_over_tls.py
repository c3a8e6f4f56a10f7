"""A ten-player turn over the loopback with TLS: from the last card laid to the tenth client holding its facts.

Run it with `python tests/bench/turn_over_tls.py [ROUNDS]`. Server and all ten clients share one process and one
core, so that every message is encoded, encrypted, decrypted, decoded and folded within the figure.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from statistics import median, quantiles

from sixqp_protocol.messages import ChooseCard, ChooseRow, Start

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.tables import OWNER, a_room, a_session, running, seated, settings

from sixqp_protocol.facts import CardsRevealed
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

    async def until_all_have_more(self, than: list[int]) -> None:
        """Wait until every client holds more facts than it did, by the order of the sessions."""
        while any(len(session.state.history) <= held for session, held in zip(self.sessions, than, strict=True)):
            self._changed.clear()
            await self._changed.wait()


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
    clean = not isinstance(sessions[0].state.view.table.pending, RowWanted)
    while isinstance(pending := sessions[0].state.view.table.pending, RowWanted):
        held = len(sessions[0].state.history)
        chooser = next(session for session in sessions if session.state.view.seat == pending.seat)
        chooser.request(ChooseRow(row=cheapest_row(sessions[0].state.view.table.rows)))
        await watch.until_all_hold(held + 1)
    return took if clean else None


async def measure(rounds: int) -> list[float]:
    """The seconds of every turn in which nobody had to choose a row."""
    with tempfile.TemporaryDirectory() as folder:
        certificate = load_or_create(Path(folder))
        server = Server(a_room(settings(rounds=rounds), certificate=certificate.fingerprint))
        port = await server.listen(0, server_context(certificate))
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
            figures.append(await one_turn(watch))
    await server.close()
    return [figure for figure in figures if figure is not None]


def main() -> None:
    """Print what was measured."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    figures = asyncio.run(measure(rounds))
    worst = quantiles(figures, n=100, method="inclusive")[98]
    print(f"{len(figures)} turns of {PLAYERS}: median {median(figures) * 1000:.1f} ms, p99 {worst * 1000:.1f} ms")


if __name__ == "__main__":
    main()
