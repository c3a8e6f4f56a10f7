"""`tools/league.py`: one ranking of several tables, from what they show to any watcher."""

import asyncio
import json
from typing import Any

import pytest
from cli.test_tables import LOOPBACK, table
from rich.console import Console

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import Settings
from tools import league
from tools.league import Line, Watched, follow, ranking


def game(names: list[str], *rounds: list[int], over: str = "limit") -> list[str]:
    """The lines of a game with these heads in each round; it goes on if it isn't `over`."""
    facts: list[dict[str, Any]] = [{"kind": "GameStarted", "names": names}]
    totals = [0] * len(names)
    for number, heads in enumerate(rounds, 1):
        totals = [before + now for before, now in zip(totals, heads, strict=True)]
        facts.append({"kind": "RoundBegan", "round": number})
        facts.append({"kind": "RoundEnded", "heads": heads, "totals": totals})
    if over:
        facts.append({"kind": "GameEnded", "reason": over})
    return [json.dumps(fact) for fact in facts]


def heard(*lines: str) -> Watched:
    watched = Watched("Salon")
    for line in lines:
        watched.hear(line)
    return watched


def test_people_are_added_up_over_all_tables_by_name() -> None:
    tables = heard(*game(["Ada", "Bo"], [4, 10])), heard(*game(["ADA", "Cid", "Dan"], [8, 2, 2]))
    assert ranking(tables) == [
        Line("Cid", 1, 1, 2.0, 1, 0, 0),
        Line("Dan", 1, 1, 2.0, 1, 0, 0),
        Line("ADA", 2, 2, 6.0, 1, 0, 1),
        Line("Bo", 1, 1, 10.0, 0, 1, 0),
    ]


def test_a_lucky_round_does_not_lead_before_a_whole_evening() -> None:
    tables = heard(*game(["Ada", "Bo"], [4, 10], [6, 0], [5, 5])), heard(*game(["Cid", "Dan"], [0, 1]))
    assert [line.player for line in ranking(tables)] == ["Ada", "Bo", "Cid", "Dan"]


def test_a_game_that_is_repeated_or_begins_anew_counts_once() -> None:
    first, second = game(["Ada", "Bo"], [4, 10]), game(["Ada", "Bo"], [1, 2], over="")
    once = ranking([heard(*first, *second)])
    assert once == [Line("Ada", 1, 2, 2.5, 1, 0, 0), Line("Bo", 1, 2, 6.0, 0, 1, 0)]
    assert ranking([heard(*first, *first[:2], *first, *second[:2], *second)]) == once


def test_an_abandoned_game_counts_for_nobody_but_its_rounds_do() -> None:
    assert ranking([heard(*game(["Ada", "Bo"], [4, 10], over="abandoned"))])[0] == Line("Ada", 0, 1, 4.0, 0, 0, 0)


def test_more_players_than_rows_are_shown_in_turn(capsys: pytest.CaptureFixture[str]) -> None:
    tables = [heard(*game(list("abcdefg"), list(range(7))))]
    console = Console(width=league.WIDTH)
    for page in range(3):
        console.print(league.view(tables, ranking(tables), height=6, now=page * league.PAGE_SECONDS))
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [row[1] for row in rows if len(row) == 8 and row[0].isdigit()] == list("abcdefg")


class Noted(Watched):
    """Says whenever it has heard something."""

    def __init__(self, target: str, changed: asyncio.Event) -> None:
        super().__init__(target)
        self._changed = changed

    def hear(self, line: str) -> None:
        super().hear(line)
        self._changed.set()


@pytest.mark.usefixtures("quick_bots")
async def test_a_game_of_a_real_table_is_ranked_and_a_failure_is_said() -> None:
    async with table(settings=Settings(Rules(limit=None, rounds=2), 2), bots=2, autostart=2) as opened:
        changed = asyncio.Event()
        watched, nowhere = Noted(f"{LOOPBACK}:{opened.port}", changed), Noted(" ", changed)
        following = [asyncio.create_task(follow(each)) for each in (watched, nowhere)]
        while watched.status != "game over" or nowhere.status == "connecting":
            await changed.wait()
            changed.clear()
        for task in following:
            task.cancel()
        await asyncio.wait(following)
    assert [(line.games, line.rounds) for line in ranking([watched])] == [(1, 2), (1, 2)]
    assert "title" in nowhere.status


def test_ctrl_c_ends_with_the_last_ranking(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def interrupted(tables: list[Watched], *_asked: object) -> None:
        for line in game(["Ada", "Bo"], [4, 10]):
            tables[0].hear(line)
        raise KeyboardInterrupt

    monkeypatch.setattr(league, "show", interrupted)
    assert league.main(["Salon"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == ["1", "Ada", "1", "1", "4.0", "1", "0", "0"]
