"""The file in a real browser, without a network: its script shows what the facts say, and nothing goes wrong."""

from pathlib import Path

import pytest
from support.chromium import CHROMIUM, Chromium
from support.games import recorded

from sixqp_tui.features.history.record import Player
from sixqp_tui.features.review.report.page import html_report

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="missing: Chromium (Debian: chromium)"),
]
CUT_OFF = """[...document.querySelectorAll("svg.wide text")].filter((text) => {
  const box = text.getBBox();
  return box.x < 0 || box.x + box.width > 960;
}).map((text) => text.textContent)"""
LYING = """const lying = (rows) => [...rows.children].map((row) =>
  [...row.querySelectorAll("b, em")].map((each) => each.textContent + (each.dataset.heads || "")).join(" "));
const on = document.querySelector("#on"), shown = () => document.querySelector("#shown");"""
STEPPED = f"""(() => {{ {LYING}
  const ends = [];
  for (;;) {{
    const waits = shown().querySelector(".waits");
    if (!waits) ends.push(lying(shown().querySelector(".rows")));
    if (on.disabled) return ends;
    on.click();
  }}
}})()"""
WRITTEN = f"""(() => {{ {LYING}
  return [...document.querySelectorAll(".round details")].flatMap((round) =>
    [...round.querySelectorAll(".rows")].slice(1).map(lying));
}})()"""
"""The rows after each turn: as the script lays them card by card, and as they are written for the next turn."""


@pytest.mark.soak
async def test_the_script_steps_through_the_game_card_by_card(tmp_path: Path, chromium_address: str) -> None:
    file = tmp_path / "report.html"
    eve = Player("</script><script>document.title='?'</script>")
    record = recorded(players=5, who=(eve, *map(Player, "ABCD")))
    file.write_text(html_report(record, None, "en", "now"), encoding="utf-8")
    async with Chromium(chromium_address) as browser:
        for width, height in ((360, 640), (1280, 800)):
            page = await browser.page(width, height)
            await page.offline(True)
            await page.open(file.as_uri())
            await page.until("document.readyState === 'complete' && document.querySelector('#shown .turn')")
            assert await page.evaluate("document.documentElement.scrollWidth") == width
            stepped = await page.evaluate(STEPPED)
            assert len(stepped) == 20 and stepped == await page.evaluate(WRITTEN)
        await page.evaluate("location.hash = '#r2t7'; 1")
        await page.until("document.querySelector('#moment').selectedOptions[0].textContent === 'Round 2, turn 7'")
        assert await page.evaluate("document.title") != "?" and browser.errors == []
        short = recorded(players=3, who=tuple(map(Player, ("Ann", "Bob", "Mom"))))
        file.write_text(html_report(short, None, "en", "now"), encoding="utf-8")
        await page.open(file.as_uri())
        await page.until("document.readyState === 'complete' && document.querySelector('svg.wide')")
        assert await page.evaluate(CUT_OFF) == []
