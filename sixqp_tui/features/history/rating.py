"""Rates everybody by the ranks of all games, with Plackett-Luce (Weng and Lin, 2011) from openskill.

Players with one rank are rated by the mean over orders without ties, because the model's own rule lets those behind
a tie gain more than those who share it. Each scope (everybody, people, people in one variant) has its own ratings.
They stay in the index, so that a new game costs only its own rating.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import lcm, sqrt
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from sixqp_tui.features.history.summary import BOT

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

    from sixqp_tui.features.history.game_index import GameIndex, OnProgress

MIN_GAMES: Final = 30
"""Games before somebody is listed; fewer say mostly how lucky they were."""
WITHIN: Final = 1.4
"""Sigmas in ±, which covers 95 %: ratings of equally strong players spread less than the model's sigma says."""
EVERYBODY: Final = ""
PEOPLE: Final = "people"
"""Scopes; that of a variant has its name."""
OLDEST_FIRST: Final = 'ended, "table", number'
_WAITING: Final = "rated = 0 AND ended IS NOT NULL"
_TWO_SIDED: Final = NormalDist().inv_cdf(0.975)
BATCH: Final = 200
"""Games in one transaction."""


class Rating(Struct, frozen=True):
    """`within` is half the width of the 95 % interval. Newcomers begin at 25 ± 12."""

    value: float
    within: float
    games: int

    @property
    def listed(self) -> bool:
        return self.games >= MIN_GAMES

    def ahead_of(self, other: Rating) -> float:
        """How likely this player is the stronger one, from 0 to 1."""
        spread = sqrt(self.within**2 + other.within**2) / _TWO_SIDED
        return NormalDist().cdf((self.value - other.value) / spread)


def rate_games(index: GameIndex, joined: Mapping[str, str], on_progress: OnProgress) -> None:
    """Rate the waiting games, and again all that ended after one that was added late.

    A game that was given up, or whose seed a person chose, doesn't count. Raises sqlite3.Error.
    """
    _start_over_if_joins_changed(index, joined)
    while pending := _pending(index):
        from openskill.models import PlackettLuce

        model, latest = PlackettLuce(), _latest(index)
        for begin in range(0, len(pending), BATCH):
            batch = pending[begin : begin + BATCH]
            rows = [
                (*row, scope)
                for game in batch
                for scope, places in _scopes(index, game, joined)
                for row in rate_places(model, game, places, latest.setdefault(scope, {}))
            ]
            if not _keep(index, batch, rows):
                break
            on_progress(begin + len(batch), len(pending))


def is_rated(index: GameIndex) -> bool:
    """Raises sqlite3.Error."""
    return index.database.execute(f"SELECT 1 FROM games WHERE {_WAITING} LIMIT 1").fetchone() is None


def ratings(index: GameIndex, scope: str = EVERYBODY) -> dict[str, Rating]:
    rows = index.database.execute(
        "SELECT person, mu, sigma, max(id), count(*) FROM ratings WHERE scope = ? GROUP BY person", (scope,)
    )
    return {person: Rating(mu, WITHIN * sigma, games) for person, mu, sigma, _id, games in rows}


def _start_over_if_joins_changed(index: GameIndex, joined: Mapping[str, str]) -> None:
    basis = (" ".join(f"{key}={person}" for key, person in sorted(joined.items())),)
    if index.database.execute("SELECT joined FROM rating_basis").fetchone() == basis:
        return
    with index.transaction():
        index.database.execute("DELETE FROM rating_basis")
        index.database.execute("INSERT INTO rating_basis VALUES (?)", basis)
        index.unrate(since=0)


def _pending(index: GameIndex) -> list[int]:
    """Oldest first; everything after the first unrated game waits too."""
    if is_rated(index):
        return []
    with index.transaction():
        (since,) = index.database.execute(f"SELECT min(ended) FROM games WHERE {_WAITING}").fetchone()
        if since is not None:
            index.unrate(since)
    rows = index.database.execute(f"SELECT game FROM games WHERE {_WAITING} ORDER BY {OLDEST_FIRST}")
    return [game for (game,) in rows]


def _latest(index: GameIndex) -> dict[str, dict[str, tuple[float, float]]]:
    rows = index.database.execute("SELECT scope, person, mu, sigma, max(id) FROM ratings GROUP BY scope, person")
    found: dict[str, dict[str, tuple[float, float]]] = {}
    for scope, person, mu, sigma, _id in rows:
        found.setdefault(scope, {})[person] = mu, sigma
    return found


def _scopes(index: GameIndex, game: int, joined: Mapping[str, str]) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    """With persons and ranks; nothing if the game doesn't count."""
    taking_part = "SELECT key, rank, variant FROM seats JOIN games USING (game) WHERE game = ?"
    rows = index.database.execute(
        f"{taking_part} AND shared = 0 AND rank > 0 AND reason <> 'abandoned' AND seeded = 0", (game,)
    ).fetchall()
    people = [(joined.get(key, key), rank) for key, rank, _variant in rows if not key.startswith(BOT)]
    yield EVERYBODY, [(joined.get(key, key), rank) for key, rank, _variant in rows]
    yield PEOPLE, people
    for _key, _rank, variant in rows[:1]:
        yield variant, people


def rate_places(
    model: PlackettLuce, game: int, places: list[tuple[str, int]], latest: dict[str, tuple[float, float]]
) -> list[tuple[int, str, float, float]]:
    """New ratings, also written to `latest`.

    Bots of one level are one player: if several take part, each seat counts, and their mean remains.
    """
    if len({person for person, _rank in places}) < 2:
        return []
    before = (latest.get(person) for person, _rank in places)
    teams = [[model.rating(*known) if known else model.rating()] for known in before]
    after: dict[str, list[tuple[float, float]]] = {}
    for order in orders([rank for _person, rank in places]):
        rated = model.rate(teams, ranks=order)
        for (person, _rank), (rating,) in zip(places, rated, strict=True):
            after.setdefault(person, []).append((rating.mu, rating.sigma))
    for person, each in after.items():
        latest[person] = (fmean(mu for mu, _sigma in each), fmean(sigma for _mu, sigma in each))
    return [(game, person, *latest[person]) for person in after]


def orders(ranks: Sequence[int]) -> list[list[float]]:
    """Ranks without ties, by seat: players who share a rank change places, forwards and backwards."""
    tied = [[seat for seat, rank in enumerate(ranks) if rank == shared] for shared in sorted(set(ranks))]
    found = {
        tuple(group[(first + step * at) % len(group)] for group in tied for at in range(len(group)))
        for first in range(lcm(*map(len, tied)))
        for step in (1, -1)
    }
    return [[float(order.index(seat)) for seat in range(len(ranks))] for order in sorted(found)]


def _keep(index: GameIndex, batch: list[int], rows: list[tuple[int, str, float, float, str]]) -> bool:
    """Write nothing and return False if another program has just rated these games."""
    marks = f"UPDATE games SET rated = 1 WHERE rated = 0 AND game IN ({', '.join('?' * len(batch))})"
    try:
        with index.transaction():
            if index.database.execute(marks, batch).rowcount != len(batch):
                raise _Overtaken
            index.database.executemany(
                "INSERT INTO ratings (game, person, mu, sigma, scope) VALUES (?, ?, ?, ?, ?)", rows
            )
    except _Overtaken:
        return False
    return True


class _Overtaken(Exception): ...
