"""A report shows a whole game, loads nothing, fits every screen, and takes nobody's name for more than a text."""

import re
from base64 import b64decode, b64encode
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise, product
from pathlib import Path

import pytest
from features.review import kept_reviews
from msgspec.structs import replace
from rich.color import Color
from support.chromium import CHROMIUM, Chromium
from support.games import recorded
from support.hostile import NASTY
from support.play import VARIANTS, names
from tui.colour_vision import READABLE, contrast

from sixqp_protocol.facts import GameEnded, GameStarted, Rules, Variant
from sixqp_protocol.text import printable
from sixqp_tui.analysis.words import balance_lines, cost, decided_at, instead, limits, reasons, saved
from sixqp_tui.engine.reducer import apply_facts
from sixqp_tui.engine.rules import ranks
from sixqp_tui.engine.table import Table
from sixqp_tui.features.history.record import GameRecord, Player
from sixqp_tui.features.review.report import html_report
from sixqp_tui.features.review.report_curve import HEIGHT, LINE, RIGHT, SIGN, WIDTH, draw_curves
from sixqp_tui.i18n import LANGUAGES, language, speaking
from sixqp_tui.i18n.facts import verdict
from sixqp_tui.presentation.seat_signs import page_colours

MAX_BYTES = 120_000
"""An attachment that every mailbox takes."""
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


class ParsedPage(HTMLParser):
    """A page as a parser reads it: its elements with their attributes, and the text that a reader sees.

    `broken` is what was not closed as it was opened.
    """

    VOID = frozenset(("meta", "circle", "line", "path", "rect"))

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.sources: dict[str, str] = {}
        self.texts: list[str] = []
        self.broken: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        self.broken += self._open
        self.text = "".join(self.texts)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.broken.append(tag)

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] in ("style", "script"):
            self.sources[self._open[-1]] = data
        else:
            self.texts.append(data)

    def handle_comment(self, data: str) -> None:
        self.broken.append(data)


def parsed(record: GameRecord, code: str = "en") -> ParsedPage:
    with speaking(code):
        return ParsedPage(html_report(record, None, "Friday, 21:40"))


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_result_and_the_curves_say_what_the_facts_say(variant: Variant) -> None:
    record = recorded(variant, who=PLAYERS)
    table = replace(apply_facts(Table(), record.facts), names=tuple(player.name for player in PLAYERS))
    html = html_report(record, None, "Friday, 21:40")
    assert verdict(table) in ParsedPage(html).text and "bot, medium" in html
    for seat, player in enumerate(PLAYERS):
        (line,) = re.findall(rf"<tr[^>]*>(?:(?!</tr>).)*<bdi>{player.name}</bdi>.*?</tr>", html, re.DOTALL)
        figures = [int(each) for each in re.findall(r">(\d+)<", line)]
        assert figures == [ranks(table.totals)[seat], table.totals[seat], *(each[seat] for each in table.scores)]
    assert html.count('<path d="M') == len(PLAYERS)
    assert html.count("<circle") == len(PLAYERS) * len(table.scores)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_page_declares_its_language_and_is_well_formed(code: str) -> None:
    spoken, page = language(), parsed(replace(recorded(), seeded=True), code)
    assert page.broken == []
    assert dict(page.elements)["html"]["lang"] == code and language() == spoken


def test_nothing_outside_the_file_is_loaded_and_nothing_runs() -> None:
    html = html_report(recorded(players=2), None, "now")
    page = ParsedPage(html)
    (policy,) = (
        attributes for tag, attributes in page.elements if attributes.get("http-equiv") == "Content-Security-Policy"
    )
    allowed = dict(part.strip().split(" ", 1) for part in (policy["content"] or "").split(";"))
    assert allowed["default-src"] == "'none'"
    assert "script-src" not in allowed and not {"script", "link", "iframe"} & dict(page.elements).keys()
    digest = b64encode(sha256(page.sources["style"].encode()).digest()).decode()
    assert allowed["style-src"] == f"'sha256-{digest}'"
    assert not {"src", "srcset", "href", "action", "style"} & {
        name for _tag, held in page.elements for name in held
    }
    assert "url(" not in page.sources["style"] and "@import" not in page.sources["style"]
    assert "://" not in html and not re.search(r"[\"'(]//", html)


def test_a_report_shows_names_but_no_keys() -> None:
    record = recorded(rounds=1, players=2, who=(Player("Ada", "a1" * 32), Player("Bo")))
    html = html_report(record, None, "now")
    assert "Ada" in html and "a1a1" not in html and record.table not in html


def game_of(name: str) -> GameRecord:
    return replace(recorded(rounds=1, players=2, who=(Player(name), Player("Bo"))), title=name)


