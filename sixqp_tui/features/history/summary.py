"""What lists and statistics keep of a game, and the evenings that games belong to."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from math import inf
from typing import Final, NamedTuple

from msgspec import Struct

from sixqp_protocol.facts import (
    EndReason,
    Fact,
    GameEnded,
    GameStarted,
    RoundBegan,
    RoundEnded,
    RowTaken,
    Variant,
)
from sixqp_tui.engine.cards import HAND
from sixqp_tui.engine.rules import ranks
from sixqp_tui.features.history.record import GameRecord, Holder, Player

BOT: Final = "bot:"
"""Prefix of a bot's key; its level follows."""
UNKNOWN: Final = "name:"
"""Prefix of the key of somebody without an id; name and table follow."""


class SeatSummary(Struct, frozen=True):
    """`key` tells who held the seat (`player_key`).

    `sixth` and `too_low` count the rows it took, by reason (3.6, 3.7). `rank` is 0 if the game was given up.
    `shared`: the seat changed hands, so it counts for nobody by itself. `accuracy` is that of `SeatReview`, None
    where the index doesn't know a whole review of the game.
    """

    name: str
    key: str
    heads: int
    rank: int
    rounds: tuple[int, ...]
    sixth: int
    too_low: int
    shared: bool = False
    accuracy: int | None = None

    @property
    def bot(self) -> bool:
        return self.key.startswith(BOT)


class GameSummary(Struct, frozen=True):
    """`seats` are as the game ended; `began` and `ended` are in seconds since 1970.

    `shares` credit the holders of `shared` seats with the rounds that they played from beginning to end, and one of
    them with the seat's rank: the one who chose most of its cards, and at least half.
    """

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
    shares: tuple[SeatSummary, ...] = ()

    @property
    def credits(self) -> tuple[SeatSummary, ...]:
        return (*(seat for seat in self.seats if not seat.shared), *self.shares)

    @property
    def rounds(self) -> int:
        return len(self.seats[0].rounds)

    @property
    def winners(self) -> tuple[SeatSummary, ...]:
        return tuple(seat for seat in self.seats if seat.rank == 1)


def player_key(player: Player | Holder, table: str) -> str:
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
    """Raises ValueError if the facts of the game contradict each other."""
    start, end = record.facts[:1], record.facts[-1:]
    if not start or not isinstance(started := start[0], GameStarted) or not isinstance(end[0], GameEnded):
        raise ValueError("expected a whole game")
    ended = end[0]
    seats = len(record.players)
    rounds = [fact.heads for fact in record.facts if isinstance(fact, RoundEnded)]
    if not rounds or any(len(heads) != seats for heads in (started.names, *rounds)):
        raise ValueError("expected rounds of all players")
    takes = _takes(record.facts)
    if any(seat >= seats for seat, _number in takes):
        raise ValueError("expected rows that players took")
    by_seat = [dict(enumerate(heads, 1)) for heads in zip(*rounds, strict=True)]
    totals = tuple(sum(heads.values()) for heads in by_seat)
    places = (0,) * seats if ended.reason == "abandoned" else ranks(totals)
    shares: list[SeatSummary] = []
    held: list[SeatSummary] = []
    for seat, player in enumerate(record.players):
        of_seat = _shares(record, seat, by_seat[seat], places[seat], takes) if player.holders else []
        shared = len(of_seat) > 1
        shares += of_seat if shared else []
        key = player_key(player, record.table)
        held.append(_seat(player.name, key, seat, by_seat[seat], places[seat], takes, shared))
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
        tuple(held),
        tuple(shares),
    )


Takes = dict[tuple[int, int], tuple[int, int]]
"""By seat and round, the rows that it took with a sixth card, and with a card that was too low."""


def _takes(facts: Iterable[Fact]) -> Takes:
    found: Takes = {}
    number = 0
    for fact in facts:
        if isinstance(fact, RoundBegan):
            number = fact.round
        elif isinstance(fact, RowTaken):
            if not fact.cards:
                raise ValueError("expected rows that players took")
            sixth, too_low = found.get((fact.seat, number), (0, 0))
            found[fact.seat, number] = (sixth + (not fact.too_low), too_low + fact.too_low)
    return found


def _seat(
    name: str, key: str, seat: int, heads: Mapping[int, int], rank: int, takes: Takes, shared: bool = False
) -> SeatSummary:
    """`heads` are those of some rounds, by number."""
    taken = [takes.get((seat, number), (0, 0)) for number in heads]
    sixth, too_low = sum(each for each, _low in taken), sum(low for _each, low in taken)
    return SeatSummary(name, key, sum(heads.values()), rank, tuple(heads.values()), sixth, too_low, shared)


MOMENTS: Final = (*((1, picks) for picks in range(HAND)), *((turn, HAND) for turn in range(1, HAND + 1)))
"""By decision of a round, its turn, and how many cards of the draft were picked before. Without a draft, the first
ten belong to the holder of the first turn."""


def _shares(record: GameRecord, seat: int, heads: Mapping[int, int], rank: int, takes: Takes) -> list[SeatSummary]:
    player = record.players[seat]
    held: dict[str, list[tuple[int, int, int]]] = {}
    names: dict[str, str] = {}
    for moment in ((number, turn, picks) for number in heads for turn, picks in MOMENTS):
        holder = player.holder(*moment)
        key = player_key(holder, record.table)
        names[key] = holder.name
        held.setdefault(key, []).append(moment)
    cards = {key: [moment for moment in moments if moment[2] == HAND] for key, moments in held.items()}
    most = max(cards, key=lambda key: (len(cards[key]), cards[key]))
    ranked = most if 2 * len(cards[most]) >= HAND * len(heads) else None
    shares = []
    for key, moments in held.items():
        decided = Counter(number for number, _turn, _picks in moments)
        whole = {number: heads[number] for number in heads if decided[number] == len(MOMENTS)}
        shares.append(_seat(names[key], key, seat, whole, rank if key == ranked else 0, takes))
    return shares


GAP_SECONDS: Final = 6 * 3600
"""A longer pause than this begins another evening: longer than a meal, shorter than the night between two evenings
at one table. Where nobody knows when a game began, its end counts."""


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
    """Games are oldest first; `lines` are sorted from best to worst."""

    table: str
    title: str
    began: int
    ended: int
    games: tuple[str, ...]
    lines: tuple[EveningLine, ...]

    @property
    def winners(self) -> tuple[EveningLine, ...]:
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
    """Games with others, at any table."""

    games: int
    won: int
    lasts: bool


def last_evening(
    games: Iterable[GameSummary], own: Collection[str], now: float, joined: Mapping[str, str] | None = None
) -> PlayedEvening | None:
    """`games` come newest first, `now` is in seconds since 1970."""
    called = joined or {}
    persons = {called.get(key, key) for key in own}
    played: list[tuple[GameSummary, SeatSummary]] = []
    for game in games:
        seat = next((seat for seat in game.credits if called.get(seat.key, seat.key) in persons), None)
        if seat is None or sum(not each.bot for each in game.credits) < 2:
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
        for seat in game.credits:
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
    return -line.wins, line.heads / line.rounds if line.rounds else inf
