"""What a player keeps of the games at a table: each that ends while they have a seat in it. No file, no clock."""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from sixqp_protocol.facts import AnyFact, GameEnded, GameStarted
from sixqp_protocol.messages import RoomNews, SeatNews, Welcome
from sixqp_tui.client.events import Event, Facts, News, Welcomed
from sixqp_tui.features.history.record import GameRecord, Hex16, Player, players_of, record_game

MakeRecord = Callable[[], GameRecord]
"""Makes the record of a game; it takes some time. Raises HandsUnknown, and ImpossibleGame."""


class GameRecorder:
    """Follows the events of one session from its beginning on.

    `own` is who the player is for the own history where the table tells none: it is older, or the player would not
    be known there. A game that somebody only looked on at is not theirs, and one that was given up has not ended.
    """

    def __init__(self, own: Hex16 | None = None) -> None:
        self._own = own
        self._welcome: Welcome | None = None
        self._news: RoomNews | None = None
        self._game = 0
        self._facts: list[AnyFact] = []
        self._seats: tuple[SeatNews, ...] = ()
        self._began: int | None = None

    def note(self, event: Event, now: int) -> MakeRecord | None:
        """Take note of an event at this time, in seconds since 1970.

        Returns what makes the record of a game that has ended, also before this player came back.
        """
        match event:
            case Welcomed(welcome):
                self._welcome = welcome
            case News(news):
                self._news = news
                if news.phase == "playing":
                    self._seats = news.seats
            case Facts():
                return self._note_facts(event, now)
        return None

    def _note_facts(self, happened: Facts, now: int) -> MakeRecord | None:
        if happened.first == 0:
            self._game, self._facts = happened.game, []
            self._began = now if happened.live else None
        if (happened.game, happened.first) != (self._game, len(self._facts)):
            return None
        self._facts += happened.facts
        ended = self._facts[-1] if self._facts else None
        if not isinstance(ended, GameEnded) or ended.reason == "abandoned":
            return None
        if self._welcome is None or self._news is None or self._news.you is None:
            return None
        return partial(
            record_game,
            tuple(self._facts),
            self._players(self._news.you),
            table=self._welcome.table,
            number=self._game,
            title=self._welcome.title,
            ended=now,
            began=self._began,
            seeded=self._news.seeded,
        )

    def _players(self, you: int) -> tuple[Player, ...]:
        """Who held the seats in the end; of a game that had ended before, who is still there by the same name."""
        players = self._told()
        if you < len(players) and not players[you].person and not players[you].level:
            own = replace(players[you], person=self._own)
            return (*players[:you], own, *players[you + 1 :])
        return players

    def _told(self) -> tuple[Player, ...]:
        started = self._facts[0]
        names = started.names if isinstance(started, GameStarted) else ()
        if len(self._seats) == len(names):
            return players_of(self._seats)
        here = {player.name: player for player in players_of(self._news.seats if self._news else ())}
        return tuple(here.get(name, Player(name)) for name in names)
