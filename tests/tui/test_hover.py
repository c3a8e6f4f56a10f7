"""The mouse points without choosing: what a card would do, what a row would cost; the keys go on from there."""

import pytest
from support.fake_session import row_wanted
from support.game_screen import seat_at
from support.pilots import shown

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import ChooseCard
from sixqp_tui.engine.cards import HEADS, heads_of
from sixqp_tui.engine.rules import Effect, landing
from sixqp_tui.engine.table import DraftWanted
from sixqp_tui.tui.widgets.common.prompt import Prompt
from sixqp_tui.tui.widgets.game.draft import LEFT, Deck
from sixqp_tui.tui.widgets.game.hand import HandRow
from sixqp_tui.tui.widgets.game.rows import TableRows

pytestmark = pytest.mark.slow

SMALL = (80, 24)
PROMPT = 13


@pytest.mark.soak
async def test_hovering_over_a_card_describes_it_and_lifts_nothing() -> None:
    seat, app = seat_at()
    first, third = seat.view.hand[0], seat.view.hand[2]
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("1")
        await pilot.hover(HandRow, offset=(20, 2))
        assert f" {third} " in shown(pilot).splitlines()[PROMPT]
        assert app.game_screen.query_one(HandRow).lifted == first
        rows = app.game_screen.query_one(TableRows)
        assert rows.landing == (third, landing(seat.view.table.rows, third).row)
        await pilot.hover(TableRows)
        assert f" {first} " in shown(pilot).splitlines()[PROMPT]
        await pilot.press("enter")
        assert seat.requests == [ChooseCard(card=first)]


async def test_keys_win_over_a_resting_mouse() -> None:
    seat, app = seat_at()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.hover(HandRow, offset=(20, 2))
        await pilot.press("1")
        landing_shown = app.game_screen.query_one(TableRows).landing
        assert landing_shown is not None and landing_shown[0] == seat.view.hand[0]


async def test_hovering_over_a_row_shows_its_cost_and_picks_nothing() -> None:
    seat, app = seat_at()
    seat.play_until(row_wanted)
    cost = heads_of(seat.view.table.rows[2])
    async with app.run_test(size=SMALL) as pilot:
        await pilot.hover(TableRows, offset=(6, 7))
        assert f"Take row 3 for {cost} head" in shown(pilot).splitlines()[PROMPT]
        await pilot.press("enter")
        assert seat.requests == []


@pytest.mark.soak
async def test_hovering_over_a_deck_card_shows_its_heads() -> None:
    seat, app = seat_at(rules=Rules("draft"))
    seat.play_until(lambda game: game.pending == DraftWanted(0))
    async with app.run_test(size=SMALL) as pilot:
        deck = app.game_screen.query_one(Deck)
        line, column = deck.grid.place(12)
        await pilot.hover(
            Deck, offset=(LEFT + 1 + column * deck.grid.size.step, deck.top + line * deck.grid.size.lines)
        )
        assert f"Your pick: 12 ({HEADS[12]} head)" in shown(pilot)
        await pilot.press("enter")
        assert seat.requests == []


@pytest.mark.soak
async def test_each_landing_has_its_sentence_and_its_picture() -> None:
    hints = {Effect.APPENDS: " of 5", Effect.TAKES_FULL_ROW: "'s 6th now: ", Effect.TOO_LOW: "would be too low"}
    met: set[Effect] = set()
    for number in range(12):
        seat, app = seat_at(seed=f"landing {number}")
        seat.play_until(lambda game: game.table.turn == 6)
        if {landing(seat.view.table.rows, card).effect for card in seat.view.hand} <= met:
            continue
        async with app.run_test(size=SMALL) as pilot:
            for place, card in enumerate(seat.view.hand):
                await pilot.press(str(place + 1))
                spot = landing(seat.view.table.rows, card)
                assert " now" in app.game_screen.pane.prompt.text
                assert hints[spot.effect] in app.game_screen.pane.prompt.text
                assert app.game_screen.query_one(TableRows).landing == (card, spot.row)
                met.add(spot.effect)
        if met == set(hints):
            return
    raise AssertionError(f"only {met} came up")


@pytest.mark.soak
async def test_a_click_on_the_enter_prompt_goes_on_after_a_round() -> None:
    seat, app = seat_at(players=2)
    async with app.run_test(size=SMALL) as pilot:
        seat.play_until(lambda game: len(game.table.scores) == 1)
        await pilot.pause()
        assert app.game_screen.switcher.current == "scores"
        prompt = app.game_screen.pane.query_one(Prompt)
        assert "waiting for you and Alice" in prompt.text
        app.now += 1
        await pilot.click(prompt, offset=(5, 0))
        await pilot.pause()
        assert app.game_screen.switcher.current == "table"
