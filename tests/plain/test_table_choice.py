"""The numbered list of tables, and what is typed under it."""

import pytest

from sixqp_tui.discovery.advertisement import Advertisement
from sixqp_tui.discovery.table_list import FoundTable
from sixqp_tui.plain.table_choice import Chosen, chosen, lines_of

TABLES = (
    FoundTable(Advertisement("1a2b3c4d", "Salon", 3, 10, "lobby", "classic"), ("10.0.0.1",), 4666),
    FoundTable(Advertisement("5e6f7a8b", "Cave", 2, 4, "playing", "draft"), ("10.0.0.2",), 4666, stale=True),
)


def test_the_tables_are_numbered_lines() -> None:
    assert lines_of(TABLES) == (
        "2 tables were found.",
        "1: “Salon”, 3 of 10 seated, classic, waiting",
        "2: “Cave”, 2 of 4 seated, pro, no answer",
    )
    assert lines_of(()) == ("No table was found on this network.",)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2\n", Chosen("table", TABLES[1])),
        ("", Chosen("again")),
        ("AGAIN", Chosen("again")),
        ("quit", Chosen("quit")),
        ("10.0.0.9:5000", Chosen("text", text="10.0.0.9:5000")),
        ("evil\x1b[2J", Chosen("text", text="evil[2J")),
        ("3", Chosen("complaint", text="Expected a number from 1 to 2, got “3”.")),
    ],
)
def test_a_line_is_a_table_an_address_or_one_sentence(typed: str, meant: Chosen) -> None:
    assert chosen(TABLES, typed) == meant
