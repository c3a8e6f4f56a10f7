"""How soon players of a hall see their table after `start`, and the hall again: a program, an ssh guest, a phone.

Run it with `python tests/bench/hall_ways.py [ROUNDS] [BOTS]`. The real programs are used: `sixqp hall`,
`sixqp join`, OpenSSH's client and Chromium. A way ends with the first picture of the place. The organiser
skips all tables instead of a game's end. Two seconds are the promise.
"""

import asyncio
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.chromium import Page, chromium
from support.terminal import Terminal

PROGRAM = sys.executable, "-m", "sixqp_tui"
AT_TABLE = "document.body.dataset.part === 'table'"
SETTLES = 6.0
"""Seconds until the next order is typed: people take longer."""
SSH_OPTIONS = (
    *("-tt", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR"),
    *("-o", "IdentitiesOnly=yes", "-o", "IdentityFile=none"),
)


async def seen(terminal: Terminal, shows: Callable[[str], bool], began: float) -> float:
    await asyncio.to_thread(terminal.until, shows)
    return perf_counter() - began


async def seen_on(page: Page, condition: str, began: float) -> float:
    await page.until(condition)
    return perf_counter() - began


class Ways:
    """A hall, and one player of each kind."""

    def __init__(self, hall: Terminal, players: dict[str, Terminal], page: Page) -> None:
        self._hall, self._players, self._page = hall, players, page

    async def measure(self, order: str, to_table: bool) -> None:
        title = re.compile(r"Ways \d\.\d")
        await asyncio.sleep(SETTLES)  # noqa: TID251 (as long as people take at least)
        began = perf_counter()
        self._hall.press(*order)
        waits = [
            seen(each, lambda text: bool(title.search(text)) == to_table, began) for each in self._players.values()
        ]
        condition = AT_TABLE if to_table else f"!({AT_TABLE})"
        seconds = await asyncio.gather(*waits, seen_on(self._page, condition, began), hear(self._hall))
        told = zip((*self._players, "phone"), seconds, strict=False)
        print("to a table:" if to_table else "back:", ", ".join(f"{kind} {each:.2f} s" for kind, each in told))


async def hear(hall: Terminal) -> float:
    """Read what the hall says, so that it never waits for its terminal."""
    await asyncio.to_thread(hall.look, 2.0)
    return 0.0


async def run(rounds: int, bots: int, home: Path) -> None:
    options = "--name", "Ways", "--tables-of", "2", "--rounds", str(rounds), "--page", "--ssh"
    hall = Terminal([*PROGRAM, "hall", *options], home / "hall", columns=200, lines=200)
    text = await asyncio.to_thread(hall.until, lambda text: "ssh -p" in text and "/projector" in text)
    port = re.findall(r"ssh -p (\d+)", text)[0]
    url = re.findall(r"(http://\S+)/projector", text)[0]
    invitation = re.findall(r"sixqp join (sixqp://\S+)", text)[0]
    players = {
        "program": Terminal([*PROGRAM, "join", invitation, "--name", "Prue"], home / "program"),
        "ssh": Terminal(["ssh", *SSH_OPTIONS, "-p", port, "Sam@127.0.0.1"], home / "ssh"),
    }
    filling = [
        await asyncio.create_subprocess_exec(
            *(*PROGRAM, "join", invitation, "--bot", "--name", f"B{each}"),
            stdout=asyncio.subprocess.DEVNULL,
            env={"SIXQP_HOME": str(home / f"B{each}")},
        )
        for each in range(bots)
    ]
    async with chromium(home / "chromium") as browser:
        page = await browser.page()
        await page.open(url)
        await page.type("#name", "Phil")
        await page.tap("#sit")
        await asyncio.to_thread(hall.until, f"{3 + bots} players")
        ways = Ways(hall, players, page)
        for number in range(1, rounds + 1):
            await ways.measure("start\r", to_table=True)
            skips = "".join(f"skip {table}\r" for table in range(1, (3 + bots + 1) // 2 + 1))
            if number < rounds:
                await ways.measure(skips, to_table=False)
    hall.press(*"end\r")
    hall.end()
    for each in (hall, *players.values()):
        each.kill()
    for bot in filling:
        await bot.wait()


def main() -> None:
    rounds, bots = (*map(int, sys.argv[1:]), *(3, 3)[len(sys.argv) - 1 :])
    with tempfile.TemporaryDirectory() as home:
        asyncio.run(run(rounds, bots, Path(home)))


if __name__ == "__main__":
    main()
