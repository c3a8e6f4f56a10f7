"""The table on the screen: lifting, laying, taking back, taking a row, and what is seen of it."""

from typing import Any

import pytest
from support.decisions import choose_card

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import (
    ChooseCard,
    ChooseRow,
    Pause,
    React,
    Reacted,
    Refused,
    Resume,
    Said,
    Say,
    TakeBack,
)
from sixqp_protocol.refusals import Refusal
from sixqp_protocol.text import cells
from sixqp_tui import i18n
from sixqp_tui.client.events import Denied, News, QuickReacted, StatusChanged, Talk
from sixqp_tui.client.status import Reconnecting
from sixqp_tui.engine.table import RowWanted
from sixqp_tui.i18n import table as table_words
from sixqp_tui.i18n.catalog import speaking
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.widgets.common.page import KeyLine, TooSmall, retranslate
from sixqp_tui.tui.widgets.game.hand import HandRow
from sixqp_tui.tui.widgets.game.rows import CardsToPlace, TableRows

SMALL = (80, 24)


def row_wanted_of_me(game: Any) -> bool:
    """Whether seat 0 is to choose a row."""
    return isinstance(game.pending, RowWanted) and game.pending.seat == 0


async def test_a_digit_lifts_and_enter_lays(seat_at: Any, window: Any) -> None:
    seat = seat_at()
    card = seat.view.hand[3]
    async with seat.app.run_test(size=SMALL) as pilot:
        await pilot.press("4")
        assert f"Your turn: {card} would " in window(seat.app)
        assert seat.requests == []
        await pilot.press("enter")
        await pilot.pause()
        assert seat.requests == [ChooseCard(card=card)]
        assert f"You played {card} · waiting for Alice, Dana and Bob" in window(seat.app)


async def test_enter_never_lays_what_was_not_lifted(seat_at: Any) -> None:
    seat = seat_at()
    async with seat.app.run_test(size=SMALL) as pilot:
        await pilot.press("enter", "enter")
        assert seat.requests == []
        await pilot.press("1", "enter", "enter")
        assert len(seat.requests) == 1


async def test_a_lifted_card_does_not_survive_its_turn(seat_at: Any) -> None:
    seat = seat_at()
    seat.others_decide()
    async with seat.app.run_test(size=SMALL) as pilot:
        await pilot.press("2", "enter")
        await pilot.pause()
        seat.play_until(lambda game: game.table.turn == 2)
        await pilot.pause()
        await pilot.press("enter")
        assert len(seat.requests) == 1


async def test_a_lifted_card_sinks_when_another_was_played_for_its_player(seat_at: Any) -> None:
    seat = seat_at()
    seat.others_decide()
    async with seat.app.run_test(size=SMALL) as pilot:
        await pilot.press("2")
        seat.happen(*choose_card(seat.table_game, 0, seat.view.hand[-1]))
        seat.play_until(lambda game: game.table.turn == 2)
        await pilot.press("enter")
        assert seat.screen.query_one(HandRow).lifted is None
        assert seat.requests == []


async def test_keys_that_come_at_once_lay_nothing_unseen(seat_at: Any) -> None:
    seat = seat_at()
    async with seat.app.run_test(size=SMALL) as pilot:
        for key in ("1", "enter"):
            seat.app.simulate_key(key)
        await pilot.pause()
        assert seat.requests == []
        await pilot.pause()
        await pilot.press("enter")
        assert len(seat.requests) == 1


async def test_a_laid_card_leaves_the_hand_before_the_table_answers(seat_at: Any, window: Any) -> None:
    seat = seat_at()
    seat.request = seat.requests.append
    async with seat.app.run_test(size=SMALL) as pilot:
        card = seat.view.hand[1]
        await pilot.press("2", "enter")
        assert f"Playing {card}" in window(seat.app)
        await pilot.press("enter", "3", "enter")
        assert seat.requests == [ChooseCard(card=card)]
        assert seat.screen.query_one(HandRow).lifted == card


async def test_a_card_that_the_table_refuses_lies_in_the_hand_again(seat_at: Any, window: Any) -> None:
    seat = seat_at()
    seat.request = lambda request: seat.hear(Denied(Refused(1, Refusal.PAUSED), None))
    async with seat.app.run_test(size=SMALL) as pilot:
        await pilot.press("2", "enter")
        await pilot.pause()
        assert "Playing" not in window(seat.app)
        assert seat.screen.query_one(HandRow).lifted == seat.view.hand[1]


async def test_arrows_lift_around_the_end(seat_at: Any) -> None:
    seat = seat_at()
    async with seat.app.run_test(size=SMALL) as pilot:
        await pilot.press("left")
        assert seat.screen.query_one(HandRow).lifted == seat.view.hand[-1]
        await pilot.press("right")
        assert seat.screen.query_one(HandRow).lifted == seat.view.hand[0]
        await pilot.press("0")
        assert seat.screen.query_one(HandRow).lifted == seat.view.hand[9]


