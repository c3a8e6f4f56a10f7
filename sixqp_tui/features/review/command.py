"""`sixqp review`: what was luck in a finished game, and which decisions were costly."""

import argparse
from collections.abc import Iterator, Sequence
from functools import partial

from sixqp_protocol.text import cells
from sixqp_tui.analysis import words as review_words
from sixqp_tui.analysis.result import Review, SeatReview, review_json
from sixqp_tui.engine.cards import HAND
from sixqp_tui.features.history.games import find_game, find_seat, own_identities
from sixqp_tui.features.history.record import GameRecord, seat_of
from sixqp_tui.features.review.review_run import make_review, make_review_at_terminal
from sixqp_tui.i18n import _, pgettext, waits
from sixqp_tui.i18n.local_time import format_when
from sixqp_tui.i18n.phrases import table_title
from sixqp_tui.terminal import arguments
from sixqp_tui.terminal.app import run_feature
from sixqp_tui.terminal.output import print_json, print_sentences
from sixqp_tui.terminal.player_name import is_at_terminal
from sixqp_tui.terminal.progress_line import run_with_progress

_INDENT = "  "


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_game(parser)
    deals = _("number of deals to try for each decision (default 200)")
    parser.add_argument(
        "--seat", metavar=pgettext("placeholder", "NAME"), default=None, help=_("show only this player's decisions")
    )
    turns = _("show every decision, turn by turn, not only the three costliest")
    parser.add_argument("--turns", action="store_true", help=turns)
    arguments.add_number(parser, "deals", 10, 100_000, 200, deals)
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help=_("print the review as one line of JSON"))
    plain = _("print plain text instead of opening a screen (always so into a pipe)")
    parser.add_argument("--plain", action="store_true", help=plain)
    arguments.add_preferences(parser)


def run(parsed: argparse.Namespace) -> int:
    if parsed.plain or parsed.json or not is_at_terminal():
        return _print(parsed)
    record = run_with_progress(waits.reading_game(), lambda: find_game(parsed.game))
    return _show(record, parsed)


def _show(record: GameRecord, parsed: argparse.Namespace) -> int:
    from sixqp_tui.features.review.screen import ReviewScreen  # 55 ms at the first line with --plain

    seat = seat_of(record, own_identities()) if parsed.seat is None else find_seat(record, parsed.seat)
    make = partial(make_review, deals=parsed.deals)
    return run_feature(
        "review",
        parsed,
        lambda app, end: app.push_screen(ReviewScreen(record, make=make, seat=seat, every=parsed.turns), end),
    )


def _print(parsed: argparse.Namespace) -> int:
    record = find_game(parsed.game)
    seats = range(len(record.players)) if parsed.seat is None else (find_seat(record, parsed.seat),)
    review = make_review_at_terminal(record, parsed.deals)
    if parsed.json:
        print_json(review_json(review))
    else:
        for line in review_text(record, review, seats, parsed.turns):
            print_sentences(line)
    return 0


def review_text(record: GameRecord, review: Review, seats: Sequence[int], every_decision: bool) -> Iterator[str]:
    # Translators: {table} is the title of a table, {when} a date and a time
    yield _("Review: {table}, {when}").format(table=table_title(record.title), when=format_when(record.ended))
    for seat in seats:
        player = record.players[seat]
        yield from ("", player.name)
        found = review.seats[seat]
        if found.rounds:
            yield from _aligned(review_words.balance_lines(review, seat))
        decisions = found.decisions if every_decision else found.costliest()
        yield _("Every decision:") if every_decision else review_words.costliest_decisions(len(decisions))
        for decision in decisions:
            yield _INDENT + review_words.decision_line(decision)
            yield from (2 * _INDENT + why for why in review_words.reasons(decision))
        if found.most_saved:
            yield review_words.most_saved(found.most_saved)
        if found.rounds:
            yield from _turn_table(found)
            yield from filter(None, [review_words.draft_costs(found)])
    yield ""
    yield review_words.limits(review)


def _aligned(lines: Sequence[review_words.BalanceLine]) -> Iterator[str]:
    labels = max(cells(line.label) for line in lines)
    figures = max(len(line.figure) for line in lines)
    for line in lines:
        label = line.label + " " * (labels - cells(line.label))
        yield f"{_INDENT}{label}  {line.figure:>{figures}}  {line.note}".rstrip()


def _turn_table(found: SeatReview) -> Iterator[str]:
    # Translators: above a table with a column for each of the ten turns of a round
    yield _("What the decisions cost, turn by turn:")
    labels = {number: _("round {number}").format(number=number) for number in found.rounds}
    width = max(map(cells, labels.values()))
    yield _INDENT + " " * width + "".join(f"{turn:>5}" for turn in range(1, HAND + 1))
    for number, label in labels.items():
        costs = (review_words.tenths(cost) if cost else "·" for cost in found.turn_costs(number))
        yield f"{_INDENT}{label:{width}}" + "".join(f"{cost:>5}" for cost in costs)
