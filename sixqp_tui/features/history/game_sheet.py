"""One game of the history more closely: everybody by rank, with the heads of each round."""

from collections.abc import Collection, Iterator

from sixqp_protocol.text import cells
from sixqp_tui.features.history import score_words as score_words
from sixqp_tui.features.history import screen_words as words
from sixqp_tui.features.history.game_list import GameRow, Standing, standings
from sixqp_tui.i18n import _
from sixqp_tui.i18n.local_time import date_told
from sixqp_tui.i18n.phrases import variant_name
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.presentation.spans import Line, Span, pad, wrap
from sixqp_tui.tui.theme.glyphs import BOT
from sixqp_tui.tui.theme.roles import DIM, GOLD, INK, STRONG, seat_ink

TOTAL = 5
"""Cells of the column of the totals."""
ROUND = 3
"""Cells of the heads of one round."""


def game_lines(row: GameRow, own: Collection[str], width: int) -> tuple[Line, ...]:
    """The game in lines of at most so many cells."""
    return tuple(_lines(row, own, width))


def _lines(row: GameRow, own: Collection[str], width: int) -> Iterator[Line]:
    game = row.game
    for line in wrap(game.title, width):
        yield (Span(pad(line, width).rstrip(), STRONG, bold=True),)
    yield (Span(f"{date_told(game.ended)} · {variant_name(game.variant)} · {words.rounds(game.rounds)}", DIM),)
    if not game.winners:
        yield (Span(score_words.given_up(), DIM),)
    yield ()
    ranked = standings(game, own)
    most = max(0, width - 2 - min(14, max(cells(_called(each)) for each in ranked)) - 1 - TOTAL - 4)
    shown = min(game.rounds, most // ROUND)
    name = width - 4 - TOTAL - shown * ROUND - 1
    name = min(name, max(cells(_called(each)) for each in ranked))
    if shown:
        told = _by_round()
        yield (Span(f"{told:>{4 + name + TOTAL + 1 + shown * ROUND}}", DIM),)
    for each in ranked:
        ink, first = GOLD if each.own else INK, each.rank == 1
        left = game.rounds - shown
        rounds = "".join(f"{heads:>{ROUND}}" for heads in each.rounds[left:])
        yield (
            Span(f"{each.rank or '':>1} ", GOLD if first else DIM, bold=first),
            Span(f"{seat_sign(each.seat)} ", seat_ink(each.seat)),
            Span(pad(_called(each), name), ink, bold=first or each.own),
            Span(f"{each.heads:>{TOTAL}} ", STRONG, bold=True),
            Span(rounds, DIM),
        )


def _called(each: Standing) -> str:
    return f"{each.name} {BOT}" if each.bot else each.name


def _by_round() -> str:
    # Translators: the head of columns of numbers: the bull's heads of each round
    return _("heads by round")
