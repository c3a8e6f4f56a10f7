"""Restarts a gateway on its port if it dies or hangs after its host left."""

import asyncio
import logging
import os
import signal
import sys
import threading
from contextlib import suppress
from typing import Final

import msgspec

from sixqp_protocol.messages import Way
from sixqp_tui import i18n
from sixqp_tui.hosting.process.heartbeat import wait_until_silent
from sixqp_tui.hosting.process.log_files import log_to_stderr, open_process_log
from sixqp_tui.hosting.process.table_process import start_detached
from sixqp_tui.hosting.ways_in import GatewayOptions, WaysIn
from sixqp_tui.joining.daemon_thread import run_in_daemon_thread

ENDS: Final = b"ends"
"""The last line of a gateway that ends in order."""
KILL: Final = getattr(signal, "SIGKILL", signal.SIGTERM)
"""On Windows, any signal ends a process."""
_log = logging.getLogger(__name__)


class WatchedGateway(msgspec.Struct, frozen=True):
    way: Way
    options: GatewayOptions
    pid: int


class Watchdog:
    """Watches this process, which must keep its running loop responsive. Raises OSError."""

    def __init__(self, way: Way, options: GatewayOptions) -> None:
        _path, errors = open_process_log(f"{way}.log")
        with errors:
            self._process = start_detached(("-m", __name__), errors)
        self._send(msgspec.json.encode(WatchedGateway(way, options, os.getpid())))
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._read_pings, args=(loop,), daemon=True, name="pings").start()

    def dismiss(self) -> None:
        self._send(ENDS)

    def _read_pings(self, loop: asyncio.AbstractEventLoop) -> None:
        """Runs in a thread, unbuffered: at exit it would hold the buffer's lock."""
        assert self._process.stdout
        with suppress(RuntimeError):  # the loop is closed
            while os.read(self._process.stdout.fileno(), 4096):
                loop.call_soon_threadsafe(self._send, b"")

    def _send(self, line: bytes) -> None:
        assert self._process.stdin
        with suppress(OSError):  # it has ended
            self._process.stdin.write(line + b"\n")
            self._process.stdin.flush()


def main() -> int:
    log_to_stderr(logging.WARNING)
    watched = msgspec.json.decode(sys.stdin.buffer.readline(), type=WatchedGateway)
    i18n.use(watched.options.language)
    asyncio.run(_watch(watched))
    return 0


async def _watch(watched: WatchedGateway) -> None:
    if await _has_died(watched.pid):
        _log.warning("the gateway %s has died without its host; it is started again", watched.way)
        await WaysIn(lambda: watched.options).keep_open_again(watched.way, watched.options.port)


async def _has_died(pid: int) -> bool:
    """Wait until the gateway ends, killing it if it hangs. Returns False if it ended in order."""
    pong = asyncio.Event()
    pinging = asyncio.create_task(_kill_if_silent(pid, pong))
    loop = asyncio.get_running_loop()

    def read() -> bool:
        for line in sys.stdin.buffer:
            if line.rstrip() == ENDS:
                return False
            loop.call_soon_threadsafe(pong.set)
        return True

    try:
        return await run_in_daemon_thread(read)
    finally:
        pinging.cancel()


async def _kill_if_silent(pid: int, pong: asyncio.Event) -> None:
    await wait_until_silent(_ping, pong)
    _log.warning("the gateway's process %s doesn't answer; it is killed", pid)
    with suppress(OSError):  # it has just ended
        os.kill(pid, KILL)


def _ping() -> None:
    with suppress(OSError):  # it has just ended
        os.write(1, b"\n")


if __name__ == "__main__":
    sys.exit(main())
