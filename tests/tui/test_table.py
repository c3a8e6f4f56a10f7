"""The table on the screen: lifting, laying, taking back, taking a row, and what is seen of it."""

import pytest
from support.decisions import choose_card
from support.fake_session import row_wanted
from support.game_screen import seat_at
from support.pilots import shown

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import (
    ChooseCard,
    ChooseRow,
    Pause,
    Ready,
    Refused,
    Resume,
    Said,
    Say,
    TakeBack,
)
from sixqp_protocol.refusals import Refusal
from sixqp_protocol.text import cells
from sixqp_tui import i18n
from sixqp_tui.client.events import Denied, Talk
from sixqp_tui.i18n import table as table_words
from sixqp_tui.i18n.catalog import speaking
from sixqp_tui.presentation.presence import SHOWN
from sixqp_tui.store.preferences import PaceName, Preferences
from sixqp_tui.tui.animation.timeline import TICKS
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.keys import KeyLine, keys_now
from sixqp_tui.tui.widgets.common.chat import ReactionChoice
from sixqp_tui.tui.widgets.common.page import TooSmall
from sixqp_tui.tui.widgets.game.hand import HandRow
from sixqp_tui.tui.widgets.game.rows import CardsToPlace, TableRows

SMALL = (80, 24)


@pytest.mark.slow
async def test_a_digit_lifts_and_enter_lays() -> None:
    seat, app = seat_at()
    card = seat.view.hand[3]
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("4")
        assert f"Your turn: {card} would " in shown(pilot)
        assert seat.requests == []
        await pilot.press("enter")
        await pilot.pause()
        assert seat.requests == [ChooseCard(card=card)]
        assert f"You played {card} · waiting for Alice, Dana and Bob" in shown(pilot)


@pytest.mark.slow
async def test_enter_never_lays_an_unlifted_card() -> None:
    seat, app = seat_at()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("enter", "enter")
        assert seat.requests == []
        await pilot.press("1", "enter", "enter")
        assert len(seat.requests) == 1


@pytest.mark.slow
async def test_a_lifted_card_does_not_survive_its_turn() -> None:
    seat, app = seat_at()
    seat.others_decide()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("2", "enter")
        await pilot.pause()
        seat.play_until(lambda game: game.table.turn == 2)
        await pilot.pause()
        await pilot.press("enter")
        assert len(seat.requests) == 1


@pytest.mark.slow
async def test_a_lifted_card_is_lowered_when_another_was_played_for_the_player() -> None:
    seat, app = seat_at()
    seat.others_decide()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("2")
        seat.happen(*choose_card(seat.game, 0, seat.view.hand[-1]))
        seat.play_until(lambda game: game.table.turn == 2)
        await pilot.press("enter")
        assert app.game_screen.query_one(HandRow).lifted is None
        assert seat.requests == []


@pytest.mark.slow
async def test_keys_pressed_at_once_lay_no_unseen_card() -> None:
    seat, app = seat_at()
    async with app.run_test(size=SMALL) as pilot:
        for key in ("1", "enter"):
            app.simulate_key(key)
        await pilot.pause()
        assert seat.requests == []
        await pilot.pause()
        await pilot.press("enter")
        assert len(seat.requests) == 1


@pytest.mark.slow
async def test_a_laid_card_leaves_the_hand_before_the_table_answers() -> None:
    seat, app = seat_at()
    seat.answers = False
    async with app.run_test(size=SMALL) as pilot:
        card = seat.view.hand[1]
        await pilot.press("2", "enter")
        assert f"Playing {card}" in shown(pilot)
        await pilot.press("enter", "3", "enter")
        assert seat.requests == [ChooseCard(card=card)]
        assert app.game_screen.query_one(HandRow).lifted == card


@pytest.mark.slow
async def test_a_refused_card_returns_to_the_hand() -> None:
    seat, app = seat_at()
    seat.answers = False
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("2", "enter")
        seat.tell(Denied(Refused(1, Refusal.PAUSED), None))
        await pilot.pause()
        assert "Playing" not in shown(pilot)
        assert app.game_screen.query_one(HandRow).lifted == seat.view.hand[1]


@pytest.mark.slow
async def test_arrows_lift_cards_and_wrap_around() -> None:
    seat, app = seat_at()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("left")
        assert app.game_screen.query_one(HandRow).lifted == seat.view.hand[-1]
        await pilot.press("right")
        assert app.game_screen.query_one(HandRow).lifted == seat.view.hand[0]
        await pilot.press("0")
        assert app.game_screen.query_one(HandRow).lifted == seat.view.hand[9]


