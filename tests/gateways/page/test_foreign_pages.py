"""Web pages from elsewhere, in a real browser that has a seat, at an address that browsers don't trust."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_address
from pathlib import Path

import pytest
from support.chromium import CHROMIUM, Chromium
from support.page import place
from support.tables import a_room, settings

from sixqp_tui.joining.endpoint import LOOPBACK, local_addresses

OWN_ADDRESS = next((each for each in local_addresses() if ip_address(each).version == 4), LOOPBACK)
"""Browsers send `Sec-Fetch-Site` to the loopback and to HTTPS only: the loopback would hide what is tested here."""
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="missing: Chromium (Debian: chromium)"),
    pytest.mark.skipif(OWN_ADDRESS == LOOPBACK, reason="missing: an address that isn't the loopback"),
]
OPENED = "document.body.dataset.part === 'lobby' || document.querySelector('#name')?.checkVisibility()"
ATTACKS = {
    "navigation": "location.href = '{seat}';",
    "form": "const form = document.createElement('form'); form.action = '{seat}'; document.body.append(form);"
    "form.submit();",
    "posted form": "const form = document.createElement('form'); form.action = '{seat}'; form.method = 'post';"
    "document.body.append(form); form.submit();",
    "frame": "const frame = document.createElement('iframe'); frame.src = '{seat}'; document.body.append(frame);",
    "image": "new Image().src = '{seat}';",
    "script": "fetch('{seat}', {{ mode: 'no-cors', credentials: 'include' }});",
    "script with a header": "fetch('{seat}', {{ credentials: 'include', headers: {{ 'X-Sixqp': 'seat' }} }});",
}


@asynccontextmanager
async def foreign_site(script: str) -> AsyncIterator[str]:
    """The address of another site's page, which runs this script."""
    body = f"<!doctype html><title>cats</title><body><script>{script}</script>".encode()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n" + body)
        writer.close()

    server = await asyncio.start_server(answer, LOOPBACK, 0)
    async with server:
        yield f"http://{LOOPBACK}:{server.sockets[0].getsockname()[1]}/"


async def test_no_foreign_page_can_take_a_guests_seat(tmp_path: Path, chromium_address: str) -> None:
    async with place(a_room(settings()), tmp_path) as at, Chromium(chromium_address) as browser:
        url = f"http://{OWN_ADDRESS}:{at.port}"
        page = await browser.page()
        await page.open(url)
        await page.type("#name", "Zoé")
        await page.tap("#sit")
        await page.until("document.body.dataset.part === 'lobby'")
        replaced = []
        for name, script in ATTACKS.items():
            given = await page.cookies(url)
            attack = script.format(seat=f"{url}/seat")
            async with foreign_site(attack) as elsewhere, browser.requesting(f"{url}/seat"):
                await page.open(elsewhere)
            if await page.cookies(url) != given:
                replaced.append(name)
            await page.open(url)
            await page.until(OPENED)
        assert replaced == []
        assert await page.evaluate("document.body.dataset.part") == "lobby"
