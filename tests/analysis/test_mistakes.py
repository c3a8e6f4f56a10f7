"""A weakness is named where there is one, and nobody is accused by chance."""

from random import Random

import pytest
from support.planted_weaknesses import game_cost

from sixqp_tui.analysis.mistakes import (
    KINDS,
    MIN_GAMES,
    GameCost,
    MistakeKind,
    change,
    cost_a_round,
    curve,
    find_weakness,
    kind_of,
    usual_length,
)
from sixqp_tui.analysis.result import Decision, Option, Reason, ReasonKind


def drawn(
    rng: Random, usual: dict[MistakeKind, float], games: int = 20, rounds: int = 4, players: int = 4
) -> list[GameCost]:
    """Games with so many mistakes a round on average, in ten decisions that each cost one head."""
    numbers = [
        {kind: sum(rng.random() < mean / 10 for _ in range(10 * rounds)) for kind, mean in usual.items()}
        for _ in range(games)
    ]
    return [
        GameCost(rounds, {kind: 10 * number for kind, number in each.items()}, each, players) for each in numbers
    ]


STRONG: dict[MistakeKind, float] = {"sixth": 0.25, "too low": 0.78, "row": 0.1, "late": 0.07, "kept": 0.34}
"""Mistakes of a strong player in a round with four players, as `tests/bench/weaknesses.py` measures them."""


@pytest.mark.slow
@pytest.mark.parametrize("weak", [None, *KINDS])
def test_a_weakness_is_named_reliably_and_false_accusations_are_rare(
    weak: MistakeKind | None,
) -> None:
    usual = {**STRONG, weak: STRONG[weak] + 0.5} if weak else STRONG
    found = [find_weakness(drawn(Random(f"{weak} {number}"), usual)) for number in range(100)]
    assert sum((each.kind if each else None) == weak for each in found) >= 90


@pytest.mark.slow
def test_the_kind_is_named_whose_excess_costs_most() -> None:
    """Low cards cost everybody a lot: a player who ignores full rows makes more mistakes with them."""
    blind: dict[MistakeKind, float] = {**STRONG, "sixth": 0.7, "too low": 0.9}
    found = [find_weakness(drawn(Random(f"blind {number}"), blind)) for number in range(100)]
    assert sum(each is not None and each.kind == "sixth" for each in found) >= 90


@pytest.mark.slow
def test_what_is_usual_at_a_large_table_is_a_weakness_at_a_small_one() -> None:
    def accused(players: int) -> int:
        found = (drawn(Random(number), {"sixth": 0.7}, players=players) for number in range(100))
        return sum(find_weakness(games) is not None for games in found)

    assert accused(players=8) <= 10
    assert accused(players=3) >= 90


def test_a_few_costly_mistakes_are_no_habit() -> None:
    games = drawn(Random("habit"), STRONG)
    assert find_weakness([GameCost(1, {"sixth": 300}, {"sixth": 1}, 4), *games[1:]]) is None


def test_too_few_games_name_no_weakness() -> None:
    worst = [GameCost(1, {"row": 90}, {"row": 1}, 4)] * MIN_GAMES
    assert find_weakness(worst[1:]) is None
    named = find_weakness(worst)
    assert named and (named.kind, named.most) == ("row", True)


def test_two_equally_costly_kinds_are_not_distinguished() -> None:
    games = drawn(Random("alike"), {"sixth": 2.0, "too low": 2.0})
    named = find_weakness(games)
    assert named and not named.most


@pytest.mark.slow
def test_the_estimate_is_a_ratio_over_games_and_covers_the_truth() -> None:
    assert cost_a_round([GameCost(1, {"row": 30}, {}, 4), GameCost(3, {"row": 10}, {}, 4)]).mean == 1.0
    within = 0
    for number in range(200):
        estimate = cost_a_round(drawn(Random(number), {"sixth": 2.0}, games=40))
        within += abs(estimate.mean - 2.0) <= estimate.within
    assert 180 <= within <= 198


def test_only_a_change_beyond_chance_is_reported() -> None:
    rng = Random("change")
    before, after = drawn(rng, {"sixth": 3.0}), drawn(rng, {"sixth": 0.5})
    better = change([*before, *after])
    assert better and better.mean < -1
    assert change([*before, *drawn(rng, {"sixth": 3.0})]) is None
    assert change(before[: 2 * MIN_GAMES - 1]) is None


def test_a_curve_counts_every_game_once() -> None:
    games = [GameCost(1, {"row": 10 * number}, {}, 4) for number in range(10)]
    assert [point.mean for point in curve(games, 9)] == [2.0, 7.0]
    assert curve(games[:3], 9) == ()


def test_the_usual_row_length_has_more_than_half_of_the_cost() -> None:
    assert usual_length({5: 60, 4: 40}) == 5
    assert usual_length({5: 50, 4: 50}) is None
    assert usual_length({}) is None


@pytest.mark.parametrize(
    ("reason", "place", "turn", "made", "kind"),
    [
        ("sixth", 6, 9, 50, "sixth"),
        ("filled", 5, 3, 50, "sixth"),
        ("filled", 5, 8, 50, "late"),
        ("too low", 0, 9, 5, "too low"),
        ("safe", 2, 2, 50, "too low"),
        ("safe", 2, 2, 20, "kept"),
        ("safe", 2, 8, 20, "late"),
    ],
)
def test_every_mistake_has_a_kind(reason: ReasonKind, place: int, turn: int, made: int, kind: MistakeKind) -> None:
    why = Reason(reason, 0, place, 60, 100, 50)
    options = (Option(30, 0, Reason("safe", 1, 2, 90, 100, 0)), Option(made, 20, why))
    assert kind_of(Decision(0, 1, turn, "card", made, 30, 20, 2, False, False, options)) == kind


@pytest.mark.soak
def test_a_bot_that_always_lays_its_highest_card_is_left_with_low_ones() -> None:
    """Judged roughly: how often the sentence names a planted weakness is measured by the bench."""
    games = [game_cost("always the highest", number, 2, 20) for number in range(6)]
    costs = {kind: cost_a_round(games, kind).mean for kind in KINDS}
    assert max(costs, key=costs.__getitem__) == "too low"
    assert costs["too low"] > 1