@pytest.mark.slow
async def test_backspace_takes_the_card_back_while_others_choose() -> None:
    seat, app = seat_at()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("1", "enter")
        await pilot.pause()
        assert "take back" in shown(pilot)
        await pilot.press("backspace")
        await pilot.pause()
        assert seat.requests[-1] == TakeBack()
        assert "Your turn: choose a card" in shown(pilot)
        assert "take back" not in shown(pilot)


@pytest.mark.slow
async def test_a_click_lifts_and_a_second_one_lays() -> None:
    seat, app = seat_at()
    async with app.run_test(size=SMALL) as pilot:
        card = seat.view.hand[1]
        await pilot.click(HandRow, offset=(12, 2))
        assert app.game_screen.query_one(HandRow).lifted == card
        assert seat.requests == []
        await pilot.click(HandRow, offset=(12, 1))
        assert seat.requests == [ChooseCard(card=card)]


async def test_a_row_is_lit_first_and_then_taken() -> None:
    seat, app = seat_at()
    seat.play_until(row_wanted)
    card = seat.view.table.to_place[0][1]
    async with app.run_test(size=SMALL) as pilot:
        assert f"Your {card} is too low. Choose a row." in shown(pilot)
        assert "Still to place" in shown(pilot)
        assert app.game_screen.query_one(CardsToPlace).plays[0] == ("you", card, True)
        await pilot.press("enter")
        assert seat.requests == [] and "Select a row first" in shown(pilot)
        await pilot.press("3", "up")
        assert "Select a row first" not in shown(pilot)
        await pilot.press("enter")
        assert seat.requests == [ChooseRow(row=1)]


@pytest.mark.slow
async def test_a_row_is_taken_with_the_mouse() -> None:
    seat, app = seat_at()
    seat.play_until(row_wanted)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.click(TableRows, offset=(6, 10))
        assert seat.requests == []
        await pilot.click(TableRows, offset=(6, 10))
        assert seat.requests == [ChooseRow(row=3)]


@pytest.mark.slow
async def test_everybody_sees_who_is_waited_for_and_who_is_away() -> None:
    seat, app = seat_at(players=10)
    seat.goes_away(3)
    seat.becomes(milliseconds_left=12_000)
    async with app.run_test(size=SMALL) as pilot:
        seat.others_decide(leaving=2)
        await pilot.press("1", "enter")
        await pilot.pause()
        text = shown(pilot)
        assert "· waiting for Ida and Jo" in text
        assert "12 s" in text
        assert "Bob ⚙" in text
        assert next(line[51:70].split() for line in text.splitlines() if "Dana" in line) == ["◊", "Dana", "✗"]
        assert next(line[51:70].split() for line in text.splitlines() if "Jo" in line) == ["¶", "Jo", "…"]
        assert "q quit" in text.splitlines()[-1]


async def test_the_last_turn_is_shown_at_the_bottom() -> None:
    seat, app = seat_at(players=2)
    async with app.run_test(size=SMALL) as pilot:
        seat.play_until(lambda game: game.table.turn == 2)
        await pilot.pause()
        foot = "\n".join(shown(pilot).splitlines()[19:23])
        assert "Camille" in foot and "Alice" in foot and ("→" in foot or "takes row" in foot)
        await pilot.press("l")
        assert "Round 1" in shown(pilot) and "Turn 1: " in shown(pilot)
        await pilot.press("escape")
        assert app.screen is app.game_screen


@pytest.mark.slow
async def test_a_message_typed_in_one_burst_is_sent_whole() -> None:
    _seat, app = seat_at()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("t")
        for key in ("h", "i", "enter", "enter"):
            app.simulate_key(key)
        await pilot.pause()
        await pilot.pause()
        assert [said.text for said in app.said] == ["hi"]


@pytest.mark.slow
async def test_chat_takes_the_keys_until_it_is_closed() -> None:
    seat, app = seat_at()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("t", "1", "q", "enter")
        await pilot.pause()
        assert seat.requests == [Say(text="1q")]
        assert "Camille: 1q" in shown(pilot)
        await pilot.press("t", "escape", "1")
        assert app.game_screen.query_one(HandRow).lifted == seat.view.hand[0]


