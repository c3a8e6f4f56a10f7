"""How accessible a page is, by axe-core, which npm installs: `npm install --no-save axe-core@4.14`."""

import os
from pathlib import Path

from support.chromium import Page
from support.source import ROOT

AXE = Path(os.environ.get("SIXQP_AXE") or ROOT / "node_modules" / "axe-core" / "axe.min.js")
"""The checker as a script for browsers; it may be missing."""
_RUN = """axe.run(document).then((found) =>
  found.violations.map((each) => `${each.impact} ${each.id}: ${each.nodes[0].html}`))"""


async def violations(page: Page, checker: str) -> list[str]:
    """What the checker, whose source this is, finds on the page as it stands."""
    await page.evaluate(f"window.axe || (() => {{ {checker} }})(); 1")
    found: list[str] = await page.evaluate(_RUN)
    return found
