"""Everybody's results at a table since it opened, the best first."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from sixqp_protocol.messages import TallyLine
from sixqp_tui.i18n import _, ngettext, pgettext, phrases, tally as tally_words
from sixqp_tui.i18n.phrases import listed
from sixqp_tui.presentation.medals import MedalText


class TallyRow(NamedTuple):
    """A line of the tally, with the fields of TallyLine. `left`: they no longer have a seat."""

    name: str
    won: int
    games: int
    rounds: int
    heads: int
    last: int
    best: int
    own: bool = False
    bot: bool = False
    left: bool = False
    seat: int | None = None

    @property
    def called(self) -> str:
        return phrases.you() if self.own else self.name

    @property
    def numbers(self) -> tuple[int, ...]:
        return self.won, self.games, self.heads, self.best

    @property
    def average(self) -> float:
        return self.heads / max(1, self.rounds)


def tally_rows(lines: Iterable[TallyLine], you: int | None, players: Sequence[str] = ()) -> tuple[TallyRow, ...]:
    """With the `players` of a game on the screen, a row has its seat in that game, where signs come from.

    When somebody leaves after it, the others move up to the free chair.
    """
    seats = {name: seat for seat, name in enumerate(players)}
    rows = [
        TallyRow(
            line.name, line.won, line.games, line.rounds, line.heads, line.last, line.best,
            own=you is not None and line.seat == you, bot=line.bot, left=line.seat is None,
            seat=seats.get(line.name) if players else line.seat,
        )
        for line in lines
    ]  # fmt: skip
    return tuple(sorted(rows, key=lambda row: (*_merit(row), row.name.casefold())))


def is_evening(rows: Iterable[TallyRow]) -> bool:
    return any(row.games > 1 for row in rows)


def describe_wins(rows: Sequence[TallyRow], most: int = 10) -> str:
    if not is_evening(rows):
        return ""
    won = [(row.called, row.won) for row in rows if row.won and not row.bot]
    if not won:
        return _("Only bots have won so far")
    # Translators: {shares} is a list of players and the games that each has won: “Ann 2, you 1 and Bo 0”
    return _("Games won: {shares}").format(shares=listed([f"{name} {count}" for name, count in won], most))


def _merit(row: TallyRow) -> tuple[int, float]:
    return -row.won, row.average


def evening_medals(rows: Sequence[TallyRow]) -> tuple[MedalText, ...]:
    """Unless shared. None before the second game, or for people with only one game."""
    regular = [row for row in rows if row.games > 1]
    return tuple(
        MedalText(*words(row), row.seat)
        for row, words in (
            (_only_one(regular, lambda row: -row.won), _most_wins),
            (_only_one(regular, lambda row: row.average), _fewest_heads),
            (_only_one(regular, lambda row: -row.average), _most_heads),
            (_only_one(regular, lambda row: row.best), _best_round),
        )
        if row
    )


def _most_wins(row: TallyRow) -> tuple[str, str]:
    sentence = ngettext("{name} won {won} of {n} game", "{name} won {won} of {n} games", row.games)
    # Translators: won most games of the evening
    return pgettext("medal", "Champion"), sentence.format(name=row.name, won=row.won, n=row.games)


def _fewest_heads(row: TallyRow) -> tuple[str, str]:
    # Translators: fewest heads a round during the evening
    return pgettext("medal", "Light hand"), _heads_a_round(row)


def _most_heads(row: TallyRow) -> tuple[str, str]:
    # Translators: most heads a round during the evening
    return pgettext("medal", "Cattle baron"), _heads_a_round(row)


def _heads_a_round(row: TallyRow) -> str:
    # Translators: {heads} is a number with a decimal, such as 4.3; the singular is for 1.9 too
    sentence = ngettext("{name} took {heads} heads a round", "{name} took {heads} heads a round", int(row.average))
    return sentence.format(name=row.name, heads=phrases.decimal(row.average))


def _best_round(row: TallyRow) -> tuple[str, str]:
    sentence = _("{name} took {heads} in one round, the fewest")
    # Translators: the best round of the evening
    return pgettext("medal", "Best round"), sentence.format(name=row.name, heads=phrases.heads(row.best))


def _only_one(rows: Sequence[TallyRow], key: Callable[[TallyRow], float]) -> TallyRow | None:
    lowest = [row for row in rows if key(row) == min(map(key, rows))]
    return lowest[0] if len(lowest) == 1 else None


def describe_rows(rows: Iterable[TallyRow]) -> tuple[str, ...]:
    return tuple(map(_describe_row, rows))


def _describe_row(row: TallyRow) -> str:
    played = ngettext("{won} of {n} game", "{won} of {n} games", row.games).format(won=row.won, n=row.games)
    # Translators: {played} is “2 of 3 games”, {heads} “66 heads”, {rounds} “9 rounds”; {last} and {best} are
    # heads of one round
    return _("{who}: won {played}, {heads} in {rounds}, last round {last}, best {best}.").format(
        who=_person(row),
        played=played,
        heads=phrases.heads(row.heads),
        rounds=phrases.format_rounds(row.rounds),
        last=row.last,
        best=row.best,
    )


def _person(row: TallyRow) -> str:
    marks = [
        (row.own, pgettext("chair", "you")),
        (row.bot, pgettext("chair", "bot")),
        (row.left, tally_words.left()),
    ]
    return phrases.person(row.name, [mark for holds, mark in marks if holds])
