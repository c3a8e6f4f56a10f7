"""The medals of a game, and the story of a round: counted from public facts, and the same for every reader.

A medal has one holder: a shared feat earns none.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from operator import add
from typing import Final, NamedTuple

from sixqp_protocol.facts import CardPlaced, Fact, RowTaken
from sixqp_tui.engine.cards import HAND, heads_of
from sixqp_tui.engine.reducer import apply_fact
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import readable
from sixqp_tui.i18n import _, ngettext, pgettext
from sixqp_tui.i18n.facts import CATASTROPHE
from sixqp_tui.i18n.phrases import heads as in_heads, labelled, listed

MAX_MEDALS: Final = 3
CLOSE: Final = 2
"""Heads by which a photo finish is won at most."""
HERD: Final = 4
"""Rows that are many in one round."""
LONG_RUN: Final = 5
"""Turns one after the other in which a player takes a row."""


class Play(NamedTuple):
    """A card that found its row, and the cards that it took: as the sixth card, or because it was `too_low`."""

    round: int
    turn: int
    seat: int
    card: int
    taken: tuple[int, ...] = ()
    too_low: bool = False

    @property
    def heads(self) -> int:
        return heads_of(self.taken)


class Medal(NamedTuple):
    """The `number` in its sentence is also how great the feat is."""

    kind: str
    seat: int
    number: int = 0
    card: int = 0


class MedalText(NamedTuple):
    """`seat` is the holder, if there is exactly one."""

    title: str
    sentence: str
    seat: int | None = None


class PlayedGame(NamedTuple):
    """A game to be counted: its plays in order, and each round's heads by seat."""

    plays: tuple[Play, ...]
    scores: tuple[tuple[int, ...], ...]

    @property
    def totals(self) -> list[tuple[int, ...]]:
        """After each round, by seat."""
        return list(accumulate(self.scores, lambda before, heads: tuple(map(add, before, heads))))


def play_of(fact: Fact, before: Table) -> Play | None:
    """The play of this fact, at the table before it; None for other facts."""
    match fact:
        case CardPlaced(seat, card):
            return Play(before.round, before.turn, seat, card)
        case RowTaken(seat, card):
            return Play(before.round, before.turn, seat, card, fact.cards, fact.too_low)
    return None


def read_game(happened: Iterable[Fact]) -> tuple[Table, tuple[Play, ...]]:
    """The last table and the plays of a game, from any reader's facts. Raises ImpossibleFact."""
    table, plays = Table(), list[Play]()
    for fact in readable(happened, None):
        play = play_of(fact, table)
        plays += [play] if play else []
        table = apply_fact(table, fact)
    return table, tuple(plays)


# -- the rules --------------------------------------------------------------------------------------


def _photo_finish(game: PlayedGame) -> Iterator[Medal]:
    totals = game.totals[-1]
    first, second = sorted(totals)[:2]
    if 0 < second - first <= CLOSE:
        yield Medal("photo finish", totals.index(first), second - first)


def _comeback(game: PlayedGame) -> Iterator[Medal]:
    """The winner was last after a round, among three players or more."""
    *before, final = game.totals
    winner = _lowest(final)
    for number, totals in enumerate(before, 1):
        worst = [seat for seat, total in enumerate(totals) if total == max(totals)]
        if worst == [winner] and len(final) > 2:
            yield Medal("comeback", worst[0], number)


def _so_close(game: PlayedGame) -> Iterator[Medal]:
    """Who led before the last round hasn't won."""
    if len(game.totals) > 1:
        *_earlier, before, final = game.totals
        leader = _lowest(before)
        if leader is not None and final[leader] > min(final):
            yield Medal("so close", leader)


def _bitter_end(game: PlayedGame) -> Iterator[Medal]:
    for play in game.plays:
        if play.turn == HAND and play.heads >= CATASTROPHE:
            yield Medal("bitter end", play.seat, play.heads)


def _spotless(game: PlayedGame) -> Iterator[Medal]:
    """Two rounds or more without a head."""
    for seat in range(len(game.scores[0])):
        clean = sum(scores[seat] == 0 for scores in game.scores)
        if clean > 1:
            yield Medal("spotless", seat, clean)


def _row_after_row(game: PlayedGame) -> Iterator[Medal]:
    for seat in range(len(game.scores[0])):
        own = [play for play in game.plays if play.seat == seat]
        for takes, run in groupby(own, key=lambda play: bool(play.taken)):
            length = len(list(run))
            if takes and length >= LONG_RUN:
                yield Medal("row after row", seat, length)


def _catastrophe(game: PlayedGame) -> Iterator[Medal]:
    for play in game.plays:
        if play.turn < HAND and play.heads >= CATASTROPHE:
            yield Medal("catastrophe", play.seat, play.heads, play.card)


def _herd(game: PlayedGame) -> Iterator[Medal]:
    for seat, count in Counter(play.seat for play in game.plays if play.taken).items():
        if count >= HERD:
            yield Medal("herd", seat, count)


def _fifty_five(game: PlayedGame) -> Iterator[Medal]:
    for seat, count in Counter(play.seat for play in game.plays if 55 in play.taken).items():
        yield Medal("fifty-five", seat, count)


