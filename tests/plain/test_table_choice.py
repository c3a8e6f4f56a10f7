"""The numbered list of tables, and what is typed under it."""

from dataclasses import replace

import pytest

from sixqp_tui.discovery.advertisement import Advertisement
from sixqp_tui.discovery.table_list import FoundTable, Mark
from sixqp_tui.plain.table_choice import TableChoice, list_tables, parse_choice

TABLES = (
    FoundTable(Advertisement("1a2b3c4d", "Salon", 3, 10, "lobby", "classic"), (("10.0.0.1", 4666),)),
    FoundTable(Advertisement("5e6f7a8b", "Cave", 2, 4, "playing", "draft"), (("10.0.0.2", 4666),), stale=True),
)


def test_tables_are_listed_as_numbered_lines() -> None:
    assert list_tables(TABLES) == (
        "2 tables found.",
        "1: “Salon”, 3 of 10 seated, classic, waiting",
        "2: “Cave”, 2 of 4 seated, draft, no answer",
    )
    assert list_tables(()) == ("No table found on this network.",)


def test_a_tables_mark_ends_its_line() -> None:
    marks: tuple[Mark, ...] = ("disputed", "known", "other_host")
    lines = list_tables([replace(TABLES[0], mark=mark) for mark in marks])
    assert [line.rpartition(", ")[2] for line in lines[1:]] == ["disputed", "known", "other host"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2\n", TableChoice("table", TABLES[1])),
        ("", TableChoice("again")),
        ("AGAIN", TableChoice("again")),
        ("quit", TableChoice("quit")),
        ("10.0.0.9:5000", TableChoice("text", text="10.0.0.9:5000")),
        ("evil\x1b[2J", TableChoice("text", text="evil[2J")),
        ("3", TableChoice("complaint", text="Expected a number from 1 to 2, got “3”.")),
    ],
)
def test_a_typed_line_is_a_table_an_address_or_an_error(typed: str, meant: TableChoice) -> None:
    assert parse_choice(TABLES, typed) == meant


def test_an_empty_line_chooses_the_only_table() -> None:
    assert parse_choice(TABLES[:1], "") == TableChoice("table", TABLES[0])
    assert parse_choice((), "") == TableChoice("again")
