"""How candidates are compared, within what is allowed."""

from collections.abc import Iterator, Sequence
from random import Random

from sixqp_tui.bots.search.budget import deals, seconds
from sixqp_tui.bots.search.elimination import Elimination, Trial, best_candidate


def test_the_smallest_mean_loss_wins_and_a_tie_goes_to_the_first() -> None:
    assert best_candidate((7, 8, 9), lambda: lambda left: [abs(card - 8) for card in left], deals(5)) == 8
    assert best_candidate((7, 8, 9), lambda: lambda left: [0.0 for _ in left], deals(5)) == 7


def test_a_single_candidate_needs_no_search() -> None:
    def never() -> Trial:
        raise AssertionError("a search was prepared")

    assert best_candidate((4,), never, deals(5)) == 4


def test_clearly_worse_candidates_are_dropped_and_close_ones_kept() -> None:
    rng, tried = Random(1), {1: 0, 2: 0, 3: 0}

    def trial(left: Sequence[int]) -> Iterator[float]:
        luck = rng.gauss(0, 10)
        for card in left:
            tried[card] += 1
            yield luck + {1: 0, 2: 30, 3: 0.01}[card] + rng.gauss(0, 1)

    best_candidate((1, 2, 3), lambda: trial, deals(200))
    assert tried[2] < 50
    assert tried[1] == tried[3] == 200


def test_a_decision_tries_at_least_one_deal_and_preparation_counts_toward_its_time() -> None:
    now, tried = 0.0, 0

    def prepare() -> Trial:
        nonlocal now
        now += 0.11
        return trial

    def trial(left: Sequence[int]) -> list[float]:
        nonlocal now, tried
        now, tried = now + 0.04, tried + 1
        return [0.0 for _ in left]

    best_candidate((1, 2), prepare, seconds(0.3, lambda: now))
    assert tried == 4 and now <= 0.3
    assert len(list(seconds(0.0, lambda: 0.0)())) == 1


def test_only_candidates_close_to_the_best_are_ever_drawn() -> None:
    rng = Random(1)
    search = Elimination((1, 2, 3))
    for _ in range(10):
        search.run(lambda left: [{1: 0.0, 2: 0.1, 3: 9.0}[card] + rng.random() for card in left])
    drawn = {search.draw(rng) for _ in range(100)}
    assert search.best() == 1
    assert drawn == {1, 2}
