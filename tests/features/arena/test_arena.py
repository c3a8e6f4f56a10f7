"""Bots against bots: the same deals in every seating, figures that add up, and each way to print them."""

import csv
import json
from collections.abc import Sequence
from io import StringIO
from random import Random

import pytest
from support.secrets import Searched

from sixqp_tui.bots.bot import Bot, create_bot
from sixqp_tui.cli import main
from sixqp_tui.engine.view import View
from sixqp_tui.features.arena import command as arena_command
from sixqp_tui.features.arena.contest import Contest, Ending, Entrant, Result, figures, play_deal

SEEN: list[tuple[int | None, tuple[int, ...]]] = []


class Noting:
    """Notes the hands that it is dealt."""

    thinks = False

    def __init__(self, rng: Random) -> None:
        self._bot = Searched(create_bot("medium", rng))

    def card(self, view: View) -> int:
        if len(view.hand) == 10:
            SEEN.append((view.seat, view.hand))
        return self._bot.card(view)

    def row(self, view: View) -> int:
        return self._bot.row(view)

    def draft(self, view: View) -> int:
        return self._bot.draft(view)


def medium(rng: Random) -> Bot:
    return create_bot("medium", rng)


@pytest.mark.slow
def test_a_deal_is_repeated_with_every_entrant_in_every_seat() -> None:
    SEEN.clear()
    contest = Contest((Entrant("noting", Noting), *(Entrant("medium", medium),) * 3), "classic", "a seed")
    play_deal(contest, 1, lambda: 0.0)
    play_deal(contest, 1, lambda: 0.0)
    assert sorted(seat or 0 for seat, _ in SEEN[:4]) == [0, 1, 2, 3]
    assert SEEN[:4] == SEEN[4:]
    assert len({hand for _, hand in SEEN}) == 4


def test_equal_bots_share_the_wins_evenly() -> None:
    contest = Contest((Entrant("one", medium), Entrant("two", medium), Entrant("two", medium)), "tactic", "a seed")
    one, two = play_deal(contest, 1, lambda: 0.0)
    assert one == two
    assert one.wins == pytest.approx(1 / 3)


def test_figures_are_means_with_their_intervals() -> None:
    contest = Contest((Entrant("easy", medium), Entrant("easy", medium)), "classic", "a seed")
    (found,) = figures(contest, [(Result(4.0, 0.5, 1.0),), (Result(6.0, 0.5, 3.0),)])
    assert (found.name, found.rounds, found.heads, found.wins, found.milliseconds) == ("easy", 4, 5.0, 0.5, 2.0)
    assert found.heads_within == pytest.approx(1.96)
    assert found.wins_within == 0.0


def test_there_are_enough_deals_for_the_rounds() -> None:
    contest = Contest((Entrant("easy", medium),) * 4, "classic", "a seed")
    assert [contest.deals(rounds) for rounds in (1, 4, 5, 4000)] == [1, 1, 2, 1000]


def test_a_contest_continues_until_precise_and_checks_at_fixed_intervals() -> None:
    ending = Ending(precision=0.1)
    deals = [(Result(4.0, float(deal % 2), 1.0),) for deal in range(200)]
    enough = [count for count in range(1, 200) if ending.reached(deals[:count])]
    assert enough == list(range(100, 200, 10))
    assert ending.progress(deals[:50]) == pytest.approx(0.5, abs=0.02)
    assert ending.progress(deals[:100]) == 1.0
    assert [Ending(deals=3, precision=0.1).reached(deals[:count]) for count in (2, 3)] == [False, True]


@pytest.mark.soak
def test_the_number_of_processes_does_not_change_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    common = ("arena", "medium", "easy", "--players", "2", "--precision", "12", "--seed", "friday", "--json")
    found = []
    for jobs in ("1", "3"):
        assert main((*common, "--jobs", jobs)) == 0
        found.append(json.loads(capsys.readouterr().out)["players"])
    one, two = ([(each["rounds"], each["heads"], each["wins_within"]) for each in players] for players in found)
    assert one == two
    assert one[0][2] <= 0.12


@pytest.mark.slow
def test_an_interrupted_contest_reports_the_results_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []

    def stop_at_the_third(contest: Contest, ending: Ending, played: Sequence[tuple[Result, ...]]) -> str:
        told.append(len(played))
        if len(played) == 3:
            raise KeyboardInterrupt
        return ""

    monkeypatch.setattr(arena_command, "describe_precision", stop_at_the_third)
    assert main(("arena", "easy", "easy", "--players", "2", "--jobs", "1", "--seed", "friday", "--json")) == 130
    printed = json.loads(capsys.readouterr().out)
    assert told == [1, 2, 3]
    assert (printed["whole"], printed["players"][0]["rounds"]) == (False, 6)


def arena(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a small contest prints."""
    common = ("--players", "3", "--rounds", "6", "--seed", "friday", "--jobs", "2", "--thinking", "1")
    assert main(("arena", "hard", "easy", *common, *arguments)) == 0
    return capsys.readouterr().out


@pytest.mark.soak
def test_searching_a_fixed_number_of_deals_is_repeatable(capsys: pytest.CaptureFixture[str]) -> None:
    found = [json.loads(arena(capsys, "--deals", "3", "--json"))["players"] for _ in range(2)]
    one, two = ([(each["heads"], each["wins"]) for each in players] for players in found)
    assert one == two


def test_the_command_prints_readable_figures(capsys: pytest.CaptureFixture[str]) -> None:
    lines = arena(capsys).splitlines()
    assert "6 rounds, 3 players, classic, seed friday" in lines[0]
    assert [line.split()[0] for line in lines[2:4]] == ["hard", "easy"]


@pytest.mark.soak
def test_the_command_prints_json_and_csv(capsys: pytest.CaptureFixture[str]) -> None:
    printed = json.loads(arena(capsys, "--json", "--variant", "draft"))
    assert (printed["seed"], printed["variant"]) == ("friday", "draft")
    assert [player["name"] for player in printed["players"]] == ["hard", "easy"]
    rows = list(csv.DictReader(StringIO(arena(capsys, "--csv"))))
    assert [(row["name"], row["rounds"]) for row in rows] == [("hard", "6"), ("easy", "6")]
