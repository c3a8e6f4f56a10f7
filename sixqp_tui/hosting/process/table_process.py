"""A table in its own process, which outlives its host's screen, and is restarted by it after a crash."""

import asyncio
import logging
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from sixqp_tui.client.events import StatusChanged
from sixqp_tui.client.session import Session
from sixqp_tui.client.status import ConnectionProblem, Reconnecting
from sixqp_tui.hosting.process.log_files import open_process_log
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.i18n import _, language
from sixqp_tui.joining.failure import Failure, os_errors_as_failures

LOG_FILE = "table.log"
MAX_RESTARTS: Final = 3
"""Restarts of a table's process within `RESTART_SECONDS`."""
RESTART_SECONDS: Final = 60.0
RESTART_PAUSE: Final = 0.25
"""Seconds before the second restart in that time, increasing with each one."""
_log = logging.getLogger(__name__)


class LaunchResult(msgspec.Struct, frozen=True):
    """A line of JSON on standard output: where the table is, or a failure.

    The table's gateways prove themselves with `gateway_key`.
    """

    table: str = ""
    port: int = 0
    fingerprint: str = ""
    join_line: str = ""
    gateway_key: bytes = b""
    failure: str | None = None


class TableProcess(NamedTuple):
    opened: LaunchResult
    process: subprocess.Popen[bytes]

    @property
    def died(self) -> bool:
        return self.process.poll() is not None


class WaitingProcess(NamedTuple):
    """A process that opens a table as soon as it gets the options, and its log."""

    process: subprocess.Popen[bytes]
    log: Path


async def start_table_process() -> WaitingProcess:
    """For `launch_table`, because the start takes most of the time. Raises Failure."""
    starting = asyncio.create_task(asyncio.to_thread(_start_blocking))
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        (await starting).process.kill()
        raise


async def launch_table(options: TableOptions, waiting: WaitingProcess | None = None) -> TableProcess:
    """Open a table in this process, or a new one. Cancelling leaves no process behind. Raises Failure."""
    process = waiting or await start_table_process()
    try:
        return await asyncio.to_thread(_open_blocking, process, options)
    except asyncio.CancelledError:
        process.process.kill()
        raise


def _start_blocking() -> WaitingProcess:
    with os_errors_as_failures():
        log, errors = open_process_log(LOG_FILE)
    with errors:
        arguments = "-m", "sixqp_tui", "--lang", language(), "serve", "--owned"
        return WaitingProcess(start_detached(arguments, errors), log)


def _open_blocking(waiting: WaitingProcess, options: TableOptions) -> TableProcess:
    process = waiting.process
    assert process.stdin and process.stdout
    with suppress(OSError), process.stdin:  # it has ended, which the missing answer says
        process.stdin.write(msgspec.json.encode(options) + b"\n")
    with process.stdout:
        line = process.stdout.readline()
    if not line:
        sentence = _("The table's process stopped before the table was ready. Its log is {log}.")
        raise Failure(sentence.format(log=str(waiting.log)))
    opened = msgspec.json.decode(line, type=LaunchResult)
    if opened.failure:
        raise Failure(opened.failure)
    return TableProcess(opened, process)


def start_detached(arguments: tuple[str, ...], errors: IO[bytes]) -> subprocess.Popen[bytes]:
    """It imports nothing from the current folder, unless this process was started from there by `python -m`.

    It survives keys pressed in this terminal, and its closing: it has its own session on POSIX, and on Windows a
    process group without this console. Raises OSError.
    """
    isolation = () if _imports_from_here() else ("-P",)
    command, pipe = (sys.executable, *isolation, *arguments), subprocess.PIPE
    if sys.platform == "win32":
        apart = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors, creationflags=apart)
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors, start_new_session=True)


def _imports_from_here() -> bool:
    with suppress(OSError):  # the current folder is gone
        return sys.path[0] == str(Path.cwd())
    return False


class RestartLimit:
    """Limits the restarts of a process that dies. Moments are seconds of a steady clock."""

    def __init__(self) -> None:
        self._starts: deque[float] = deque()

    def pause(self, now: float) -> float | None:
        """Count a restart; the seconds to wait before it, or None if there have been too many."""
        while self._starts and now - self._starts[0] >= RESTART_SECONDS:
            self._starts.popleft()
        if len(self._starts) >= MAX_RESTARTS:
            return None
        self._starts.append(now)
        return (len(self._starts) - 1) * RESTART_PAUSE


async def supervise(
    table: TableProcess, options: TableOptions, session: Session, moved: Callable[[LaunchResult], None]
) -> None:
    """`moved` gets the table's new place.

    A table that is closed tells its owner, so the connection is closed, not lost. One that ends without an error
    continues elsewhere.
    """
    again = replace(options, resume=table.opened.table, port=None)
    limit = RestartLimit()
    async for event in session.events():
        if not (isinstance(event, StatusChanged) and isinstance(event.status, Reconnecting) and table.died):
            continue
        if table.process.returncode == 0:
            return
        pause = limit.pause(asyncio.get_running_loop().time())
        if pause is None:
            session.give_up(ConnectionProblem.TABLE_DIED)
            return
        await asyncio.sleep(pause)  # noqa: TID251 (one that dies again and again shouldn't burn the processor)
        _log.warning("the table's process has died (%s); it is started again", table.process.returncode)
        try:
            table = await launch_table(again)
        except Failure as failure:
            _log.error("the table could not be started again: %s", failure)
        else:
            moved(table.opened)
            session.come_back()