@pytest.mark.parametrize("name", [*MARKUP, *NASTY], ids=ascii)
def test_a_name_is_always_escaped_as_text(name: str) -> None:
    page, plain = parsed(game_of(name)), parsed(game_of("Ada"))
    assert [tag for tag, _held in page.elements] == [tag for tag, _held in plain.elements]
    assert page.broken == [] and printable(name) in page.text
    assert all(each.isprintable() or each == "\n" for each in page.text)
    html_report(game_of("Ada"), None, name).encode("utf-8")


@pytest.mark.parametrize("kept", ["classic", "draft"])
def test_a_review_is_shown_with_its_findings_and_limits(kept: kept_reviews.Kept) -> None:
    record, review = kept_reviews.game(kept), kept_reviews.review(kept)
    page = ParsedPage(html_report(record, review, "now"))
    assert page.broken == [] and limits(review) in page.text
    assert ("draft pick" in limits(review)) == (kept == "draft")
    for seat in review.seats:
        assert all(line.figure in page.text for line in balance_lines(review, seat.seat)[:-1])
    for seat in review.seats[:3]:  # the fourth is a bot
        for decision in seat.costliest(1):
            assert f"{decided_at(decision)} · {instead(decision)} · {cost(decision)}" in page.text
            assert all(sentence in page.text for sentence in reasons(decision))
        if seat.most_saved:
            assert f"{decided_at(seat.most_saved)} · {saved(seat.most_saved)}" in page.text


@pytest.mark.parametrize("totals", [(0,) * 10, (70,) * 10, tuple(range(10))], ids=str)
def test_every_curve_end_has_its_own_line_within_the_picture(totals: tuple[int, ...]) -> None:
    curves = draw_curves(Table(Rules(limit=66), names(10), totals=totals, scores=(totals,)))
    heights = sorted(end.y for end in curves.ends)
    assert {end.seat for end in curves.ends} == set(range(10))
    assert all(high - low >= LINE for low, high in pairwise(heights))
    assert heights[0] >= LINE // 2 and heights[-1] <= HEIGHT - LINE // 2
    assert all(end.x + SIGN // 2 <= WIDTH for end in curves.ends)
    assert len({(sign.x, sign.y) for sign in curves.signs}) == 10, "no sign hides another"
    assert all(sign.x <= RIGHT for sign in curves.signs)


def test_a_report_of_ten_players_fits_into_every_mail() -> None:
    html = html_report(kept_reviews.game("ten"), kept_reviews.review("ten"), "yesterday")
    assert len(html.encode()) < MAX_BYTES


def test_a_game_abandoned_in_its_first_round_has_a_report() -> None:
    begun = (GameStarted(Rules(), names(2)), GameEnded("abandoned"))
    page = parsed(replace(recorded(players=2), facts=begun))
    assert "The game was given up" in page.text and page.broken == []


def test_every_text_has_enough_contrast_in_dark_and_light_mode() -> None:
    colours = re.findall(r"--([\w-]+): (#\w+)", page_colours())
    seats = [f"seat-{number}" for number in range(1, 11)]
    inks = [
        *product(("ink", "dim", "gold"), ("deep", "felt", "block")),
        *product((*seats, "red", "green"), ("deep",)),
        *product(("red",), ("block", "red-block")),
        *((f"on-card{heads}", f"card{heads}") for heads in ("", "-2", "-3", "-5", "-7")),
    ]
    dark, light = dict(reversed(colours)), dict(colours)  # of two colours of one name the first is for the dark
    for shown in (dark, light):
        triplets = {name: Color.parse(colour).get_truecolor() for name, colour in shown.items()}
        assert [pair for pair in inks if contrast(triplets[pair[0]], triplets[pair[1]]) < READABLE] == []


@pytest.mark.skipif(CHROMIUM is None, reason="missing: Chromium (Debian: chromium)")
async def test_a_report_fits_a_phone_a_screen_and_two_sheets_of_paper(
    tmp_path: Path, chromium_address: str
) -> None:
    file = tmp_path / "report.html"
    eve = Player("</script><script>document.title='?'</script>")
    game = kept_reviews.game("ten")
    record = replace(game, players=(eve, *game.players[1:]))
    file.write_text(html_report(record, kept_reviews.review("ten"), "now"), encoding="utf-8")
    async with Chromium(chromium_address) as browser:
        for width, height in ((360, 640), (1280, 800)):
            page = await browser.page(width, height)
            await page.offline(True)
            await page.open(file.as_uri())
            await page.until("document.readyState === 'complete'")
            assert await page.evaluate("document.documentElement.scrollWidth") == width
            assert await page.evaluate("getComputedStyle(document.querySelector('b')).borderRadius") != "0px"
        assert await page.evaluate("document.title") != "?" and browser.errors == []
        paper = b64decode((await page.send("Page.printToPDF", preferCSSPageSize=True))["data"])
        assert len(re.findall(rb"/Type /Page\b", paper)) == 2
