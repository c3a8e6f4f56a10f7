"""The page with the rules tells what the engine does."""

import re

import pytest
from support.pilots import at_home, press, settled, shown, until
from support.screens import FakeWorld

from sixqp_tui import i18n
from sixqp_tui.engine.cards import HEADS, ROW_LIMIT, heads_of
from sixqp_tui.engine.rules import Effect, Rows, landing
from sixqp_tui.presentation.rules import articles
from sixqp_tui.tui.rules import CardLine, RulesScreen, RulesViewer
from sixqp_tui.tui.widgets.game.rows import TableRows

EXAMPLE_START: Rows = ((12,), (37,), (43,), (58,))
ROW_CHOSEN = 1


def pictures(kind: str) -> list[Rows]:
    """The numbers of the fences of this kind, in the order of the page."""
    found = re.findall(rf"(?s)```{kind}\n(.*?)```", i18n.rules(i18n.language()))
    return [tuple(tuple(map(int, line.split())) for line in text.splitlines()) for text in found]


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


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_6_the_worked_example_is_what_the_engine_does(language: str) -> None:
    i18n.use(language)
    (_kinds, *turns), rows = pictures("cards"), [EXAMPLE_START, *pictures("rows")]
    assert len(turns) == 3
    for turn, before, then in zip(turns, rows, rows[1:], strict=False):
        assert after(before, turn[0])[0] == then


def test_6_2_and_6_3_the_page_tells_who_takes_what() -> None:
    (_kinds, _turn, sixth, low), rows = pictures("cards"), pictures("rows")
    by_sixth, by_low = after(rows[0], sixth[0])[1], after(rows[1], low[0])[1]
    assert by_sixth == [(30, (12, 14, 15, 21, 26))] and len(by_sixth[0][1]) == ROW_LIMIT
    assert f"{heads_of(by_sixth[0][1])} heads" in _article("The sixth card")
    assert by_low == [(3, (37,))] and "the 37, 1 head" in _article("too low")


def test_1_2_a_card_of_every_kind_is_shown() -> None:
    assert {HEADS[card] for card in pictures("cards")[0][0]} == set(HEADS[1:])


def test_every_language_has_the_same_articles_and_pictures() -> None:
    english = len(articles()), pictures("cards"), pictures("rows")
    for language in i18n.LANGUAGES:
        i18n.use(language)
        assert (len(articles()), pictures("cards"), pictures("rows")) == english


def _article(words: str) -> str:
    return next(each.text for each in articles() if words in each.heading)


def test_articles_are_plain_text() -> None:
    assert not any(sign in each.text for each in articles() for sign in ("`", "*", "#"))


@pytest.mark.parametrize("key", ["f1", "f"])
async def test_the_page_opens_by_a_key_scrolls_to_its_end_and_closes_by_the_same_key(key: str) -> None:
    async with at_home(FakeWorld()) as pilot:
        await press(pilot, key)
        page = pilot.app.screen
        assert isinstance(page, RulesScreen)
        assert [rows.rows for rows in page.query(TableRows)] == pictures("rows")
        assert [line.cards for line in page.query(CardLine)] == [cards for (cards,) in pictures("cards")]
        assert "Take as few heads as you can." in shown(pilot)
        await pilot.press("end")
        scroll = page.query_one(RulesViewer)
        await until(pilot, lambda: scroll.scroll_y == scroll.max_scroll_y > 0)
        await settled(pilot)
        assert "until you come back" in " ".join(shown(pilot).split())
        await pilot.press(key)
        assert not isinstance(pilot.app.screen, RulesScreen)