async def test_backspace_takes_the_card_back_while_others_choose(seat_at: Any, window: Any) -> None:
    seat = seat_at()
    async with seat.app.run_test(size=SMALL) as pilot:
        await pilot.press("1", "enter")
        await pilot.pause()
        assert "take back" in window(seat.app)
        await pilot.press("backspace")
        await pilot.pause()
        assert seat.requests[-1] == TakeBack()
        assert "Your turn: lift a card" in window(seat.app)
        assert "take back" not in window(seat.app)


async def test_a_click_lifts_and_a_second_one_lays(seat_at: Any) -> None:
    seat = seat_at()
    async with seat.app.run_test(size=SMALL) as pilot:
        await pilot.click(HandRow, offset=(12, 2))
        assert seat.screen.query_one(HandRow).lifted == seat.view.hand[1]
        assert seat.requests == []
        await pilot.click(HandRow, offset=(12, 1))
        assert seat.requests == [ChooseCard(card=seat.facts[-2].card)]


async def test_a_row_is_lit_first_and_then_taken(seat_at: Any, window: Any) -> None:
    seat = seat_at()
    seat.play_until(row_wanted_of_me)
    card = seat.table_game.pending.card
    async with seat.app.run_test(size=SMALL) as pilot:
        assert f"Your {card} is too low. Choose a row." in window(seat.app)
        assert "Still to place" in window(seat.app)
        assert seat.screen.query_one(CardsToPlace).plays[0] == ("you", card, True)
        await pilot.press("enter")
        assert seat.requests == [] and "Select a row first" in window(seat.app)
        await pilot.press("3", "up")
        assert "Select a row first" not in window(seat.app)
        await pilot.press("enter")
        assert seat.requests == [ChooseRow(row=1)]


async def test_a_row_is_taken_with_the_mouse(seat_at: Any) -> None:
    seat = seat_at()
    seat.play_until(row_wanted_of_me)
    async with seat.app.run_test(size=SMALL) as pilot:
        await pilot.click(TableRows, offset=(6, 10))
        assert seat.requests == []
        await pilot.click(TableRows, offset=(6, 10))
        assert seat.requests == [ChooseRow(row=3)]


async def test_everybody_sees_who_is_waited_for_and_who_is_away(seat_at: Any, window: Any) -> None:
    seat = seat_at(players=10)
    seat.away = {3}
    seat.milliseconds_left = 12_000
    async with seat.app.run_test(size=SMALL) as pilot:
        seat.others_decide(leaving=2)
        seat.hear(News(seat.news))
        await pilot.press("1", "enter")
        await pilot.pause()
        text = window(seat.app)
        assert "· waiting for Ida and Jo" in text
        assert "12 s" in text
        assert "Bob ⚙" in text
        assert next(line[51:70].split() for line in text.splitlines() if "Dana" in line) == ["◊", "Dana", "✗"]
        assert next(line[51:70].split() for line in text.splitlines() if "Jo" in line) == ["¶", "Jo", "…"]
        assert "q quit" in text.splitlines()[-1]


async def test_full_rows_of_dear_cards_fit(seat_at: Any, window: Any) -> None:
    seat = seat_at()
    rows = ((11, 22, 33, 44, 55), (66, 77, 88, 99, 100), (1, 2, 3, 4, 5), (101, 102, 103, 104, 90))
    async with seat.app.run_test(size=SMALL) as pilot:
        seat.screen.query_one(TableRows).rows = rows
        await pilot.pause()
        text = window(seat.app)
        assert "27∀" in text and "23∀" in text and text.count("6 !") == 4
        assert "∀×7" in text


async def test_the_last_turn_is_told_at_the_foot(seat_at: Any, window: Any) -> None:
    seat = seat_at(players=2)
    async with seat.app.run_test(size=SMALL) as pilot:
        seat.play_until(lambda game: game.table.turn == 2)
        await pilot.pause()
        foot = "\n".join(window(seat.app).splitlines()[19:23])
        assert "Camille" in foot and "Alice" in foot and ("→" in foot or "takes row" in foot)
        await pilot.press("l")
        assert "Round 1" in window(seat.app) and "Turn 1: " in window(seat.app)
        await pilot.press("escape")
        assert seat.app.screen is seat.screen


async def test_what_is_said_in_one_burst_is_said_whole(seat_at: Any) -> None:
    seat = seat_at()
    async with seat.app.run_test(size=SMALL) as pilot:
        await pilot.press("t")
        for key in ("h", "i", "enter", "enter"):
            seat.app.simulate_key(key)
        await pilot.pause()
        await pilot.pause()
        assert [said.text for said in seat.said] == ["hi"]


