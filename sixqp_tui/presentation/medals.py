"""The medals of a game, and the story of a round: counted from public facts, and the same for every reader.

Each rule's docstring says what it counts. A medal has one holder: a shared count earns nothing. Of all counts of a
game, the rarest are awarded; `medals.json` says how rare they are among bots (`tools/measure_medals.py`).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate, groupby
from typing import Final, NamedTuple

from msgspec import json

from sixqp_protocol.facts import CardPlaced, Fact, RowTaken
from sixqp_tui.engine.cards import HAND, ROW_LIMIT, heads_of
from sixqp_tui.engine.reducer import apply_fact
from sixqp_tui.engine.rules import ranks
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import readable
from sixqp_tui.i18n import medals as medal_words
from sixqp_tui.i18n.medals import MedalKind
from sixqp_tui.presentation.catastrophe import CATASTROPHE

MAX_MEDALS: Final = 4
MIN_MEDALS: Final = 2
"""Medals of a game even if none of its counts is rare."""
RARE: Final = 333
"""A count that this many of a thousand games reach earns a third or fourth medal."""
SHARES: Final = (500, RARE, 200, 120, 70, 40, 20, 10)
"""Games in a thousand: `medals.json` has the lowest count that at most this many reach, for each of these."""
COMMON: Final = 1000
LENGTHS: Final = (1, 2, 3, 5, 8)
"""Numbers of rounds from which rarities are measured separately."""

FAMILIES: Final[tuple[tuple[MedalKind, ...], ...]] = (
    ("catastrophe", "last card"),
    ("dead heat", "photo finish", "runaway", "even field"),
    ("start to finish", "lost lead", "comeback"),
    ("fewest rows", "safe streak", "clean rounds"),
    ("most rows", "row after row", "too low"),
    ("sixth cards", "black round"),
    ("fifth cards", "trap"),
)
"""Kinds that say nearly the same: a game has at most one medal of each family."""


class Play(NamedTuple):
    """A card that landed in `row` behind `length` cards, the last of which is `end`.

    It took the cards `taken`, as the sixth card or because it was too low. Rows count from 0, rounds and turns from
    1.
    """

    round: int
    turn: int
    seat: int
    card: int
    row: int
    length: int
    end: int
    taken: tuple[int, ...] = ()

    @property
    def is_sixth(self) -> bool:
        return bool(self.taken) and self.card > self.end

    @property
    def is_too_low(self) -> bool:
        return bool(self.taken) and self.card < self.end

    @property
    def heads(self) -> int:
        return heads_of(self.taken)


class Claim(NamedTuple):
    """A count that may earn a medal: the higher its `value`, the rarer. The others fill the sentence."""

    value: int
    seat: int | None = None
    number: int = 0
    card: int = 0
    round: int = 0
    other: int = 0


class Medal(NamedTuple):
    """A medal. `seats` are its holders: one, several who share a win, or none for what the whole table did."""

    kind: MedalKind
    seats: tuple[int, ...]
    number: int = 0
    card: int = 0
    round: int = 0
    other: int = 0


class MedalText(NamedTuple):
    title: str
    sentence: str
    seat: int | None = None
    """The holder, if there is exactly one."""


class PlayedGame(NamedTuple):
    """A game to be counted: its plays in order, and each round's heads by seat."""

    plays: tuple[Play, ...]
    scores: tuple[tuple[int, ...], ...]

    @property
    def seats(self) -> range:
        return range(len(self.scores[0]))

    @property
    def totals(self) -> tuple[int, ...]:
        return self.totals_by_round[-1]

    @property
    def totals_by_round(self) -> tuple[tuple[int, ...], ...]:
        by_seat = [tuple(accumulate(rounds[seat] for rounds in self.scores)) for seat in self.seats]
        return tuple(zip(*by_seat, strict=True))

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(ranks(self.totals)) if rank == 1)

    @property
    def gap(self) -> int:
        """Heads between first and second place; 0 if the win is shared."""
        first, second = sorted(self.totals)[:2]
        return second - first

    def of(self, seat: int) -> tuple[Play, ...]:
        return tuple(play for play in self.plays if play.seat == seat)

    def first_rounds(self, count: int) -> "PlayedGame":
        return PlayedGame(tuple(play for play in self.plays if play.round <= count), self.scores[:count])


Rule = Callable[[PlayedGame], Iterator[Claim]]


def play_of(fact: Fact, before: Table) -> Play | None:
    """The play of this fact, at the table before it; None for other facts."""
    match fact:
        case CardPlaced(seat, card, row):
            taken: tuple[int, ...] = ()
        case RowTaken(seat, card, row, taken):
            pass
        case _:
            return None
    held = before.rows[row]
    return Play(before.round, before.turn, seat, card, row, len(held), held[-1], taken)


