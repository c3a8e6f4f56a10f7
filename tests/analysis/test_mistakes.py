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


def drawn(rng: Random, usual: dict[MistakeKind, float], games: int = 20, rounds: int = 4) -> list[GameCost]:
    """Games in which every fourth decision that cost anything cost this many heads a round on average."""
    return [
        GameCost(
            rounds,
            {
                kind: sum(rng.random() < 0.25 and round(40 * mean) for _ in range(rounds))
                for kind, mean in usual.items()
            },
        )
        for _ in range(games)
    ]


STRONG: dict[MistakeKind, float] = {"sixth": 0.36, "too low": 0.75, "row": 0.15, "late": 0.09, "kept": 0.36}
"""What a strong player loses, as `tests/bench/weaknesses.py` measures it."""


@pytest.mark.slow
@pytest.mark.parametrize("weak", [None, *KINDS])
def test_a_weakness_is_named_reliably_and_false_accusations_are_rare(
    weak: MistakeKind | None,
) -> None:
    usual = {**STRONG, weak: STRONG[weak] + 1.5} if weak else STRONG
    found = [find_weakness(drawn(Random(f"{weak} {number}"), usual)) for number in range(100)]
    assert sum((each.kind if each else None) == weak for each in found) >= 90


def test_the_kind_is_named_whose_cost_exceeds_a_strong_players_most() -> None:
    """Low cards cost everybody a lot: a player who ignores full rows loses as much with them."""
    blind: dict[MistakeKind, float] = {**STRONG, "sixth": 1.6, "too low": 1.6}
    found = [find_weakness(drawn(Random(f"blind {number}"), blind)) for number in range(100)]
    assert sum(each is not None and each.kind == "sixth" for each in found) >= 75


def test_too_few_games_name_no_weakness() -> None:
    worst = [GameCost(1, {"row": 90})] * MIN_GAMES
    assert find_weakness(worst[1:]) is None
    named = find_weakness(worst)
    assert named and (named.kind, named.most) == ("row", True)


def test_two_equally_costly_kinds_are_not_distinguished() -> None:
    games = drawn(Random("alike"), {"sixth": 2.0, "too low": 2.0})
    named = find_weakness(games)
    assert named and not named.most


def test_the_estimate_is_a_ratio_over_games_and_covers_the_truth() -> None:
    assert cost_a_round([GameCost(1, {"row": 30}), GameCost(3, {"row": 10})]).mean == 1.0
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
    games = [GameCost(1, {"row": 10 * number}) for number in range(10)]
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


@pytest.mark.slow
def test_a_bot_that_always_lays_its_highest_card_is_left_with_low_ones() -> None:
    """Judged roughly: how often the sentence names a planted weakness is measured by the bench."""
    games = [game_cost("always the highest", number, 2, 20) for number in range(6)]
    costs = {kind: cost_a_round(games, kind).mean for kind in KINDS}
    assert max(costs, key=costs.__getitem__) == "too low"
    assert costs["too low"] > 1
