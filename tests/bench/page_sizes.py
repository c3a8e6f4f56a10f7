"""The page at every size of a screen, dark and light, in every language, and with text twice as large.

Run it with `python tests/bench/page_sizes.py [FOLDER]`; it needs Chromium and takes four minutes. The host
plays a game of two rounds on a phone: at the door, in the lobby, in the menu, with the host's controls, when a card
or a row is asked for, with the scores between the rounds and at the end, it looks for what sticks out sideways,
cards and rows that are out of reach, and words that are broken in two. It prints what it finds and ends with 1 if
there is anything. Pictures go to the FOLDER.
"""

import asyncio
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.chromium import Chromium, Page, chromium
from support.page import CODE, Place, place
from support.tables import a_room, settings

from sixqp_protocol.messages import Rename
from sixqp_tui.i18n import LANGUAGES

SIZES = [(320, 500), (360, 540), (360, 640), (640, 360), (820, 1180), (1440, 900)]
SCALES = (100, 200)
"""Sizes of the text, in percent."""
STANDARD_PX = 16
CHOICES = {"card": "#hand button", "row": "#rows button"}
DUE = """document.body.dataset.asked
  || (['scores', 'over'].includes(document.body.dataset.part) && document.body.dataset.part)"""
LOOK = """(() => {
  const found = [];
  const wide = Math.max(innerWidth, document.documentElement.scrollWidth); // phones zoom out to show all of it
  if (wide > %(width)d) found.push(`${wide} px wide`);
  const bar = document.querySelector("#bar"), dialog = document.querySelector("dialog[open]");
  if (dialog && dialog.scrollWidth > dialog.clientWidth + 1) found.push("the dialog scrolls sideways");
  for (const button of dialog?.querySelectorAll("button") ?? []) {
    button.scrollIntoView({ block: "nearest" });
    const box = button.getBoundingClientRect();
    const beyond = box.bottom > innerHeight + 1 || box.right > %(width)d + 1;
    if (beyond) found.push(`“${button.innerText}” is out of reach`);
    if (button.scrollHeight > button.clientHeight + 1) found.push(`“${button.innerText}” sticks out of its button`);
  }
  for (const choice of dialog ? [] : document.querySelectorAll("#hand button, #rows button")) {
    choice.scrollIntoView({ block: "nearest" });
    const box = choice.getBoundingClientRect();
    const top = bar && bar.checkVisibility() ? bar.getBoundingClientRect().top : innerHeight;
    if (box.top < 0 || box.bottom > top + 1 || box.left < 0 || box.right > %(width)d + 1) {
      found.push(`“${choice.innerText}” is out of reach`);
    }
  }
  scrollTo(0, 0);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const shown = node.parentElement.checkVisibility({ visibilityProperty: true });
    if (!shown || node.parentElement.closest("script, style, .aloud, #aloud")) continue;
    for (const word of node.data.matchAll(/[\\p{L}\\p{N}’']+/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const parts = [...range.getClientRects()].filter((box) => box.width > 1);
      const lines = new Set(parts.map((box) => Math.round(box.top)));
      if (lines.size > 1) found.push(`“${word[0]}” is broken`);
    }
  }
  return found;
})()"""


class Looks(NamedTuple):
    """What a guest's browser is set to."""

    language: str
    light: bool
    scale: int

    def __str__(self) -> str:
        return f"{self.language}-{'light' if self.light else 'dark'}-{self.scale}"


async def check(page: Page, part: str, looks: Looks, folder: Path) -> list[str]:
    """What is wrong with this part of the page, at any size."""
    wrong = []
    for width, height in SIZES:
        await page.resize(width, height, scale=1)
        await page.until(f"[screen.width, innerWidth].includes({width})")
        await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found = await page.evaluate(LOOK % {"width": width})
        await page.picture(folder / f"{part}-{looks}-{width}x{height}.png")
        wrong += [f"{part}, {looks}, {width}×{height}: {each}" for each in found]
    return wrong


async def walk(browser: Chromium, at: Place, looks: Looks, folder: Path) -> list[str]:
    """Everything that is wrong with the page of a host who plays on a phone, from the door to the end."""
    page = await browser.page(language=looks.language, light=looks.light, calm=True, pace=8)
    at.offer_host_seat()
    at.owner.request(Rename(name="Bartholomäus"))
    await page.send("Page.setFontSizes", fontSizes={"standard": STANDARD_PX * looks.scale // 100})
    await page.open(at.url)
    await page.until("document.querySelector('#host-code')?.checkVisibility()")
    wrong = await check(page, "door", looks, folder)
    await page.type("#host-code", CODE)
    await tap(page, "#sit-as-host")
    await page.until("document.body.dataset.part === 'lobby'")
    wrong += await check(page, "lobby", looks, folder)
    await tap(page, "#open-menu")
    wrong += await check(page, "menu", looks, folder)
    await tap(page, "#open-host")
    wrong += await check(page, "host", looks, folder)
    await tap(page, "#host [data-close]")
    await tap(page, "#act.main")
    for choice, selector in CHOICES.items():
        await play_round(page, until=choice)
        await tap(page, selector)
        await page.until("!document.querySelector('#act').hidden")
        wrong += await check(page, choice, looks, folder)
        await tap(page, "#act.main")
    await play_round(page)
    wrong += await check(page, "scores", looks, folder)
    await tap(page, "#act.main")
    await page.until(f"({DUE}) !== 'scores'")
    await play_round(page)
    return wrong + await check(page, "over", looks, folder)


async def tap(page: Page, selector: str) -> None:
    """Scroll to the first element that fits, and touch it."""
    await page.until(f"document.querySelector('{selector}')?.checkVisibility()")
    await page.evaluate(f"document.querySelector('{selector}').scrollIntoView({{ block: 'nearest' }})")
    await page.tap(selector)


async def play_round(page: Page, until: str = "") -> None:
    """Decide whatever is asked until this is, or scores are shown."""
    while (asked := await page.until(DUE)) not in ("scores", "over", until):
        if asked in CHOICES:
            await tap(page, CHOICES[asked])
            await tap(page, "#act.main")
        else:
            await page.evaluate("document.querySelector('main').click()")


async def main(folder: Path) -> int:
    wrong = []
    for looks in (Looks(*each) for each in product(LANGUAGES, (False, True), SCALES)):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
            room = a_room(replace(settings(rounds=2), pause=None), bots=6)
            async with place(room, Path(home)) as at, chromium(Path(home) / "profile") as browser:
                wrong += await walk(browser, at, looks, folder)
        print(looks, flush=True)
    print(*wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
        sys.exit(asyncio.run(main(Path(sys.argv[1]))))
    with tempfile.TemporaryDirectory() as pictures:
        sys.exit(asyncio.run(main(Path(pictures))))
