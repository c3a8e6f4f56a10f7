"""What lists and statistics keep of a game, and the evenings that games belong to."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final, NamedTuple

from msgspec import Struct

from sixqp_protocol.facts import EndReason, GameEnded, GameStarted, RoundEnded, RowTaken, Variant
from sixqp_tui.engine.rules import ranks
from sixqp_tui.features.history.record import GameRecord, Player

BOT: Final = "bot:"
"""Prefix of a bot's key; its level follows."""
UNKNOWN: Final = "name:"
"""Prefix of the key of somebody without an id; name and table follow."""


class SeatSummary(Struct, frozen=True):
    """`key` tells who held the seat (`player_key`).

    `sixth` and `too_low` count the rows it took, by reason (3.6, 3.7). `rank` is 0 where the game was given up.
    """

    name: str
    key: str
    heads: int
    rank: int
    rounds: tuple[int, ...]
    sixth: int
    too_low: int

    @property
    def bot(self) -> bool:
        return self.key.startswith(BOT)


class GameSummary(Struct, frozen=True):
    """`began` and `ended` are in seconds since 1970."""

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
    def winners(self) -> tuple[SeatSummary, ...]:
        return tuple(seat for seat in self.seats if seat.rank == 1)


def player_key(player: Player, table: str) -> str:
    """A person's id, a bot's level, or a name at one table: names prove nothing elsewhere."""
    if player.person:
        return player.person
    if player.level:
        return BOT + player.level
    return f"{UNKNOWN}{player.name.casefold()}@{table}"


CODE_DIGITS: Final = 8
"""Enough to tell a thousand persons of one name apart."""


def person_code(key: str) -> str:
    return key.removeprefix(UNKNOWN).removeprefix(BOT) if ":" in key else key[:CODE_DIGITS]


def summarize(record: GameRecord) -> GameSummary:
    """The summary of a checked game. Raises ValueError where the facts contradict each other."""
    start, end = record.facts[:1], record.facts[-1:]
    if not start or not isinstance(started := start[0], GameStarted) or not isinstance(end[0], GameEnded):
        raise ValueError("expected a whole game")
    ended = end[0]
    seats = len(record.players)
    rounds = [fact.heads for fact in record.facts if isinstance(fact, RoundEnded)]
    takes = [fact for fact in record.facts if isinstance(fact, RowTaken)]
    if not rounds or any(len(heads) != seats for heads in (started.names, *rounds)):
        raise ValueError("expected rounds of all players")
    if any(take.seat >= seats or not take.cards for take in takes):
        raise ValueError("expected rows that players took")
    by_seat = tuple(zip(*rounds, strict=True))
    totals = tuple(map(sum, by_seat))
    places = (0,) * seats if ended.reason == "abandoned" else ranks(totals)
    too_low = [sum(take.seat == seat and take.too_low for take in takes) for seat in range(seats)]
    taken = [sum(take.seat == seat for take in takes) for seat in range(seats)]
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
        tuple(
            SeatSummary(
                player.name,
                player_key(player, record.table),
                totals[seat],
                places[seat],
                by_seat[seat],
                taken[seat] - too_low[seat],
                too_low[seat],
            )
            for seat, player in enumerate(record.players)
        ),
    )


GAP_SECONDS: Final = 6 * 3600
"""A longer pause than this begins another evening: longer than a meal, shorter than the night between two evenings
at one table. Where nobody knows when a game began, its end counts."""


class EveningLine(Struct, frozen=True):
    """`person` is a key; `games` and `wins` count games that ended, each once."""

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
    """The games of one table in one evening, oldest first; `lines` are sorted from best to worst."""

    table: str
    title: str
    began: int
    ended: int
    games: tuple[str, ...]
    lines: tuple[EveningLine, ...]

    @property
    def winners(self) -> tuple[EveningLine, ...]:
        """Most games won, then fewest heads per round; several can share both."""
        best = self.lines[0]
        return tuple(line for line in self.lines if line.wins and _standing(line) == _standing(best))

    @property
    def persons(self) -> int:
        return sum(not line.bot for line in self.lines)


def evenings(games: Iterable[GameSummary], joined: Mapping[str, str] | None = None) -> tuple[Evening, ...]:
    """Newest first; `joined` maps keys to the key of their person."""
    by_table: dict[str, list[list[GameSummary]]] = {}
    for game in sorted(games, key=lambda game: (game.ended, game.number)):
        nights = by_table.setdefault(game.table, [])
        if not nights or game.ended - nights[-1][-1].ended > GAP_SECONDS + _length(game):
            nights.append([])
        nights[-1].append(game)
    found = (_evening(night, joined or {}) for nights in by_table.values() for night in nights)
    return tuple(sorted(found, key=lambda evening: evening.ended, reverse=True))


class PlayedEvening(NamedTuple):
    """One player's games with others in one evening, at any table, and how many of them they won."""

    games: int
    won: int
    lasts: bool


def last_evening(
    games: Iterable[GameSummary], own: Collection[str], now: float, joined: Mapping[str, str] | None = None
) -> PlayedEvening | None:
    """The last evening of the player with these keys; `games` come newest first, `now` is in seconds since 1970."""
    called = joined or {}
    persons = {called.get(key, key) for key in own}
    played: list[tuple[GameSummary, SeatSummary]] = []
    for game in games:
        seat = next((seat for seat in game.seats if called.get(seat.key, seat.key) in persons), None)
        if seat is None or sum(not each.bot for each in game.seats) < 2:
            continue
        if played and _began(played[-1][0]) - game.ended > GAP_SECONDS:
            break
        played.append((game, seat))
    if not played:
        return None
    lasts = now - played[0][0].ended <= GAP_SECONDS
    return PlayedEvening(len(played), sum(seat.rank == 1 for _game, seat in played), lasts)


def _began(game: GameSummary) -> int:
    return game.ended if game.began is None else game.began


def _length(game: GameSummary) -> int:
    return max(0, game.ended - _began(game))


def _evening(games: list[GameSummary], joined: Mapping[str, str]) -> Evening:
    seats: dict[str, list[tuple[str, SeatSummary]]] = {}
    for game in games:
        for seat in game.seats:
            person = joined.get(seat.key, seat.key)
            seats.setdefault(f"{person} {seat.name}" if seat.bot else person, []).append((game.id, seat))
    lines = (_line(joined.get(held[0][1].key, held[0][1].key), held) for held in seats.values())
    first, last = games[0], games[-1]
    return Evening(
        first.table,
        last.title,
        _began(first),
        last.ended,
        tuple(game.id for game in games),
        tuple(sorted(lines, key=_standing)),
    )


def _line(person: str, held: list[tuple[str, SeatSummary]]) -> EveningLine:
    """`held` are ids of games, each with a seat that the person held in it."""
    return EveningLine(
        held[-1][1].name,
        person,
        len({game for game, seat in held if seat.rank > 0}),
        len({game for game, seat in held if seat.rank == 1}),
        sum(len(seat.rounds) for _game, seat in held),
        sum(seat.heads for _game, seat in held),
    )


def _standing(line: EveningLine) -> tuple[int, float]:
    return -line.wins, line.heads / line.rounds
