"""What everybody has played at a table since it opened, the best first."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sixqp_protocol.messages import TallyLine
from sixqp_tui.i18n import _, console as console_words, pgettext, phrases, tally as tally_words
from sixqp_tui.i18n.phrases import listed


class TallyRow(NamedTuple):
    """A line of the tally; the numbers are those of TallyLine. `left`: they aren't seated any more."""

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

    @property
    def called(self) -> str:
        return phrases.you() if self.own else self.name

    @property
    def numbers(self) -> tuple[int, ...]:
        return self.won, self.games, self.heads, self.last, self.best


def tally_rows(lines: Iterable[TallyLine], you: int | None) -> tuple[TallyRow, ...]:
    """The tally by games won, then by heads a round."""
    rows = [
        TallyRow(
            line.name, line.won, line.games, line.rounds, line.heads, line.last, line.best,
            own=you is not None and line.seat == you, bot=line.bot, left=line.seat is None,
        )
        for line in lines
    ]  # fmt: skip
    return tuple(sorted(rows, key=lambda row: (*_merit(row), row.name.casefold())))


def tell_summary(rows: Iterable[TallyRow], most: int) -> str:
    return tally_words.summary([(row.called, row.won) for row in rows], most)


def tell_winner(rows: Iterable[TallyRow]) -> str:
    """The winner so far: most games, then fewest heads a round. Empty before the first win."""
    ranked = sorted(rows, key=_merit)
    winners = [row for row in ranked if row.won and _merit(row) == _merit(ranked[0])]
    return _winner([row.called for row in winners]) if winners else ""


def _merit(row: TallyRow) -> tuple[int, float]:
    return -row.won, row.heads / max(1, row.rounds)


def tell_rows(rows: Iterable[TallyRow]) -> tuple[str, ...]:
    return tuple(
        tally_words.line(_person(row), row.won, row.games, row.rounds, row.heads, row.last, row.best)
        for row in rows
    )


def _person(row: TallyRow) -> str:
    marks = [
        (row.own, pgettext("chair", "you")),
        (row.bot, pgettext("chair", "bot")),
        (row.left, tally_words.left()),
    ]
    return console_words.person(row.name, [mark for holds, mark in marks if holds])


def _winner(names: Sequence[str]) -> str:
    # Translators: {names} is who has won most games since the table opened: “Ann”, “Ann and you”
    return _("Leading this evening: {names}").format(names=listed(names))
