"""The report: a finished game as one HTML file that loads nothing, for any browser and for paper."""

from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup
from msgspec.structs import replace

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact
from sixqp_protocol.text import printable
from sixqp_tui import __version__
from sixqp_tui.analysis import words
from sixqp_tui.analysis.result import Decision, DecisionKind, Review
from sixqp_tui.engine.cards import ROW_LIMIT, heads, heads_of
from sixqp_tui.engine.reducer import apply_fact
from sixqp_tui.engine.rules import Rows, ranks, reaches_limit
from sixqp_tui.engine.table import Table
from sixqp_tui.features.history.record import GameRecord
from sixqp_tui.features.review import report_curve
from sixqp_tui.i18n import _, language, ngettext, pgettext, phrases, settings, speaking, table as table_words
from sixqp_tui.i18n.facts import verdict, winning_seats
from sixqp_tui.presentation.bidi import isolate
from sixqp_tui.presentation.medals import describe_medals, medals_of, read_game
from sixqp_tui.presentation.seat_signs import page_colours, seat_sign

COSTLIEST, BEST = 5, 3
"""Decisions shown with the table, one for each person: all of a report fits on two sheets of paper."""


class Moment(NamedTuple):
    """What a seat decided on: the `rows` on the table, or in a draft (5.2) the `picks` so far.

    For a row, `too_low` is the card that took it.
    """

    rows: Rows = ()
    picks: tuple[int, ...] = ()
    too_low: int | None = None


class ShownDecision(NamedTuple):
    decision: Decision
    moment: Moment


def html_report(record: GameRecord, review: Review | None, code: str, when: str) -> str:
    """For a checked game; `when` says when it was played. Raises ImpossibleFact."""
    table, moments = _play(record.facts)
    table = replace(table, names=tuple(player.name for player in record.players))
    with speaking(code):
        return _template().render(
            language=language(),
            policy=_policy(),
            style=Markup(_style()),
            record=record,
            when=when,
            table=table,
            places=sorted(enumerate(ranks(table.totals)), key=lambda place: (place[1], place[0])),
            winners=winning_seats(table),
            medals=_medals(record) if table.scores else (),
            curves=report_curve.draw_curves(table) if table.scores else None,
            review=review,
            costliest=_shown(_costliest(record, review), moments),
            best=_shown(_best(record, review), moments),
        )


# -- what is told ---------------------------------------------------------------------------------------

Key = tuple[DecisionKind, int, int, int]
"""The kind, round, turn (or pick) and seat of a decision."""


def _play(happened: Iterable[AnyFact]) -> tuple[Table, dict[Key, Moment]]:
    """The last table, and what every decision was made on."""
    table, moments = Table(), dict[Key, Moment]()
    picks: list[list[int]] = []
    for fact in happened:
        match fact:
            case facts.RoundBegan():
                picks = [[] for _seat in table.names]
            case facts.CardDrafted(seat=seat):
                moments["pick", table.round, len(picks[seat]) + 1, seat] = Moment(picks=tuple(sorted(picks[seat])))
                picks[seat].append(fact.card)
            case facts.CardsRevealed():
                for seat in range(table.seats):
                    moments["card", table.round, table.turn, seat] = Moment(table.rows)
            case facts.RowTaken(seat=seat, too_low=True):
                moments["row", table.round, table.turn, seat] = Moment(table.rows, too_low=fact.card)
        table = apply_fact(table, fact)
    return table, moments


def _shown(decisions: Iterable[Decision], moments: dict[Key, Moment]) -> list[ShownDecision]:
    return [ShownDecision(each, moments[each.kind, each.round, each.turn, each.seat]) for each in decisions]


def _seats(record: GameRecord) -> Iterator[int]:
    """People; nobody looks up a bot's mistakes, unless only bots played."""
    people = [seat for seat, player in enumerate(record.players) if player.level is None]
    return iter(people or range(len(record.players)))


def _costliest(record: GameRecord, review: Review | None) -> list[Decision]:
    if review is None:
        return []
    found = [decision for seat in _seats(record) for decision in review.seats[seat].costliest(1)]
    return sorted(found, key=lambda decision: -decision.cost)[:COSTLIEST]


def _best(record: GameRecord, review: Review | None) -> list[Decision]:
    if review is None:
        return []
    found = [decision for seat in _seats(record) if (decision := review.seats[seat].most_saved)]
    return sorted(found, key=lambda decision: -decision.options[1].more)[:BEST]


def _medals(record: GameRecord) -> tuple[object, ...]:
    table, plays = read_game(record.facts)
    return describe_medals(medals_of(table, plays), [player.name for player in record.players])


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
