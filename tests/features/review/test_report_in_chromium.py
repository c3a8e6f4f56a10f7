"""The file in a real browser, without a network: nothing runs, nothing is cut off, and paper takes two sheets."""

import re
from base64 import b64decode
from pathlib import Path

import pytest
from features.review import kept_reviews
from msgspec.structs import replace
from support.chromium import CHROMIUM, Chromium

from sixqp_tui.features.history.record import Player
from sixqp_tui.features.review.report import html_report


@pytest.mark.skipif(CHROMIUM is None, reason="missing: Chromium (Debian: chromium)")
async def test_a_report_fits_a_phone_a_screen_and_two_sheets_of_paper(
    tmp_path: Path, chromium_address: str
) -> None:
    file = tmp_path / "report.html"
    eve = Player("</script><script>document.title='?'</script>")
    game = kept_reviews.game("ten")
    record = replace(game, players=(eve, *game.players[1:]))
    file.write_text(html_report(record, kept_reviews.review("ten"), "now"), encoding="utf-8")
    async with Chromium(chromium_address) as browser:
        for width, height in ((360, 640), (1280, 800)):
            page = await browser.page(width, height)
            await page.offline(True)
            await page.open(file.as_uri())
            await page.until("document.readyState === 'complete'")
            assert await page.evaluate("document.documentElement.scrollWidth") == width
            assert await page.evaluate("getComputedStyle(document.querySelector('b')).borderRadius") != "0px"
        assert await page.evaluate("document.title") != "?" and browser.errors == []
        paper = b64decode((await page.send("Page.printToPDF", preferCSSPageSize=True))["data"])
        assert len(re.findall(rb"/Type /Page\b", paper)) == 2
