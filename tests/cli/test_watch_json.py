"""`sixqp join TABLE --watch --json`: what a watcher reads, as lines of JSON (`docs/games.md`)."""

import argparse
import asyncio
import json
from typing import Any

import pytest
from cli.test_tables import place, table
from support.keys import named
from support.tables import heard

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import RoomNews, Settings
from sixqp_protocol.refusals import Farewell
from sixqp_tui.cli.join import _print_facts
from sixqp_tui.hosting.open_table import OpenTable
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.seat import take_seat

pytestmark = pytest.mark.usefixtures("quick_bots")

GAME: dict[str, Any] = {"settings": Settings(Rules(limit=None, rounds=1), 2), "bots": 2}


def watching_at(opened: OpenTable) -> argparse.Namespace:
    return argparse.Namespace(target=place(opened), watch=True, code=None, trust_new=False)


async def test_one_game_is_printed_as_compact_json_lines_even_when_it_is_over(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async with table(**GAME, autostart=2) as opened:
        assert await _print_facts(watching_at(opened)) == 0
        while_it_was_played = capsys.readouterr().out
        assert opened.room.state.games_finished == 1
        assert await _print_facts(watching_at(opened)) == 0
        assert capsys.readouterr().out == while_it_was_played
    lines = while_it_was_played.splitlines()
    facts = [json.loads(line) for line in lines]
    assert lines == [json.dumps(fact, separators=(",", ":"), ensure_ascii=False) for fact in facts]
    assert (facts[0]["kind"], facts[-1]["kind"]) == ("GameStarted", "GameEnded")
    assert [fact["kind"] for fact in facts].count("GameStarted") == 1
    assert {"HandDealt", "CardLaid"}.isdisjoint(fact["kind"] for fact in facts)


async def test_a_table_that_never_returns_is_a_failure_after_a_while() -> None:
    """The process was killed, so nobody says goodbye, and nobody answers any more."""
    async with (
        table(**{**GAME, "bots": 1}, autostart=2) as opened,
        take_seat(place(opened), named("Zoé")) as zoe,
    ):
        events = zoe.session.events()
        watching = asyncio.create_task(_print_facts(watching_at(opened), return_seconds=1.0))
        await heard(events, RoomNews, lambda event: len(event.watchers) == 1)
        await opened.server.close(Farewell.RESTART)
        with pytest.raises(Failure, match="connection to the table was lost"):
            await asyncio.wait_for(watching, 30)
