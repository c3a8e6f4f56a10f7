"""The report of a game as one HTML file."""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from unicodedata import normalize

from sixqp_tui import __version__
from sixqp_tui.analysis.result import Review
from sixqp_tui.features.history.record import GameRecord
from sixqp_tui.features.review.report.game import (
    curves_section,
    medals_section,
    read_rounds,
    result_section,
    turns_section,
)
from sixqp_tui.features.review.report.markup import Markup, element
from sixqp_tui.features.review.report.review import review_section
from sixqp_tui.i18n import _, language, phrases, settings as settings_words, speaking, table as table_words
from sixqp_tui.i18n.facts import verdict
from sixqp_tui.presentation.seat_signs import page_colours

MAX_TITLE = 40
"""Letters of the title; every disk takes the whole name."""


def report_file_name(record: GameRecord, day: str) -> str:
    """A name that every system takes: day, title in Latin letters, and the game's id."""
    plain = normalize("NFKD", re.sub("['’]", "", record.title)).encode("ascii", "ignore").decode().lower()
    title = re.sub("[^a-z0-9]+", "-", plain)[:MAX_TITLE].strip("-")
    return "-".join(part for part in ("sixqp", day, title, record.id) if part) + ".html"


def html_report(record: GameRecord, review: Review | None, code: str, when: str) -> str:
    """For a checked game; `when` says when it was played. Raises ImpossibleFact."""
    with speaking(code):
        return f"<!DOCTYPE html>\n{_page(record, review, when)}\n"


def _page(record: GameRecord, review: Review | None, when: str) -> Markup:
    table, rounds = read_rounds(record)
    parts: dict[str, Markup] = {}
    if table.scores:
        parts["result"] = result_section(record, table)
        if medals := medals_section(record, table):
            parts["medals"] = medals
        parts["curves"] = curves_section(table)
        if review:
            parts["review"] = review_section(review, record, table, rounds)
        parts["turns"] = turns_section(table, rounds)
    links = (
        element(
            "a",
            (
                {
                    "result": _("Result"),
                    "medals": _("Medals"),
                    "curves": _("Totals"),
                    "review": _("Luck or skill"),
                    "turns": _("Turn by turn"),
                }[name]
            ),
            href=f"#{name}",
        )
        for name in parts
    )
    head = element(
        "header",
        element("p", phrases.GAME, class_="game"),
        element("h1", element("bdi", record.title)),
        element("p", f"{when} · {table_words.where_after(len(table.scores), table.rules)}"),
        element("p", verdict(table), class_="verdict"),
        element("p", settings_words.seed_warning()) if record.seeded else "",
        element("nav", *links) if parts else "",
    )
    body = element(
        "body",
        head,
        element("main", *parts.values()),
        _page_foot(),
        _inline("script", "report.js"),
    )
    return element("html", _page_head(f"{record.title} · {phrases.GAME}"), body, lang=language())


def _page_foot() -> Markup:
    # Translators: the foot of a file that shows games; {version} is “sixqp 1.2”
    sentence = _("Made by {version}. This file loads nothing and tells nobody that you're reading it.")
    return element("footer", element("p", sentence.format(version=f"sixqp {__version__}")))


def _page_head(title: str) -> Markup:
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=_policy()),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", title),
        _inline("style", "report.css"),
    )


@cache
def _source(name: str) -> str:
    """A file of this folder; the style sheet begins with the colours."""
    text = files("sixqp_tui.features.review.report").joinpath(name).read_text(encoding="utf-8")
    return (
        page_colours() + "".join(f".s{seat} {{ color: var(--seat-{seat}); }}\n" for seat in range(1, 11)) + text
        if name.endswith(".css")
        else text
    )


def _inline(tag: str, name: str) -> Markup:
    return element(tag, Markup(_source(name)))


def _policy() -> str:
    """Only the style and the script in the file may load or run, known by their digests."""
    return (
        f"default-src 'none'; style-src '{_digest('report.css')}'; script-src '{_digest('report.js')}'; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"
    )


@cache
def _digest(name: str) -> str:
    return f"sha256-{b64encode(sha256(_source(name).encode()).digest()).decode()}"
