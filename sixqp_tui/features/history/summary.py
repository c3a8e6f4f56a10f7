"""What lists and statistics keep of a game, and the evenings that games belong to."""

from collections.abc import Collection, Iterable, Iterator
from typing import Final, NamedTuple

from msgspec import Struct

from sixqp_protocol.facts import EndReason, GameEnded, GameStarted, RoundEnded, Variant
from sixqp_tui.engine.rules import ranks
from sixqp_tui.features.history.record import BOT, GameRecord


class SeatSummary(Struct, frozen=True):
    """`key` tells who held the seat (`Player.identity`).

    `heads` are those of each round, in `rounds` (at least one), and of all. `rank` is 0 if the game was given up.
    `accuracy` is that of `SeatReview`, None where the index doesn't know a whole review of the game.
    """

    name: str
    key: str
    heads: int
    rank: int
    rounds: tuple[int, ...]
    accuracy: int | None = None

    @property
    def bot(self) -> bool:
        return self.key.startswith(BOT)


class GameSummary(Struct, frozen=True):
    """`seats` are as the game ended; `began` and `ended` are in seconds since 1970."""

    id: str
    table: str
    number: int
    title: str
    began: int | None
    ended: int
    variant: Variant
    reason: EndReason
    seeded: bool
    seats: tuple[SeatSummary, ...]

    @property
    def rounds(self) -> int:
        return len(self.seats[0].rounds)

    @property
    def ranked(self) -> list[SeatSummary]:
        """From best to worst."""
        return sorted(self.seats, key=lambda seat: (seat.rank, seat.heads))

    @property
    def winners(self) -> tuple[SeatSummary, ...]:
        return tuple(seat for seat in self.seats if seat.rank == 1)


def summarize(record: GameRecord) -> GameSummary:
    """Raises ValueError if the facts of the game contradict each other."""
    start, end = record.facts[:1], record.facts[-1:]
    if not start or not isinstance(started := start[0], GameStarted) or not isinstance(end[0], GameEnded):
        raise ValueError("expected a whole game")
    ended = end[0]
    seats = len(record.players)
    rounds = [fact.heads for fact in record.facts if isinstance(fact, RoundEnded)]
    if not rounds or any(len(heads) != seats for heads in (started.names, *rounds)):
        raise ValueError("expected rounds of all players")
    by_seat = tuple(zip(*rounds, strict=True))
    totals = tuple(map(sum, by_seat))
    places = (0,) * seats if ended.reason == "abandoned" else ranks(totals)
    held = tuple(
        SeatSummary(player.name, player.identity, total, rank, heads)
        for player, total, rank, heads in zip(record.players, totals, places, by_seat, strict=True)
    )
    return GameSummary(
        record.id,
        record.table,
        record.number,
        record.title,
        record.began,
        record.ended,
        started.rules.variant,
        ended.reason,
        record.seeded,
        held,
    )


GAP_SECONDS: Final = 4 * 3600
"""A longer pause than this begins another evening. Where nobody knows when a game began, its end counts."""


class EveningLine(Struct, frozen=True):
    """`person` is a key; `games` and `wins` count ended games, each once."""

    name: str
    person: str
    games: int
    wins: int
    rounds: int
    heads: int

    @property
    def bot(self) -> bool:
        return self.person.startswith(BOT)


class Evening(Struct, frozen=True):
    """Games at any table, oldest first, with at most GAP_SECONDS between them.

    `titles` are those of the tables. `lines` are sorted from best to worst.
    """

    titles: tuple[str, ...]
    began: int
    ended: int
    games: tuple[str, ...]
    lines: tuple[EveningLine, ...]

    @property
    def winners(self) -> tuple[EveningLine, ...]:
        best = self.lines[0]
        return tuple(line for line in self.lines if line.wins and _standing(line) == _standing(best))

    @property
    def with_others(self) -> bool:
        return sum(not line.bot for line in self.lines) > 1


def evenings(games: Iterable[GameSummary]) -> Iterator[Evening]:
    """Newest first, as the games are."""
    night: list[GameSummary] = []
    began = 0
    for game in games:
        if night and began - game.ended > GAP_SECONDS:
            yield _evening(night[::-1], began)
            night = []
        began = min(began, _began(game)) if night else _began(game)
        night.append(game)
    if night:
        yield _evening(night[::-1], began)


class PlayedEvening(NamedTuple):
    """What a player has done on an evening with others, and whether it still lasts."""

    games: int
    won: int
    lasts: bool


def last_evening(games: Iterable[GameSummary], own: Collection[str], now: float) -> PlayedEvening | None:
    """`games` come newest first, `now` is in seconds since 1970."""
    for evening in evenings(games):
        mine = [line for line in evening.lines if line.person in own]
        if mine and evening.with_others:
            lasts = now - evening.ended <= GAP_SECONDS
            return PlayedEvening(sum(line.games for line in mine), sum(line.wins for line in mine), lasts)
    return None


def _began(game: GameSummary) -> int:
    return game.ended if game.began is None else game.began


def _evening(games: list[GameSummary], began: int) -> Evening:
    seats: dict[str, list[tuple[str, SeatSummary]]] = {}
    for game in games:
        for seat in game.seats:
            seats.setdefault(f"{seat.key} {seat.name}" if seat.bot else seat.key, []).append((game.id, seat))
    return Evening(
        tuple(dict.fromkeys(game.title for game in games)),
        began,
        games[-1].ended,
        tuple(game.id for game in games),
        tuple(sorted(map(_line, seats.values()), key=_standing)),
    )


def _line(held: list[tuple[str, SeatSummary]]) -> EveningLine:
    """`held` are ids of games, each with a seat that the person held in it."""
    last = held[-1][1]
    return EveningLine(
        last.name,
        last.key,
        len({game for game, seat in held if seat.rank > 0}),
        len({game for game, seat in held if seat.rank == 1}),
        sum(len(seat.rounds) for _game, seat in held),
        sum(seat.heads for _game, seat in held),
    )


def _standing(line: EveningLine) -> tuple[int, float]:
    return -line.wins, line.heads / line.rounds
