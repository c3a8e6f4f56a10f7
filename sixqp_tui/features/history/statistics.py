"""Counts all games with the index: everybody's results, and one person in detail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import TYPE_CHECKING, Final, NamedTuple, cast, get_args

from msgspec import Struct
from msgspec.structs import astuple, replace

from sixqp_protocol.facts import Variant
from sixqp_tui.analysis.result import Tenths
from sixqp_tui.features.history.decisions import DecisionScore, ids_waiting, score_decisions
from sixqp_tui.features.history.rating import EVERYBODY, PEOPLE, Rating, is_rated, rate_games, ratings
from sixqp_tui.features.history.summary import BOT, Evening, evenings

if TYPE_CHECKING:
    from sixqp_tui.features.history.game_index import GameIndex, OnProgress

EVENINGS: Final = 5
SURE: Final = 0.7
"""A lead that is less likely is nothing but chance."""
MAX_LEADS: Final = 8
EVENING_GAMES: Final = 200
"""Games that are searched for the last evenings: many more than five evenings have."""


class Selection(Struct, frozen=True):
    """Games of one variant or number of players; None means all.

    They ended at `since` or later, and before `until`, in seconds since 1970. `people_only`: without any bot.
    """

    variant: Variant | None = None
    players: int | None = None
    since: int | None = None
    until: int | None = None
    people_only: bool = False

    @property
    def everything(self) -> bool:
        return self == ALL_GAMES


ALL_GAMES: Final = Selection()


class Count(Struct, frozen=True):
    """`games` and `wins` count each ended game once, even where somebody held several of its seats.

    The other figures are those of all seats.
    """

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
        """From 0 to 1; 0 if no game ended."""
        return self.wins / self.games if self.games else 0.0


class ParScore(Struct, frozen=True):
    """Heads a round above what sensible play would have taken with the same hands, in reviewed rounds."""

    rounds: int
    mean: float


class PersonScore(Struct, frozen=True):
    """`person` is a key; `own`: it is this user. All bots of a level are one person.

    `place` is the average of all seats in games that ended.
    """

    person: str
    name: str
    count: Count
    own: bool = False
    rating: Rating | None = None
    place: float | None = None
    par: ParScore | None = None

    @property
    def bot(self) -> bool:
        return self.person.startswith(BOT)


class VariantScore(Struct, frozen=True):
    variant: Variant
    count: Count


class SizeScore(Struct, frozen=True):
    players: int
    count: Count


class PlaceCount(Struct, frozen=True):
    """`last`: nobody finished behind them."""

    place: int
    games: int
    last: int


class Companion(Struct, frozen=True):
    """How often each of two people finished ahead of the other; `last` is when they last met."""

    person: str
    name: str
    games: int
    ahead: int
    behind: int
    last: int = 0

    @property
    def bot(self) -> bool:
        return self.person.startswith(BOT)


class CurvePoint(Struct, frozen=True):
    """One game of the person, oldest first; `mean` is heads per round, `rating` the one after it."""

    game: str
    ended: int
    mean: float
    rating: float | None


class PersonDetails(Struct, frozen=True):
    """`decisions` are known of this user alone, where games are or could be reviewed."""

    score: PersonScore
    variants: tuple[VariantScore, ...]
    sizes: tuple[SizeScore, ...]
    companions: tuple[Companion, ...]
    curve: tuple[CurvePoint, ...]
    decisions: DecisionScore | None = None
    places: tuple[PlaceCount, ...] = ()


class Lead(Struct, frozen=True):
    """Who is probably stronger than whom, by keys; `sure` is how likely, from 0 to 1.

    They have met in this many `games`; in these, the first finished `before` the second, or `after`.
    """

    ahead: str
    behind: str
    sure: float
    games: int
    before: int
    after: int


class Standings(Struct, frozen=True):
    """Who is stronger, by games among people, in a variant or (None) in all; best first.

    `listed` people have enough games. A comparison that chance could have made as well is no lead.
    """

    variant: Variant | None
    listed: int
    leads: tuple[Lead, ...]


class Scores(Struct, frozen=True):
    """Everybody by games, the selected person, and the last evenings.

    `details` is None if nobody is selected, or they have no game. A selection of games has no ratings and no
    evenings, because these follow from all games.
    """

    games: int
    people: tuple[PersonScore, ...]
    details: PersonDetails | None
    evenings: tuple[Evening, ...]
    standings: tuple[Standings, ...] = ()

    @property
    def ranked(self) -> tuple[PersonScore, ...]:
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
    """Raises sqlite3.Error.

    `joined` maps keys to the key of their person. `own` are this user's keys, the usual one first. `person` is
    shown in detail.
    """
    joined = {**joined, **_own_joined(joined, own)}
    index.database.create_function("person", 1, lambda key: joined.get(key, key), deterministic=True)
    chosen = _Chosen(selection)
    while True:
        rate_games(index, joined, on_progress)
        with index.transaction(writing=False):
            if is_rated(index):  # and no other program has just read a game
                return _count(index, joined, own, person, chosen)


def _count(
    index: GameIndex, joined: Mapping[str, str], own: tuple[str, ...], person: str | None, chosen: _Chosen
) -> Scores:
    mine = {joined.get(key, key) for key in own}
    finishes = _finishes(index, joined, chosen)
    people = _people(index, mine, chosen, finishes)
    looked_at = next((each for each in people if each.person == person or (person is None and each.own)), None)
    details = _details(index, joined, looked_at, chosen, finishes) if looked_at else None
    if not chosen.all:
        counted = index.database.execute(f"SELECT count(*) FROM games WHERE {chosen.games}", chosen.values)
        return Scores(counted.fetchone()[0], people, details, ())
    last = tuple(each for each in evenings(index.games(EVENING_GAMES), joined) if each.persons > 1)
    return Scores(index.count(), people, details, last[:EVENINGS], _standings(index, finishes))


class _Finish(NamedTuple):
    """The best place of a person in a game that ended, and what they were called there."""

    rank: int
    name: str
    ended: int


_Finishes = dict[str, dict[int, _Finish]]
"""By person and game."""


def _finishes(index: GameIndex, joined: Mapping[str, str], chosen: _Chosen) -> _Finishes:
    """Counted here, because each pair of people would be another query."""
    rows = index.database.execute(
        f"SELECT key, game, rank, name, ended FROM seats WHERE rank > 0 AND {chosen.seats}", chosen.values
    )
    found: _Finishes = {}
    for key, game, *finish in rows:
        of_person = found.setdefault(joined.get(key, key), {})
        there = of_person.get(game)
        if there is None or finish[0] < there.rank:
            of_person[game] = _Finish(*finish)
    return found


def _standings(index: GameIndex, finishes: _Finishes) -> tuple[Standings, ...]:
    """All variants first; a variant by itself only where several were played."""
    found = [_standing(index, scope, finishes) for scope in (PEOPLE, *get_args(Variant))]
    listed = [each for each in found if each.listed > 1]
    return tuple(listed if len(listed) > 2 else listed[:1])


def _standing(index: GameIndex, scope: str, finishes: _Finishes) -> Standings:
    rated = {person: each for person, each in ratings(index, scope).items() if each.listed}
    order = sorted(rated, key=lambda person: (-rated[person].value, person))
    variant = None if scope == PEOPLE else cast("Variant", scope)
    played = index.database.execute("SELECT game FROM games WHERE ? IN (variant, ?)", (scope, PEOPLE))
    games = {game for (game,) in played}
    leads = []
    for at, behind in enumerate(order):
        surest = ((rated[each].ahead_of(rated[behind]), each) for each in reversed(order[:at]))
        lead = next(((sure, ahead) for sure, ahead in surest if sure >= SURE), None)
        if lead:
            sure, ahead = lead
            leads.append(Lead(ahead, behind, sure, *_meetings(finishes[ahead], finishes[behind], games)))
    return Standings(variant, len(order), tuple(leads[:MAX_LEADS]))


def _meetings(mine: Mapping[int, _Finish], theirs: Mapping[int, _Finish], among: Set[int]) -> tuple[int, int, int]:
    """Games, and in how many of them the first finished before the second, and after."""
    ranks = [(mine[game].rank, theirs[game].rank) for game in mine.keys() & theirs.keys() & among]
    return len(ranks), sum(one < other for one, other in ranks), sum(one > other for one, other in ranks)


def _keys(person: str, joined: Mapping[str, str]) -> tuple[str, ...]:
    return (person, *(key for key, other in joined.items() if other == person))


class _Chosen:
    """A selection as SQL conditions: on `games`, on rows with a `game`, and on `seats` that count for somebody."""

    def __init__(self, selection: Selection) -> None:
        self.all = selection.everything
        wanted = {
            "variant = ?": selection.variant,
            "players = ?": selection.players,
            "games.ended >= ?": selection.since,
            "games.ended < ?": selection.until,
        }
        conditions = {condition: value for condition, value in wanted.items() if value is not None}
        without_bots = f"game NOT IN (SELECT game FROM seats WHERE key GLOB '{BOT}*')"
        self.games = " AND ".join((*conditions, *((without_bots,) if selection.people_only else ()))) or "1"
        self.values: tuple[str | int, ...] = tuple(conditions.values())
        self.rows = "1" if self.all else f"game IN (SELECT game FROM games WHERE {self.games})"
        self.seats = f"shared = 0 AND {self.rows}"


def _own_joined(joined: Mapping[str, str], own: tuple[str, ...]) -> dict[str, str]:
    """As the first of them, or whom it was joined into."""
    if not own:
        return {}
    me = joined.get(own[0], own[0])
    moved = {joined.get(key, key) for key in own} | {*own}
    return {key: me for key in {*moved, *(key for key in joined if joined[key] in moved)} if key != me}


_FIGURES: Final = (
    "sum(played) AS played, sum(heads) AS heads, min(best) AS best, max(worst) AS worst, "
    "sum(sixth) AS sixth, sum(too_low) AS too_low"
)
_COUNT: Final = (
    "count(DISTINCT CASE WHEN rank > 0 THEN seats.game END), "
    f"count(DISTINCT CASE WHEN rank = 1 THEN seats.game END), {_FIGURES}"
)
_PLAYED: Final = "HAVING sum(played) > 0"
"""Somebody who has played no round from its beginning to its end has no figures."""


def _people(index: GameIndex, own: set[str], chosen: _Chosen, finishes: _Finishes) -> tuple[PersonScore, ...]:
    rated = ratings(index) if chosen.all else {}
    # By key first: an index has the rows in this order, and each call of a function of ours takes time.
    by_key = (
        f"SELECT key, sum(rank) AS places, count(nullif(rank, 0)) AS ranked, {_FIGURES} FROM seats "
        f"WHERE {chosen.seats} GROUP BY key"
    )
    counted = index.database.execute(
        f"SELECT person(key) AS who, total(places) / nullif(sum(ranked), 0), {_FIGURES} FROM ({by_key}) "
        f"GROUP BY who {_PLAYED}",
        chosen.values,
    )
    of_key = f"SELECT key, {_PAR} FROM judged WHERE {chosen.rows} GROUP BY key"
    judged = index.database.execute(f"SELECT person(key), {_PAR} FROM ({of_key}) GROUP BY 1", chosen.values)
    pars = {who: _par(*figures) for who, *figures in judged}
    newest: dict[str, tuple[bool, int, str]] = {}
    names = index.database.execute(
        f"SELECT key, person(key), name, max(ended) FROM seats WHERE {chosen.seats} GROUP BY key", chosen.values
    )
    for key, who, name, ended in names:
        called = (key == who, ended, name)
        newest[who] = max(newest.get(who, called), called)
    scores = []
    for who, place, *sums in counted:
        ranks = [finish.rank for finish in finishes.get(who, {}).values()]
        count = Count(len(ranks), ranks.count(1), *sums)
        scores.append(PersonScore(who, newest[who][-1], count, who in own, rated.get(who), place, pars.get(who)))
    return tuple(sorted(scores, key=lambda score: (-score.count.rounds, score.person)))


def own_ids_waiting(index: GameIndex, joined: Mapping[str, str], own: tuple[str, ...]) -> tuple[str, ...]:
    """Newest first. Raises sqlite3.Error."""
    joined = {**joined, **_own_joined(joined, own)}
    mine = {joined.get(key, key) for key in own}
    keys = (*mine, *(key for key, person in joined.items() if person in mine))
    return ids_waiting(index, keys)


def _details(
    index: GameIndex, joined: Mapping[str, str], score: PersonScore, chosen: _Chosen, finishes: _Finishes
) -> PersonDetails:
    keys = _keys(score.person, joined)
    variants: dict[Variant, Count] = {}
    sizes: dict[int, Count] = {}
    for variant, players, *counted in index.database.execute(
        f"SELECT variant, players, {_COUNT} FROM seats JOIN games USING (game) "
        f"WHERE key IN ({_marks(keys)}) AND {chosen.seats} GROUP BY variant, players {_PLAYED}",
        (*keys, *chosen.values),
    ):
        count = Count(*counted)
        variants[variant] = variants[variant] + count if variant in variants else count
        sizes[players] = sizes[players] + count if players in sizes else count
    return PersonDetails(
        score,
        tuple(VariantScore(variant, variants[variant]) for variant in get_args(Variant) if variant in variants),
        tuple(SizeScore(players, sizes[players]) for players in sorted(sizes)),
        _companions(finishes, score.person),
        tuple(_curve(index, score.person, keys, chosen)),
        score_decisions(index, keys, chosen.games, chosen.values) if score.own else None,
        _places(index, keys, chosen),
    )


_PAR: Final = "sum(par_rounds) AS par_rounds, sum(par) AS par, sum(taken) AS taken"


def _par(rounds: int, par: Tenths, taken: Tenths) -> ParScore | None:
    return ParScore(rounds, (taken - par) / 10 / rounds) if rounds else None


def _places(index: GameIndex, keys: tuple[str, ...], chosen: _Chosen) -> tuple[PlaceCount, ...]:
    """The best of each game, where the person held several seats."""
    rows = index.database.execute(
        "SELECT place, count(*), sum(place = (SELECT max(rank) FROM seats WHERE seats.game = best.game)) FROM "
        f"(SELECT game, min(rank) AS place FROM seats WHERE key IN ({_marks(keys)}) AND rank > 0 "
        f"AND {chosen.seats} GROUP BY game) AS best GROUP BY place ORDER BY place",
        (*keys, *chosen.values),
    )
    return tuple(PlaceCount(*row) for row in rows)


def _curve(index: GameIndex, person: str, keys: tuple[str, ...], chosen: _Chosen) -> Iterator[CurvePoint]:
    after = dict(
        index.database.execute(
            "SELECT game, mu FROM ratings WHERE person = ? AND scope = ?", (person, EVERYBODY)
        ).fetchall()
    )
    rows = index.database.execute(
        "SELECT game, id, seats.ended, sum(heads), sum(played) FROM seats JOIN games USING (game) "
        f"WHERE key IN ({_marks(keys)}) AND {chosen.seats} GROUP BY game {_PLAYED} "
        'ORDER BY seats.ended, "table", number',
        (*keys, *chosen.values),
    )
    for game, id, ended, heads, played in rows:
        yield CurvePoint(id, ended, heads / played, after.get(game))


def _companions(finishes: _Finishes, person: str) -> tuple[Companion, ...]:
    mine = finishes.get(person, {})
    found = []
    for other, theirs in finishes.items():
        met = mine.keys() & theirs.keys()
        if met and other != person:
            last = max(met, key=lambda game: (theirs[game].ended, game))
            latest = theirs[last]
            found.append(Companion(other, latest.name, *_meetings(mine, theirs, met), latest.ended))
    return tuple(sorted(found, key=lambda each: (-each.games, each.person)))


def _marks(values: tuple[str, ...]) -> str:
    return ", ".join("?" * len(values))
