"""What remains of all games, counted: how everybody fares, and one person more closely. By the index, fast."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, get_args

from msgspec import Struct
from msgspec.structs import astuple, replace

from sixqp_protocol.facts import Variant
from sixqp_tui.features.history.rating import Rating, is_rated, rate_games, ratings
from sixqp_tui.features.history.summary import BOT, Evening, evenings

if TYPE_CHECKING:
    from sixqp_tui.features.history.game_index import GameIndex, OnProgress

EVENINGS: Final = 5
"""How many of the last evenings are told."""
EVENING_GAMES: Final = 200
"""Games among which the last evenings are looked for: many more than five evenings have."""


class Selection(Struct, frozen=True):
    """Which games are counted: those of one variant, those of so many players; all where neither is said."""

    variant: Variant | None = None
    players: int | None = None

    @property
    def everything(self) -> bool:
        return self.variant is None and self.players is None


ALL_GAMES: Final = Selection()


class Count(Struct, frozen=True):
    """Games and rounds of somebody, with what they took in them. `games` and `wins` are of games that ended."""

    games: int
    wins: int
    rounds: int
    heads: int
    best: int
    worst: int
    sixth: int
    too_low: int

    def __add__(self, other: Count) -> Count:
        sums = (mine + more for mine, more in zip(astuple(self), astuple(other), strict=True))
        return replace(Count(*sums), best=min(self.best, other.best), worst=max(self.worst, other.worst))

    @property
    def mean(self) -> float:
        return self.heads / self.rounds

    @property
    def won(self) -> float:
        """The share of games that were won, from 0 to 1; 0 where none ended."""
        return self.wins / self.games if self.games else 0.0


class PersonScore(Struct, frozen=True):
    """How somebody fares. `person` is their key; `own`: it is this user. Each seat of a bot's level counts."""

    person: str
    name: str
    count: Count
    own: bool = False
    rating: Rating | None = None

    @property
    def bot(self) -> bool:
        return self.person.startswith(BOT)


class VariantScore(Struct, frozen=True):
    """How the person fares at games of one variant."""

    variant: Variant
    count: Count


class SizeScore(Struct, frozen=True):
    """How the person fares at games of so many players."""

    players: int
    count: Count


class Companion(Struct, frozen=True):
    """With whom the person has played: how many games that ended, and in how many of them either was ahead."""

    person: str
    name: str
    games: int
    ahead: int
    behind: int

    @property
    def bot(self) -> bool:
        return self.person.startswith(BOT)


class CurvePoint(Struct, frozen=True):
    """One game of the person's, the oldest first: its id, its end, heads a round, and the rating after it."""

    game: str
    ended: int
    mean: float
    rating: float | None


class PersonDetails(Struct, frozen=True):
    """One person more closely."""

    score: PersonScore
    variants: tuple[VariantScore, ...]
    sizes: tuple[SizeScore, ...]
    companions: tuple[Companion, ...]
    curve: tuple[CurvePoint, ...]


class Scores(Struct, frozen=True):
    """What remains of all games: everybody, by games; the person who is looked at; the last evenings.

    `details` is None where nobody is looked at, or they have played no game. A selection of games has neither
    ratings, which follow from all games, nor evenings, which it would tear apart.
    """

    games: int
    people: tuple[PersonScore, ...]
    details: PersonDetails | None
    evenings: tuple[Evening, ...]

    @property
    def ranked(self) -> tuple[PersonScore, ...]:
        """Everybody who has a rating that is listed, the best first."""
        rated = ((each.rating, each) for each in self.people if each.rating and each.rating.listed)
        return tuple(each for _rating, each in sorted(rated, key=lambda pair: -pair[0].value))


def count_scores(
    index: GameIndex,
    joined: Mapping[str, str],
    own: tuple[str, ...] = (),
    person: str | None = None,
    on_progress: OnProgress = lambda done, of: None,
    selection: Selection = ALL_GAMES,
) -> Scores:
    """Count over the games of a selection.

    `joined` are keys that belong to another person's, `own` those of this user, the first the usual one. `person`
    is who is looked at more closely, this user where it is None. Raises sqlite3.Error.
    """
    joined = {**joined, **_own_joined(joined, own)}
    chosen = _Chosen(selection)
    while True:
        rate_games(index, joined, on_progress)
        with index.transaction(writing=False):
            if is_rated(index):  # and no other program has read a game meanwhile
                return _count(index, joined, own, person, chosen)


def _count(
    index: GameIndex, joined: Mapping[str, str], own: tuple[str, ...], person: str | None, chosen: _Chosen
) -> Scores:
    mine = {joined.get(key, key) for key in own}
    people = _people(index, joined, mine, chosen)
    looked_at = next((each for each in people if each.person == person or (person is None and each.own)), None)
    details = _details(index, joined, looked_at, chosen) if looked_at else None
    if not chosen.all:
        counted = index.database.execute(f"SELECT count(*) FROM games WHERE {chosen.games}", chosen.values)
        return Scores(counted.fetchone()[0], people, details, ())
    last = tuple(each for each in evenings(index.games(EVENING_GAMES), joined) if each.persons > 1)
    return Scores(index.count(), people, details, last[:EVENINGS])


