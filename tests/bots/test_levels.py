"""Every level plays every variant at the smallest and the largest table, and knows no more than its seat may."""

from collections.abc import Sequence
from random import Random
from typing import get_args

import pytest
from msgspec.structs import replace
from support.play import CLASSIC, VARIANTS, secrets, stream

from sixqp_protocol.facts import Rules, Variant
from sixqp_protocol.messages import Level
from sixqp_tui.bots.bot import Bot, RepeatableBot, create_bot, decide
from sixqp_tui.bots.search.budget import deals
from sixqp_tui.engine.game import Batch, Game
from sixqp_tui.engine.view import View
from sixqp_tui.host.gate import Streams

LEVELS: tuple[Level, ...] = get_args(Level)


def quick_bot(level: Level, number: int) -> Bot:
    return create_bot(level, Random(number), deals(2))


class Searched:
    """A bot each of whose views is searched for secrets before it sees it."""

    thinks = False

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def card(self, view: View) -> int:
        return self._bot.card(_clean(view))

    def row(self, view: View) -> int:
        return self._bot.row(_clean(view))

    def draft(self, view: View) -> int:
        return self._bot.draft(_clean(view))


def _clean(view: View) -> View:
    assert secrets(view) == []
    assert view.wanted
    return view


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


ROUNDS: list[tuple[Level, Variant, int]] = [
    *((level, variant, players) for level in ("easy", "medium") for variant in VARIANTS for players in (2, 10)),
    ("hard", "classic", 10),
    ("hard", "tactic", 2),
    ("hard", "draft", 2),
]


@pytest.mark.parametrize(("level", "variant", "players"), ROUNDS)
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


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_random_numbers_and_deals_give_the_same_round(level: Level) -> None:
    one, two = (play_round([quick_bot(level, 1), quick_bot(level, 2)], "classic", "twice") for _ in range(2))
    assert one == two


def test_3_1_a_secret_planted_in_a_view_is_caught_before_a_bot_sees_it() -> None:
    view = view_of(0)
    hands = ((1, 2, 3), *view.table.hands[1:])
    assert secrets(view) == []
    for planted in (
        View(1, replace(view_of(1).table, hands=hands)),
        View(1, replace(view_of(1).table, laid=(5, None, None))),
    ):
        assert len(secrets(planted)) == 1
        with pytest.raises(AssertionError):
            Searched(quick_bot("hard", 1)).card(planted)


def view_of(seat: int) -> View:
    """What a seat of three knows when the first turn begins."""
    game, _ = Game.start(CLASSIC, ("Ann", "Bob", "Cid"), "a seed")
    return View(seat).after(stream(game, seat))


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_3_6_a_card_that_would_be_the_sixth_stays_in_hand(level: Level) -> None:
    rows = ((30, 35, 40, 50, 55), (60,), (70,), (90,))
    table = replace(view_of(0).table, rows=rows, hands=((56, 91), None, None), turn=9)
    assert create_bot(level, Random(1), deals(60)).card(View(0, table)) == 91


def test_3_7_the_hard_level_takes_the_cheapest_row() -> None:
    rows = ((30, 35, 40, 50, 55), (60, 70), (71,), (90, 100))
    table = replace(view_of(0).table, rows=rows, hands=((), None, None), turn=10, to_place=((0, 3),))
    assert quick_bot("hard", 1).row(View(0, table)) == 2


def test_a_repeatable_bot_never_looks_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    def clock() -> float:
        raise AssertionError("the same game would be played otherwise on another machine")

    monkeypatch.setattr("sixqp_tui.bots.bot.perf_counter", clock)
    rows = ((30, 35, 40, 50, 55), (60,), (70,), (90,))
    table = replace(view_of(0).table, rows=rows, hands=((56, 91), None, None), turn=9)
    assert RepeatableBot("hard", "seed").card(View(0, table)) == 91
