"""Evenings: the games of one table that belong together, with a tally and a winner."""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from sixqp_tui.features.history.summary import BOT, GameSummary, SeatSummary

GAP_SECONDS: Final = 6 * 3600
"""Seconds between two games beyond which another evening has begun: longer than a meal, shorter than the night
between two evenings at a table that is never closed. Where the beginning of a game is not known, its end counts."""


class EveningLine(Struct, frozen=True):
    """What somebody has played in an evening. `person` is their key; `games` and `wins` count games that ended."""

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
    """The games of one table in one evening, the first one first; `lines` from the best to the last."""

    table: str
    title: str
    began: int
    ended: int
    games: tuple[str, ...]
    lines: tuple[EveningLine, ...]

    @property
    def winners(self) -> tuple[EveningLine, ...]:
        """Who has won most games, and among these took the fewest heads a round; several who share both."""
        best = self.lines[0]
        return tuple(line for line in self.lines if line.wins and _standing(line) == _standing(best))

    @property
    def persons(self) -> int:
        return sum(not line.bot for line in self.lines)


def evenings(games: Iterable[GameSummary], joined: Mapping[str, str] | None = None) -> tuple[Evening, ...]:
    """The evenings of these games, the newest first; `joined` are keys that belong to another person's."""
    by_table: dict[str, list[list[GameSummary]]] = {}
    for game in sorted(games, key=lambda game: (game.ended, game.number)):
        nights = by_table.setdefault(game.table, [])
        if not nights or game.ended - nights[-1][-1].ended > GAP_SECONDS + _length(game):
            nights.append([])
        nights[-1].append(game)
    found = (_evening(night, joined or {}) for nights in by_table.values() for night in nights)
    return tuple(sorted(found, key=lambda evening: evening.ended, reverse=True))


def _length(game: GameSummary) -> int:
    return max(0, game.ended - game.began) if game.began is not None else 0


def _evening(games: list[GameSummary], joined: Mapping[str, str]) -> Evening:
    seats: dict[str, list[SeatSummary]] = {}
    for seat in (seat for game in games for seat in game.seats):
        person = joined.get(seat.key, seat.key)
        seats.setdefault(f"{person} {seat.name}" if seat.bot else person, []).append(seat)
    lines = (_line(joined.get(held[0].key, held[0].key), held) for held in seats.values())
    first, last = games[0], games[-1]
    began = first.ended if first.began is None else first.began
    return Evening(
        first.table,
        last.title,
        began,
        last.ended,
        tuple(game.id for game in games),
        tuple(sorted(lines, key=_standing)),
    )


def _line(person: str, held: list[SeatSummary]) -> EveningLine:
    return EveningLine(
        held[-1].name,
        person,
        sum(seat.rank > 0 for seat in held),
        sum(seat.rank == 1 for seat in held),
        sum(len(seat.rounds) for seat in held),
        sum(seat.heads for seat in held),
    )


def _standing(line: EveningLine) -> tuple[int, float]:
    return -line.wins, line.heads / line.rounds
