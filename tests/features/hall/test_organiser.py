"""What the organiser types, and what they read when it can't be done."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from sixqp_protocol.messages import OpenWay
from sixqp_tui.features.hall import command
from sixqp_tui.features.hall.evening import WAY_SECONDS, Evening, open_evening
from sixqp_tui.features.hall.hall import HallOpened, PlayerRegistered, RoundSeated
from sixqp_tui.features.hall.journal import create_hall_journal, open_hall_journal
from sixqp_tui.joining.failure import Failure


@pytest.fixture
async def evening() -> AsyncIterator[Evening]:
    """A hall of two that plays the only table of its round, without a process."""
    journal = create_hall_journal("abcd1234", HallOpened("Friday", "seed", size=2))
    evening = Evening("abcd1234", journal, "00" * 32, print)
    evening.waiting.happen(*(PlayerRegistered(name, name.encode().ljust(32)) for name in ("Ann", "Bob")))
    evening.waiting.happen(RoundSeated(1, ((0, 1),)))
    yield evening
    await evening.server.close()
    journal.close()


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("start", "No round can start now."),
        ("resume", "The hall isn't paused."),
        ("skip 2", "Table 2 isn't playing."),
        ("skip it", "Expected the number of a table, got “it”."),
        ("remove Zed", "Nobody here is called Zed."),
        ("strat", "“strat” isn't a command here."),
    ],
)
async def test_a_line_that_means_nothing_gets_one_sentence(
    evening: Evening, capsys: pytest.CaptureFixture[str], typed: str, expected: str
) -> None:
    before = evening.hall
    await command.obey(evening, typed)
    assert capsys.readouterr().out.splitlines()[0] == expected and evening.hall == before


async def test_a_table_that_never_ends_is_skipped_once_and_its_hands_count_for_nobody(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    for _twice in range(2):
        await command.obey(evening, "skip 1")
    assert not evening.hall.playing and evening.hall.hands == ()
    assert capsys.readouterr().out.splitlines() == ["Table 1 isn't playing."]


async def test_the_organiser_reads_how_the_next_round_begins(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    hint = "Type start to begin the next round."
    await command.obey(evening, "ranking")
    assert hint not in capsys.readouterr().out, "a table still plays"
    await command.obey(evening, "skip 1")
    await command.obey(evening, "ranking")
    assert capsys.readouterr().out.splitlines()[-1] == hint


async def test_a_paused_hall_begins_no_round_and_says_so(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    for typed in ("skip 1", "pause", "pause", "start", "resume"):
        await command.obey(evening, typed)
    assert capsys.readouterr().out.splitlines() == [
        "All tables are paused. Continue with: resume",
        "The hall is paused already.",
        "The hall is paused. Continue it with: resume",
        "All tables have resumed.",
    ]


async def test_a_page_that_outlived_the_halls_program_is_kept_and_no_second_one_opens(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    evening.server.act(lambda now: evening.waiting.set_ways((OpenWay("page", 4671),), now))
    await command.obey(evening, "page")
    assert ":4671" in capsys.readouterr().out and not any(way.open for way in evening.ways.listed())


async def test_a_hall_that_starts_again_listens_where_it_was() -> None:
    journal = create_hall_journal("abcd1234", HallOpened("Friday", "seed"))
    async with open_evening("abcd1234", journal, 0, print) as evening:
        port = evening.port
    async with open_evening("abcd1234", open_hall_journal("abcd1234"), None, print) as again:
        assert again.port == port


async def test_all_tables_of_a_round_have_one_deal_and_one_clock(evening: Evening) -> None:
    evening.give_up(1)
    evening.waiting.happen(*(PlayerRegistered(name, name.encode().ljust(32)) for name in ("Cleo", "Dana")))
    evening.waiting.happen(RoundSeated(2, ((0, 1), (2, 3))))
    first, second = (evening.options(2, table) for table in (0, 1))
    assert (first.seed, first.settings, first.autostart) == (second.seed, second.settings, second.autostart)
    assert first.seed == evening.hall.seed(2) and first.settings.timer == evening.hall.opened.timer


@pytest.mark.parametrize(
    ("caution", "expected"),
    [
        ("namesake", "is also called “Friday”. Tell your players to type sixqp join"),
        ("undiscovered", "must type sixqp join"),
    ],
)
async def test_the_organiser_learns_what_keeps_players_from_the_hall(
    evening: Evening,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    caution: str,
    expected: str,
) -> None:
    async def found(_title: str, _table: str) -> str:
        return caution

    monkeypatch.setattr(command, "find_caution", found)
    await command.print_caution(evening)
    assert expected in capsys.readouterr().out


@pytest.mark.parametrize(("ago", "waits"), [(WAY_SECONDS - 0.2, True), (WAY_SECONDS, False)])
async def test_a_round_waits_only_for_players_who_were_there_a_moment_ago(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, ago: float, waits: bool
) -> None:
    evening.give_up(1)
    loop = asyncio.get_running_loop()
    real = loop.time
    monkeypatch.setattr(loop, "time", lambda: real() + ago)
    began = real()
    with pytest.raises(Failure, match="needs two players"):
        await evening.begin_round()
    assert (real() - began > 0.1) is waits
