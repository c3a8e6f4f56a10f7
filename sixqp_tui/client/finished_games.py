"""Games that end in this process: seats and tables report them, and features subscribe."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from sixqp_protocol.facts import AnyFact, GameEnded, GameStarted, RoundEnded
from sixqp_protocol.messages import RoomNews, SeatNews, Welcome
from sixqp_tui.client.events import Event, Facts, Moved, Welcomed
from sixqp_tui.engine.deciders import Deciders

_logger = logging.getLogger(__name__)
SAVE_SECONDS = 10.0
"""Seconds that the end of a seat or table waits for subscribers, far more than a slow disk needs."""


class FinishedGame(NamedTuple):
    """A game that ended, or that its player left. `facts` are one reader's stream.

    `seats` held the seats at the end. `own` is this user's seat, None if a table reports the game. `ended` and
    `began` are seconds since 1970; `began` is None if nobody here saw it. `seeded`: a person chose the seed.
    """

    table: str
    number: int
    title: str
    facts: tuple[AnyFact, ...]
    seats: tuple[SeatNews, ...]
    ended: int
    began: int | None = None
    seeded: bool = False
    own: int | None = None


Subscriber = Callable[[FinishedGame], Awaitable[None]]
_subscribers: list[Subscriber] = []


def subscribe(subscriber: Subscriber) -> None:
    """Call this with every game that ends in this process; subscribing twice changes nothing."""
    if subscriber not in _subscribers:
        _subscribers.append(subscriber)


def unsubscribe(subscriber: Subscriber) -> None:
    _subscribers.remove(subscriber)


class GameReports:
    """Reports the games of one seat or table in tasks, so that nothing waits for the subscribers."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Future[None]] = set()

    def report(self, game: FinishedGame) -> None:
        for subscriber in _subscribers:
            task = asyncio.ensure_future(subscriber(game))
            self._tasks.add(task)
            task.add_done_callback(self._end)

    def _end(self, task: asyncio.Future[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _logger.error("a finished game could not be reported", exc_info=error)

    async def close(self) -> None:
        if self._tasks:
            await asyncio.wait(tuple(self._tasks), timeout=SAVE_SECONDS)


class GameRecorder:
    """Finds the games that a session's player finished, from its events.

    A game that the player only watched isn't theirs, and one that was abandoned has no result. After leaving a game
    that others continue, the player keeps its complete rounds (`leave`).
    """

    def __init__(self) -> None:
        self._welcome: Welcome | None = None
        self._news: RoomNews | None = None
        self._game = 0
        self._facts: list[AnyFact] = []
        self._seats: tuple[SeatNews, ...] = ()
        self._began: int | None = None
        self._deciders = Deciders()

    def note(self, event: Event, now: int) -> FinishedGame | None:
        match event:
            case Moved():
                return self.leave(now)
            case Welcomed(welcome):
                self._welcome = welcome
            case RoomNews() as news:
                self._news = news
                if news.phase == "playing":
                    self._seats = news.seats
            case Facts():
                return self._note_facts(event, now)
        return None

    def _note_facts(self, happened: Facts, now: int) -> FinishedGame | None:
        if happened.first == 0:
            self._game, self._facts = happened.game, []
            self._began = now if happened.live else None
        if (happened.game, happened.first) != (self._game, len(self._facts)):
            return None
        self._facts += happened.facts
        self._deciders.see(happened.facts, self._is_played)
        return self._game_of(tuple(self._facts), now) if ended_with_result(self._facts) else None

    def _is_played(self, seat: int) -> bool:
        seats = self._news.seats if self._news and self._news.phase == "playing" else ()
        return seat < len(seats) and seats[seat].level is not None

    def leave(self, now: int) -> FinishedGame | None:
        if not self._facts or isinstance(self._facts[-1], GameEnded):
            return None
        ends = [at for at, fact in enumerate(self._facts, 1) if isinstance(fact, RoundEnded)]
        return self._game_of((*self._facts[: ends[-1]], GameEnded("abandoned")), now) if ends else None

    def _game_of(self, facts: tuple[AnyFact, ...], now: int) -> FinishedGame | None:
        if self._welcome is None or self._news is None or self._news.you is None:
            return None
        started = facts[0]
        names = started.names if isinstance(started, GameStarted) else ()
        seats = self._seats if len(self._seats) == len(names) else seats_by_name(names, self._news)
        seats = self._deciders.who_counts(seats)
        if not any(each.occupant == "person" for each in seats):
            return None
        continues = self._welcome.continues
        return FinishedGame(
            continues.evening if continues else self._welcome.table,
            self._game,
            self._welcome.title,
            facts,
            seats,
            now,
            self._began,
            self._news.seeded,
            self._news.you,
        )


def ended_with_result(facts: Sequence[AnyFact]) -> bool:
    ended = facts[-1] if facts else None
    return isinstance(ended, GameEnded) and ended.reason != "abandoned"


def seats_by_name(names: Sequence[str], news: RoomNews | None) -> tuple[SeatNews, ...]:
    here = {seat.name: seat for seat in (news.seats if news else ())}
    return tuple(here.get(name, SeatNews(name, "person", True)) for name in names)
