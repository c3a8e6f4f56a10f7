"""Scores as CSV (RFC 4180); names can't become formulas in a spreadsheet."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Final

from msgspec.structs import astuple

from sixqp_tui.features.history.statistics import Scores
from sixqp_tui.features.history.summary import GameSummary

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""Characters that begin a formula (OWASP, CSV injection)."""
_SCORE_HEADS: Final = (
    "person", "name", "own", "games", "wins", "rounds", "heads", "best", "worst", "sixth_card", "too_low", "rating",
    "within", "rated_games",
)  # fmt: skip


def scores_csv(scores: Scores) -> str:
    rows = (
        (
            each.person, each.name, each.own, *astuple(each.count),
            *((rating.value, rating.within, rating.games) if (rating := each.rating) else ("", "", "")),
        )
        for each in scores.people
    )  # fmt: skip
    return _csv(_SCORE_HEADS, rows)


def game_csv(game: GameSummary) -> str:
    rounds = [f"round_{number}" for number in range(1, game.rounds + 1)]
    rows = (
        (seat, held.key, held.name, held.rank, held.heads, *held.rounds) for seat, held in enumerate(game.seats)
    )
    return _csv(("seat", "person", "name", "rank", "total", *rounds), rows)


def harmless_cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.lstrip(" ").startswith(_FORMULA) else value


def _csv(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows([harmless_cell(value) for value in row] for row in rows)
    return text.getvalue()
