"""A phone on a host of a virtual LAN: ADDRESS NAME FOLDER [film].

It sits down at this page and plays by taps to the end.

Each line of output is JSON: ["at", 0, host and port] of each
page that it has a seat at, and ["ended", 0, totals]. FOLDER is for the browser, and for a picture of each page;
with `film`, `now.png` there is the newest picture.
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from support.chromium import Page, chromium

CHOICES = {"card": "#hand button", "row": "#rows button", "moving": "main"}
LOOK = 0.1
STATE = """(() => ({
  host: location.host,
  part: document.body.dataset.part,
  asked: document.body.dataset.asked || "",
  offers: Boolean(document.querySelector("#banner button")?.checkVisibility()),
  quiet: document.querySelector("#banner").hidden,
}))()"""
TOTALS = """[...document.querySelectorAll("#sheet-of-scores tr")].map((row) => row.innerText)"""


def _print(*line: object) -> None:
    sys.stdout.write(f"{json.dumps(line)}\n")
    sys.stdout.flush()


async def _tap(page: Page, state: dict[str, Any]) -> None:
    if state["offers"]:
        await page.tap("#banner button")
    elif state["asked"]:
        await page.tap(CHOICES[state["asked"]])
        if state["asked"] != "moving":
            await page.tap("#act.main")


async def play(address: str, name: str, folder: Path, film: bool) -> None:
    async with chromium(folder / "profile") as browser:
        page = await browser.page()
        await page.open(address)
        await page.type("#name", name)
        await page.tap("#sit")
        host = ""
        while True:
            try:
                state = await page.evaluate(STATE)
                if state["host"] != host and state["quiet"] and state["part"] in ("lobby", "table"):
                    host = state["host"]
                    _print("at", 0, host)
                    await page.picture(folder / f"{host.replace(':', '-')}.png")
                if film:
                    await page.picture(folder / "next.png")
                    (folder / "next.png").replace(folder / "now.png")
                if state["part"] == "over":
                    _print("ended", 0, await page.evaluate(TOTALS))
                    await page.picture(folder / "over.png")
                    return
                await _tap(page, state)
            except AssertionError as error:  # another page is loaded, or the table has gone on
                _print("again", 0, str(error)[:80])
            await asyncio.sleep(LOOK)  # noqa: TID251  # the interval of its looks


def main() -> None:
    address, name, folder, *film = sys.argv[1:]
    asyncio.run(play(address, name, Path(folder), bool(film)))
