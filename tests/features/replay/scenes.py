"""Replays on the screen: what the tests of looks and the pictures walk through."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from support.games import recorded
from support.pilots import app_at, run, settled
from support.scenes import Scene
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


def replay(*keys: str, players: int = 4, variant: Variant = "classic", seat: int | None = None) -> Scene:
    """A game that is over, looked at again with all hands open, after these keys."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        names = ("Camille", "Zoé", "Bob", "Hal", "Émile", "Frida", "Gus", "Ida", "Jo", "Maximilien le Be")
        who = tuple(Player(name, level="hard" if name == "Hal" else None) for name in names[:players])
        session = session_of_record(recorded(variant, players, rounds=3, seed="felt", who=who), seat=seat)
        async with at_replay(session) as pilot:
            await pilot.press(*keys)
            await settled(pilot)
            yield pilot

    return scene


EVERY: dict[str, Scene] = {
    "replay, played": replay("n", "right", players=6, seat=0),
    "replay, placing": replay("d", players=6),
    "what if": replay("n", "i", players=6, seat=0),
}
STATES: dict[str, Scene] = {
    "replay": replay("n", "n", seat=0),
    "replay_laid": replay("n", "n", "right", players=10),
    "replay_placing": replay("d", players=6),
    "replay_as_seen": replay("pagedown", "n", "s", "s", "o", "right"),
    "replay_draft": replay(*["right"] * 7, players=3, variant="draft"),
    "replay_round": replay("pagedown", "p"),
    "replay_over": replay("end"),
    "replay_go_to": replay("n", "g", "3", ".", "4"),
    "replay_help": replay("question_mark"),
    "what_if": replay("n", "n", "i", seat=0),
    "what_if_draft": replay(*["right"] * 7, "i", players=3, variant="draft", seat=0),
}
