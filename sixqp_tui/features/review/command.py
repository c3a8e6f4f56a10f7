"""`sixqp review`: what was luck in a finished game, and which decisions were costly."""

import argparse
from collections.abc import Iterator, Sequence
from functools import partial

from sixqp_protocol.facts import DraftOpened
from sixqp_protocol.text import cells, clean
from sixqp_tui.analysis import words as review_words
from sixqp_tui.analysis.result import Review, SeatReview, review_json
from sixqp_tui.engine.cards import HAND
from sixqp_tui.features.history import words as games_words
from sixqp_tui.features.history.games import MAX_SHOWN, find_recorded_game, own_identities
from sixqp_tui.features.history.record import GameRecord, seat_of
from sixqp_tui.features.review.review_run import begin_review, make_review
from sixqp_tui.i18n import _, waits
from sixqp_tui.i18n.local_time import format_when
from sixqp_tui.i18n.phrases import format_rounds
from sixqp_tui.joining.failure import Failure
from sixqp_tui.terminal import arguments
from sixqp_tui.terminal.app import run_feature
from sixqp_tui.terminal.output import print_json, print_sentences
from sixqp_tui.terminal.player_name import is_at_terminal
from sixqp_tui.terminal.progress_line import run_with_progress

_INDENT = "  "


def add_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_game(parser)
    deals = _("number of deals to try for each decision (default 200)")
    parser.add_argument("--seat", metavar=_("NAME"), default=None, help=_("show only this player's decisions"))
    turns = _("show every decision, turn by turn, not only the three costliest")
    parser.add_argument("--turns", action="store_true", help=turns)
    arguments.add_number(parser, "deals", 10, 100_000, 200, deals)
    arguments.add_number(parser, "jobs", 1, 256, None, _("number of processes to use (default: one per core)"))
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help=_("print the review as one line of JSON"))
    plain = _("print plain text instead of opening a screen (always so into a pipe)")
    parser.add_argument("--plain", action="store_true", help=plain)
    arguments.add_preferences(parser)


def run(parsed: argparse.Namespace) -> int:
    if parsed.plain or parsed.json or not is_at_terminal():
        return _print(parsed)
    record = run_with_progress(waits.reading_game(), lambda: find_recorded_game(parsed.game))
    return _show(record, parsed)


def _show(record: GameRecord, parsed: argparse.Namespace) -> int:
    from sixqp_tui.features.review.screen import ReviewScreen  # 55 ms at the first line with --plain

    seat = seat_of(record, own_identities()) if parsed.seat is None else _seats(record, parsed.seat)[0]
    begin = partial(begin_review, deals=parsed.deals, jobs=parsed.jobs)
    return run_feature(
        "review",
        parsed,
        lambda app, end: app.push_screen(ReviewScreen(record, begin=begin, seat=seat, every=parsed.turns), end),
    )


def _print(parsed: argparse.Namespace) -> int:
    record = find_recorded_game(parsed.game)
    seats = _seats(record, parsed.seat)
    review = make_review(begin_review(record, parsed.deals, parsed.jobs))
    if parsed.json:
        print_json(review_json(review))
    else:
        for line in review_text(record, review, seats, parsed.turns):
            print_sentences(line)
    if not review.whole:
        raise KeyboardInterrupt
    return 0


def _seats(record: GameRecord, name: str | None) -> Sequence[int]:
    """Raises Failure if nobody has this name."""
    names = [player.name for player in record.players]
    if name is None:
        return range(len(names))
    found = [at for at, each in enumerate(names) if each.casefold() == name.casefold()]
    if not found:
        raise Failure(games_words.no_such_player(clean(name, MAX_SHOWN), names), code=2)
    return found[:1]


def review_text(record: GameRecord, review: Review, seats: Sequence[int], every_decision: bool) -> Iterator[str]:
    # Translators: {table} is the title of a table, {when} a date and a time, {rounds} is “3 rounds”
    sentence = _("Review: {table}, {when}, {rounds}")
    yield sentence.format(
        table=record.title, when=format_when(record.ended), rounds=format_rounds(len(review.seats[0].rounds))
    )
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
    if not review.whole:
        yield review_words.so_far(review.done, review.tasks)
    yield review_words.limits(review, _drafted(record))


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


def _drafted(record: GameRecord) -> bool:
    return any(isinstance(fact, DraftOpened) for fact in record.facts)
