"""The page from the first sentence to the last one, as axe-core judges it."""

from pathlib import Path

import pytest
from support.axe import AXE, violations
from support.chromium import CHROMIUM, Chromium
from support.page import place
from support.tables import a_room, settings

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="missing: Chromium (Debian: chromium)"),
    pytest.mark.skipif(not AXE.exists(), reason="missing: axe-core (npm install --no-save axe-core@4.14)"),
]
CHOICES = {"card": "#hand button", "row": "#rows button", "moving": "main"}


@pytest.mark.soak
async def test_axe_finds_no_violations_on_any_part_of_the_page(tmp_path: Path, chromium_address: str) -> None:
    checker, found = AXE.read_text(encoding="utf-8"), dict[str, list[str]]()
    async with place(a_room(settings(), bots=2), tmp_path) as at, Chromium(chromium_address) as browser:
        page = await browser.page(pace=8)

        async def check(state: str) -> None:
            for light in (True, False):
                await page.look(light)
                found[f"{state}, {'light' if light else 'dark'}"] = await violations(page, checker)

        await page.open(at.url)
        await page.until("document.querySelector('#name')?.checkVisibility()")
        at.offer_host_seat()
        await page.until("document.querySelector('#host-code').checkVisibility()")
        await check("door")
        await page.type("#host-code", "042917")
        await page.tap("#sit-as-host")
        await page.until("document.body.dataset.part === 'lobby'")
        await check("lobby")
        await page.tap("#act.main")
        await page.until("document.body.dataset.asked === 'card'")
        await page.tap(CHOICES["card"])
        await check("table")
        await page.tap("#open-menu")
        await page.tap("#open-host")
        await page.until("document.querySelector('#controls [data-what=pause]').checkVisibility()")
        await check("the host's controls")
        await page.tap("#host [data-close]")
        await page.tap("#act.main")
        while (
            asked := await page.until("document.body.dataset.asked || document.body.dataset.part === 'over'")
        ) is not True:
            await page.tap(CHOICES[asked])
            if asked != "moving":
                await page.tap("#act.main")
        await check("end")
    assert {state: faults for state, faults in found.items() if faults} == {}
