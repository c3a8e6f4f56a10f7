"""A report shows a whole game, loads nothing, and takes nobody's name for more than a text."""

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from itertools import product
from typing import cast

import pytest
from msgspec.structs import replace
from rich.color import Color
from rich.color_triplet import ColorTriplet
from support.colour_vision import READABLE, contrast
from support.games import recorded, seats_of
from support.hostile import NASTY
from support.lanes import with_soaks
from support.parsed_page import ParsedPage
from support.play import VARIANTS, names, played

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact, Fact, GameEnded, GameStarted, Rules, Variant
from sixqp_protocol.text import printable
from sixqp_tui.analysis.result import Balance, Decision, Option, Reason, Review, SeatReview
from sixqp_tui.analysis.words import balance_lines, cost, decided_at, instead, limits, reasons, saved, so_far
from sixqp_tui.client.finished_games import FinishedGame
from sixqp_tui.engine.reducer import apply_fact
from sixqp_tui.engine.rules import ranks
from sixqp_tui.engine.table import Table
from sixqp_tui.features.history.record import GameRecord, Player, record_game
from sixqp_tui.features.review.report import html_report
from sixqp_tui.features.review.review import review_game
from sixqp_tui.i18n import LANGUAGES, language
from sixqp_tui.i18n.facts import verdict
from sixqp_tui.presentation.seat_signs import page_colours

MAX_BYTES = 120_000
"""Of a report of ten players and ten rounds with a review: an attachment that every mailbox takes."""
PLAYERS = (Player("Ada"), Player("Bo", level="medium"), Player("Cy"))
MARKUP = (
    "</title><script>alert(1)</script>",
    "\"><img src=x onerror='alert(1)'>",
    "<!--",
    "]]></svg><a href=https://evil.example>",
    "&lt;b&gt; &amp;",
    "{{name}} {n} %s",
    "=HYPERLINK(1)",
)


def parsed(record: GameRecord, code: str = "en") -> ParsedPage:
    return ParsedPage(html_report(record, None, code, "Friday, 21:40"))


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_result_and_the_curves_say_what_the_facts_say(variant: Variant) -> None:
    record, table = recorded(variant, who=PLAYERS), Table()
    for fact in record.facts:
        table = apply_fact(table, fact)
    html = html_report(record, None, "en", "Friday, 21:40")
    page = ParsedPage(html)
    assert verdict(named(table)) in page.text and "bot, medium" in page.text
    for seat, player in enumerate(PLAYERS):
        (line,) = re.findall(rf"<tr[^>]*>(?:(?!</tr>).)*<bdi>{player.name}</bdi>.*?</tr>", html, re.DOTALL)
        figures = [int(each) for each in re.findall(r">(\d+)<", line)]
        assert figures == [ranks(table.totals)[seat], table.totals[seat], *(each[seat] for each in table.scores)]
        assert html.count('<path d="M') == len(PLAYERS)
    assert html.count("<circle") == len(PLAYERS) * len(table.scores)


def named(table: Table) -> Table:
    return replace(table, names=tuple(player.name for player in PLAYERS))


@pytest.mark.slow
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_page_declares_its_language_and_is_well_formed(code: str) -> None:
    spoken = language()
    page = parsed(replace(recorded(), seeded=True), code)
    assert page.broken == []
    assert dict(page.elements)["html"]["lang"] == code and language() == spoken
    ids = page.values("id")
    assert len(ids) == len(set(ids))


@pytest.mark.slow
def test_nothing_outside_the_file_is_loaded_and_nothing_runs() -> None:
    html = html_report(recorded(players=2), None, "en", "now")
    page = ParsedPage(html)
    (policy,) = (
        attributes for tag, attributes in page.elements if attributes.get("http-equiv") == "Content-Security-Policy"
    )
    allowed = dict(part.strip().split(" ", 1) for part in (policy["content"] or "").split(";"))
    assert allowed["default-src"] == "'none'"
    assert "script-src" not in allowed and not {"script", "link", "iframe"} & tags(page).keys()
    digest = b64encode(sha256(page.sources["style"].encode()).digest()).decode()
    assert allowed["style-src"] == f"'sha256-{digest}'"
    assert not {"src", "srcset", "href", "action", "style"} & {
        name for _tag, held in page.elements for name in held
    }
    assert "url(" not in page.sources["style"] and "@import" not in page.sources["style"]
    assert "://" not in html and not re.search(r"[\"'(]//", html)


def test_a_report_shows_names_but_no_keys() -> None:
    record = recorded(rounds=1, players=2, who=(Player("Ada", "a1" * 32), Player("Bo")))
    html = html_report(record, None, "en", "now")
    assert "Ada" in html and "a1a1" not in html and record.table not in html


def game_of(name: str) -> GameRecord:
    return replace(recorded(rounds=1, players=2, who=(Player(name), Player("Bo"))), title=name)


def tags(page: ParsedPage) -> Counter[str]:
    return Counter(tag for tag, _ in page.elements)


@cache
def plain_tags() -> Counter[str]:
    return tags(parsed(game_of("Ada")))


