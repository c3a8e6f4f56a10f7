"""Two programs on one LAN that exchange results of challenges find each other."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.lan import Lan, read_until
from support.lan_lists import SIXQP

from sixqp_tui.features.challenge.challenge import Challenge

pytestmark = [pytest.mark.namespaces, pytest.mark.timeout(120)]
CODE = Challenge(2, "draft", 3, "easy").code
PLAYED = """
import asyncio, sys
from contextlib import AsyncExitStack
from random import Random
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.client import finished_games
from sixqp_tui.client.bot_player import run_bot
from sixqp_tui.features.challenge.challenge import Challenge
from sixqp_tui.features.history.games import save_finished_game
from sixqp_tui.hosting.in_process import open_in_process
from sixqp_tui.hosting.line_up import line_up_alone
from sixqp_tui.store.config import ConfigFile

async def play(name):
    challenge = Challenge(2, "draft", 3, "easy")
    options = {"variant": "draft", "limit": None, "rounds": 3, "seed": challenge.seed, "bot-pause": 0}
    options |= {"bots": 2, "level": "easy", "title": f"Challenge {challenge.code}"}
    finished_games.subscribe(save_finished_game)
    async with AsyncExitStack() as stack:
        opened = await open_in_process(line_up_alone(name, ConfigFile(), options), stack)
        await run_bot(opened.people[0], create_bot("easy", Random(name)))

asyncio.run(play(sys.argv[1]))
"""


@pytest.fixture
def lan() -> Iterator[Lan]:
    with Lan(2) as hosts:
        yield hosts


@pytest.mark.soak
def test_two_programs_on_a_lan_exchange_results_until_they_are_stopped(lan: Lan, tmp_path: Path) -> None:
    for host, name in ((1, "Ann"), (2, "Bob")):
        home = tmp_path / str(host)
        python = lan.start(host, [SIXQP[0], "-c", PLAYED, name], home)
        assert python.wait(60) == 0
        assert (
            "1  " + name
            in lan.start(host, [*SIXQP, "challenge", CODE, "--results"], home).communicate(timeout=60)[0]
        )
    programs = [lan.start(host, [*SIXQP, "challenge", CODE, "--exchange"], tmp_path / str(host)) for host in (1, 2)]
    for host, program in zip((2, 1), programs, strict=True):
        read_until(program, rf"{lan.address(host)}: 1 new result")
    for program in programs:
        program.send_signal(signal.SIGINT)
        printed = program.communicate(timeout=30)[0]
        assert "Ann" in printed and "Bob" in printed and program.returncode == 0
