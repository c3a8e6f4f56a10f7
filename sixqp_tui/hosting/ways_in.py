"""Ways into a table for guests without the program, closed until its owner opens them.

A way in is a gateway: a process that the table's process starts, the package of its name in `gateways`. It reads
which table it serves in a line of JSON, answers where it listens or why it can't, and then follows orders. It ends
when ordered, and with its table.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from sixqp_protocol.messages import SeatNews, Way, WayNews
from sixqp_tui.hosting.table_process import open_process_log, start_child
from sixqp_tui.i18n import _
from sixqp_tui.joining.background import log_failure
from sixqp_tui.joining.failure import Failure, os_errors_as_failures
from sixqp_tui.presentation.ways_in import OFFERED

DEFAULT_PORTS: Final[Mapping[Way, int]] = {"page": 4669, "ssh": 4668}
START_SECONDS: Final = 30.0
"""Seconds for a gateway to say where it listens."""
STOP_SECONDS: Final = 5.0
"""Seconds for a gateway to say goodbye to its guests."""
Problem = Literal["taken", "failed", "stopped"]
_log = logging.getLogger(__name__)
_report_failure = log_failure(_log, "a way in failed")


class GatewayOptions(msgspec.Struct, frozen=True):
    """The first line that a gateway reads.

    The table listens at `table_port` on this machine. `key` proves to it that the gateway connects. Without a
    `port` the gateway takes the usual one or the next free one. `code` locks the table. `join_line` is how to join
    with the program.
    """

    table_port: int
    table: str
    title: str
    fingerprint: str
    key: bytes
    language: str
    port: int | None = None
    code: str | None = None
    join_line: str = ""


class GatewayResult(msgspec.Struct, frozen=True):
    """The gateway's answer: its port and what guests can recognise it by, or a failure.

    `taken`: because there is no free port.
    """

    port: int = 0
    fingerprint: str = ""
    failure: str = ""
    taken: bool = False


class GatewayOrder(msgspec.Struct, frozen=True):
    """Each later line that a gateway reads.

    These are the table's `chairs`; `stop` at once; or `finish` within so many seconds, since
    the table is over: accept no more guests, and let the others read the final scores.
    """

    chairs: tuple[SeatNews, ...] | None = None
    stop: bool = False
    finish: float = 0.0


class ClosedWay(Failure):
    """A way in couldn't be opened."""

    def __init__(self, sentence: str, problem: Problem = "failed") -> None:
        super().__init__(sentence)
        self.problem = problem


class GatewayProcess:
    def __init__(self, process: asyncio.subprocess.Process, result: GatewayResult) -> None:
        self._process, self.result = process, result

    @property
    def pid(self) -> int:
        return self._process.pid

    def order(self, order: GatewayOrder) -> None:
        """Never waits, not even for a gateway that hangs."""
        assert self._process.stdin
        self._process.stdin.write(msgspec.json.encode(order) + b"\n")

    async def ended(self, within: float | None = None) -> int:
        """Wait for its end, kill it after this many seconds, and return its exit code."""
        try:
            async with asyncio.timeout(within):
                return await self._process.wait()
        except TimeoutError:
            return await _kill(self._process)


async def start_gateway(way: Way, options: GatewayOptions, seconds: float = START_SECONDS) -> GatewayProcess:
    """Start a table's gateway within these seconds. Cancelling leaves no process behind. Raises ClosedWay."""
    if way not in OFFERED:
        raise ClosedWay(_("Guests by ssh need a system with pseudo-terminals, such as Linux or macOS."))
    try:
        with os_errors_as_failures():
            log, errors = open_process_log(f"{way}.log")
            with errors:
                process = await start_child(("-m", f"sixqp_tui.gateways.{way}"), errors)
    except Failure as failure:
        raise ClosedWay(str(failure)) from None
    assert process.stdin and process.stdout
    process.stdin.write(msgspec.json.encode(options) + b"\n")
    line = b""
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                line = await process.stdout.readline()
    except asyncio.CancelledError:
        await _kill(process)
        raise
    result = msgspec.json.decode(line, type=GatewayResult) if line else None
    if result and not result.failure:
        return GatewayProcess(process, result)
    await _kill(process)
    if result:
        raise ClosedWay(result.failure, "taken" if result.taken else "failed")
    sentence = _("The program that lets guests in didn't start. See its log: {log}.")
    raise ClosedWay(sentence.format(log=str(log)))


