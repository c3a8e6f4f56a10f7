"""Starting a table in a process of its own, so that it outlives its host's screen and never waits for it."""

import asyncio
import subprocess
from pathlib import Path
from typing import NamedTuple

import msgspec

from sixqp_tui.hosting.process.detached import start_detached
from sixqp_tui.hosting.process.log_files import open_process_log
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.i18n import _, language
from sixqp_tui.joining.failure import Failure, os_errors_as_failures

LOG_FILE = "table.log"


class LaunchResult(msgspec.Struct, frozen=True):
    """Said once, as a line of JSON on standard output: where the table is and what proves its owner, or why not.

    `gateway_key` is what the table's gateways prove with for whom they come.
    """

    table: str = ""
    port: int = 0
    token: bytes = b""
    fingerprint: str = ""
    join_line: str = ""
    gateway_key: bytes = b""
    failure: str | None = None


class TableProcess(NamedTuple):
    """A table's process that was started from here, and what it said of its table."""

    opened: LaunchResult
    process: subprocess.Popen[bytes]

    @property
    def died(self) -> bool:
        return self.process.poll() is not None


async def launch_table(options: TableOptions) -> TableProcess:
    """Start a table's process; where it is and what proves its owner. Raises Failure with the reason.

    A start that is given up leaves no process behind.
    """
    starting = asyncio.create_task(asyncio.to_thread(_start_blocking, options))
    try:
        return await asyncio.to_thread(_read_result_blocking, *await asyncio.shield(starting))
    except asyncio.CancelledError:
        process, _log = await starting
        process.kill()
        raise


def _start_blocking(options: TableOptions) -> tuple[subprocess.Popen[bytes], Path]:
    with os_errors_as_failures():
        log, errors = open_process_log(LOG_FILE)
    with errors:
        process = start_detached(("-m", "sixqp_tui", "--lang", language(), "serve", "--owned"), errors)
    assert process.stdin
    with process.stdin:
        process.stdin.write(msgspec.json.encode(options) + b"\n")
    return process, log


def _read_result_blocking(process: subprocess.Popen[bytes], log: Path) -> TableProcess:
    assert process.stdout
    with process.stdout:
        line = process.stdout.readline()
    if not line:
        raise Failure(
            _("The table's process stopped before the table was ready. Its log is {log}.").format(log=str(log))
        )
    opened = msgspec.json.decode(line, type=LaunchResult)
    if opened.failure:
        raise Failure(opened.failure)
    return TableProcess(opened, process)
