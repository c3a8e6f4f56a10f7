"""The page with the rules tells what the engine does."""

from typing import Any

import pytest
from support.game_screen import seat_at
from support.games import recorded
from support.lanes import with_soaks
from support.pilots import run, settled, shown
from support.screens import FakeWorld
from textual.pilot import Pilot
from textual.widget import Widget

from sixqp_tui.engine.cards import HEADS, ROW_LIMIT, heads_of
from sixqp_tui.engine.rules import Effect, Rows, landing
from sixqp_tui.i18n.rules import ARTICLES
from sixqp_tui.presentation.articles import read_articles
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.openings import Home
from sixqp_tui.tui.requests import ArticleRequested
from sixqp_tui.tui.rules import EXAMPLE, EXAMPLE_START, ONE_OF_EACH, Contents, Figure, RulesScreen
from sixqp_tui.tui.widgets.common.page import TitleLine
from sixqp_tui.tui.widgets.game.event_log import EventLines, EventLog, LastTurn, WholeLog
from sixqp_tui.tui.widgets.game.rows import TableRows

pytestmark = pytest.mark.slow

ROW_CHOSEN = 1


def after(rows: Rows, cards: tuple[int, ...]) -> tuple[Rows, list[tuple[int, tuple[int, ...]]]]:
    """The rows when these cards are placed, and who took what; too low a card takes ROW_CHOSEN."""
    lying, taken = [list(row) for row in rows], []
    for card in sorted(cards):
        spot = landing(tuple(map(tuple, lying)), card)
        row = ROW_CHOSEN if spot.row is None else spot.row
        if spot.effect is Effect.APPENDS:
            lying[row].append(card)
        else:
            taken.append((card, tuple(lying[row])))
            lying[row] = [card]
    return tuple(map(tuple, lying)), taken


def home_app() -> SixqpApp:
    world = FakeWorld()
    return SixqpApp(Home(), tables=world)


@pytest.mark.parametrize(
    ("before", "figure"),
    [
        (EXAMPLE_START, EXAMPLE["turn"]),
        (EXAMPLE["turn"].rows, EXAMPLE["sixth"]),
        (EXAMPLE["sixth"].rows, EXAMPLE["too low"]),
    ],
)
def test_6_the_worked_example_is_what_the_engine_does(before: Rows, figure: Figure) -> None:
    assert after(before, figure.cards)[0] == figure.rows


def test_6_2_and_6_3_the_page_tells_who_takes_what() -> None:
    sixth = after(EXAMPLE["turn"].rows, EXAMPLE["sixth"].cards)[1]
    low = after(EXAMPLE["sixth"].rows, EXAMPLE["too low"].cards)[1]
    assert sixth == [(30, (12, 14, 15, 21, 26))] and len(sixth[0][1]) == ROW_LIMIT
    texts = {article.name: article.figure for article in read_articles()}
    assert f"{heads_of(sixth[0][1])} heads" in texts["sixth"][1]
    assert low == [(3, (37,))] and "the 37, 1 head" in texts["too low"][1]


def test_1_2_a_card_of_every_kind_is_shown() -> None:
    assert {HEADS[card] for card in ONE_OF_EACH} == set(HEADS[1:])


@pytest.mark.soak
@pytest.mark.parametrize(("width", "height"), with_soaks([(80, 24), (120, 40)]))
async def test_the_page_scrolls_to_its_end(width: int, height: int) -> None:
    async with run(home_app(), (width, height)) as pilot:
        await pilot.press("f1")
        page = pilot.app.screen
        assert isinstance(page, RulesScreen)
        assert [rows.rows for rows in page.query(TableRows)] == [figure.rows for figure in EXAMPLE.values()]
        await pilot.press("end")
        await pilot.pause()
        scroll = page.query_one("VerticalScroll")
        while scroll.scroll_y < scroll.max_scroll_y:
            await pilot.pause()
        await pilot.press("escape")
        assert not isinstance(pilot.app.screen, RulesScreen)


def pointed(pilot: Pilot[Any]) -> str:
    """The heading of the article that is pointed at, which is in sight."""
    screen = pilot.app.screen
    assert isinstance(screen, RulesScreen)
    head = screen.query_one(".-pointed .head")
    assert screen.page.region.contains_region(head.region)
    return str(head.render())


@pytest.mark.soak
async def test_an_article_is_found_by_number_mouse_or_typing() -> None:
    async with run(home_app()) as pilot:
        await pilot.press("f1", "8")
        await settled(pilot)
        assert pointed(pilot) == "Variants"
        await pilot.click(Contents, offset=(20, 0))
        await settled(pilot)
        assert pointed(pilot) == "The cards"
        await pilot.press("slash", *"qo 68")
        assert pilot.app.screen.query_one(TitleLine).where == "no article contains this"
        await pilot.press(*["backspace"] * 5, *"sixth", "enter")
        await settled(pilot)
        assert pointed(pilot) == "The sixth card"
        await pilot.press("n")
        await settled(pilot)
        assert pointed(pilot) == "The aim"


async def test_the_rules_open_at_the_requested_article() -> None:
    async with run(home_app()) as pilot:
        pilot.app.post_message(ArticleRequested("too low"))
        await settled(pilot)
        assert pointed(pilot) == "A card that is too low"


@pytest.mark.soak
async def test_a_reason_in_the_log_leads_to_its_article_by_key_and_by_click() -> None:
    seat, app = seat_at(4)
    seat.play_until(lambda game: game.table.turn == 8)
    async with run(app) as pilot:
        await pilot.press("l", "enter", "left", "enter", *["left"] * 9, *["right"] * 9, "enter")
        await settled(pilot)
        assert app.asked == ["sixth", "too low", "sixth"]
        last = str(app.screen.query_one(WholeLog).render()).splitlines()[-1]
        assert last.startswith("▸ ◊ Dana's 81 is the 6th card"), last
        log = app.screen.query_one(WholeLog).region
        await pilot.click(offset=(log.x + 10, log.bottom - 1))
        await pilot.click(offset=(log.x + 10, log.bottom - 2))
        assert app.asked[3:] == ["sixth"], "what is no reason leads nowhere"


@pytest.mark.parametrize(
    ("size", "log", "words"),
    with_soaks(
        [
            ((80, 24), EventLines, "6th card"),
            ((120, 40), LastTurn, "takes row 2"),
            ((200, 60), EventLog, "6th card"),
        ]
    ),
)
async def test_a_click_on_a_reason_beside_the_table_leads_to_its_article(
    size: tuple[int, int], log: type[Widget], words: str
) -> None:
    seat, app = seat_at(4)
    seat.play_until(lambda game: game.table.turn == 8)
    async with run(app, size) as pilot:
        await settled(pilot)
        where = app.game_screen.pane.query_one(log).region
        lines = shown(pilot).splitlines()
        y, x = next(
            (y, line.index(words))
            for y, line in enumerate(lines)
            if words in line[where.x :] and where.y <= y < where.bottom and "81" in line
        )
        await pilot.click(offset=(x, y))
        assert app.asked == ["sixth"]


def test_every_reason_has_an_article_on_the_page() -> None:
    public = [fact for fact in recorded(rounds=2).facts if fact.reader is None]
    log = ViewModel(Transcript().after(public)).log
    reasons = {each.article for each in log if each.tone == "cost" or "over" in each.sentence}
    assert reasons - {None} <= set(ARTICLES) and {"sixth", "too low"} <= reasons
    assert all(each.article or "catastrophe" in each.sentence for each in log if each.tone == "cost")
