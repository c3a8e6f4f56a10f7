"""`docs/client.mjs`, written in another language from SPEC.md alone, at a table of this program."""

import asyncio
import os
import re
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, which

import pytest
from cli.test_tables import LOOPBACK, table
from support.source import ROOT

from sixqp_protocol.facts import RoundEnded, Rules, StoodIn
from sixqp_protocol.messages import Settings
from sixqp_tui.host.gate import EndedGame
from sixqp_tui.host.network.connection import Connection

MODULES = Path(os.environ.get("SIXQP_NODE_MODULES") or ROOT / "node_modules")
"""Where npm has put `ws` and `@msgpack/msgpack`; they may be missing."""
NODE = which("node")
SECONDS = 60.0
"""Two rounds take two."""

pytestmark = [
    pytest.mark.usefixtures("quick_bots"),
    pytest.mark.skipif(
        NODE is None or not all((MODULES / name).is_dir() for name in ("ws", "@msgpack")),
        reason="missing: Node with two packages (npm install --no-save ws@8 @msgpack/msgpack@3)",
    ),
]


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """A copy of the client, beside its packages."""
    copytree(MODULES, tmp_path / "node_modules", symlinks=True)
    copied = tmp_path / "client.mjs"
    copied.write_bytes((ROOT / "docs" / "client.mjs").read_bytes())
    return copied


async def _play(
    client: Path, port: int, hear: Callable[[str], None] = lambda line: None
) -> tuple[int | None, list[str]]:
    """The exit code of the client, and the lines that it printed, each of which is heard at once."""
    assert NODE
    process = await asyncio.create_subprocess_exec(
        NODE,
        str(client),
        f"{LOOPBACK}:{port}",
        "Zoé",
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    assert process.stdout
    lines: list[str] = []
    try:
        async with asyncio.timeout(SECONDS):
            async for printed in process.stdout:
                lines.append(printed.decode().rstrip())
                hear(lines[-1])
            await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return process.returncode, lines


def _totals(finished: EndedGame) -> list[str]:
    """What the client should print at the end of each round."""
    names = [seat.name for seat in finished.seats]
    ends = [fact.totals for fact in finished.facts if isinstance(fact, RoundEnded)]
    told = [", ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True)) for totals in ends]
    return [f"round {number}: {totals}" for number, totals in enumerate(told, 1)]


async def test_a_client_written_from_the_text_plays_a_whole_game(client: Path) -> None:
    settings = Settings(Rules("draft", limit=None, rounds=2), 4, timer=None, pause=None)
    async with table(settings=settings, bots=3, level="easy", autostart=4, once=True) as opened:
        code, lines = await _play(client, opened.port)
        finished = opened.room.state.finished
    assert finished
    assert [line for line in lines if line.startswith("round")] == _totals(finished)
    assert len([line for line in lines if re.match(r"turn \d+: ", line)]) == 20
    assert not any(isinstance(fact, StoodIn) for fact in finished.facts)
    assert not any("refused" in line for line in lines)
    assert (code, lines[-1]) == (0, "left")


async def test_a_client_written_from_the_text_returns_and_plays_on(client: Path) -> None:
    settings = Settings(Rules(limit=None, rounds=1), 2, timer=None)
    async with table(settings=settings, bots=1, level="easy", autostart=2, once=True) as opened:

        def break_off(line: str) -> None:
            connections = [each for each in opened.server.peers.values() if each.address]
            if line.startswith("turn 4:") and not broken:
                broken.extend(connections)
                for connection in connections:
                    connection.fail()

        broken: list[Connection] = []
        code, lines = await _play(client, opened.port, break_off)
        finished = opened.room.state.finished
    assert finished and len(broken) == 1
    assert len([line for line in lines if line.startswith("at ")]) == 2
    assert lines[-3] == _totals(finished)[-1]
    assert not any(isinstance(fact, StoodIn) for fact in finished.facts)
    assert (code, lines[-1]) == (0, "left")


async def test_a_client_written_from_the_text_says_why_it_stays_away(client: Path) -> None:
    async with table(lock="abcd") as opened:
        assert await _play(client, opened.port) == (1, ["this table asks for a room code"])
