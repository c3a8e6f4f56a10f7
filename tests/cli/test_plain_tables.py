"""The numbered list of tables, and what is typed under it."""

from collections.abc import Sequence
from dataclasses import replace
from io import StringIO

import pytest

from sixqp_tui.cli import plain
from sixqp_tui.discovery.advertisement import Advertisement
from sixqp_tui.discovery.table_list import FoundTable, Mark
from sixqp_tui.plain.console import Console
from sixqp_tui.plain.console_session import Inbox
from sixqp_tui.plain.line_player import End

SALON = FoundTable(Advertisement("1a2b3c4d", "Salon", 3, 10, "lobby", "classic"), (("10.0.0.1", 4666),))
CAVE = FoundTable(Advertisement("5e6f7a8b", "Cave", 4, 4, "playing", "draft"), (("10.0.0.2", 4666),), stale=True)


def test_tables_are_listed_as_numbered_lines_that_end_with_a_mark() -> None:
    assert plain.list_tables([SALON, CAVE]) == (
        "1: Salon, classic, 7 chairs are free, waiting",
        "2: Cave, draft, full: watch, or wait, no answer",
    )
    marks: tuple[Mark, ...] = ("known", "other_host")
    lines = plain.list_tables([replace(SALON, mark=mark) for mark in marks])
    assert [line.rpartition(", ")[2] for line in lines] == ["known", "other host"]


def test_tables_of_one_title_are_told_apart_by_their_addresses() -> None:
    twins = (SALON, replace(CAVE, advert=replace(CAVE.advert, title="sALON")))
    assert [line.rpartition(", ")[2] for line in plain.list_tables(twins)] == ["10.0.0.1", "10.0.0.2"]


async def choose(tables: Sequence[FoundTable], typed: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> object:
    """The table that is chosen, and how often tables were looked for."""
    looked = 0

    async def find_tables(_console: Console) -> tuple[FoundTable, ...]:
        nonlocal looked
        looked += 1
        return tuple(tables)

    monkeypatch.setattr(plain, "find_tables", find_tables)
    inbox = Inbox()
    for line in typed:
        inbox.put_nowait(line)
    inbox.put_nowait(End.TYPING)
    return await plain.choose_table(Console(None, StringIO()), inbox, False), looked


@pytest.mark.parametrize(
    ("tables", "typed", "chosen"),
    [
        ([SALON, CAVE], ["2\n"], (CAVE, 1)),
        ([SALON, CAVE], ["3", "0", "99999", "1"], (SALON, 1)),
        ([SALON], [""], (SALON, 1)),
        ([SALON, CAVE], ["", "again", "1"], (SALON, 3)),
        ([], ["", "again", "1", "quit"], (None, 3)),
    ],
)
async def test_a_typed_line_chooses_a_table_or_looks_again(
    tables: list[FoundTable], typed: list[str], chosen: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await choose(tables, typed, monkeypatch) == chosen
