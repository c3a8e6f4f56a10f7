"""The table on the screen: lifting, laying, taking back, taking a row, and what is seen of it."""

import pytest
from support.decisions import choose_card
from support.fake_session import row_wanted
from support.game_screen import seat_at
from support.pilots import press, run, shown
from textual.events import AppBlur

from sixqp_protocol.messages import (
    ChooseCard,
    ChooseRow,
    Pause,
    Refused,
    Resume,
    Said,
    Say,
    TakeBack,
)
from sixqp_protocol.refusals import Refusal
from sixqp_protocol.text import cells
from sixqp_tui import i18n
from sixqp_tui.client.events import Denied
from sixqp_tui.i18n import table as table_words
from sixqp_tui.i18n.catalog import speaking
from sixqp_tui.presentation.presence import SHOWN
from sixqp_tui.store.preferences import PaceName, Preferences
from sixqp_tui.tui.animation.timeline import TICKS
from sixqp_tui.tui.game.game import GameScreen
from sixqp_tui.tui.game.seen_cards import SeenCardsScreen
from sixqp_tui.tui.keys import keys_now
from sixqp_tui.tui.widgets.common.chat import ReactionChoice
from sixqp_tui.tui.widgets.game.hand import HandRow
from sixqp_tui.tui.widgets.game.rows import CardsToPlace, TableRows
from sixqp_tui.tui.widgets.game.side_panel import Players

PLAYED: dict[str, tuple[list[str], list[int]]] = {
    "Enter plays no card that was not lifted": (["enter", "enter"], []),
    "a digit lifts and Enter lays": (["4", "enter"], [3]),
    "another Enter lays nothing more": (["1", "enter", "enter"], [0]),
    "to the left is the last card": (["left", "enter"], [-1]),
    "to the right of the last is the first": (["left", "right", "enter"], [0]),
    "0 is the tenth": (["0", "enter"], [9]),
    "the keys play again when the chat is closed": (["t", "1", "escape", "2", "enter"], [1]),
}
"""Keys, and the places in the hand of the cards that they lay."""


@pytest.mark.parametrize(("pressed", "places"), PLAYED.values(), ids=PLAYED)
async def test_keys_lift_and_lay_cards(pressed: list[str], places: list[int]) -> None:
    seat, app = seat_at()
    hand = seat.view.hand
    async with run(app) as pilot:
        await pilot.press(*pressed)
        assert seat.requests == [ChooseCard(card=hand[place]) for place in places]


async def test_a_lifted_card_is_lowered_when_another_was_played_for_the_player() -> None:
    seat, app = seat_at()
    seat.others_decide()
    async with run(app) as pilot:
        await pilot.press("2")
        seat.happen(*choose_card(seat.game, 0, seat.view.hand[-1]))
        seat.play_until(lambda game: game.table.turn == 2)
        await pilot.press("enter")
        assert app.game_screen.query_one(HandRow).chosen is None
        assert seat.requests == []


async def test_keys_pressed_at_once_lay_no_unseen_card() -> None:
    seat, app = seat_at()
    async with run(app) as pilot:
        for key in ("1", "enter"):
            app.simulate_key(key)
        await pilot.pause()
        assert seat.requests == []
        await pilot.pause()
        await pilot.press("enter")
        assert len(seat.requests) == 1


async def test_a_laid_card_leaves_the_hand_before_the_table_answers_and_returns_if_it_refuses() -> None:
    seat, app = seat_at()
    seat.answers = False
    async with run(app) as pilot:
        card = seat.view.hand[1]
        await pilot.press("2", "enter")
        assert f"Playing {card}" in shown(pilot)
        await pilot.press("enter", "3", "enter")
        assert seat.requests == [ChooseCard(card=card)]
        seat.tell(Denied(Refused(1, Refusal.PAUSED), None))
        await pilot.pause()
        assert "Playing" not in shown(pilot)
        assert app.game_screen.query_one(HandRow).chosen == card


async def test_backspace_takes_the_card_back_while_others_choose() -> None:
    seat, app = seat_at()
    async with run(app) as pilot:
        await press(pilot, "1", "enter")
        assert "take back" in shown(pilot)
        await press(pilot, "backspace")
        assert seat.requests[-1] == TakeBack()
        assert "Your turn: choose a card" in shown(pilot)
        assert "take back" not in shown(pilot)


