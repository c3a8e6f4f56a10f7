"""Everybody's results at a table since it opened, the best first."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from sixqp_protocol.messages import TallyLine
from sixqp_tui.i18n import _, ngettext, pgettext, phrases, table as table_words
from sixqp_tui.i18n.phrases import listed
from sixqp_tui.presentation.medals import MedalText


class TallyRow(NamedTuple):
    """A line of the tally as its reader sees it."""

    line: TallyLine
    own: bool = False
    seat: int | None = None

    @property
    def average(self) -> float:
        """Heads a round."""
        return self.line.heads / max(1, self.line.rounds)


def tally_rows(lines: Iterable[TallyLine], you: int | None, players: Sequence[str] = ()) -> tuple[TallyRow, ...]:
    """With the `players` of a game on the screen, a row has its seat in that game, where signs come from.

    When somebody leaves after it, the others move up to the free chair.
    """
    seats = {name: seat for seat, name in enumerate(players)}
    rows = [
        TallyRow(line, you is not None and line.seat == you, seats.get(line.name) if players else line.seat)
        for line in lines
    ]
    return tuple(sorted(rows, key=lambda row: (-row.line.won, row.average, row.line.name.casefold())))


def is_evening(rows: Iterable[TallyRow]) -> bool:
    return any(row.line.games > 1 for row in rows)


def describe_wins(rows: Sequence[TallyRow], most: int = 10) -> str:
    if not is_evening(rows):
        return ""
    winners = [row for row in rows if row.line.won and not row.line.bot]
    if not winners:
        return _("Only bots have won so far")
    won = [f"{phrases.you() if own else line.name} {line.won}" for line, own, _seat in winners]
    # Translators: {shares} is a list of players and the games that each has won: “Ann 2, you 1 and Bo 0”
    return _("Games won: {shares}").format(shares=listed(won, most))


def evening_medals(rows: Sequence[TallyRow]) -> tuple[MedalText, ...]:
    """Unless shared. None before the second game, or for people with only one game."""
    regular = [row for row in rows if row.line.games > 1]
    kinds: tuple[tuple[str, Callable[[TallyRow], str], Callable[[TallyRow], float]], ...] = (
        # Translators: won most games of the evening
        (pgettext("medal", "Champion"), _most_wins, lambda row: -row.line.won),
        # Translators: fewest heads a round during the evening
        (pgettext("medal", "Light hand"), _heads_a_round, lambda row: row.average),
        # Translators: most heads a round during the evening
        (pgettext("medal", "Cattle baron"), _heads_a_round, lambda row: -row.average),
        # Translators: the best round of the evening
        (pgettext("medal", "Best round"), _best_round, lambda row: row.line.best),
    )
    earned = ((title, words, _only_one(regular, key)) for title, words, key in kinds)
    return tuple(MedalText(title, words(row), row.seat) for title, words, row in earned if row)


def _most_wins(row: TallyRow) -> str:
    line = row.line
    sentence = ngettext("{name} won {won} of {n} game", "{name} won {won} of {n} games", line.games)
    return sentence.format(name=line.name, won=line.won, n=line.games)


def _heads_a_round(row: TallyRow) -> str:
    # Translators: {heads} is a number with a decimal, such as 4.3; the singular is for 1.9 too
    sentence = ngettext("{name} took {heads} heads a round", "{name} took {heads} heads a round", int(row.average))
    return sentence.format(name=row.line.name, heads=phrases.decimal(row.average))


def _best_round(row: TallyRow) -> str:
    sentence = _("{name} took {heads} in one round, the fewest")
    return sentence.format(name=row.line.name, heads=phrases.heads(row.line.best))


def _only_one(rows: Sequence[TallyRow], key: Callable[[TallyRow], float]) -> TallyRow | None:
    lowest = [row for row in rows if key(row) == min(map(key, rows))]
    return lowest[0] if len(lowest) == 1 else None


def describe_row(row: TallyRow) -> str:
    line = row.line
    played = ngettext("{won} of {n} game", "{won} of {n} games", line.games).format(won=line.won, n=line.games)
    marks = [
        (row.own, pgettext("chair", "you")),
        (line.bot, pgettext("chair", "bot")),
        (line.seat is None, table_words.left()),
    ]
    # Translators: {played} is “2 of 3 games”, {heads} “66 heads”, {rounds} “9 rounds”; {last} and {best} are
    # heads of one round
    return _("{who}: won {played}, {heads} in {rounds}, last round {last}, best {best}.").format(
        who=phrases.person(line.name, [mark for holds, mark in marks if holds]),
        played=played,
        heads=phrases.heads(line.heads),
        rounds=phrases.format_rounds(line.rounds),
        last=line.last,
        best=line.best,
    )
