"""What a list and the statistics tell of a game: counted once from its facts, small enough for an index."""

from typing import Final

from msgspec import Struct

from sixqp_protocol.facts import EndReason, GameEnded, GameStarted, RoundEnded, RowTaken, Variant
from sixqp_tui.engine.rules import ranks
from sixqp_tui.features.history.record import GameRecord, Player

BOT: Final = "bot:"
"""What the key of a bot begins with; its level follows."""
UNKNOWN: Final = "name:"
"""What the key of somebody without a person's id begins with; their name and table follow."""


class SeatSummary(Struct, frozen=True):
    """What became of one seat. `key` tells who held it (`player_key`), `rounds` its heads by round.

    `sixth` and `too_low` count the rows that it took, by the reason (3.6, 3.7). `rank` is from 1, 0 where the game
    was given up.
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
    """One game in a list; `began` and `ended` in seconds since 1970, UTC."""

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
    """Who this is, in all games alike: a person's id, a bot's level, or else a name at one table.

    Nobody proves a name: whoever bears it at another table may be somebody else.
    """
    if player.person:
        return player.person
    if player.level:
        return BOT + player.level
    return f"{UNKNOWN}{player.name.casefold()}@{table}"


CODE_DIGITS: Final = 8
"""Digits of a person's id that tell persons of one name apart: no two of a thousand share them by chance."""


def person_code(key: str) -> str:
    return key.removeprefix(UNKNOWN).removeprefix(BOT) if ":" in key else key[:CODE_DIGITS]


def summarize(record: GameRecord) -> GameSummary:
    """The summary of a game whose facts have been checked. Raises ValueError where they do not fit each other."""
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