async def test_a_click_lifts_a_card_or_a_row_and_a_second_one_plays_it() -> None:
    for until, part, offset in ((None, HandRow, (12, 2)), (row_wanted, TableRows, (6, 10))):
        seat, app = seat_at()
        if until:
            seat.play_until(until)
        request = ChooseRow(row=3) if until else ChooseCard(card=seat.view.hand[1])
        async with run(app) as pilot:
            for requests in ([], [request]):
                await pilot.click(part, offset=offset)
                assert seat.requests == requests


async def test_a_row_is_lit_first_and_then_taken() -> None:
    seat, app = seat_at()
    seat.play_until(row_wanted)
    card = seat.view.table.to_place[0][1]
    async with run(app) as pilot:
        assert f"Your {card} is too low." in shown(pilot)
        assert app.game_screen.query_one(CardsToPlace).plays[0] == ("you", card, True)
        await pilot.press("enter")
        assert seat.requests == [] and "Select a row first" in shown(pilot) and "⏎ take" not in shown(pilot)
        await pilot.press("3", "up")
        assert "Select a row first" not in shown(pilot) and "⏎ take" in shown(pilot)
        await pilot.press("enter")
        assert seat.requests == [ChooseRow(row=1)]


async def test_everybody_sees_who_is_waited_for_and_who_is_away() -> None:
    seat, app = seat_at(players=10)
    seat.goes_away(3)
    seat.becomes(milliseconds_left=12_000)
    async with run(app) as pilot:
        seat.others_decide(leaving=2)
        await press(pilot, "1", "enter")
        assert "Waiting for Ida and Jo." in shown(pilot) and "12 s" in shown(pilot)
        players = app.game_screen.query_one(Players).players
        assert (players[3].mark, players[9].mark, players[2].bot) == ("away", "deciding", True)


async def test_the_last_turn_is_shown_and_the_log_has_all() -> None:
    seat, app = seat_at(players=2)
    async with run(app) as pilot:
        seat.play_until(lambda game: game.table.turn == 2)
        await pilot.pause()
        assert "■ Your" in shown(pilot)
        await pilot.press("l")
        assert "Round 1" in shown(pilot) and "Turn 1: " in shown(pilot)
        await pilot.press("escape")
        assert app.screen is app.game_screen


async def test_playing_alone_offers_nothing_that_needs_others() -> None:
    seat, app = seat_at(make_screen=GameScreen)
    seat.becomes(watchers=("Watcher 1",))
    async with app.run_test(size=(120, 40)) as pilot:
        assert "Watcher 1" not in shown(pilot)
        await pilot.press("t", "h", "i", "p", "exclamation_mark", "e", "w", "s")
        assert pilot.app.screen is app.game_screen and not app.game_screen.talks and not seat.requests
        possible = {each.binding.action for each in keys_now(app.screen)}
        assert {"scores", "log", "seen"} <= possible
        assert not {"chat", "react", "sit", "pause", "resume", "preside", "ways", "evening"} & possible


@pytest.mark.parametrize("pace", ["off", "slow"])
async def test_the_bell_rings_once_for_a_row_of_many_heads_if_switched_on(
    pace: PaceName, monkeypatch: pytest.MonkeyPatch
) -> None:
    for wanted in (True, False):
        preferences = Preferences(pace=pace, bell="on" if wanted else "off")
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
                app.game_screen.advance()
            await pilot.pause()
            assert pace == "slow" or "11 heads. A\n catastrophe" in shown(pilot)
        assert rings == [True] * wanted


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_every_refusal_is_a_sentence_that_fits_on_a_line(language: str) -> None:
    for code in Refusal:
        with speaking(language):
            sentence = table_words.refused(code)
        assert "_" not in sentence and len(sentence.split()) >= 4 and cells(sentence) <= 78


async def test_a_refusal_is_shown_until_the_player_goes_on() -> None:
    seat, app = seat_at()
    async with run(app) as pilot:
        seat.tell(Denied(Refused(1, Refusal.STALE), None))
        await pilot.pause()
        refused = table_words.refused(Refusal.STALE)
        assert refused in shown(pilot) and "Your turn: choose a card" in shown(pilot)
        await press(pilot, "1")
        assert refused not in shown(pilot)


async def test_a_pause_stops_the_keys() -> None:
    seat, app = seat_at()
    async with run(app) as pilot:
        await press(pilot, "p")
        await pilot.press("1", "enter")
        assert "paused the game" in shown(pilot) and seat.requests == [Pause()]
        await press(pilot, "p")
        card = seat.view.hand[0]
        await pilot.press("1", "enter")
        assert seat.requests == [Pause(), Resume(), ChooseCard(card=card)]


