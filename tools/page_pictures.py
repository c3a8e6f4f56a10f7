"""Draws the pictures of the page for phones in `docs/`, from a game that is played for them.

`python tools/page_pictures.py`; needs Chromium.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from msgspec.structs import replace

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from support.chromium import Page, chromium  # noqa: E402 (the tests' own browser)
from support.page import place, play  # noqa: E402
from support.tables import a_room, settings  # noqa: E402

from sixqp_protocol.messages import Start  # noqa: E402

DOCS = ROOT / "docs"
CHOICES = {"card": "#hand button", "row": "#rows button"}
PICTURES = {("card", 5): "phone-table", ("row", 1): "phone-row-choice"}
"""What is drawn: what is asked, and the which time, with a card or row touched."""
DUE = """document.body.dataset.asked
  || (['scores', 'over'].includes(document.body.dataset.part) && document.body.dataset.part)"""


async def play_on_page(page: Page) -> None:
    """Play to the end, and draw on the way."""
    times = dict.fromkeys(CHOICES, 0)
    while (asked := await page.until(DUE, 30_000)) != "over":
        if asked == "moving":
            await page.evaluate("document.querySelector('main').click()")
            continue
        if asked in CHOICES:
            await page.tap(CHOICES[asked])
            times[asked] += 1
            if name := PICTURES.get((asked, times[asked])):
                await page.picture(DOCS / f"{name}.png")
        await page.tap("#act.main")
        await page.until(f"({DUE}) !== 'scores'")


async def main() -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        room = a_room(replace(settings(rounds=2), pause=None), bots=3)
        async with place(room) as at, chromium(Path(folder) / "profile") as browser:
            page = await browser.page()
            await page.open(at.url)
            await page.type("#name", "Zoé")
            await page.tap("#sit")
            await page.until("document.body.dataset.part === 'lobby'")
            at.owner.request(Start())
            playing = asyncio.create_task(play(at.owner))
            await play_on_page(page)
            await playing


if __name__ == "__main__":
    asyncio.run(main())
