"""A table in its own process, which outlives its host's screen, and how processes are started from here."""

import asyncio
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

import msgspec

from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.i18n import _, language
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.store import paths
from sixqp_tui.store.files import private_opener

LOG_FILE = "table.log"
MAX_OF_PROCESS = 1024 * 1024
"""Bytes after which the log of tables or gateways starts over."""
if sys.platform == "win32":
    APART: Final[dict[str, Any]] = {
        "creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
    }
else:
    APART: Final[dict[str, Any]] = {"start_new_session": True}
"""Keys pressed in this terminal, and its closing, end no such process."""


class LaunchResult(msgspec.Struct, frozen=True):
    """A line of JSON on standard output: where the table is, or a failure."""

    table: str = ""
    port: int = 0
    fingerprint: str = ""
    join_line: str = ""
    failure: str | None = None


class TableProcess(NamedTuple):
    opened: LaunchResult
    process: subprocess.Popen[bytes]

    @property
    def has_ended(self) -> bool:
        return self.process.poll() is not None


async def launch_table(options: TableOptions) -> TableProcess:
    """Open a table in a new process. Cancelling leaves no process behind. Raises Failure."""
    starting = asyncio.create_task(asyncio.to_thread(_start_blocking))
    try:
        process, log = await asyncio.shield(starting)
    except asyncio.CancelledError:
        (await starting)[0].kill()
        raise
    try:
        return await asyncio.to_thread(_open_blocking, process, log, options)
    except asyncio.CancelledError:
        process.kill()
        raise


def _start_blocking() -> tuple[subprocess.Popen[bytes], Path]:
    with os_errors_as_failures():
        log, errors = open_process_log(LOG_FILE)
        with errors:
            return start_lasting(("-m", "sixqp_tui", "--lang", language(), "serve", "--owned"), errors), log


def _open_blocking(process: subprocess.Popen[bytes], log: Path, options: TableOptions) -> TableProcess:
    assert process.stdin and process.stdout
    with suppress(OSError), process.stdin:  # it has ended, which the missing answer says
        process.stdin.write(msgspec.json.encode(options) + b"\n")
    with process.stdout:
        line = process.stdout.readline()
    if not line:
        sentence = _("The table's process stopped before the table was ready. Its log is {log}.")
        raise Failure(sentence.format(log=str(log)))
    opened = msgspec.json.decode(line, type=LaunchResult)
    if opened.failure:
        raise Failure(opened.failure)
    return TableProcess(opened, process)


# -- processes ------------------------------------------------------------------------------------------


def command(arguments: tuple[str, ...]) -> tuple[str, ...]:
    """It imports nothing from the current folder, unless this process was started from there by `python -m`."""
    return (sys.executable, *(() if _imports_from_here() else ("-P",)), *arguments)


def start_lasting(arguments: tuple[str, ...], errors: IO[bytes]) -> subprocess.Popen[bytes]:
    """A process that outlives this one. Blocks; raises OSError."""
    pipe = subprocess.PIPE
    return subprocess.Popen(command(arguments), stdin=pipe, stdout=pipe, stderr=errors, **APART)


async def start_child(arguments: tuple[str, ...], errors: IO[bytes]) -> asyncio.subprocess.Process:
    """Raises OSError."""
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        *command(arguments), stdin=pipe, stdout=pipe, stderr=errors, **APART
    )


def open_process_log(name: str) -> tuple[Path, IO[bytes]]:
    path = paths.log_dir() / name
    small = path.exists() and path.stat().st_size < MAX_OF_PROCESS
    return path, open(path, "ab" if small else "wb", opener=private_opener)


def _imports_from_here() -> bool:
    with suppress(OSError):  # the current folder is gone
        return sys.path[0] == str(Path.cwd())
    return False