class _Chosen:
    """A selection as SQL: what holds for its rows of `games`, and for rows that have a `game`; its `values`."""

    def __init__(self, selection: Selection) -> None:
        self.all = selection.everything
        wanted = {"variant": selection.variant, "players": selection.players}
        told = {column: value for column, value in wanted.items() if value is not None}
        self.games = " AND ".join(f"{column} = ?" for column in told) or "1"
        self.values: tuple[str | int, ...] = tuple(told.values())

    def of(self, table: str = "seats") -> str:
        return "1" if self.all else f"{table}.game IN (SELECT game FROM games WHERE {self.games})"


def _own_joined(joined: Mapping[str, str], own: tuple[str, ...]) -> dict[str, str]:
    """This user is one person, whatever keys they have: the first of them, or whom that is joined with."""
    if not own:
        return {}
    me = joined.get(own[0], own[0])
    moved = {joined.get(key, key) for key in own} | {*own}
    return {key: me for key in {*moved, *(key for key in joined if joined[key] in moved)} if key != me}


_COUNT: Final = (
    "sum(rank > 0), sum(rank = 1), sum(played), sum(heads), min(best), max(worst), sum(sixth), sum(too_low)"
)


def _people(index: GameIndex, joined: Mapping[str, str], own: set[str], chosen: _Chosen) -> tuple[PersonScore, ...]:
    rated = ratings(index) if chosen.all else {}
    where = f"WHERE {chosen.of()} GROUP BY key"
    counts: dict[str, Count] = {}
    for key, *counted in index.database.execute(f"SELECT key, {_COUNT} FROM seats {where}", chosen.values):
        who, count = joined.get(key, key), Count(*counted)
        counts[who] = counts[who] + count if who in counts else count
    newest: dict[str, tuple[bool, int, str]] = {}
    names = index.database.execute(f"SELECT key, name, max(ended) FROM seats {where}", chosen.values)
    for key, name, ended in names:
        who = joined.get(key, key)
        called = (key == who, ended, name)
        newest[who] = max(newest.get(who, called), called)
    scores = (PersonScore(who, newest[who][-1], count, who in own, rated.get(who)) for who, count in counts.items())
    return tuple(sorted(scores, key=lambda score: (-score.count.rounds, score.person)))


def _details(index: GameIndex, joined: Mapping[str, str], score: PersonScore, chosen: _Chosen) -> PersonDetails:
    keys = (score.person, *(key for key, person in joined.items() if person == score.person))
    variants: dict[Variant, Count] = {}
    sizes: dict[int, Count] = {}
    for variant, players, *counted in index.database.execute(
        f"SELECT variant, players, {_COUNT} FROM seats JOIN games USING (game) "
        f"WHERE key IN ({_marks(keys)}) AND {chosen.of()} GROUP BY variant, players",
        (*keys, *chosen.values),
    ):
        count = Count(*counted)
        variants[variant] = variants[variant] + count if variant in variants else count
        sizes[players] = sizes[players] + count if players in sizes else count
    return PersonDetails(
        score,
        tuple(VariantScore(variant, variants[variant]) for variant in get_args(Variant) if variant in variants),
        tuple(SizeScore(players, sizes[players]) for players in sorted(sizes)),
        _companions(index, joined, keys, chosen),
        tuple(_curve(index, score.person, keys, chosen)),
    )


def _curve(index: GameIndex, person: str, keys: tuple[str, ...], chosen: _Chosen) -> Iterator[CurvePoint]:
    after = dict(index.database.execute("SELECT game, mu FROM ratings WHERE person = ?", (person,)).fetchall())
    rows = index.database.execute(
        f"SELECT game, id, seats.ended, heads, played FROM seats JOIN games USING (game) "
        f'WHERE key IN ({_marks(keys)}) AND {chosen.of()} ORDER BY seats.ended, "table", number',
        (*keys, *chosen.values),
    )
    for game, id, ended, heads, played in rows:
        yield CurvePoint(id, ended, heads / played, after.get(game))


def _companions(
    index: GameIndex, joined: Mapping[str, str], keys: tuple[str, ...], chosen: _Chosen
) -> tuple[Companion, ...]:
    found: dict[str, Companion] = {}
    rows = index.database.execute(
        "SELECT other.key, other.name, max(other.ended), count(*), sum(mine.rank < other.rank), "
        "sum(mine.rank > other.rank) FROM seats AS mine JOIN seats AS other ON other.game = mine.game "
        f"WHERE mine.key IN ({_marks(keys)}) AND other.key NOT IN ({_marks(keys)}) AND other.rank > 0 "
        f"AND {chosen.of('mine')} GROUP BY other.key ORDER BY max(other.ended)",
        (*keys, *keys, *chosen.values),
    )
    for key, name, _last, games, ahead, behind in rows:
        person = joined.get(key, key)
        before = found.get(person, Companion(person, name, 0, 0, 0))
        found[person] = Companion(person, name, before.games + games, before.ahead + ahead, before.behind + behind)
    return tuple(sorted(found.values(), key=lambda each: (-each.games, each.person)))


def _marks(values: tuple[str, ...]) -> str:
    return ", ".join("?" * len(values))
