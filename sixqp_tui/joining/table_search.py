"""Searches for tables, and reports progress."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from sixqp_tui.discovery.browser import Browser
from sixqp_tui.discovery.table_list import FoundTable, KnownHosts
from sixqp_tui.i18n import _, home as home_words
from sixqp_tui.joining.background import log_failure
from sixqp_tui.store.known_tables import known_tables

TELL_AFTER: Final = 2.0
"""Seconds until the player reads what is being tried."""
HELP_AFTER: Final = 5.0
"""Seconds until the player reads what usually helps."""
SETTLE: Final = 1.0
"""Seconds after the first table to wait for others."""
MAX_SHOWN: Final = 3
"""Addresses of this machine."""

Tell = Callable[[str], None]
_report_failure = log_failure(logging.getLogger(__name__), "a search can't report its progress")


def create_browser() -> Browser:
    """With the marks of earlier visits. Blocks."""
    try:
        known = [each for each in known_tables().all() if each.fingerprint]
    except OSError:
        return Browser()
    fingerprints = frozenset(each.fingerprint or "" for each in known)
    return Browser(known=KnownHosts(fingerprints, frozenset(each.title.casefold() for each in known)))


def search_summary(asked_from: Sequence[str]) -> str:
    """`asked_from` are this machine's addresses."""
    if not asked_from:
        return _("This machine has no network now.")
    addresses = ", ".join(asked_from[:MAX_SHOWN]) + (", …" if len(asked_from) > MAX_SHOWN else "")
    return _("Searching this network from {addresses}.").format(addresses=addresses)


def ignore(_sentence: str) -> None:
    """For a search whose progress nobody reads."""


async def find_tables(wanted: str, shown: str, seconds: float, tell: Tell = ignore) -> tuple[FoundTable, ...]:
    """`tell` gets the ways that are tried, and later advice. `shown` is the title, cleaned."""
    async with await asyncio.to_thread(create_browser) as looking:
        telling = asyncio.create_task(_report_progress(looking, shown, tell))
        telling.add_done_callback(_report_failure)
        try:
            return await looking.find(wanted, seconds)
        finally:
            telling.cancel()


async def wait_for_tables(looking: Browser, seconds: float) -> None:
    """Wait this long, or a little longer than until the first table."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            async for tables in looking.changes():
                if tables:
                    break
            await asyncio.sleep(SETTLE)  # noqa: TID251 (others may answer until then)


async def _report_progress(looking: Browser, shown: str, tell: Tell) -> None:
    await asyncio.sleep(TELL_AFTER)  # noqa: TID251 (ends early when the search does)
    tell(_not_yet(shown, search_summary(looking.asked_from)))
    await asyncio.sleep(HELP_AFTER - TELL_AFTER)  # noqa: TID251 (likewise)
    tell("\n".join((home_words.usually_helps(), *(f"  {line}" for line in home_words.what_helps()))))


def _not_yet(title: str, what_is_tried: str) -> str:
    # Translators: {tried} is one or two whole sentences; what is to be typed stays as it is
    sentence = _("No table called “{title}” so far. {tried} Its address always works: sixqp join HOST[:PORT]")
    return sentence.format(title=title, tried=what_is_tried)
