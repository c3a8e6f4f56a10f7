"""Whole games by lines at a table with real sessions and bots, in one process."""

import asyncio
import os
from collections.abc import Iterator
from io import BytesIO, TextIOWrapper
from typing import TextIO

import pytest
from support.memory_link import CuttableMemoryLink
from support.plain import Answering, first_choice
from support.tables import OWNER, a_room, a_session, running, settings

from sixqp_tui.host.network.server import Server
from sixqp_tui.hosting.journalled_room import run_bot_seat
from sixqp_tui.plain.console import Console
from sixqp_tui.plain.console_session import Inbox, run_console_session
from sixqp_tui.plain.line_player import Context, End


class Scripted:
    """A player who answers each question as a script would, and says `once` in reply to some of the lines."""

    def __init__(self, **once: str) -> None:
        self._once = {key.replace("_", " "): typed for key, typed in once.items()}

    def __call__(self, line: str) -> str | End | None:
        said = next((key for key in self._once if key in line), None)
        return self._once.pop(said) if said else first_choice(line)


async def test_a_whole_game_against_bots_is_played_and_left() -> None:
    server = Server(a_room(settings(rounds=2), bots=2), seat_bot=run_bot_seat)
    olga = a_session(CuttableMemoryLink(server), "Olga", OWNER)
    inbox = Inbox()
    answers = Scripted(are_seated="start", Ready_for_round="start", Another_game="quit")
    output = Answering(inbox, answers)
    async with running(olga):
        await olga.wait_until_seated(20)
        context = Context("sixqp join 10.0.0.1")
        assert await run_console_session(olga, Console(None, output), inbox, context) == (0, "", False)
    text = output.getvalue()
    assert "The game is over: both rounds were played." in text and "\n3rd: " in text
    assert not {"\x1b", "\r"} & set(text)
    await server.close()


async def test_a_whole_script_may_be_piped_in_at_once() -> None:
    server = Server(a_room(settings(), bots=1, owner=False, autostart=2), seat_bot=run_bot_seat)
    ann = a_session(CuttableMemoryLink(server))
    inbox, output = Inbox(), TextIOWrapper(BytesIO(), encoding="ascii")
    for _ in range(14):
        for number in range(1, 105):
            inbox.put_nowait(str(number))
    inbox.put_nowait(End.TYPING)
    async with running(ann):
        await ann.wait_until_seated(20)
        assert (await run_console_session(ann, Console(None, output), inbox, Context())).code == 0
        assert ann.state.view.table.ended == "rounds"
    await server.close()


async def test_every_line_of_a_script_sees_the_effect_of_the_one_before() -> None:
    server = Server(a_room(settings(seats=6)), seat_bot=run_bot_seat)
    olga, inbox = a_session(CuttableMemoryLink(server), "Olga", OWNER), Inbox()
    output = Answering(inbox, lambda _: None)
    for line in ("bot", "bot", "bot easy", "bot", "bot", "table", End.TYPING):
        inbox.put_nowait(line)
    async with running(olga):
        await olga.wait_until_seated(20)
        await run_console_session(olga, Console(None, output), inbox, Context())
    assert output.getvalue().count("sits down.") == 5
    assert output.getvalue().count("(bot, ") >= 10 and "At the table: Olga (you, host), " in output.getvalue()
    await server.close()


async def test_a_table_that_does_not_confirm_cannot_prevent_leaving() -> None:
    server = Server(a_room(settings()), seat_bot=run_bot_seat)
    link = CuttableMemoryLink(server)
    ann, inbox = a_session(link), Inbox()
    async with running(ann):
        await ann.wait_until_seated(20)
        link.failing = [ConnectionRefusedError()] * 100
        await link.cut()
        inbox.put_nowait(End.TYPING)
        console = Console(None, Answering(inbox, lambda _: None))
        assert (await run_console_session(ann, console, inbox, Context(), grace=0.01)).code == 0
    await server.close()


@pytest.fixture
def piped() -> Iterator[TextIO]:
    """An input that is a pipe, with two lines and a piece of a third, not all of it UTF-8."""
    reading, writing = os.pipe()
    os.write(writing, b"one\nd\xe9ux\n\xff")
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as typed:
        yield typed


async def test_a_reader_thread_delivers_lines_and_end_of_input(piped: TextIO) -> None:
    heard: asyncio.Queue[str | None] = asyncio.Queue()
    Console(piped, TextIOWrapper(BytesIO())).start_reading(heard.put_nowait)
    assert [await heard.get() for _ in range(4)] == ["one\n", "d\ufffdux\n", "\ufffd", None]


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [("utf-8", "Totals: \u2068محمد علي\u2069 12, \u2068שרה\u2069 7"), ("iso8859-8", "Totals: ???? ??? 12, שרה 7")],
)
def test_a_number_after_a_right_to_left_name_stays_in_place(encoding: str, shown: str) -> None:
    kept = BytesIO()
    output = TextIOWrapper(kept, encoding, newline="\n")
    Console(None, output).show("Totals: محمد علي 12, שרה 7")
    assert kept.getvalue().decode(encoding) == shown + "\n"


def test_characters_an_output_cannot_encode_are_replaced() -> None:
    kept = BytesIO()
    output = TextIOWrapper(kept, encoding="ascii", newline="\n")
    console = Console(None, output)
    console.show("Zoé says: “oui” → ∀")
    console.ask("Your card (1 2): ")
    assert kept.getvalue() == b'Zoe says: "oui" to v\nYour card (1 2):\n'
