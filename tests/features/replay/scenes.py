"""Replays on the screen: what the tests of looks and the pictures walk through."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from support.games import recorded
from support.pilots import State, app_at, press, run, settled
from textual.pilot import Pilot

from sixqp_protocol.facts import Variant
from sixqp_tui.client.recorded_session import RecordedSession
from sixqp_tui.features.history.record import Player, session_of_record
from sixqp_tui.features.replay.screen import open_replay
from sixqp_tui.store.preferences import PaceName
from sixqp_tui.tui.openings import AtFeature


@asynccontextmanager
async def at_replay(session: RecordedSession, pace: PaceName = "off") -> AsyncIterator[Pilot[Any]]:
    """The app, opened with a game that is over."""
    async with run(app_at(AtFeature(lambda app, end: open_replay(app, session, end)), pace=pace)) as pilot:
        await settled(pilot)
        yield pilot


def replay(*keys: str, players: int = 4, variant: Variant = "classic", seat: int | None = None) -> State:
    """A game that is over, looked at again with all hands open, after these keys."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        names = ("Camille", "Zoé", "Bob", "Hal", "Émile", "Frida", "Gus", "Ida", "Jo", "Maximilien le Be")
        who = tuple(Player(name, level="hard" if name == "Hal" else None) for name in names[:players])
        session = session_of_record(recorded(variant, players, rounds=3, seed="felt", who=who), seat=seat)
        async with at_replay(session) as pilot:
            await press(pilot, *keys)
            yield pilot

    return scene


STATES: dict[str, State] = {
    "replay": replay("n", "n", seat=0),
    "replay_laid": replay("n", "n", "right", players=10),
    "replay_placing": replay("d", players=6),
    "what_if": replay("n", "n", "i", seat=0),
}