@pytest.mark.slow
async def test_playing_alone_offers_nothing_that_needs_others() -> None:
    seat, app = seat_at()
    app.game_screen = GameScreen(seat, private=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("t", "h", "i", "p", "exclamation_mark", "e")
        assert pilot.app.screen is app.game_screen
        assert "CHAT" not in shown(pilot) and "t chat" not in shown(pilot) and "! react" not in shown(pilot)
        assert not seat.requests
        explained = {each.binding.action for each in keys_now(app.screen)}
        assert {"scores", "log", "seen"} <= explained
        assert (
            not {"chat", "react", "sit", "pause", "resume", "preside", "new_table", "ways", "evening"} & explained
        )


@pytest.mark.slow
@pytest.mark.parametrize("pace", ["off", "slow"])
async def test_the_bell_rings_once_for_a_row_of_many_heads_if_switched_on(
    pace: PaceName, monkeypatch: pytest.MonkeyPatch
) -> None:
    for wanted in (True, False):
        preferences = Preferences(pace=pace, bell=wanted)
        seat, app = seat_at(4, seed="0", preferences=preferences, ticks={**TICKS, "slow": 1000.0})
        seat.play_until(lambda game: game.table.turn == 6)
        seat.others_decide()
        rings: list[bool] = []
        monkeypatch.setattr(app, "bell", lambda rings=rings: rings.append(True))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            seat.happen(*choose_card(seat.game, 0, seat.view.hand[-1]))
            await pilot.pause()
            while app.game_screen.timeline.frame:
                app.game_screen.player.advance()
            await pilot.pause()
            assert pace == "slow" or "takes 11 heads" in shown(pilot)
        assert rings == [True] * wanted


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_refusal_is_a_sentence_that_fits_on_a_line(language: str) -> None:
    for code in Refusal:
        with speaking(language):
            sentence = table_words.refused(code)
        assert "_" not in sentence and len(sentence.split()) >= 4 and cells(sentence) <= SMALL[0] - 2


@pytest.mark.slow
async def test_a_guest_may_ask_for_a_rematch() -> None:
    seat, app = seat_at(4, Rules(limit=20), owner=False)
    seat.play_until(lambda game: game.table.ended is not None)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "r rematch" in shown(pilot)
        await pilot.press("r")
        assert [type(request) for request in seat.requests] == [Ready]


@pytest.mark.slow
async def test_a_refusal_is_shown_until_the_player_goes_on() -> None:
    seat, app = seat_at()
    async with app.run_test(size=SMALL) as pilot:
        for code, key in ((Refusal.STALE, "1"), (Refusal.PAUSED, "2")):
            seat.tell(Denied(Refused(1, code), None))
            await pilot.pause()
            line = shown(pilot).splitlines()[22]
            assert line.strip() == table_words.refused(code)
            assert "Your turn: choose a card" in shown(pilot) or code is Refusal.PAUSED
            await pilot.pause()
            assert shown(pilot).splitlines()[22] == line
            await pilot.press(key)
            await pilot.pause()
            assert shown(pilot).splitlines()[22] != line


@pytest.mark.slow
async def test_a_pause_stops_the_keys() -> None:
    seat, app = seat_at()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("p")
        await pilot.pause()
        await pilot.press("1", "enter")
        assert "paused the game" in shown(pilot) and seat.requests == [Pause()]
        await pilot.press("p")
        await pilot.pause()
        card = seat.view.hand[0]
        await pilot.press("1", "enter")
        assert seat.requests == [Pause(), Resume(), ChooseCard(card=card)]


async def test_the_last_card_is_lifted() -> None:
    seat, app = seat_at()
    seat.play_until(lambda game: game.table.turn == 10)
    async with app.run_test(size=SMALL):
        assert app.game_screen.query_one(HandRow).lifted == seat.view.hand[0] and seat.requests == []


@pytest.mark.slow
async def test_a_small_window_says_so_and_takes_no_cards() -> None:
    seat, app = seat_at()
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("1", "enter")
        assert seat.requests == []
        assert "80×22" in shown(pilot) and "It's your turn; the table is waiting for you." in shown(pilot)
        seat.becomes(milliseconds_left=9_000)
        await pilot.pause()
        app.game_screen.query_one(TooSmall).look()
        await pilot.pause()
        assert "the clock is running: 9 seconds left." in " ".join(shown(pilot).split())
        await pilot.resize_terminal(80, 24)
        await pilot.press("1", "enter")
        assert len(seat.requests) == 1
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert "The game continues meanwhile." in shown(pilot)


@pytest.mark.slow
async def test_a_large_window_shows_the_same_table() -> None:
    _seat, app = seat_at(players=10)
    async with app.run_test(size=(120, 40)) as pilot:
        assert "PLAYERS" in shown(pilot) and "Your turn" in shown(pilot)


@pytest.mark.slow
async def test_names_are_never_markup() -> None:
    _seat, app = seat_at(players=2, names=("[b]x[/b]", "[@click=app.quit]y"))
    async with app.run_test(size=SMALL) as pilot:
        assert "[b]x[/b]" in shown(pilot)
        await pilot.press("l")
        assert "[@click=app.quit]y" in shown(pilot)


@pytest.mark.slow
async def test_keys_request_leaving() -> None:
    _seat, app = seat_at()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("q")
        assert app.asked == ["leave"]
        await pilot.click(KeyLine, offset=(1, 0))
        assert app.game_screen.query_one(HandRow).lifted is not None


@pytest.mark.slow
async def test_a_refusal_is_shown() -> None:
    seat, app = seat_at()
    async with app.run_test(size=SMALL) as pilot:
        seat.tell(Denied(Refused(1, Refusal.NO_SUCH_SEAT), None))
        await pilot.pause()
        assert table_words.refused(Refusal.NO_SUCH_SEAT) in shown(pilot)


@pytest.mark.slow
async def test_enter_is_offered_only_for_a_lifted_card_or_a_lit_row() -> None:
    seat, app = seat_at()
    async with app.run_test(size=SMALL) as pilot:
        assert "⏎ play" not in shown(pilot)
        await pilot.press("1")
        await pilot.pause()
        assert "⏎ play" in shown(pilot)
        seat.play_until(row_wanted)
        await pilot.pause()
        assert "⏎ take" not in shown(pilot)
        await pilot.press("2")
        await pilot.pause()
        assert "⏎ take" in shown(pilot)


@pytest.mark.slow
async def test_a_key_and_a_digit_send_a_quick_reaction_shown_at_the_name() -> None:
    seat, app = seat_at()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("exclamation_mark")
        await pilot.pause()
        assert "1 Well played!   2 Ouch!" in shown(pilot)
        await pilot.press("2")
        assert seat.requests == [Say(reaction="ouch")]
        assert app.game_screen.query_one(HandRow).lifted is None
        seat.tell(Talk(Said(1, "Alice", reaction="bravo")))
        seat.tell(Talk(Said(3, "Dana", "take row 2, please, it is yours")))
        await pilot.pause()
        assert "▲ Alice … Well played!" in shown(pilot) and "◊ Dana … take row 2, pleas…" in shown(pilot)
        app.now += SHOWN
        app.game_screen.present()
        await pilot.pause()
        assert "▲ Alice         …   0     0" in shown(pilot) and "◊ Dana: take row 2, please" in shown(pilot)
        await pilot.press("exclamation_mark", "escape", "2")
        assert app.game_screen.query_one(HandRow).lifted is not None
        assert seat.requests == [Say(reaction="ouch")]
        await pilot.press("exclamation_mark")
        await pilot.pause()
        line = shown(pilot).splitlines()[-2]
        await pilot.click(ReactionChoice, offset=(line.index("Sorry!"), 0))
        assert seat.requests == [Say(reaction="ouch"), Say(reaction="sorry")]


@pytest.mark.soak
async def test_a_chatting_player_in_a_small_window_can_scroll_the_whole_chat() -> None:
    seat, app = seat_at()
    app.said.extend(Said(1, "Alice", f"saying {number} " + "and so on " * 8) for number in range(300))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("t")
        await pilot.pause()
        await pilot.pause()
        text = shown(pilot)
        assert "saying 299" in text and "saying 298" in text and "↑↓ older" in text
        assert {str(card) for card in seat.view.hand} <= set(text.split()), "the hand stays in sight"
        await pilot.press(*["pageup"] * 4)
        await pilot.pause()
        assert "saying 298" not in shown(pilot) and "saying 292" in shown(pilot)
        seat.tell(Talk(Said(1, "Alice", "news")))
        await pilot.pause()
        assert "saying 292" in shown(pilot), "who reads what was said before is not taken from it"
        await pilot.press("escape")
        await pilot.pause()
        assert "saying 292" not in shown(pilot)
