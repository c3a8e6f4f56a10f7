"""A home that takes nothing: who plays alone or looks on can do so, and is told that nothing is kept."""

import asyncio
import os
import sys

import pytest
from support.lanes import with_soaks
from support.tables import OWNER, a_session, heard, play_all, running, settings

from sixqp_protocol.messages import Start
from sixqp_tui.client.events import News
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.hosting.open_table import open_table
from sixqp_tui.hosting.table_options import TableOptions

if not sys.platform.startswith("linux"):
    pytest.skip("needs folders that take nothing from anybody, root included", allow_module_level=True)

UNKEPT = "Nothing will be saved: can't write “"
OVER = "The game is over: the only round was played."

pytestmark = pytest.mark.parametrize(
    "home", with_soaks(["/proc/sixqp", "/sys/kernel"]), ids=["cannot be made", "takes nothing"]
)


async def ran(home: str, *command: str, typed: str = "") -> tuple[int | None, str, str]:
    """A command in such a home: its exit code, what it printed, what it complained about."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "sixqp_tui", *command, env={**os.environ, "SIXQP_HOME": home},
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    printed, complaint = await process.communicate(typed.encode())
    return process.returncode, printed.decode(), complaint.decode()


@pytest.mark.soak
async def test_a_solo_game_is_played_in_plain_mode(home: str) -> None:
    script = "".join(f"{number}\n" for _ in range(14) for number in range(1, 105))
    alone = ("play", "--plain", "--bots", "1", "--rounds", "1")
    code, printed, complaint = await ran(home, *alone, typed=script)
    assert (code, complaint) == (0, "")
    assert printed.startswith(UNKEPT) and printed.count(UNKEPT) == 1 and OVER in printed


@pytest.mark.soak
async def test_plain_and_json_watchers_see_the_whole_game(home: str) -> None:
    options = TableOptions("Salon", "Olga", settings(), port=0, bots=1, owner=OWNER.public)
    async with open_table(options) as table:
        olga = a_session(NetworkLink([("127.0.0.1", table.port)], table.fingerprint), "Olga", OWNER)
        watch = ("join", f"127.0.0.1:{table.port}", "--watch")
        by_lines = asyncio.create_task(ran(home, *watch, "--plain"))
        by_json = asyncio.create_task(ran(home, *watch, "--json"))
        async with running(olga):
            await heard(olga.events(), News, lambda event: event.news.watchers == 2)
            olga.request(Start())
            await play_all(olga)
            code, printed, complaint = await by_lines
            assert (code, complaint) == (0, "") and printed.startswith(UNKEPT) and OVER in printed
            code, printed, complaint = await by_json
            assert code == 0 and '"GameEnded"' in printed.splitlines()[-1]
            assert "could not be written" in complaint and complaint.count("\n") == 1
