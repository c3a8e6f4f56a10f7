"""A table whose system gives it few files: more connections than it can take neither end it nor fill its log."""

import asyncio
import re
import sys
from pathlib import Path

import pytest
from support.tables import a_session, running

from sixqp_tui.client.network import NetworkLink
from sixqp_tui.client.status import Connected

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs ulimit")

SERVE = f"ulimit -n 64; exec '{sys.executable}' -m sixqp_tui serve --port 0 --bots 1"
STRANGERS = 120
TRIED_AGAIN = 2.5
"""Seconds in which asyncio tries twice more to accept."""
MAX_LOG = 16 * 1024
"""Bytes. A few tracebacks of each kind; without a limit two seconds of this write three million."""


async def test_a_table_short_of_file_handles_goes_on_with_a_small_log(tmp_path: Path) -> None:
    pipe = asyncio.subprocess.PIPE
    table = await asyncio.create_subprocess_exec(
        "sh", "-c", SERVE, stdout=pipe, stderr=pipe, cwd=tmp_path,
    )  # fmt: skip
    assert table.stdout and table.stderr
    log = asyncio.create_task(table.stderr.read())
    port = None
    while port is None:
        found = re.search(rb"sixqp join \S+:(\d+)\n", await table.stdout.readline())
        port = int(found[1]) if found else None
    strangers = await asyncio.gather(*(asyncio.open_connection("127.0.0.1", port) for _ in range(STRANGERS)))
    await asyncio.sleep(TRIED_AGAIN)  # noqa: TID251 (the loop tries again each second, and says nothing of it)
    for _reader, writer in strangers:
        writer.close()
    session = a_session(NetworkLink([("127.0.0.1", port)]))
    async with running(session):
        assert isinstance(await session.wait_until_seated(20), Connected)
    table.terminate()
    await table.wait()
    assert b"Too many open files" in await log
    assert len(await log) < MAX_LOG
