"""A LAN in virtual time on which tables come, fill, begin, end and vanish.

Announcements, answers and the list are those of the game; only the wire between them is made up: what it loses
and delays is drawn from one seed.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from sixqp_tui.discovery import announcer, browser, zeroconf_service
from sixqp_tui.discovery.addresses import NetworkWatch
from sixqp_tui.discovery.advertisement import Advertisement, decode
from sixqp_tui.discovery.announcer import Announcement
from sixqp_tui.discovery.browser import Browser
from sixqp_tui.discovery.datagrams import GONE, answer, read_answer

PORT = 4666
ASK_EVERY = 5.0
Said = Callable[[], tuple[Advertisement, int]]


class Table:
    """A table on the wire, announced by the code of the game; `since` is when it was last changed."""

    def __init__(self, wire: "Wire", number: int) -> None:
        advert = Advertisement(f"{number:08x}", f"Table {number % 7}", fingerprint=f"{number:064x}")
        self.address = f"10.0.{number // 200}.{number % 200 + 1}"
        self.running = self.plugged = True
        self.since = wire.now
        self.heard_goodbye = False
        self._wire = wire
        self.advert = advert
        self.announcement = Announcement(advert, PORT, lambda: (self.address,))
        wire.tables[self.id] = self

    @property
    def id(self) -> str:
        return self.advert.id

    @property
    def answers(self) -> bool:
        return self.running and self.plugged

    async def open(self) -> None:
        await self.announcement.__aenter__()

    def change(self, **changes: Any) -> None:
        """The room has changed."""
        self.advert = replace(self.advert, **changes)
        self.announcement.update(self.advert)
        self.since = self._wire.now

    def plug(self, plugged: bool) -> None:
        self.plugged, self.since = plugged, self._wire.now

    async def end(self, politely: bool) -> None:
        """The process ends: having said goodbye, which may be lost, or killed."""
        self.heard_goodbye = politely and self.plugged and self._wire.passes()
        self.running, self.since = False, self._wire.now
        await self.announcement.__aexit__(None, None, None)
        if self.heard_goodbye:
            self._wire.gone(self.id)


@dataclass
class Wire:
    """Who is on it, and who listens; a fifth of what is sent is lost."""

    rng: Random
    tables: dict[str, Table] = field(default_factory=dict)
    answering: dict[str, Said] = field(default_factory=dict)
    found: Callable[[Advertisement, tuple[str, ...], int], None] = lambda *_: None
    gone: Callable[[str], None] = lambda _: None
    ask: Callable[[], None] = lambda: None

    @property
    def now(self) -> float:
        """The time of the loop."""
        return asyncio.get_running_loop().time()

    def passes(self) -> bool:
        return self.rng.random() >= 0.2

    def later(self, what: Callable[..., object], *arguments: Any) -> None:
        """It arrives after a moment, if it does."""
        if self.passes():
            asyncio.get_running_loop().call_later(self.rng.uniform(0.0, 0.1), what, *arguments)

    async def probe(self, endpoints: Sequence[tuple[str, int]]) -> tuple[str, int] | None:
        """Whether somebody accepts a connection there."""
        up = {table.address for table in self.tables.values() if table.answers}
        answering = next((each for each in endpoints if each[0] in up), None)
        await asyncio.sleep(0.01 if answering else 1.0)  # noqa: TID251 (virtual time: an hour passes at once)
        return answering

    def browser(self, patch: pytest.MonkeyPatch) -> Browser:
        """A list that is looked at; from now on the code of the game uses this wire."""

        async def opened() -> "_Zeroconf":
            return _Zeroconf(self)

        patch.setattr(zeroconf_service, "open_zeroconf", opened)
        patch.setattr(announcer, "NetworkWatch", lambda: NetworkWatch(lambda: ()))
        patch.setattr(announcer, "Responder", lambda said: _Responder(self, said))
        patch.setattr(browser, "MdnsBrowser", lambda *told: _Mdns(self, *told))
        patch.setattr(browser, "BroadcastQuery", lambda told, gone, hosts, own: _Asker(self, told))
        return Browser(clock=asyncio.get_running_loop().time, own=lambda: (), probe=self.probe)


class _Zeroconf:
    """What an announcement does with the library: each word is sent three times."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def async_register_service(self, info: Any) -> Any:
        return asyncio.create_task(self._announce(info, 1.2))

    async def async_update_service(self, info: Any) -> Any:
        return asyncio.create_task(self._announce(info, 0.0))

    async def async_update_interfaces(self) -> None:
        return None

    async def async_close(self) -> None:
        return None

    async def _announce(self, info: Any, after: float) -> None:
        advert = decode(info.properties)
        assert advert is not None
        for pause in (after, 0.2, 0.2):
            await asyncio.sleep(pause)  # noqa: TID251 (virtual time: an hour passes at once)
            table = self._wire.tables[advert.id]
            if table.answers:
                self._wire.later(self._wire.found, advert, (table.address,), PORT)


class _Responder:
    """Answers as long as its table lives."""

    def __init__(self, wire: Wire, said: Said) -> None:
        self._wire, self._said = wire, said

    async def __aenter__(self) -> "_Responder":
        self._wire.answering[self._said()[0].id] = self._said
        self.announce_change()
        return self

    async def __aexit__(self, *_: object) -> None:
        del self._wire.answering[self._said()[0].id]

    def announce_change(self) -> None:
        """A shout."""
        if self._wire.tables[self._said()[0].id].answers:
            self._wire.later(self._wire.ask)


class _Mdns:
    """Hears what is announced."""

    trouble = None

    def __init__(self, wire: Wire, found: Any, gone: Any, _changed: object) -> None:
        wire.found, wire.gone = found, gone

    def refresh(self) -> None:
        """Nothing is cached."""

    async def run(self) -> None:
        await asyncio.Event().wait()


class _Asker:
    """Asks, and hears the answers."""

    problem = None
    networks = ()

    def __init__(self, wire: Wire, told: Callable[..., None]) -> None:
        self._wire, self._told = wire, told
        wire.ask = self._ask

    def refresh(self) -> None:
        self._ask()

    async def run(self) -> None:
        while True:
            self._ask()
            await asyncio.sleep(ASK_EVERY)  # noqa: TID251 (virtual time: an hour passes at once)

    def _ask(self) -> None:
        for table, said in list(self._wire.answering.items()):
            if self._wire.tables[table].answers and self._wire.passes():
                self._wire.later(self._hear, answer(bytes(8), *said()), self._wire.tables[table].address)

    def _hear(self, data: bytes, address: str) -> None:
        said = read_answer(data)
        assert said is not None and said.port != GONE
        self._told(said, address)