def read_game(happened: Iterable[Fact]) -> tuple[Table, tuple[Play, ...]]:
    """The last table and the plays of a game, from any reader's facts. Raises ImpossibleFact."""
    table, plays = Table(), list[Play]()
    for fact in readable(happened, None):
        play = play_of(fact, table)
        plays += [play] if play else []
        table = apply_fact(table, fact)
    return table, tuple(plays)


# -- the rules --------------------------------------------------------------------------------------


def _catastrophe(game: PlayedGame) -> Iterator[Claim]:
    """The most heads taken with one card, at least ten."""
    for play in game.plays:
        if play.heads >= CATASTROPHE:
            yield Claim(play.heads, play.seat, play.heads, play.card)


def _last_card(game: PlayedGame) -> Iterator[Claim]:
    """The most heads taken with the last card of a round."""
    for play in game.plays:
        if play.turn == HAND and play.taken:
            yield Claim(play.heads, play.seat, play.heads, play.card, play.round)


def _black_round(game: PlayedGame) -> Iterator[Claim]:
    """The most heads of one player in one round."""
    for number, scores in enumerate(game.scores, 1):
        for seat, heads in enumerate(scores):
            yield Claim(heads, seat, heads, round=number)


def _sixth_cards(game: PlayedGame) -> Iterator[Claim]:
    """The most sixth cards of one player in one round, at least two."""
    sixths = Counter((play.seat, play.round) for play in game.plays if play.is_sixth)
    for (seat, number), count in sixths.items():
        if count > 1:
            yield Claim(count, seat, count, round=number)


def _too_low(game: PlayedGame) -> Iterator[Claim]:
    """The most cards that were too low, at least two."""
    return _most(game, lambda play: play.is_too_low, 2)


def _most_rows(game: PlayedGame) -> Iterator[Claim]:
    return _most(game, lambda play: bool(play.taken), 1)


def _fewest_rows(game: PlayedGame) -> Iterator[Claim]:
    for seat in game.seats:
        count = sum(bool(play.taken) for play in game.of(seat))
        yield Claim(-count, seat, count)


def _row_after_row(game: PlayedGame) -> Iterator[Claim]:
    """The longest run of a player's cards that each took a row, at least two."""
    return _runs(game, wanted=True, least=2)


def _safe_streak(game: PlayedGame) -> Iterator[Claim]:
    """The longest run of a player's cards that took nothing, also from one round to the next."""
    return _runs(game, wanted=False, least=1)


def _clean_rounds(game: PlayedGame) -> Iterator[Claim]:
    """The most rounds without a head."""
    for seat in game.seats:
        count = sum(scores[seat] == 0 for scores in game.scores)
        if count:
            yield Claim(count, seat, count)


def _bargains(game: PlayedGame) -> Iterator[Claim]:
    """The most rows taken that cost one head each, at least two."""
    return _most(game, lambda play: play.heads == 1, 2)


def _fifty_five(game: PlayedGame) -> Iterator[Claim]:
    """Who took the 55, the card with the most heads, most often."""
    return _most(game, lambda play: 55 in play.taken, 1)


def _needle(game: PlayedGame) -> Iterator[Claim]:
    """The lowest card that took nothing."""
    for play in game.plays:
        if not play.taken:
            yield Claim(-play.card, play.seat, card=play.card)


def _long_jump(game: PlayedGame) -> Iterator[Claim]:
    """The greatest distance from a card that took nothing to the card before it in its row."""
    for play in game.plays:
        if not play.taken:
            yield Claim(play.card - play.end, play.seat, card=play.card, other=play.end)


def _snug_fit(game: PlayedGame) -> Iterator[Claim]:
    """The most cards that took nothing and followed the card before them by one, at least two."""
    return _most(game, lambda play: not play.taken and play.card == play.end + 1, 2)


def _fifth_cards(game: PlayedGame) -> Iterator[Claim]:
    """The most fifth cards of a row, which leave the sixth to others; at least two."""
    return _most(game, _is_fifth, 2)


def _trap(game: PlayedGame) -> Iterator[Claim]:
    """The most fifth cards of a row that somebody's sixth card followed in the same turn."""
    sprung = Counter[int]()
    for _turn, group in groupby(game.plays, key=lambda play: (play.round, play.turn)):
        fifth = dict[int, int]()
        for play in group:
            if play.is_sixth and play.row in fifth:
                sprung[fifth.pop(play.row)] += 1
            elif _is_fifth(play):
                fifth[play.row] = play.seat
    for seat, count in sprung.items():
        yield Claim(count, seat, count)