async def _kill(process: asyncio.subprocess.Process) -> int:
    """Its exit code, -1 if even that doesn't end it."""
    with suppress(ProcessLookupError):  # it has just ended
        process.kill()
    with suppress(TimeoutError):
        async with asyncio.timeout(STOP_SECONDS):
            return await process.wait()
    _log.error("the process %s can't be ended", process.pid)
    return -1


class WaysIn:
    """The gateways of one table, started with these options and a port, which follow what its owner wants.

    `tell` gets the news of all ways in whenever they change. One that ends by itself stays closed; it opens again
    on its port, so that guests return by themselves.
    """

    def __init__(
        self, options: Callable[[], GatewayOptions], tell: Callable[[tuple[WayNews, ...]], object]
    ) -> None:
        self._options, self._tell = options, tell
        self._news: dict[Way, WayNews] = {}
        self._ports: dict[Way, int] = {}
        self.gateways: dict[Way, GatewayProcess] = {}
        self._keepers: dict[Way, asyncio.Task[None]] = {}
        self._turns: defaultdict[Way, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._closing = set[asyncio.Task[None]]()
        self._order = GatewayOrder()

    async def open(self, ways: Mapping[Way, int | None]) -> None:
        """Open these at once; nobody is told of one before all are open. Raises ClosedWay."""
        try:
            for way, port in ways.items():
                self.gateways[way] = await start_gateway(way, replace(self._options(), port=port))
        finally:
            for way in self.gateways:
                self._start(way, ways[way])

    def follow(self, wanted: Mapping[Way, int | None]) -> None:
        """Open the ways in that are wanted, and close the others."""
        for way in self._keepers.keys() - wanted.keys():
            if keeper := self._keepers.pop(way, None):
                self._close(keeper)
                self._show(way, None)
        for way, port in wanted.items():
            if way not in self._keepers:
                self._start(way, port)

    def show_chairs(self, chairs: tuple[SeatNews, ...]) -> None:
        """Tell the gateways who sits at the table."""
        order = GatewayOrder(chairs=chairs)
        if order != self._order:
            self._order = order
            for gateway in self.gateways.values():
                gateway.order(order)

    async def end(self, seconds: float) -> None:
        """Close everything, once the guests have left, or after so many seconds."""
        self._tell = lambda _news: None
        if seconds:
            for gateway in self.gateways.values():
                gateway.order(GatewayOrder(finish=seconds))
            ends = (gateway.ended(seconds + STOP_SECONDS) for gateway in self.gateways.values())
            await asyncio.gather(*ends)
        for keeper in self._keepers.values():
            self._close(keeper)
        await asyncio.gather(*self._closing, return_exceptions=True)

    def _start(self, way: Way, port: int | None) -> None:
        self._news[way] = WayNews(way)
        self._keepers[way] = keeper = asyncio.create_task(self._keep(way, port))
        keeper.add_done_callback(_report_failure)

    def _close(self, keeper: asyncio.Task[None]) -> None:
        keeper.cancel()
        self._closing.add(keeper)
        keeper.add_done_callback(self._closing.discard)

    async def _keep(self, way: Way, port: int | None) -> None:
        async with self._turns[way]:
            problem = await self._run(way, port)
        del self._keepers[way]
        self._show(way, WayNews(way, problem=problem))

    async def _run(self, way: Way, port: int | None) -> Problem:
        """Why the way in isn't open any more. Cancelling closes it."""
        try:
            if way not in self.gateways:
                self._show(way, WayNews(way))
                port = self._ports.pop(way, port)
                self.gateways[way] = await start_gateway(way, replace(self._options(), port=port))
            gateway = self.gateways[way]
            self._ports[way] = gateway.result.port
            gateway.order(self._order)
            self._show(way, WayNews(way, gateway.result.port, gateway.result.fingerprint))
            _log.warning("the gateway %s has ended (%s)", way, await gateway.ended())
        except ClosedWay as closed:
            _log.warning("the way in %s could not be opened: %s", way, closed)
            return closed.problem
        except asyncio.CancelledError:
            if open_gateway := self.gateways.get(way):
                open_gateway.order(GatewayOrder(stop=True))
                await open_gateway.ended(STOP_SECONDS)
            raise
        finally:
            self.gateways.pop(way, None)
        return "stopped"

    def _show(self, way: Way, news: WayNews | None) -> None:
        if news:
            self._news[way] = news
        else:
            self._news.pop(way, None)
        self._tell(tuple(self._news.values()))
