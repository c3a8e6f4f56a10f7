"""What a host should tell the guests because the list alone may not lead them here."""

import asyncio

from sixqp_tui.discovery.browser import Browser
from sixqp_tui.tui.services import Caution

LOOK_SECONDS = 5.0
"""Seconds of looking: discovery that works has found every table by then."""


async def find_list_caution(title: str, table: str) -> Caution | None:
    """What is in the way of the list, as far as some seconds of looking tell; `table` is the own table's id."""
    async with Browser() as browser:
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                async for tables in browser.changes():
                    if browser.trouble:
                        return "undiscovered"
                    if any(each.title.casefold() == title.casefold() and each.id != table for each in tables):
                        return "namesake"
        except TimeoutError:
            return None
    return None
