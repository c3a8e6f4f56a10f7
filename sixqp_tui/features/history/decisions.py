"""What a person's decisions cost in the games that were reviewed, game by game and by kind."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from sixqp_tui.analysis.mistakes import (
    KINDS,
    GameCost,
    MistakeKind,
    Weakness,
    change,
    cost_a_round,
    find_weakness,
    usual_length,
)
from sixqp_tui.analysis.result import Tenths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sixqp_tui.features.history.game_index import GameIndex

MAX_POSITIONS: Final = 100
"""The costliest mistakes that are listed."""


class KindCost(Struct, frozen=True):
    """In heads a round; `within` is half the width of the 95 % interval."""

    kind: MistakeKind
    mean: float
    within: float | None


class ReviewedGame(Struct, frozen=True):
    """`ended` is in seconds since 1970."""

    game: str
    ended: int
    cost: GameCost


class Mistake(Struct, frozen=True):
    """`made` and `best` are cards, or rows from 0."""

    game: str
    ended: int
    seat: int
    round: int
    turn: int
    kind: MistakeKind
    made: int
    best: int
    cost: Tenths


class DecisionScore(Struct, frozen=True):
    """What decisions cost in the reviewed games, oldest first; `waiting` games aren't reviewed.

    `weakness` is the kind of mistake that is more frequent than chance explains, `most` whether it costs more than
    any other, and `length` how many cards the row held in most of these. `change` is how many more heads a round
    costs in the second half of the games, None if that may be chance. `mistakes` are the costliest.
    """

    games: tuple[ReviewedGame, ...] = ()
    waiting: int = 0
    mean: float = 0.0
    within: float | None = None
    kinds: tuple[KindCost, ...] = ()
    weakness: MistakeKind | None = None
    most: bool = False
    length: int | None = None
    change: float | None = None
    mistakes: tuple[Mistake, ...] = ()


def score_decisions(
    index: GameIndex, keys: Sequence[str], condition: str, values: Sequence[str | int]
) -> DecisionScore | None:
    """Of the person with these keys, in the games for which an SQL condition holds.

    None if no game is reviewed and none waits. Raises sqlite3.Error.
    """
    chosen = "" if condition == "1" else f" AND game IN (SELECT game FROM games WHERE {condition})"
    where = f"key IN ({', '.join('?' * len(keys))}){chosen}"
    given = (*keys, *values)
    waiting = len(ids_waiting(index, keys, condition, values))
    games = _games(index, where, given)
    if not games:
        return DecisionScore(waiting=waiting) if waiting else None
    costs = [game.cost for game in games]
    whole = cost_a_round(costs)
    found = find_weakness(costs)
    trend = change(costs)
    several = len(games) > 1
    return DecisionScore(
        games,
        waiting,
        whole.mean,
        whole.within if several else None,
        tuple(
            KindCost(kind, each.mean, each.within if several else None)
            for kind, each in ((kind, cost_a_round(costs, kind)) for kind in KINDS)
        ),
        found.kind if found else None,
        found.most if found else False,
        _length(index, where, given, found) if found else None,
        trend.mean if trend else None,
        _mistakes(index, where, given),
    )


def ids_waiting(
    index: GameIndex, keys: Sequence[str], condition: str = "1", values: Sequence[str | int] = ()
) -> tuple[str, ...]:
    """The unreviewed games of these keys, newest first. Raises sqlite3.Error."""
    rows = index.database.execute(
        f"SELECT DISTINCT id, games.ended FROM games JOIN seats USING (game) "
        f"WHERE key IN ({', '.join('?' * len(keys))}) AND {condition} AND shared = 0 AND played > 0 "
        f"AND NOT EXISTS (SELECT 1 FROM judged WHERE judged.game = games.game) "
        'ORDER BY games.ended DESC, "table", number DESC',
        (*keys, *values),
    )
    return tuple(id for id, _ended in rows)


def _games(index: GameIndex, where: str, given: Sequence[str | int]) -> tuple[ReviewedGame, ...]:
    rows = index.database.execute(
        f"SELECT game, kind, sum(cost), count(*) FROM mistakes WHERE {where} GROUP BY 1, 2 ORDER BY 1", given
    )
    costs: dict[int, dict[MistakeKind, Tenths]] = {}
    numbers: dict[int, dict[MistakeKind, int]] = {}
    for game, of_game in groupby(rows, key=itemgetter(0)):
        made = list(of_game)
        costs[game] = {kind: cost for _game, kind, cost, _number in made}
        numbers[game] = {kind: number for _game, kind, _cost, number in made}
    judged = index.database.execute(
        f"SELECT game, id, games.ended, sum(judged.rounds), players FROM judged JOIN games USING (game) "
        f"WHERE {where} "
        'GROUP BY game ORDER BY games.ended, "table", number',
        given,
    )
    return tuple(
        ReviewedGame(id, ended, GameCost(rounds, costs.get(game, {}), numbers.get(game, {}), players))
        for game, id, ended, rounds, players in judged
    )


def _length(index: GameIndex, where: str, given: Sequence[str | int], found: Weakness) -> int | None:
    if found.kind != "sixth":
        return None
    rows = index.database.execute(
        f"SELECT length, sum(cost) FROM mistakes WHERE {where} AND kind = ? GROUP BY length", (*given, found.kind)
    )
    return usual_length(dict(rows.fetchall()))


def _mistakes(index: GameIndex, where: str, given: Sequence[str | int]) -> tuple[Mistake, ...]:
    """As many of each kind, the costliest first, of equals the oldest."""
    most = MAX_POSITIONS // len(KINDS)
    found: list[Mistake] = []
    for kind in KINDS:
        costs = f"SELECT cost FROM mistakes WHERE {where} AND kind = ? ORDER BY cost DESC LIMIT 1 OFFSET ?"
        least = index.database.execute(costs, (*given, kind, most - 1)).fetchone()
        rows = index.database.execute(
            "SELECT id, games.ended, seat, round, turn, kind, made, best, cost "
            f"FROM mistakes JOIN games USING (game) WHERE {where} AND kind = ? AND cost >= ? "
            'ORDER BY cost DESC, games.ended, "table", number, seat, round, turn LIMIT ?',
            (*given, kind, least[0] if least else 0, most),
        )
        found += (Mistake(*row) for row in rows)
    return tuple(sorted(found, key=lambda each: -each.cost))
