"""The page for a projector: a hall's large screen, from the session of an onlooker."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Final, Literal

import msgspec
from msgspec import Struct

from sixqp_protocol.messages import HallNews, HallTable
from sixqp_tui.client.events import HallChanged, News, StatusChanged
from sixqp_tui.client.session import Session
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.client.status import Closed, Connected
from sixqp_tui.gateways.page.guest import Line
from sixqp_tui.i18n import _, lobby as lobby_words, speaking
from sixqp_tui.presentation import hall as words
from sixqp_tui.presentation.bidi import isolate
from sixqp_tui.presentation.ways_in import guest_ways

MAX_PROJECTORS: Final = 8
"""Browsers that may show the hall at once."""
RETRY_SECONDS: Final = 2.0
"""Between attempts, while the hall lets nobody watch."""


class Section(Struct, frozen=True):
    """The lines below one heading, each as its cells. A section has as many pages as it needs."""

    kind: Literal["names", "seats", "ranking", "tables"]
    heading: str
    lines: tuple[tuple[str, ...], ...]


class ProjectorView(Struct, frozen=True, omit_defaults=True):
    """The page's content. While it `invites`, it shows its address, and the `joins` for other ways in."""

    title: str
    summary: str = ""
    left: str = ""
    online: bool = True
    sections: tuple[Section, ...] = ()
    invites: bool = False
    joins: tuple[str, ...] = ()


class Projector:
    """The browsers that show the hall. They share one session, which runs while there are any."""

    def __init__(self, create_session: Callable[[], Session], join_line: Callable[[], str]) -> None:
        self._create_session, self._join_line = create_session, join_line
        self.lines: list[Line] = []
        self._session: Session | None = None
        self._following: asyncio.Task[None] | None = None

    def add(self, line: Line) -> bool:
        """Returns False if there is no room for another browser."""
        if len(self.lines) >= MAX_PROJECTORS:
            return False
        self.lines.append(line)
        if self._following is None:
            self._following = asyncio.create_task(self._follow())
        line.mark()
        return True

    def remove(self, line: Line) -> None:
        self.lines.remove(line)
        if not self.lines and self._following is not None:
            self._following.cancel()
            self._following = None

    async def close(self) -> None:
        if self._following is not None:
            self._following.cancel()
            await asyncio.wait((self._following,))

    def payload(self, line: Line) -> bytes:
        state = self._session.state if self._session else SessionState()
        with speaking(line.language):
            view = projector_view(state, line.host, self._join_line())
        return isolate(msgspec.json.encode(view).decode()).encode()

    async def _follow(self) -> None:
        while True:
            session = self._session = self._create_session()
            events = session.events()
            async with session.running():
                async for event in events:
                    if isinstance(event, HallChanged | News | StatusChanged):
                        for line in self.lines:
                            line.mark()
                    if isinstance(session.state.status, Closed):
                        break
            await asyncio.sleep(RETRY_SECONDS)  # noqa: TID251 (nothing tells when the hall lets somebody watch)


def projector_view(state: SessionState, host: str = "", join_line: str = "") -> ProjectorView:
    """The hall as shown on the page opened at the address `host`."""
    hall, news = state.hall, state.news
    if hall is None or news is None:
        return ProjectorView("", _("Connecting to the hall…"), online=False)
    ways = guest_ways(news.ways, host)
    joins = [lobby_words.friends_join(way.kind, way.line) for way in ways if way.open and way.kind != "page"]
    if join_line:
        joins.append(lobby_words.friends_join(None, join_line))
    return ProjectorView(
        state.title,
        words.summary(hall),
        words.time_left(hall),
        isinstance(state.status, Connected),
        tuple(sections(hall, news.settings.rules.rounds or 1)),
        not (hall.playing or hall.over),
        tuple(joins),
    )


def sections(hall: HallNews, deals: int) -> Iterator[Section]:
    if not hall.round:
        yield Section("names", _("Registered"), tuple((line.name,) for line in hall.lines))
    elif words.is_seating(hall):
        yield Section("seats", _("Where you sit"), tuple(_seating(hall)))
    else:
        if words.is_ranked(hall):
            lines = words.standings(hall, len(hall.lines))
            ranked = ((f"{line.place}", line.name, line.points, line.within) for line in lines)
            yield Section("ranking", _("The ranking"), tuple(ranked))
        if hall.playing:
            yield Section("tables", _("The tables: heads in this round"), tuple(_tables(hall, deals)))


def _seating(hall: HallNews) -> Iterator[tuple[str, ...]]:
    for number, table in enumerate(hall.tables, 1):
        yield _("Table {table}").format(table=number), words.people(table)


def _tables(hall: HallNews, deals: int) -> Iterator[tuple[str, ...]]:
    for number, table in enumerate(hall.tables, 1):
        yield str(number), words.progress(table, deals), " · ".join(_scores(table))


def _scores(table: HallTable) -> Iterator[str]:
    for seat, name in enumerate(table.names):
        if name is not None:
            yield f"{name} {table.heads[seat]}" if seat < len(table.heads) else name