def _comeback(game: PlayedGame) -> Iterator[Claim]:
    """The most places gained from the end of a round to the end of the game."""
    places = [ranks(totals) for totals in game.totals_by_round]
    for number, before in enumerate(places[:-1], 1):
        for seat in game.seats:
            gained = before[seat] - places[-1][seat]
            if gained > 0:
                yield Claim(gained, seat, before[seat], round=number, other=places[-1][seat])


def _start_to_finish(game: PlayedGame) -> Iterator[Claim]:
    """The winner led alone after every round, of at least two."""
    leaders = [_leader(totals) for totals in game.totals_by_round]
    if len(leaders) > 1 and leaders[0] is not None and len(set(leaders)) == 1:
        yield Claim(len(leaders), leaders[0], len(leaders))


def _lost_lead(game: PlayedGame) -> Iterator[Claim]:
    """Who led alone after the most rounds and hasn't won."""
    led = Counter(_leader(totals) for totals in game.totals_by_round)
    for seat, count in led.items():
        if seat is not None and seat not in game.winners:
            yield Claim(count, seat, count)


def _dead_heat(game: PlayedGame) -> Iterator[Claim]:
    """Several players share the win."""
    if len(game.winners) > 1:
        yield Claim(len(game.winners))


def _photo_finish(game: PlayedGame) -> Iterator[Claim]:
    """The smallest lead of a winner over second place."""
    if game.gap:
        yield Claim(-game.gap, game.winners[0], game.gap)


def _runaway(game: PlayedGame) -> Iterator[Claim]:
    """The greatest lead of a winner over second place."""
    if game.gap:
        yield Claim(game.gap, game.winners[0], game.gap)


def _even_field(game: PlayedGame) -> Iterator[Claim]:
    """The fewest heads between first and last place."""
    between = max(game.totals) - min(game.totals)
    yield Claim(-between, number=between)


def _steady(game: PlayedGame) -> Iterator[Claim]:
    """The smallest difference between a player's best and worst round, of at least two."""
    if len(game.scores) > 1:
        for seat in game.seats:
            heads = [scores[seat] for scores in game.scores]
            yield Claim(min(heads) - max(heads), seat, min(heads), other=max(heads))


def _landslide(game: PlayedGame) -> Iterator[Claim]:
    """The most rows taken in one turn by the whole table, at least two."""
    turns = Counter((play.round, play.turn) for play in game.plays if play.taken)
    if turns:
        (number, turn), count = max(turns.items(), key=lambda item: item[1])
        if count > 1:
            yield Claim(count, number=count, round=number, other=turn)


def _calm(game: PlayedGame) -> Iterator[Claim]:
    """The most turns in a row, within a round, in which nobody took anything; at least two."""
    costly = {(play.round, play.turn) for play in game.plays if play.taken}
    longest, at = 0, 0
    for number in range(1, len(game.scores) + 1):
        for taken, turns in groupby(range(1, HAND + 1), key=lambda turn: (number, turn) in costly):  # used at once
            length = len(list(turns))
            if not taken and length > longest:
                longest, at = length, number
    if longest > 1:
        yield Claim(longest, number=longest, round=at)


RULES: Final[Mapping[MedalKind, Rule]] = {
    "catastrophe": _catastrophe,
    "sixth cards": _sixth_cards,
    "comeback": _comeback,
    "dead heat": _dead_heat,
    "photo finish": _photo_finish,
    "runaway": _runaway,
    "even field": _even_field,
    "start to finish": _start_to_finish,
    "lost lead": _lost_lead,
    "fewest rows": _fewest_rows,
    "clean rounds": _clean_rounds,
    "safe streak": _safe_streak,
    "needle": _needle,
    "trap": _trap,
    "fifty-five": _fifty_five,
    "last card": _last_card,
    "black round": _black_round,
    "row after row": _row_after_row,
    "too low": _too_low,
    "most rows": _most_rows,
    "bargains": _bargains,
    "long jump": _long_jump,
    "snug fit": _snug_fit,
    "fifth cards": _fifth_cards,
    "steady": _steady,
    "landslide": _landslide,
    "calm": _calm,
}
"""The rule of each kind of medal; of equally rare ones, the first is awarded."""


def _most(game: PlayedGame, counts: Callable[[Play], bool], least: int) -> Iterator[Claim]:
    """How many plays of each seat count, if at least this many."""
    for seat, count in Counter(play.seat for play in game.plays if counts(play)).items():
        if count >= least:
            yield Claim(count, seat, count)


def _runs(game: PlayedGame, *, wanted: bool, least: int) -> Iterator[Claim]:
    """The runs of each seat's cards that all took a row, or all took none."""
    for seat in game.seats:
        for takes, run in groupby(game.of(seat), key=lambda play: bool(play.taken)):
            length = len(list(run))
            if takes == wanted and length >= least:
                yield Claim(length, seat, length)


