"""What the player's decisions cost over all reviewed games, as one HTML file."""

from collections.abc import Iterator, Sequence
from typing import Final

from sixqp_tui.analysis import words as review_words
from sixqp_tui.analysis.mistakes import Estimate, curve
from sixqp_tui.features.history.decision_sheet import (
    advice,
    curve_heading,
    format_cost,
    instead,
    kind_name,
    summary,
    trend,
    uncertainty,
)
from sixqp_tui.features.history.decisions import DecisionScore
from sixqp_tui.features.review.report.markup import Markup, column_head, element, framed_table, join, section
from sixqp_tui.features.review.report.page import page_foot, page_head
from sixqp_tui.i18n import _, language, phrases
from sixqp_tui.i18n.local_time import format_when
from sixqp_tui.i18n.phrases import decimal

MAX_POINTS: Final = 40
MAX_LISTED: Final = 20
WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 960, 320, 46, 14, 24
"""Units of the picture."""
TEXT = 340
"""The width of the picture in a narrow window."""


def decisions_page(score: DecisionScore, when: str) -> str:
    """For at least one reviewed game; `when` says when the page was made."""
    title = _("What your decisions cost")
    head = element(
        "header",
        element("p", phrases.GAME, class_="game"),
        element("h1", title),
        element("p", when),
        element("p", advice(score), class_="verdict"),
        element("p", trend(score)) if trend(score) else "",
    )
    parts = (_kinds(score), *_curve(score), _mistakes(score))
    body = element("body", head, element("main", *parts), page_foot())
    whole = element("html", page_head(f"{title} · {phrases.GAME}"), body, lang=language())
    return f"<!DOCTYPE html>\n{whole}\n"


def _kinds(score: DecisionScore) -> Markup:
    # Translators: the head of a column: kinds of mistakes
    head = (column_head(_("Kind of mistake"), class_="name"), column_head(_("Heads a round")))
    lines = (
        element(
            "tr",
            column_head(kind_name(each.kind), scope="row", class_="name"),
            element(
                "td", format_cost(each.mean, each.within), class_="cost" if each.kind == score.weakness else None
            ),
        )
        for each in score.kinds
    )
    caption = summary(score)
    return section("kinds", _("By kind of mistake"), framed_table(caption, head, lines, "balances"))


def _curve(score: DecisionScore) -> Iterator[Markup]:
    points = curve([game.cost for game in score.games], MAX_POINTS)
    if len(points) > 1:
        caption = element("figcaption", curve_heading(score, len(points)), ". ", uncertainty())
        drawn = join(_drawn(points, WIDTH, "wide"), _drawn(points, TEXT, "narrow"))
        # Translators: a heading: a curve follows
        yield section("curve", _("Over time"), element("figure", drawn, caption))


def _drawn(points: Sequence[Estimate], width: int, name: str) -> Markup:
    highest = max(*(each.mean + each.within for each in points), 0.1)
    floor = HEIGHT - BOTTOM

    def x(at: int) -> float:
        return round(LEFT + 8 + (width - LEFT - 24) * at / (len(points) - 1), 1)

    def y(heads: float) -> float:
        return round(floor - (floor - TOP) * min(highest, max(0.0, heads)) / highest, 1)

    upper = [f"{x(at)} {y(each.mean + each.within)}" for at, each in enumerate(points)]
    lower = [f"{x(at)} {y(each.mean - each.within)}" for at, each in enumerate(points)]
    mean = [f"{x(at)} {y(each.mean)}" for at, each in enumerate(points)]
    return element(
        "svg",
        element("title", _("Heads lost a round, over time"), id=f"{name}-title"),
        element("desc", ", ".join(format_cost(each.mean, each.within) for each in points), id=f"{name}-desc"),
        *(_level(heads, y(heads), width) for heads in (0.0, highest / 2, highest)),
        element("path", d=f"M{'L'.join((*upper, *reversed(lower)))}Z", class_="band"),
        element("path", d=f"M{'L'.join(mean)}", class_="mean"),
        viewBox=f"0 0 {width} {HEIGHT}",
        role="img",
        aria_labelledby=f"{name}-title {name}-desc",
        class_=f"curves {name}",
    )


def _level(heads: float, y: float, width: int) -> Markup:
    line = element("line", x1=LEFT, y1=str(y), x2=width - 8, y2=str(y), class_="axis")
    return join(line, element("text", decimal(heads), x=LEFT - 6, y=str(y), text_anchor="end", class_="axis"))


def _mistakes(score: DecisionScore) -> Markup:
    listed = [each for each in score.mistakes if score.weakness in (None, each.kind)][:MAX_LISTED]
    items = (
        element(
            "li",
            element("strong", review_words.heads_in_tenths(each.cost), class_="cost"),
            f" · {format_when(each.ended)} · {review_words.where(each.round, each.turn)} · {instead(each)} · ",
            kind_name(each.kind),
        )
        for each in listed
    )
    text = element("ol", *items) if listed else element("p", review_words.costliest_decisions(0))
    return section("mistakes", _("The costliest decisions"), text)