async def test_the_last_card_is_lifted() -> None:
    seat, app = seat_at()
    seat.play_until(lambda game: game.table.turn == 10)
    async with run(app):
        assert app.game_screen.query_one(HandRow).chosen == seat.view.hand[0] and seat.requests == []


async def test_a_small_window_says_so_and_takes_no_cards() -> None:
    seat, app = seat_at()
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("1", "enter")
        assert seat.requests == []
        assert "Make the window at least 80×22." in shown(pilot)
        await pilot.resize_terminal(80, 24)
        await pilot.press("1", "enter")
        assert len(seat.requests) == 1


async def test_names_are_never_markup() -> None:
    _seat, app = seat_at(players=2, names=("[b]x[/b]", "[@click=app.quit]y"))
    async with run(app) as pilot:
        assert "[b]x[/b]" in shown(pilot)
        await pilot.press("l")
        assert "[@click=app.quit]y" in shown(pilot)


async def test_without_the_terminals_focus_the_line_of_keys_stays() -> None:
    _seat, app = seat_at()
    async with run(app) as pilot:
        await pilot.press("2")
        line = shown(pilot).splitlines()[-1]
        app.post_message(AppBlur())
        await pilot.pause()
        app.game_screen.refresh_bindings()
        await pilot.pause()
        assert "play" in line and shown(pilot).splitlines()[-1] == line


async def test_a_key_and_a_digit_or_a_click_send_a_quick_reaction() -> None:
    seat, app = seat_at()
    async with run(app) as pilot:
        await pilot.press("exclamation_mark", "2")
        assert seat.requests == [Say(reaction="ouch")] and app.game_screen.query_one(HandRow).chosen is None
        await pilot.press("exclamation_mark", "escape", "2")
        assert len(seat.requests) == 1 and app.game_screen.query_one(HandRow).chosen is not None
        await press(pilot, "exclamation_mark")
        line = shown(pilot).splitlines()[-2]
        await pilot.click(ReactionChoice, offset=(line.index("Sorry!"), 0))
        assert seat.requests[1:] == [Say(reaction="sorry")]


async def test_what_is_said_stands_beside_its_speaker_for_a_while_and_then_in_the_log() -> None:
    seat, app = seat_at()
    async with run(app) as pilot:
        seat.tell(Said(1, "Alice", reaction="bravo"))
        seat.tell(Said(3, "Dana", "take row 2, please, it is yours"))
        await pilot.pause()
        assert "Alice … Well played!" in shown(pilot) and "Dana … take row 2, please…" in shown(pilot)
        app.now += SHOWN
        app.game_screen.present()
        await pilot.pause()
        assert "Alice … Well played!" not in shown(pilot) and "◊ Dana: take row 2, please" in shown(pilot)


async def test_a_chatting_player_in_a_small_window_can_scroll_the_whole_chat() -> None:
    seat, app = seat_at()
    app.stay.said.extend(Said(1, "Alice", f"saying {number} " + "and so on " * 8) for number in range(60))
    async with run(app) as pilot:
        await press(pilot, "t")
        await pilot.pause()
        text = shown(pilot)
        assert "saying 59" in text and "saying 58" in text and "↑↓ older" in text
        assert {str(card) for card in seat.view.hand} <= set(text.split()), "the hand stays in sight"
        await press(pilot, *["pageup"] * 4)
        assert "saying 58" not in shown(pilot) and "saying 52" in shown(pilot)
        seat.tell(Said(1, "Alice", "news"))
        await pilot.pause()
        assert "saying 52" in shown(pilot), "who reads what was said before is not taken from it"
        await press(pilot, "escape")
        assert "saying 52" not in shown(pilot)


async def test_the_last_lines_and_the_log_show_who_disconnected() -> None:
    seat, app = seat_at()
    async with run(app) as pilot:
        seat.goes_away(3)
        await pilot.pause()
        assert "Dana has lost the connection" in shown(pilot)
        await press(pilot, "l")
        assert "Dana has lost the connection" in shown(pilot)


async def test_a_player_viewing_seen_cards_is_told_of_their_turn() -> None:
    seat, app = seat_at()
    seat.becomes(milliseconds_left=42_000)
    async with run(app) as pilot:
        await press(pilot, "1", "enter", "c")
        assert "Waiting for" in shown(pilot)
        seat.others_decide()
        await pilot.pause()
        assert isinstance(app.screen, SeenCardsScreen)
        assert "Choose a row." in shown(pilot) and "42 s" in shown(pilot)
        await pilot.press("c")
        assert app.screen.id == app.game_screen.id
