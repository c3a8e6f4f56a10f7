"""The report: a finished game as one HTML file that loads nothing, for any browser and for paper."""

from base64 import b64encode
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup
from msgspec.structs import replace

from sixqp_protocol.text import printable
from sixqp_tui import __version__
from sixqp_tui.analysis import words
from sixqp_tui.analysis.result import Decision, Review
from sixqp_tui.engine.cards import ROW_LIMIT, heads, heads_of
from sixqp_tui.engine.rules import ranks, reaches_limit
from sixqp_tui.engine.view import View
from sixqp_tui.features.history.record import GameRecord, session_of_record
from sixqp_tui.features.review import report_curve
from sixqp_tui.features.review.review import position_of_decision
from sixqp_tui.i18n import _, language, ngettext, pgettext, phrases, settings, table as table_words
from sixqp_tui.i18n.facts import verdict, winning_seats
from sixqp_tui.presentation.bidi import isolate
from sixqp_tui.presentation.chapters import find_chapters
from sixqp_tui.presentation.medals import describe_medals, medals_of, read_game
from sixqp_tui.presentation.seat_signs import page_colours, seat_sign

COSTLIEST, BEST = 5, 3
"""Decisions shown with the table, one for each person: all of a report fits on two sheets of paper."""


class ShownDecision(NamedTuple):
    """`view` is what the seat knew when it decided."""

    decision: Decision
    view: View

    @property
    def too_low(self) -> int | None:
        """The card that took a row."""
        return dict(self.view.table.to_place).get(self.decision.seat)


def html_report(record: GameRecord, review: Review | None, when: str) -> str:
    """For a checked game; `when` says when it was played. Raises ImpossibleFact."""
    names = tuple(player.name for player in record.players)
    table, plays = read_game(record.facts)
    table = replace(table, names=names)
    return _template().render(
        language=language(),
        policy=_policy(),
        style=Markup(_style()),
        record=record,
        when=when,
        table=table,
        places=sorted(enumerate(ranks(table.totals)), key=lambda place: (place[1], place[0])),
        winners=winning_seats(table),
        medals=describe_medals(medals_of(table, plays), names) if table.scores else (),
        curves=report_curve.draw_curves(table) if len(table.scores) > 1 else None,
        review=review,
        **(_shown_decisions(record, review) if review else {}),
    )


def _shown_decisions(record: GameRecord, review: Review) -> dict[str, list[ShownDecision]]:
    """Those of people; nobody looks up a bot's mistakes, unless only bots played."""
    people = [seat for seat, player in zip(review.seats, record.players, strict=True) if player.level is None]
    seats, chapters = people or review.seats, find_chapters(record.facts)

    def shown(decisions: Iterable[Decision], most: int, worth: Callable[[Decision], int]) -> list[ShownDecision]:
        return [show(decision) for decision in sorted(decisions, key=worth, reverse=True)[:most]]

    def show(decision: Decision) -> ShownDecision:
        position = position_of_decision(decision, record.facts, chapters)
        session = session_of_record(record, seat=decision.seat, hands_open=False, position=position)
        return ShownDecision(decision, session.state.view)

    costly = (decision for seat in seats for decision in seat.costliest(1))
    saving = (decision for seat in seats if (decision := seat.most_saved))
    return {
        "costliest": shown(costly, COSTLIEST, lambda decision: decision.cost),
        "best": shown(saving, BEST, lambda decision: decision.options[1].more),
    }


# -- the page -------------------------------------------------------------------------------------------


@cache
def _template() -> Template:
    environment = Environment(
        autoescape=True, finalize=_readable, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.globals.update(
        _=_,
        ngettext=ngettext,
        pgettext=pgettext,
        phrases=phrases,
        settings=settings,
        table_words=table_words,
        words=words,
        verdict=verdict,
        reaches_limit=reaches_limit,
        seat_sign=seat_sign,
        heads=heads,
        heads_of=heads_of,
        row_limit=ROW_LIMIT,
        picture=report_curve,
        version=__version__,
    )
    return environment.from_string(_source("report.html"))


def _readable(value: object) -> object:
    """Text without control characters, in which no right-to-left word moves a number; markup as it is."""
    return value if isinstance(value, Markup) else isolate(printable(str(value)))


def _source(name: str) -> str:
    return files("sixqp_tui.features.review").joinpath(name).read_text(encoding="utf-8")


@cache
def _style() -> str:
    seats = "".join(f".s{seat} {{ color: var(--seat-{seat}); }}\n" for seat in range(1, 11))
    return page_colours() + seats + _source("report.css")


def _policy() -> str:
    """Nothing may load or run; the one style sheet in the file is known by its digest."""
    digest = b64encode(sha256(_style().encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
