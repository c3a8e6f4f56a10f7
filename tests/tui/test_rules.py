"""The page with the rules tells what the engine does."""

import pytest
from support.screens import FakeWorld

from sixqp_tui.engine.cards import HEADS, ROW_LIMIT, heads_of
from sixqp_tui.engine.rules import Effect, Rows, landing
from sixqp_tui.i18n.game import rules as rules_words
from sixqp_tui.tui.app import SixqpApp
from sixqp_tui.tui.screens.rules import EXAMPLE, EXAMPLE_START, ONE_OF_EACH, Figure, RulesScreen
from sixqp_tui.tui.services import Home
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


@pytest.mark.parametrize(
    ("before", "figure"),
    [(EXAMPLE_START, EXAMPLE[0]), (EXAMPLE[0].rows, EXAMPLE[1]), (EXAMPLE[1].rows, EXAMPLE[2])],
)
def test_6_the_worked_example_is_what_the_engine_does(before: Rows, figure: Figure) -> None:
    assert after(before, figure.cards)[0] == figure.rows


def test_6_2_and_6_3_the_page_tells_who_takes_what() -> None:
    sixth = after(EXAMPLE[0].rows, EXAMPLE[1].cards)[1]
    low = after(EXAMPLE[1].rows, EXAMPLE[2].cards)[1]
    assert sixth == [(30, (12, 14, 15, 21, 26))] and len(sixth[0][1]) == ROW_LIMIT
    assert f"{heads_of(sixth[0][1])} heads" in rules_words.figure_sixth()[1]
    assert low == [(3, (37,))] and "the 37, 1 head" in rules_words.figure_low()[1]


def test_1_2_a_card_of_every_kind_is_shown() -> None:
    assert {HEADS[card] for card in ONE_OF_EACH} == set(HEADS[1:])


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_page_scrolls_to_its_end(size: tuple[int, int]) -> None:
    async with SixqpApp(FakeWorld().services, Home()).run_test(size=size) as pilot:
        await pilot.press("f1")
        page = pilot.app.screen
        assert isinstance(page, RulesScreen)
        assert [rows.rows for rows in page.query(TableRows)] == [figure.rows for figure in EXAMPLE]
        await pilot.press("end")
        await pilot.pause()
        scroll = page.query_one("VerticalScroll")
        while scroll.scroll_y < scroll.max_scroll_y:
            await pilot.pause()
        await pilot.press("escape")
        assert not isinstance(pilot.app.screen, RulesScreen)
