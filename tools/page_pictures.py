"""Draws the pictures of the page for phones in `docs/`, from a game that is played for them.

`python tools/page_pictures.py`              draws them again; needs Chromium
`python tools/page_pictures.py --axe FILE`   checks how accessible each part is, too, by axe-core's `axe.min.js`

What that checker finds is printed; the exit code is 1 where it finds anything.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from msgspec.structs import replace

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from support.axe import violations  # noqa: E402 (as the tests do)
from support.chromium import Page, chromium  # noqa: E402 (the tests' own browser)
from support.page import place, play  # noqa: E402
from support.tables import a_room, settings  # noqa: E402

from sixqp_protocol.facts import Variant  # noqa: E402
from sixqp_protocol.messages import Start  # noqa: E402

DOCS = ROOT / "docs"
CHOICES = {"card": "#hand button", "row": "#rows button", "pick": "#deck button"}
PICTURES = {("classic", "card", 5): "phone-table", ("classic", "row", 1): "phone-row-choice"}
"""What is drawn: the variant, what is asked, and the which time, with a card or row touched."""
SHEETS = ("last", "scores", "log", "seen", "rules")
DUE = """document.body.dataset.asked
  || (['scores', 'over'].includes(document.body.dataset.part) && document.body.dataset.part)"""


class Studio:
    """A page whose game is played, looked at wherever it changes."""

    def __init__(self, page: Page, variant: Variant, checker: str) -> None:
        self._page, self._variant, self._checker = page, variant, checker
        self._times = dict.fromkeys(CHOICES, 0)
        self.checked: dict[str, list[str]] = {}

    async def check(self, state: str) -> None:
        """Let the checker look, once a state."""
        if self._checker and state not in self.checked:
            self.checked[state] = await violations(self._page, self._checker)

    async def play(self) -> None:
        """Play to the end."""
        while (asked := await self._page.until(DUE, 30_000)) != "over":
            await self.check(asked)
            if asked == "moving":
                await self._page.evaluate("document.querySelector('main').click()")
                continue
            if asked in CHOICES:
                await self._decide(asked)
            await self._page.tap("#act.main")
            await self._page.until(f"({DUE}) !== 'scores'")
        await self.check("over")
        await self._open_sheets()

    async def _decide(self, asked: str) -> None:
        await self._page.tap(CHOICES[asked])
        await self.check(f"{asked}, touched")
        self._times[asked] += 1
        name = PICTURES.get((self._variant, asked, self._times[asked]))
        if name:
            await self._page.picture(DOCS / f"{name}.png")

    async def _open_sheets(self) -> None:
        for sheet in SHEETS:
            await self._page.tap("#open-menu")
            await self.check("menu")
            await self._page.tap(f"#menu [data-sheet={sheet}]")
            await self.check(sheet)
            await self._page.tap("#sheet [data-close]")
            await self._page.until("!document.querySelector('dialog[open]')")
        await self._page.tap("#open-chat")
        await self.check("chat")


async def draw(variant: Variant, checker: str, light: bool) -> dict[str, list[str]]:
    """Play a game of this variant at the size of a small phone; what the checker found, by where it looked."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        room = a_room(replace(settings(variant, rounds=2), pause=None), bots=3)
        async with place(room, Path(folder)) as at, chromium(Path(folder) / "profile") as browser:
            page = await browser.page(light=light)
            studio = Studio(page, variant, checker)
            await page.open(at.url)
            await page.type("#name", "Zoé")
            await studio.check("door")
            await page.tap("#sit")
            await page.until("document.body.dataset.part === 'lobby'")
            await studio.check("lobby")
            at.owner.request(Start())
            playing = asyncio.create_task(play(at.owner))
            await studio.play()
            await playing
            return studio.checked


def main() -> int:
    """Draw, and check where that is asked for; the exit code."""
    parser = argparse.ArgumentParser(description="Draw the pictures of the page for phones.")
    parser.add_argument("--axe", type=Path, help="axe-core's axe.min.js: check how accessible the page is")
    checker = parser.parse_args().axe
    source = checker.read_text(encoding="utf-8") if checker else ""
    looks: list[tuple[Variant, bool]] = [("classic", False)]
    if checker:
        looks.append(("draft", True))
    troubles = 0
    for variant, light in looks:
        checked = asyncio.run(draw(variant, source, light))
        print(f"{variant}: {len(checked)} states checked")
        for state, found in checked.items():
            troubles += len(found)
            print(*(f"  {state}: {each}" for each in found), sep="\n", end="\n" if found else "")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