@pytest.mark.slow
@pytest.mark.parametrize("name", with_soaks([*MARKUP, *NASTY], 5), ids=ascii)
def test_a_name_is_always_escaped_as_text(name: str) -> None:
    odd = game_of(name)
    page = parsed(odd)
    assert tags(page) == plain_tags()
    assert page.broken == [] and printable(name) in page.text
    assert all(each.isprintable() or each == "\n" for each in page.text)
    html_report(odd, None, "fr", name).encode("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_review_is_shown_with_its_findings_and_limits(variant: Variant) -> None:
    record = recorded(variant, rounds=1, players=2)
    review = review_game(record.facts, 20)
    page = ParsedPage(html_report(record, review, "en", "now"))
    assert page.broken == [] and limits(review, drafted=variant == "draft") in page.text
    for seat in review.seats:
        assert all(line.figure in page.text for line in balance_lines(review, seat.seat)[:-1])
        for decision in seat.costliest(1):
            assert f"{decided_at(decision)} · {instead(decision)} · {cost(decision)}" in page.text
            assert all(sentence in page.text for sentence in reasons(decision))
        if seat.most_saved:
            assert f"{decided_at(seat.most_saved)} · {saved(seat.most_saved)}" in page.text
    assert any(seat.costliest() for seat in review.seats)
    stopped = ParsedPage(html_report(record, replace(review, done=1), "en", "now"))
    assert so_far(1, review.tasks) in stopped.text and so_far(1, review.tasks) not in page.text


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_decision_is_shown_with_the_table_as_it_was(variant: Variant) -> None:
    """Every kind of decision: a pick with what was picked before, a card and a row with the four rows."""
    record = recorded(variant, rounds=1)
    seats = review_game(record.facts, 10).seats
    table, lay = Table(), dict[tuple[str, int, int], list[tuple[int, ...]]]()
    picked: list[list[int]] = [[] for _ in PLAYERS]
    for fact in record.facts:
        before, table = table, apply_fact(table, fact)
        if isinstance(fact, facts.CardDrafted):
            lay["pick", len(picked[fact.seat]) + 1, fact.seat] = [tuple(sorted(picked[fact.seat]))]
            picked[fact.seat].append(fact.card)
        elif isinstance(fact, facts.RowTaken) and fact.too_low:
            lay["row", before.turn, fact.seat] = list(before.rows)
        elif isinstance(fact, facts.CardsRevealed):
            lay |= {("card", before.turn, seat): list(before.rows) for seat in range(3)}
    for each in (decision for seat in seats for decision in seat.decisions):
        dear = replace(each, cost=50, stood_in=False)
        only = [SeatReview(seat, (dear,) if seat == each.seat else (), {}) for seat in range(3)]
        html = html_report(record, Review(10, 1, 1, tuple(only)), "en", "now")
        shown, *_best = re.findall(r'<div class="sides">(.*?)<ul class="options">', html, re.DOTALL)
        numbers = [tuple(map(int, re.findall(r"<b[^>]*>(\d+)</b>", row))) for row in re.split("</li>", shown)]
        assert [row for row in numbers if row] == [row for row in lay[each.kind, each.turn, each.seat] if row]


def _record(facts: Sequence[Fact], names: Iterable[str]) -> GameRecord:
    stream, seats = cast("tuple[AnyFact, ...]", tuple(facts)), seats_of(map(Player, names))
    return record_game(FinishedGame("c0ffee", 1, "Ada's", stream, seats, 0))


@pytest.mark.slow
def test_a_report_of_ten_players_and_ten_rounds_stays_small() -> None:
    whole = played(Rules(limit=None, rounds=10), 10, "long")
    record = _record(whole, names(10))
    options = tuple(Option(card, 10, Reason("filled", 3, 5, 99, 100, 99)) for card in range(90, 100))
    dear = Decision(0, 1, 1, "card", 99, 90, 50, 3, False, False, options)
    balances = {number: Balance(1, 2, 3, 4) for number in range(1, 11)}
    decisions = tuple(replace(dear, turn=turn) for turn in range(1, 11))
    review = Review(200, 1, 1, tuple(SeatReview(seat, decisions, balances) for seat in range(10)))
    html = html_report(record, review, "fr", "hier")
    assert len(html.encode()) < MAX_BYTES


def test_a_game_abandoned_in_its_first_round_has_a_report() -> None:
    begun = (GameStarted(Rules(), names(2)), GameEnded("abandoned"))
    record = _record(begun, names(2))
    page = parsed(record)
    assert "The table gave up the game" in page.text and page.broken == []


def test_every_text_has_enough_contrast_in_dark_and_light_mode() -> None:
    colours = re.findall(r"--([\w-]+): (#\w+)", page_colours())
    seats = [f"seat-{number}" for number in range(1, 11)]
    inks = [
        *product(("ink", "dim", "gold"), ("deep", "felt", "block")),
        *product((*seats, "red", "green"), ("deep",)),
        *product(("red",), ("block", "red-block")),
        *((f"on-card{heads}", f"card{heads}") for heads in ("", "-2", "-3", "-5", "-7")),
    ]
    for which in (0, -1):  # of two colours of one name the first is for the dark, the last for the light
        shown = {name: [each for known, each in colours if known == name][which] for name, _ in colours}
        contrasts = {(ink, ground): contrast(triplet(shown[ink]), triplet(shown[ground])) for ink, ground in inks}
        assert {pair: value for pair, value in contrasts.items() if value < READABLE} == {}


def triplet(colour: str) -> ColorTriplet:
    return Color.parse(colour).get_truecolor()
