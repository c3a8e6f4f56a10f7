"""Searches for tables, including those of earlier visits, and reports progress."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module  # noqa: TID251 (loaded beside the loop)
from typing import Final, Literal

from sixqp_protocol.text import PLAIN_ID, clean
from sixqp_tui.discovery.browser import Browser
from sixqp_tui.discovery.table_list import Endpoint, FoundTable, KnownHost
from sixqp_tui.i18n import _, home as home_words
from sixqp_tui.store import paths
from sixqp_tui.store.known_tables import FILE_NAME, KnownTable, KnownTables

TELL_AFTER: Final = 2.0
"""Seconds until the player reads what is being tried."""
HELP_AFTER: Final = 5.0
"""Seconds until the player reads what usually helps."""
CAUTION_SECONDS: Final = 5.0
"""Seconds to look for a reason to warn a host; working discovery finds tables sooner."""

SETTLE: Final = 1.0
"""Seconds after the first table to wait for others."""

Caution = Literal["namesake", "undiscovered"]
"""Why the list may not lead guests to a table: another one has its title, or discovery fails here."""

Tell = Callable[[str], None]


def create_browser() -> Browser:
    return Browser(known=_known_hosts(), probe_known=_probe)


async def _probe(endpoints: Sequence[Endpoint], pin: str) -> Endpoint | None:
    """Imports what it needs in a thread, and only for players who have visited a table before."""
    network = await asyncio.to_thread(import_module, "sixqp_tui.client.network")
    endpoint: Endpoint | None = await network.probe(endpoints, pin)
    return endpoint


def _known_hosts() -> tuple[KnownHost, ...]:
    try:
        known: Sequence[KnownTable] = KnownTables(paths.data_path() / FILE_NAME).all()
    except OSError:
        return ()
    return tuple(
        KnownHost(each.table, each.title or each.table, each.fingerprint, _printable_endpoints(each.addresses))
        for each in known
        if each.fingerprint and PLAIN_ID.fullmatch(each.table)
    )


def _printable_endpoints(endpoints: Sequence[Endpoint]) -> tuple[Endpoint, ...]:
    return tuple((host, port) for host, port in endpoints if clean(host, len(host)) == host)


def search_summary(browser: Browser) -> str:
    efforts = browser.efforts
    mdns, broadcast = (problem and problem.reason for problem in (efforts.mdns, efforts.broadcast))
    return home_words.tried(efforts.asked_from, efforts.hosts_tried, mdns, broadcast)


async def find_tables(
    wanted: str,
    shown: str,
    seconds: float,
    tell: Tell | None = None,
    *,
    tell_after: float = TELL_AFTER,
    help_after: float = HELP_AFTER,
) -> tuple[FoundTable, ...]:
    """`tell` gets the ways that are tried, and later advice. `shown` is the title, cleaned."""
    async with create_browser() as looking:
        reporting = tell and _report_progress(looking, shown, tell, tell_after, help_after)
        telling = asyncio.create_task(reporting) if reporting else None
        try:
            return await looking.find(wanted, seconds)
        finally:
            if telling:
                telling.cancel()


async def wait_for_tables(looking: Browser, seconds: float) -> None:
    """Wait this long, or a little longer than until the first table."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            async for tables in looking.changes():
                if tables:
                    break
            await asyncio.sleep(SETTLE)  # noqa: TID251 (others may answer until then)


async def _report_progress(looking: Browser, shown: str, tell: Tell, tell_after: float, help_after: float) -> None:
    await asyncio.sleep(tell_after)  # noqa: TID251 (ends early when the search does)
    tell(_not_yet(shown, search_summary(looking)))
    await asyncio.sleep(help_after - tell_after)  # noqa: TID251 (likewise)
    tell("\n".join((home_words.usually_helps(), *(f"  {line}" for line in home_words.what_helps()))))


def _not_yet(title: str, what_is_tried: str) -> str:
    # Translators: {tried} is one or two whole sentences; what is to be typed stays as it is
    sentence = _("No table called “{title}” so far. {tried} Its address always works: sixqp join HOST[:PORT]")
    return sentence.format(title=title, tried=what_is_tried)


async def find_caution(title: str, table: str) -> Caution | None:
    async with Browser() as browser:
        try:
            async with asyncio.timeout(CAUTION_SECONDS):
                async for tables in browser.changes():
                    if browser.problem:
                        return "undiscovered"
                    if any(each.title.casefold() == title.casefold() and each.id != table for each in tables):
                        return "namesake"
        except TimeoutError:
            return None
    return None
