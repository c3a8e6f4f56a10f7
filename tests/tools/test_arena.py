"""`tools/arena.py`: the same deals in every seating, until the difference is known as precisely as asked."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from sixqp_tui.bots.bot import Bot, create_bot
from sixqp_tui.bots.easy import Easy
from sixqp_tui.engine.view import View
from tools import arena
from tools.arena import Deal, Entrant, Result, contest, difference, entrant, figure, play_deal

SEEN: list[tuple[int | None, tuple[int, ...]]] = []


class Noting(Easy):
    """Notes the hands that it is dealt."""

    def card(self, view: View) -> int:
        if len(view.hand) == 10:
            SEEN.append((view.seat, view.hand))
        return super().card(view)


def test_a_deal_is_repeated_with_every_entrant_in_every_seat() -> None:
    SEEN.clear()
    entrants = (Entrant("noting", Noting), *(entrant("medium", 1),) * 3)
    assert play_deal(entrants, "classic", "a seed") == play_deal(entrants, "classic", "a seed")
    assert sorted(seat or 0 for seat, _hand in SEEN[:4]) == [0, 1, 2, 3]
    assert SEEN[:4] == SEEN[4:]
    assert len({hand for _seat, hand in SEEN}) == 4


def test_equal_bots_share_the_wins_evenly() -> None:
    def medium(rng: Random) -> Bot:
        return create_bot("medium", rng)

    found = play_deal((Entrant("one", medium), *(Entrant("two", medium),) * 2), "tactic", "a seed")
    assert found["one"] == found["two"]
    assert found["one"].wins == pytest.approx(1 / 3)


def test_figures_are_means_with_their_intervals() -> None:
    found = figure([4.0, 6.0])
    assert found.mean == 5.0
    assert found.within == pytest.approx(1.96, abs=0.001)
    assert figure([4.0]).within == float("inf")


def test_a_contest_ends_once_it_is_precise_whatever_the_executor() -> None:
    entrants = (entrant("medium", 1), entrant("easy", 1))
    found = []
    for at_once in (1, 5):
        with ThreadPoolExecutor(2) as executor:
            *_before, played = contest(executor, entrants, precision=2.5, at_once=at_once)
        found.append(played)
    assert found[0] == found[1]
    assert difference(found[0]).within <= 2.5 < difference(found[0][:-10]).within


def test_a_stopped_contest_prints_what_it_has(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_asked: object) -> Iterator[list[Deal]]:
        yield [{"hard": Result(4.0, 0.5), "easy": Result(6.0, 0.5)}]
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "contest", stopped)
    assert arena.main(["hard", "easy", "--players", "2"]) == 130
    printed = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in printed[:2]] == [["hard", "4.00"], ["easy", "6.00"]]