async def test_chat_takes_the_keys_until_it_is_closed(seat_at: Any, window: Any) -> None:
    seat = seat_at()
    async with seat.app.run_test(size=SMALL) as pilot:
        await pilot.press("t", "1", "q", "enter")
        await pilot.pause()
        assert seat.requests == [Say(text="1q")]
        assert "Camille: 1q" in window(seat.app)
        await pilot.press("t", "escape", "1")
        assert seat.screen.query_one(HandRow).lifted == seat.view.hand[0]


@pytest.mark.slow
async def test_who_plays_alone_has_no_line_to_talk(seat_at: Any, window: Any) -> None:
    seat = seat_at()
    seat.app.game_screen = GameScreen(seat, private=True)
    async with seat.app.run_test(size=(120, 40)) as pilot:
        await pilot.press("t", "h", "i")
        assert "CHAT" not in window(seat.app) and "t chat" not in window(seat.app)
        assert not seat.requests


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_refusal_is_a_sentence_that_a_line_holds(language: str) -> None:
    for code in Refusal:
        with speaking(language):
            sentence = table_words.refused(code)
        assert "_" not in sentence and len(sentence.split()) >= 4 and cells(sentence) <= SMALL[0] - 2


async def test_a_refusal_is_said_until_its_player_goes_on(seat_at: Any, window: Any) -> None:
    seat = seat_at()
    async with seat.app.run_test(size=SMALL) as pilot:
        for code, key in ((Refusal.STALE, "1"), (Refusal.PAUSED, "2")):
            seat.hear(Denied(Refused(1, code), None))
            await pilot.pause()
            line = window(seat.app).splitlines()[22]
            assert line.strip() == table_words.refused(code)
            seat.hear(News(seat.news))
            await pilot.pause()
            assert window(seat.app).splitlines()[22] == line
            await pilot.press(key)
            await pilot.pause()
            assert window(seat.app).splitlines()[22] != line


async def test_a_lost_line_is_said(seat_at: Any, window: Any) -> None:
    seat = seat_at()
    async with seat.app.run_test(size=SMALL) as pilot:
        seat.status = Reconnecting(0.0, 3)
        seat.hear(StatusChanged(seat.status))
        await pilot.pause()
        assert "attempt 3" in window(seat.app)


async def test_a_pause_stops_the_keys(seat_at: Any, window: Any) -> None:
    seat = seat_at()
    async with seat.app.run_test(size=SMALL) as pilot:
        await pilot.press("p")
        await pilot.pause()
        await pilot.press("1", "enter")
        assert "The table is paused" in window(seat.app) and seat.requests == [Pause()]
        await pilot.press("p")
        await pilot.pause()
        card = seat.view.hand[0]
        await pilot.press("1", "enter")
        assert seat.requests == [Pause(), Resume(), ChooseCard(card=card)]


async def test_the_last_card_lifts_and_is_laid_by_itself_once(seat_at: Any) -> None:
    seat = seat_at(rules=Rules(limit=None, rounds=1), last_card_pause=0.001)
    seat.play_until(lambda game: game.table.turn == 10)
    card = seat.view.hand[0]
    async with seat.app.run_test(size=SMALL) as pilot:
        while not seat.requests:
            await pilot.pause()
        assert seat.requests == [ChooseCard(card=card)]
        await pilot.press("backspace")
        for _ in range(5):
            await pilot.pause()
        assert seat.requests[1:] == [TakeBack()], "a card that was taken back is its player's"
        await pilot.press("1", "enter")
        assert seat.requests[2:] == [ChooseCard(card=card)]


async def test_the_last_card_waits_for_who_wants_it_so_or_acts(seat_at: Any) -> None:
    seat = seat_at()
    seat.play_until(lambda game: game.table.turn == 10)
    async with seat.app.run_test(size=SMALL) as pilot:
        timer, hand = seat.screen.pane.last_card, seat.screen.query_one(HandRow)
        assert hand.lifted == seat.view.hand[0] and timer.running
        await pilot.press("1")
        assert not timer.running and seat.requests == []
    seat = seat_at(lays_last=False)
    seat.play_until(lambda game: game.table.turn == 10)
    async with seat.app.run_test(size=SMALL):
        assert not seat.screen.pane.last_card.running and seat.screen.query_one(HandRow).lifted is None


