"""The large screen of a hall: what the tests of looks and the pictures walk through."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace
from support.fake_session import FakeSession
from support.pilots import at_screen, settled
from support.scenes import Scene
from textual.pilot import Pilot

from sixqp_protocol.messages import HallLine, HallNews, HallTable, OpenWay
from sixqp_tui.features.hall.screen import HallScreen

HALL_PLAYERS = ("Camille", "Zoé", "Bob", "Dana", "Hal", "Émile", "Ann")


def hall_news(*turns: int) -> HallNews:
    """The second round of a hall as its large screen shows it, with one table for each of these turns."""
    lines = tuple(
        HallLine(name, place, 1040 - 350 * place, 930, 10 + place, 3) for place, name in enumerate(HALL_PLAYERS, 1)
    )
    seated = (HALL_PLAYERS[:4], (*HALL_PLAYERS[4:], None))
    tables = tuple(HallTable(names, (0, 3, 12, 7), 1, turn) for turn, names in zip(turns, seated, strict=False))
    return HallNews(2, 4, len(tables), False, None, lines, tables, 400)


def hall(*turns: int, keys: str = "") -> Scene:
    """The large screen of a hall, and keys pressed there. Before its first round it has a page for phones."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        session = FakeSession(title="Friday league")
        session.update(news=replace(session.news, ways=(OpenWay("page", 4669),)))
        shown = hall_news(*turns)
        if not turns:
            shown = replace(shown, round=0, lines=tuple(replace(each, hands=0) for each in shown.lines))
        async with at_screen(HallScreen(session, shown, "192.168.1.20")) as pilot:
            await pilot.press(*keys.split())
            await pilot.app.workers.wait_for_complete()
            await settled(pilot)
            yield pilot

    return scene


EVERY: dict[str, Scene] = {
    "hall, registration": hall(),
    "hall, seating": hall(1, 3),
    "hall, tables": hall(4, 3, keys="space"),
}
STATES: dict[str, Scene] = {
    "hall_registration": hall(),
    "hall_seating": hall(1, 3),
    "hall_ranking": hall(4, 3),
    "hall_tables": hall(4, 3, keys="space"),
}
