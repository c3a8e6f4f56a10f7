"""Every level plays every variant at the smallest and the largest table, and knows no more than its seat may."""

from collections.abc import Callable, Sequence
from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace
from support.play import CLASSIC, VARIANTS, stream
from support.secrets import Searched, secrets

from sixqp_protocol.facts import CardLaid, HandDealt, Rules, Variant
from sixqp_protocol.messages import Level
from sixqp_tui.bots.bot import Bot, create_bot, decide
from sixqp_tui.bots.search.budget import deals
from sixqp_tui.engine.game import Batch, Game
from sixqp_tui.engine.reducer import ImpossibleFact
from sixqp_tui.engine.view import View
from sixqp_tui.host.gate import Streams

LEVELS: tuple[Level, ...] = get_args(Level)
Make = Callable[[Level, int], Bot]


def play_round(bots: Sequence[Bot], variant: Variant, seed: str) -> list[Batch]:
    """The batches of one round."""
    batch, game = Game.start(Rules(variant, limit=None, rounds=1), tuple(map(str, range(len(bots)))), seed)
    streams, batches = Streams(len(bots)), [batch]
    streams.record(batch)
    while wanted := game.pending:
        seat = wanted.seats[0]
        batch, game = game.decide(seat, decide(bots[seat], streams.view(seat)))
        streams.record(batch)
        batches.append(batch)
    assert len(game.table.totals) == len(bots)
    return batches


@pytest.mark.parametrize("players", [2, 10])
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    "level",
    [
        "easy",
        "medium",
        pytest.param("hard", marks=pytest.mark.slow),
    ],
)
def test_each_level_plays_each_variant_with_few_and_many_players(
    level: Level, variant: Variant, players: int
) -> None:
    """It sits on the first chair and on the last; whoever sits between them may be quick."""
    ends = (0, players - 1)
    bots = [
        Searched(create_bot(level if seat in ends else "easy", Random(seat), deals(1))) for seat in range(players)
    ]
    batches = play_round(bots, variant, f"{variant} {players}")
    assert len(batches) > (20 if variant == "draft" else 10) * players


@pytest.mark.slow
def test_all_levels_play_at_one_table(bot: Make) -> None:
    play_round([Searched(bot(level, 1)) for level in LEVELS], "classic", "mixed")


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_the_same_random_numbers_and_deals_give_the_same_round(bot: Make, level: Level) -> None:
    one, two = (play_round([bot(level, 1), bot(level, 2)], "classic", "twice") for _ in range(2))
    assert one == two


def test_3_1_a_secret_planted_in_a_view_is_caught_before_a_bot_sees_it(bot: Make) -> None:
    view = view_of(0)
    hands = ((1, 2, 3), *view.table.hands[1:])
    assert secrets(view) == []
    for planted in (
        View(1, replace(view_of(1).table, hands=hands)),
        View(1, replace(view_of(1).table, laid=(5, None, None))),
    ):
        assert len(secrets(planted)) == 1
        with pytest.raises(AssertionError):
            Searched(bot("hard", 1)).card(planted)


def test_3_1_a_view_rejects_facts_meant_for_another_seat() -> None:
    for fact in (HandDealt(0, tuple(range(1, 11))), CardLaid(0, 4)):
        with pytest.raises(ImpossibleFact, match="not for this reader"):
            view_of(1).apply(fact)


def view_of(seat: int) -> View:
    """What a seat of three knows when the first turn begins."""
    game, _ = Game.start(CLASSIC, ("Ann", "Bob", "Cid"), "a seed")
    return View(seat).after(stream(game, seat))


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_3_6_a_card_that_would_be_the_sixth_stays_in_hand(level: Level) -> None:
    rows = ((30, 35, 40, 50, 55), (60,), (70,), (90,))
    table = replace(view_of(0).table, rows=rows, hands=((56, 91), None, None), turn=9)
    assert create_bot(level, Random(1), deals(60)).card(View(0, table)) == 91


def test_3_7_the_hard_level_takes_the_cheapest_row(bot: Make) -> None:
    rows = ((30, 35, 40, 50, 55), (60, 70), (71,), (90, 100))
    table = replace(view_of(0).table, rows=rows, hands=((), None, None), turn=10, to_place=((0, 3),))
    assert bot("hard", 1).row(View(0, table)) == 2
