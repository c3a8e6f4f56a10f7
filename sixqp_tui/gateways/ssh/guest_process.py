"""Starts guests' processes, with an empty home and without the host's environment."""

import asyncio
import logging
import os
import site
import subprocess
import sys
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from sixqp_protocol.text import clean
from sixqp_tui.gateways.ssh.packets import GuestOptions, NoPacket, Packet, PacketReader
from sixqp_tui.store.paths import create_private_folder, data_path

COMMAND: Final = ("-P", "-m", "sixqp_tui.gateways.ssh.guest")
DRIVER: Final = "sixqp_tui.gateways.ssh.guest_driver:GuestDriver"
NICENESS: Final = 5
"""Guests' processes have a lower priority than the table's."""
KEPT: Final = ("PYTHONPATH", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""Environment variables that some systems need to start Python."""
HOME: Final = "guest"
"""The home of all guests' processes. They can't write, so it stays empty."""
END_SECONDS: Final = 1.0
"""For a process to end after its input."""
MAX_ERROR_CHUNKS: Final = 40
MAX_ERROR_CELLS: Final = 2000
_READ: Final = 64 * 1024
_log = logging.getLogger(__name__)


class GuestProcess:
    def __init__(self, process: asyncio.subprocess.Process, end_seconds: float = END_SECONDS) -> None:
        self._process, self._end_seconds = process, end_seconds
        self._errors: deque[bytes] = deque(maxlen=MAX_ERROR_CHUNKS)
        self._reading_errors = asyncio.create_task(self._read_errors())

    @property
    def pid(self) -> int:
        return self._process.pid

    async def begin(self, options: GuestOptions) -> None:
        await self.send(msgspec.json.encode(options) + b"\n")

    async def send(self, data: bytes) -> None:
        stdin = self._process.stdin
        assert stdin
        with suppress(ConnectionError):  # it has ended; `packets` ends too
            stdin.write(data)
            await stdin.drain()

    async def packets(self) -> AsyncIterator[Packet]:
        stdout, reader = self._process.stdout, PacketReader()
        assert stdout
        try:
            while data := await stdout.read(_READ):
                for packet in reader.feed(data):
                    yield packet
        except NoPacket:
            _log.error("a guest's process sent something that is no packet")

    async def end(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        try:
            async with asyncio.timeout(self._end_seconds):
                await self._process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        await self._reading_errors
        if self._errors and self._process.returncode not in (0, None):
            text = clean(b" | ".join(self._errors).decode(errors="replace"), MAX_ERROR_CELLS)
            _log.warning("a guest's process has failed (%s): %s", self._process.returncode, text)

    async def _read_errors(self) -> None:
        stderr = self._process.stderr
        assert stderr
        while line := await stderr.read(1024):
            self._errors.append(line)


async def start_guest(
    variables: Mapping[str, str], command: Sequence[str] = COMMAND, end_seconds: float = END_SECONDS
) -> GuestProcess:
    """Start a process with the `variables` of a guest's terminal, which then waits for `begin`. Raises OSError."""
    folder = create_private_folder(data_path() / HOME)
    pipe = subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *command,
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        cwd=folder,
        env={**_environment(folder), **variables},
        **_detach_options(),
    )
    if sys.platform != "win32":
        with suppress(ProcessLookupError):  # it has ended; its packets end too
            os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
    return GuestProcess(process, end_seconds)


def _detach_options() -> dict[str, Any]:
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NO_WINDOW}
    return {"start_new_session": True}


def _environment(folder: Path) -> dict[str, str]:
    homes = ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "SIXQP_HOME", "TMPDIR", "TEMP", "TMP")
    return {
        **{key: os.environ[key] for key in KEPT if key in os.environ},
        **dict.fromkeys(homes, str(folder)),
        "PYTHONUSERBASE": site.getuserbase(),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
        "TEXTUAL_DRIVER": DRIVER,
    }
