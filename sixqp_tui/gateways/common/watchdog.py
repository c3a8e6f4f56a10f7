"""A process that starts a gateway again on its port if it dies after its host has left.

The gateway starts it then, and holds the other end of its input. At the end of that input the gateway has died,
unless a line came first.
"""

import asyncio
import logging
import sys
from contextlib import suppress

import msgspec

from sixqp_protocol.messages import Way
from sixqp_tui import i18n
from sixqp_tui.hosting.process.log_files import log_to_stderr, open_process_log
from sixqp_tui.hosting.process.table_process import start_detached
from sixqp_tui.hosting.ways_in import GatewayOptions, WaysIn
from sixqp_tui.joining.failure import Failure

_log = logging.getLogger(__name__)


class WatchedGateway(msgspec.Struct, frozen=True):
    """The first line of input."""

    way: Way
    options: GatewayOptions


class Watchdog:
    """Watches over this process. Raises OSError."""

    def __init__(self, way: Way, options: GatewayOptions) -> None:
        _path, errors = open_process_log(f"{way}.log")
        with errors:
            self._process = start_detached(("-m", __name__), errors)
        self._send(msgspec.json.encode(WatchedGateway(way, options)))

    def dismiss(self) -> None:
        """This process ends in order."""
        with suppress(OSError):  # it has ended
            self._send(b"")

    def _send(self, line: bytes) -> None:
        assert self._process.stdin
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()


def main() -> int:
    log_to_stderr(logging.WARNING)
    watched = msgspec.json.decode(sys.stdin.buffer.readline(), type=WatchedGateway)
    if sys.stdin.buffer.read():
        return 0
    i18n.use(watched.options.language)
    _log.warning("the gateway %s has died without its host; it is started again", watched.way)
    try:
        asyncio.run(_keep_open(watched))
    except Failure as failure:
        _log.error("the gateway %s could not be started again: %s", watched.way, failure)
        return failure.code
    return 0


async def _keep_open(watched: WatchedGateway) -> None:
    ways = WaysIn(lambda: watched.options)
    await ways.open(watched.way, watched.options.port)
    await ways.wait_closed(watched.way)


if __name__ == "__main__":
    sys.exit(main())
