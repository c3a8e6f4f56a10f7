"""What lists and statistics keep of a game, and the evenings that games belong to."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from math import inf
from typing import Final, NamedTuple

from msgspec import Struct

from sixqp_protocol.facts import (
    EndReason,
    GameEnded,
    GameStarted,
    RoundEnded,
    Variant,
)
from sixqp_tui.engine.cards import HAND
from sixqp_tui.engine.rules import ranks
from sixqp_tui.features.history.record import GameRecord, Holder, Player

BOT: Final = "bot:"
"""Prefix of a bot's key; its level follows."""
UNKNOWN: Final = "name:"
"""Prefix of the key of somebody without an id; the name follows."""


class SeatSummary(Struct, frozen=True):
    """`key` tells who held the seat (`player_key`).

    `heads` are those of each round, in `rounds`, and of all. `rank` is 0 if the game was given up.
    `shared`: the seat changed hands, so it counts for nobody by itself. `accuracy` is that of `SeatReview`, None
    where the index doesn't know a whole review of the game.
    """

    name: str
    key: str
    heads: int
    rank: int
    rounds: tuple[int, ...]
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


def player_key(player: Player | Holder) -> str:
    """Who somebody is in every game: a person's id, a bot's level, or else a name."""
    return player.person or (BOT + player.level if player.level else UNKNOWN + player.name.casefold())


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
    by_seat = [dict(enumerate(heads, 1)) for heads in zip(*rounds, strict=True)]
    totals = tuple(sum(heads.values()) for heads in by_seat)
    places = (0,) * seats if ended.reason == "abandoned" else ranks(totals)
    shares: list[SeatSummary] = []
    held: list[SeatSummary] = []
    for seat, player in enumerate(record.players):
        of_seat = _shares(player, by_seat[seat], places[seat]) if player.holders else []
        shared = len(of_seat) > 1
        shares += of_seat if shared else []
        held.append(_seat(player, by_seat[seat], places[seat], shared))
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


def _seat(player: Player | Holder, heads: Mapping[int, int], rank: int, shared: bool = False) -> SeatSummary:
    """`heads` are those of some rounds, by number."""
    rounds = tuple(heads.values())
    return SeatSummary(player.name, player_key(player), sum(rounds), rank, rounds, shared)


MOMENTS: Final = (*((1, picks) for picks in range(HAND)), *((turn, HAND) for turn in range(1, HAND + 1)))
"""By decision of a round, its turn, and how many cards of the draft were picked before. Without a draft, the first
ten belong to the holder of the first turn."""


def _shares(player: Player, heads: Mapping[int, int], rank: int) -> list[SeatSummary]:
    held: dict[str, list[tuple[int, int, int]]] = {}
    holders: dict[str, Player | Holder] = {}
    for moment in ((number, turn, picks) for number in heads for turn, picks in MOMENTS):
        holder = player.holder(*moment)
        key = player_key(holder)
        holders[key] = holder
        held.setdefault(key, []).append(moment)
    cards = {key: [moment for moment in moments if moment[2] == HAND] for key, moments in held.items()}
    most = max(cards, key=lambda key: (len(cards[key]), cards[key]))
    ranked = most if 2 * len(cards[most]) >= HAND * len(heads) else None
    shares = []
    for key, moments in held.items():
        decided = Counter(number for number, _turn, _picks in moments)
        whole = {number: heads[number] for number in heads if decided[number] == len(MOMENTS)}
        shares.append(_seat(holders[key], whole, rank if key == ranked else 0))
    return shares


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
        for seat in game.credits:
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
    return -line.wins, line.heads / line.rounds if line.rounds else inf