def _is_fifth(play: Play) -> bool:
    return not play.taken and play.length == ROW_LIMIT - 1


def _leader(totals: Sequence[int]) -> int | None:
    best = min(totals)
    return totals.index(best) if totals.count(best) == 1 else None


# -- the award --------------------------------------------------------------------------------------


def claims(game: PlayedGame) -> Mapping[MedalKind, Claim]:
    """The highest count of each kind that one player alone, or the whole table, has reached."""
    found: dict[MedalKind, Claim] = {}
    for kind, rule in RULES.items():
        made = list(rule(game))
        best = [claim for claim in made if claim.value == max(each.value for each in made)]
        if best and len({claim.seat for claim in best}) == 1:
            found[kind] = best[0]
    return found


def medals_of(table: Table, plays: Iterable[Play]) -> tuple[Medal, ...]:
    """The medals of a finished game, the rarest first; none if it was abandoned."""
    if table.ended in (None, "abandoned") or not table.scores:
        return ()
    game = PlayedGame(tuple(plays), table.scores)
    limits = _thresholds_of(table)
    made = claims(game)
    by_rarity = sorted(made, key=lambda kind: _rarity(made[kind].value, limits.get(kind, ())))
    chosen: list[MedalKind] = []
    for kind in by_rarity:
        rare = _rarity(made[kind].value, limits.get(kind, ())) <= RARE
        fits = len(chosen) < (MAX_MEDALS if rare else MIN_MEDALS)
        if fits and not any(kind in family and set(chosen) & set(family) for family in FAMILIES):
            chosen.append(kind)
    return tuple(medal_of(kind, made[kind], game) for kind in chosen)


def _rarity(value: int, limits: Sequence[int]) -> int:
    """How many games in a thousand reach this count."""
    return min((share for share, limit in zip(SHARES, limits, strict=False) if value >= limit), default=COMMON)


def _thresholds_of(table: Table) -> Mapping[str, tuple[int, ...]]:
    """The thresholds of games with as many rounds, or of the longest that were measured."""
    measured, kind = thresholds(), f"{table.rules.variant} {table.seats}"
    lengths = (length for length in reversed(LENGTHS) if length <= len(table.scores))
    return next(found for length in lengths if (found := measured.get(f"{kind} {length}")))


@cache
def thresholds() -> Mapping[str, Mapping[str, tuple[int, ...]]]:
    """By variant, players and rounds, each kind's lowest counts for SHARES."""
    text = files("sixqp_tui.presentation").joinpath("medals.json").read_bytes()
    return json.decode(text, type=dict[str, dict[str, tuple[int, ...]]])


def medal_of(kind: MedalKind, claim: Claim, game: PlayedGame) -> Medal:
    seats = game.winners if kind == "dead heat" else () if claim.seat is None else (claim.seat,)
    return Medal(kind, seats, claim.number, claim.card, claim.round, claim.other)


def describe_medals(medals: Iterable[Medal], names: Sequence[str]) -> tuple[MedalText, ...]:
    return tuple(
        MedalText(
            medal_words.title(medal.kind),
            medal_words.sentence(
                medal.kind,
                [names[seat] for seat in medal.seats],
                medal.number,
                medal.card,
                medal.round,
                medal.other,
            ),
            medal.seats[0] if len(medal.seats) == 1 else None,
        )
        for medal in medals
    )


# -- a round ----------------------------------------------------------------------------------------


class RoundStory(NamedTuple):
    """The story of a round: who took most and how, and who took nothing.

    The seats in `most` took `heads` each, in `rows` rows. `sixth` says whether a single row was taken by a sixth
    card.
    """

    most: tuple[int, ...]
    heads: int
    rows: int
    sixth: bool
    nothing: tuple[int, ...]


def story_of(plays: Iterable[Play], scores: Sequence[int], number: int) -> RoundStory:
    """The story of the round with this number and these heads by seat."""
    heads = max(scores)
    most = tuple(seat for seat, taken in enumerate(scores) if taken == heads > 0)
    taken = [play for play in plays if play.round == number and play.taken and play.seat == next(iter(most), None)]
    nothing = tuple(seat for seat, count in enumerate(scores) if count == 0)
    return RoundStory(most, heads, len(taken), bool(taken) and taken[0].is_sixth, nothing)


def describe_round(story: RoundStory, names: Sequence[str]) -> str:
    most, nothing = [names[seat] for seat in story.most], [names[seat] for seat in story.nothing]
    return medal_words.round_story(most, story.heads, story.rows, story.sixth, nothing)
