"""Where every hand is known, the others are expected to lay what they find themselves."""

from random import Random

from msgspec.structs import replace

from sixqp_protocol.facts import Rules
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.bots.search.budget import deals
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.view import View


def near_the_end(seat: int) -> View:
    """What a seat of two knows before the last turn but one of a draft.

    Bob's 24 takes a full row whenever he lays it, and his 7 is too low. Laid first, the 24 leaves a row of one head
    for the 7. Who counts this turn alone lays the 7.
    """
    _, game = Game.start(Rules("draft", limit=None, rounds=1), ("Ann", "Bob"), "a seed")
    rows = ((2, 4, 18, 20, 23), (3, 5, 12, 17, 21), (10, 13), (1, 6, 8, 16))
    seen = frozenset(card for row in rows for card in row)
    return View(seat, replace(game.table, rows=rows, hands=((11, 14), (7, 24)), deck=(), seen=seen, turn=9))


def test_the_hard_level_anticipates_what_a_strong_player_will_lay() -> None:
    assert create_bot("hard", Random(1), deals(150)).card(near_the_end(1)) == 24
    assert [create_bot("hard", Random(seed), deals(60)).card(near_the_end(0)) for seed in range(5)] == [14] * 5