async def test_a_small_window_says_so_and_takes_no_cards(seat_at: Any, window: Any) -> None:
    seat = seat_at()
    async with seat.app.run_test(size=(60, 20)) as pilot:
        await pilot.press("1", "enter")
        assert seat.requests == []
        assert "80×22" in window(seat.app) and "It's your turn; the table is waiting for you." in window(seat.app)
        seat.milliseconds_left = 9_000
        seat.hear(News(seat.news))
        await pilot.pause()
        seat.screen.query_one(TooSmall).retranslate()
        await pilot.pause()
        assert "the clock is running: 9 seconds left." in " ".join(window(seat.app).split())
        await pilot.resize_terminal(80, 24)
        await pilot.press("1", "enter")
        assert len(seat.requests) == 1
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert "The game goes on meanwhile." in window(seat.app)


async def test_a_large_window_shows_the_same_table(seat_at: Any, window: Any) -> None:
    seat = seat_at(players=10)
    async with seat.app.run_test(size=(120, 40)):
        assert "PLAYERS" in window(seat.app) and "Your turn" in window(seat.app)


async def test_names_are_never_markup(seat_at: Any, window: Any) -> None:
    seat = seat_at(players=2, names=("[b]x[/b]", "[@click=app.quit]y"))
    async with seat.app.run_test(size=SMALL) as pilot:
        assert "[b]x[/b]" in window(seat.app)
        await pilot.press("l")
        assert "[@click=app.quit]y" in window(seat.app)


async def test_the_app_is_asked_to_leave_and_for_the_rules(seat_at: Any) -> None:
    seat = seat_at()
    async with seat.app.run_test(size=SMALL) as pilot:
        await pilot.press("f1", "q")
        assert seat.app.asked == ["rules", "leave"]
        await pilot.click(KeyLine, offset=(1, 0))
        assert seat.screen.query_one(HandRow).lifted is not None


async def test_a_refusal_follows_the_language(seat_at: Any, window: Any) -> None:
    seat = seat_at()
    async with seat.app.run_test(size=SMALL) as pilot:
        seat.hear(Denied(Refused(1, Refusal.NO_SUCH_SEAT), None))
        await pilot.pause()
        english = table_words.refused(Refusal.NO_SUCH_SEAT)
        assert english in window(seat.app)
        i18n.use("fr")
        retranslate(seat.app.screen_stack)
        await pilot.pause()
        french = table_words.refused(Refusal.NO_SUCH_SEAT)
        i18n.use("en")
        assert french != english and french in window(seat.app)


async def test_the_foot_offers_enter_only_for_what_is_lifted_or_lit(seat_at: Any, window: Any) -> None:
    seat = seat_at()
    async with seat.app.run_test(size=SMALL) as pilot:
        assert "⏎ play" not in window(seat.app)
        await pilot.press("1")
        await pilot.pause()
        assert "⏎ play" in window(seat.app)
        seat.play_until(row_wanted_of_me)
        await pilot.pause()
        assert "⏎ take" not in window(seat.app)
        await pilot.press("2")
        await pilot.pause()
        assert "⏎ take" in window(seat.app)


async def test_a_key_and_a_digit_show_a_quick_reaction_at_the_name(seat_at: Any, window: Any) -> None:
    seat = seat_at()
    async with seat.app.run_test(size=SMALL) as pilot:
        await pilot.press("exclamation_mark")
        await pilot.pause()
        assert "1 Well played!   2 Ouch!" in window(seat.app)
        await pilot.press("2")
        assert seat.requests == [React(reaction="ouch")]
        assert seat.screen.query_one(HandRow).lifted is None
        seat.hear(QuickReacted(Reacted(1, "Alice", "bravo")))
        await pilot.pause()
        assert "▲ Well played!" in window(seat.app) and "▲ Alice" not in window(seat.app)
        await pilot.press("exclamation_mark", "escape", "2")
        assert seat.screen.query_one(HandRow).lifted is not None
        assert seat.requests == [React(reaction="ouch")]


@pytest.mark.slow
async def test_whoever_talks_in_the_small_window_reads_and_scrolls_all_that_was_said(
    seat_at: Any, window: Any
) -> None:
    seat = seat_at()
    seat.said.extend(Said(1, "Alice", f"saying {number} " + "and so on " * 8) for number in range(300))
    async with seat.app.run_test(size=SMALL) as pilot:
        await pilot.press("t")
        await pilot.pause()
        await pilot.pause()
        text = window(seat.app)
        assert "saying 299" in text and "saying 298" in text and "↑↓ older" in text
        assert {str(card) for card in seat.view.hand} <= set(text.split()), "the hand stays in sight"
        await pilot.press(*["pageup"] * 4)
        await pilot.pause()
        assert "saying 298" not in window(seat.app) and "saying 292" in window(seat.app)
        seat.hear(Talk(Said(1, "Alice", "news")))
        await pilot.pause()
        assert "saying 292" in window(seat.app), "who reads what was said before is not taken from it"
        await pilot.press("escape")
        await pilot.pause()
        assert "saying 292" not in window(seat.app)