RULES: Final[Mapping[str, Callable[[PlayedGame], Iterator[Medal]]]] = {
    "photo finish": _photo_finish,
    "comeback": _comeback,
    "so close": _so_close,
    "bitter end": _bitter_end,
    "spotless": _spotless,
    "row after row": _row_after_row,
    "catastrophe": _catastrophe,
    "fifty-five": _fifty_five,
}
"""The most interesting kind first."""
ROUND_RULES: Final = (_bitter_end, _catastrophe, _herd, _fifty_five)
"""What makes a table laugh or groan after a round, the most interesting first."""


def _lowest(totals: Sequence[int]) -> int | None:
    """The seat that alone has the fewest heads."""
    best = min(totals)
    return totals.index(best) if totals.count(best) == 1 else None


# -- the award --------------------------------------------------------------------------------------


def medals_of(table: Table, plays: Iterable[Play]) -> tuple[Medal, ...]:
    """The medals of a finished game; none if it was abandoned."""
    if table.ended in (None, "abandoned") or not table.scores:
        return ()
    game = PlayedGame(tuple(plays), table.scores)
    earned = (_greatest(list(rule(game))) for rule in RULES.values())
    return tuple(medal for medal in earned if medal)[:MAX_MEDALS]


def _greatest(medals: Sequence[Medal]) -> Medal | None:
    most = [medal for medal in medals if medal.number == max(each.number for each in medals)]
    return most[0] if len({medal.seat for medal in most}) == 1 else None


def describe_medals(medals: Iterable[Medal], names: Sequence[str]) -> tuple[MedalText, ...]:
    return tuple(_text(medal, names[medal.seat]) for medal in medals)


def _text(medal: Medal, name: str) -> MedalText:
    """The meaning of `number` depends on the kind."""
    n = medal.number
    title, sentence = {
        # Translators: the context “medal” is the name of a medal, at most 18 letters. The sentences stand after it,
        # without a full stop: as short as can be. {heads} is “2 heads”. Here: a win by very little
        "photo finish": (pgettext("medal", "Photo finish"), _("{name} won by only {heads}")),
        "comeback": (pgettext("medal", "Comeback"), _("{name} was last after round {n} and still won")),
        "so close": (pgettext("medal", "So close"), _("{name} led until the last round")),
        "bitter end": (pgettext("medal", "Bitter end"), _("{name} took {heads} with the last card of a round")),
        "spotless": (
            pgettext("medal", "Spotless"),
            ngettext(
                "{name} finished {n} round without a single head",
                "{name} finished {n} rounds without a single head",
                n,
            ),
        ),
        "row after row": (
            pgettext("medal", "Row after row"),
            ngettext("{name} took a row {n} turn in a row", "{name} took a row {n} turns in a row", n),
        ),
        "catastrophe": (pgettext("medal", "Catastrophe"), _("{name} took {heads} with the {card}")),
        # Translators: the 55 is the card with seven heads
        "fifty-five": (
            pgettext("medal", "Fifty-five"),
            _("{name} took the 55")
            if n == 1
            else ngettext("{name} took the 55 in {n} round", "{name} took the 55 in {n} rounds", n),
        ),
        # Translators: took so many rows in one round; as somebody who drives cattle home
        "herd": (
            pgettext("medal", "Cattle drive"),
            ngettext("{name} drove {n} row home", "{name} drove {n} rows home", n),
        ),
    }[medal.kind]
    return MedalText(title, sentence.format(name=name, n=n, heads=in_heads(n), card=medal.card), medal.seat)


# -- a round ----------------------------------------------------------------------------------------


def describe_round(plays: Iterable[Play], number: int, scores: Sequence[int], names: Sequence[str]) -> str:
    """Who took most in a round with these heads by seat, and how, and who took nothing."""
    most = [seat for seat, heads in enumerate(scores) if heads == max(scores) > 0]
    if not most:
        return _("Nobody took a row in this round.")
    game = PlayedGame(tuple(play for play in plays if play.round == number), ())
    medal = next(filter(None, (_greatest(list(rule(game))) for rule in ROUND_RULES)), None)
    if medal:
        (text,) = describe_medals([medal], names)
        took = labelled(text.title, f"{text.sentence}.")
    else:
        rows = [play for play in game.plays if play.taken and play.seat == most[0]]
        took = _took_most(rows, [names[seat] for seat in most], max(scores))
    nothing = [name for name, heads in zip(names, scores, strict=True) if heads == 0]
    if not nothing:
        return took
    # Translators: the second sentence about a round, after “Cleo took 21 heads in 3 rows.”
    spared = ngettext("{names} took nothing.", "{names} took nothing.", len(nothing))
    return f"{took} {spared.format(names=listed(nothing))}"


def _took_most(rows: Sequence[Play], names: Sequence[str], heads: int) -> str:
    if len(names) > 1:
        sentence = _("{name} each took {heads}, the most in this round.")
    elif len(rows) > 1:
        sentence = ngettext("{name} took {heads} in {n} row.", "{name} took {heads} in {n} rows.", len(rows))
    elif rows[0].too_low:
        sentence = _("{name} took {heads} with one card too low.")
    else:
        sentence = _("{name} took {heads} with one 6th card.")
    return sentence.format(name=listed(names), heads=in_heads(heads), n=len(rows))
