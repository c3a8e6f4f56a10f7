"""The page in a real browser of a phone's size: whole games by taps, and what may come between."""

import asyncio
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_address
from pathlib import Path

import pytest
from support.chromium import CHROMIUM, Chromium, Page
from support.page import UNHURRIED, Place, place, play
from support.source import ROOT
from support.tables import a_room, settings

from sixqp_protocol.messages import Say, Start
from sixqp_tui.discovery.addresses import LOOPBACK, own_addresses
from sixqp_tui.gateways.page.answers import PAGE
from sixqp_tui.host.commands import Services
from sixqp_tui.host.room import Room
from sixqp_tui.presentation.ways_in import with_room_code

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="missing: Chromium (Debian: chromium)")
CHOICES = {"card": "#hand button", "row": "#rows button", "pick": "#deck button", "moving": "main"}
LOBBY = "document.body.dataset.part === 'lobby'"
SEATED = "document.querySelector('#banner').hidden && document.body.dataset.asked === 'card'"
OWN_ADDRESS = next((each for each in own_addresses() if ip_address(each).version == 4), LOOPBACK)
"""Browsers send `Sec-Fetch-Site` to the loopback and to HTTPS only: the loopback would hide what is tested."""


AXE = Path(os.environ.get("SIXQP_AXE") or ROOT / "node_modules" / "axe-core" / "axe.min.js")
CHECKER = AXE.read_text(encoding="utf-8") if AXE.exists() else ""
FIND = """axe.run(document.querySelector("dialog[open]") || document, { preload: false }).then((found) =>
  found.violations.map((each) => `${each.impact} ${each.id}: ${each.nodes[0].html}`))"""


async def violations(page: Page) -> list[str]:
    """What is not accessible on the page or sheet as it stands, by axe-core, if that is installed."""
    if not CHECKER:
        return []
    await page.evaluate(f"window.axe || (() => {{ {CHECKER} }})(); 1")
    found: list[str] = await page.evaluate(FIND)
    return found


async def sit(browser: Chromium, url: str, script: str = "", pace: int = 1, name: str = "Zoé") -> Page:
    """A guest's page in the lobby."""
    page = await browser.page(pace=pace)
    await page.before_scripts(script)
    await page.open(url)
    await page.type("#name", name)
    await page.tap("#sit")
    await page.until(LOBBY)
    return page


SHEETS = """[...document.querySelectorAll("#menu button:not([data-close], .switch, [hidden])")].map(
  (button) => button.id ? `#${button.id}` : `#menu [data-sheet=${button.dataset.sheet}]`)"""
OPEN = "document.querySelector('dialog[open]:not(#menu) :is(#sheet-lines:not(:empty), form, img, p)')"


async def look_at_sheets(page: Page, openers: list[str]) -> None:
    """Open each of these sheets, and close it."""
    for opener in openers:
        if opener != "#open-chat":
            await page.tap("#open-menu")
        await page.tap(opener)
        await page.until(OPEN)
        assert (opener, await violations(page)) == (opener, [])
        await page.tap("dialog[open] [data-close]")


async def tap_to_the_end(page: Page) -> set[str]:
    """Tap what the page asks for, then the large button; a tap skips the scenes."""
    made: set[str] = set()
    while (
        asked := await page.until("document.body.dataset.asked || document.body.dataset.part === 'over'")
    ) is not True:
        if asked not in {*made, "moving"}:
            assert await violations(page) == []
        made.add(asked)
        await page.tap(CHOICES[asked])
        if asked != "moving":
            await page.tap("#act.main")
    return made


NOTE_JOY = """new MutationObserver(() => {
  window.joy = window.joy || Boolean(document.querySelector('.joy'));
}).observe(document, { childList: true, subtree: true })"""
COUNT_SIGNALS = """
window.buzzes = window.tones = 0;
navigator.vibrate = () => { window.buzzes += 1; return true; };
OscillatorNode.prototype.start = () => { window.tones += 1; };
OscillatorNode.prototype.stop = () => {};
"""
HIDDEN = """[...document.querySelectorAll("#rows button, #hand button")].filter((one) => {
  const box = one.getBoundingClientRect(), bar = document.querySelector("#bar").getBoundingClientRect();
  return box.bottom > bar.top || box.top < 0 || box.height < 30 || box.width < 40;
}).length + (document.body.scrollWidth > innerWidth)"""


async def test_a_draft_is_played_by_taps_on_a_small_phone(chromium_address: str) -> None:
    """Sit down, hear and see what others say, play a whole game, read the scores, and go back to the lobby."""
    async with place(a_room(settings("draft"), bots=1)) as at, Chromium(chromium_address) as browser:
        page = await sit(browser, at.url, COUNT_SIGNALS + NOTE_JOY, pace=4)
        assert await violations(page) == []
        at.owner.request(Say(reaction="sorry"))
        await page.until("document.querySelector('#chairs li .bubble')?.innerText === 'Sorry!'")
        at.owner.request(Say(text="a message that is longer than the chair of its sender is wide"))
        await page.until("document.querySelector('#chairs li .bubble').innerText.startsWith('a message')")
        assert await page.evaluate("document.body.scrollWidth <= innerWidth")
        await page.until("document.querySelector('video').currentTime > 0")
        at.owner.request(Start())
        await page.until("window.tones > 0 && window.buzzes > 0 && document.body.dataset.asked === 'pick'")
        playing = asyncio.create_task(play(at.owner))
        assert await tap_to_the_end(page) >= {"card", "moving", "pick"}
        assert await violations(page) == []
        own_place = await page.evaluate("document.querySelector('#place').innerText")
        assert own_place.startswith(("You won!", "You came 2nd of 3, ", "You came 3rd of 3, ", "You share"))
        assert bool(await page.evaluate("window.joy")) is own_place.startswith(("You won!", "You share first"))
        await page.tap("#act.main")
        await page.until("document.querySelector('#sheet-of-scores .own').innerText.includes('✓')")
        assert await violations(page) == []
        await page.tap("#act")
        await page.until(LOBBY)
        await playing
        assert browser.errors == []


async def test_the_table_fits_on_every_screen_and_a_row_is_chosen(chromium_address: str) -> None:
    async with place(a_room(settings(), bots=8)) as at, Chromium(chromium_address) as browser:
        page = await sit(browser, at.url, name="WWWWWWWWWWWWWWWW")
        assert await page.evaluate("document.body.scrollWidth <= innerWidth")
        at.owner.request(Start())
        await page.until("document.body.dataset.asked === 'card'")
        for width, height in ((320, 500), (640, 360), (1440, 900), (360, 640)):
            await page.resize(width, height)
            await page.until(f"innerWidth === {width} && innerHeight === {height}")
            assert await page.evaluate(HIDDEN) == 0, (width, height)
        playing = asyncio.create_task(play(at.owner))
        assert await tap_to_the_end(page) >= {"card", "row"}
        await playing
        assert browser.errors == []


async def test_a_code_in_the_link_opens_a_locked_table_and_leaves_the_url_and_sheets_cover_the_game(
    chromium_address: str,
) -> None:
    room = Room(a_room(settings()).setup, Services(lambda size: bytes(range(size)), str, code="k7w3qf"))
    async with place(room) as at, Chromium(chromium_address) as browser:
        page = await browser.page()
        await page.open(with_room_code(at.url, "ZZZZZZ"))
        await page.until("document.querySelector('#name').checkVisibility()")
        assert await page.evaluate("location.href + history.length") == f"{at.url}/2"
        await page.type("#name", "Ann")
        assert await violations(page) == []
        await page.tap("#sit")
        await page.until("document.querySelector('#code').checkVisibility()")
        assert await violations(page) == []
        await page.evaluate("location.hash = 'k7w3qf'")
        await page.until("location.hash === '' && !document.querySelector('#code').checkVisibility()")
        await page.tap("#sit")
        await page.until(LOBBY)
        await look_at_sheets(page, ["#open-rename"])
        at.owner.request(Say(text="Hello Ann"))
        at.owner.request(Start())
        playing = asyncio.create_task(play(at.owner))
        await page.tap("#hand button")
        await page.tap("#act.main")
        await page.until("document.querySelector('#side-lines').innerText")
        await look_at_sheets(page, ["#open-chat", *await page.evaluate(SHEETS)])
        await page.tap("#open-menu")
        assert await violations(page) == []
        playing.cancel()


# -- the network ------------------------------------------------------------------------------------------


COUNT_SOCKETS = """window.sockets = [];
const Socket = WebSocket;
window.WebSocket = function (url) {
  const made = window.deaf ? { readyState: 0, close() { this.readyState = 3; } } : new Socket(url);
  window.sockets.push(made);
  return made;
};
window.WebSocket.OPEN = Socket.OPEN;"""
LIVE = "sockets.filter((each) => each.readyState === 1).length"


async def test_a_page_has_one_live_socket_whatever_the_network_says(chromium_address: str) -> None:
    """Two events while an attempt is under way leave one connection; one that gets no answer isn't waited for."""
    async with place(a_room(settings())) as at, Chromium(chromium_address) as browser:
        page = await sit(browser, at.url, COUNT_SOCKETS)
        await page.evaluate("for (let at = 0; at < 3; at++) dispatchEvent(new Event('online'))")
        await page.until(f"sockets.length > 1 && {LIVE} === 1 && document.querySelector('#banner').hidden")
        await page.evaluate("window.deaf = true; dispatchEvent(new Event('online'))")
        await page.until("sockets.at(-1).readyState === 0")
        wake = "document.dispatchEvent(new Event('visibilitychange'))"
        attempts = await page.evaluate(f"window.deaf = false; {wake}; sockets.length")
        await page.until(f"{LIVE} === 1 && document.querySelector('#banner').hidden")
        assert await page.evaluate(LOBBY) and await page.evaluate("sockets.length") == attempts + 1


def test_a_page_waits_for_an_attempt_and_for_the_next_one_less_than_five_seconds() -> None:
    script = (PAGE / "page.js").read_text(encoding="utf-8")
    waits = re.findall(r"^const (?:ATTEMPT_MS|LONGEST_WAIT_MS) = (\d+);", script, re.MULTILINE)
    assert len(waits) == 2 and sum(map(int, waits)) < 5000


async def lay_offline(page: Page) -> None:
    """Tap while no connection gets an answer."""
    await page.evaluate("window.deaf = true; sockets.at(-1).close()")
    await page.until("!document.querySelector('#banner').hidden")
    if await page.evaluate("document.body.dataset.asked === 'card'"):
        await page.tap("#hand button")
    await page.tap("#act.main")
    await page.until("document.querySelector('#act').innerText === 'Sending…'")


async def absent(at: Place) -> None:
    events = at.owner.events()
    while at.room.state.seats.taken[1].here:
        await anext(events)


async def test_a_tap_while_offline_is_sent_if_the_question_is_the_same(chromium_address: str) -> None:
    """Also after the table took the guest for absent. And who loads the page again is back at their seat."""
    limits = UNHURRIED._replace(absent=0.2)
    async with place(a_room(settings()), limits) as at, Chromium(chromium_address) as browser:
        page = await sit(browser, at.url, COUNT_SOCKETS)
        await lay_offline(page)
        at.owner.request(Start())
        await page.evaluate("window.deaf = false")
        await page.until("document.querySelector('#toast').innerText === 'Too late: the table has moved on.'")
        await page.until(SEATED)
        dealt = await page.evaluate("document.querySelector('#hand').innerText")
        await page.send("Page.reload")
        await page.until(f"document.querySelector('#hand').innerText === {dealt!r}")
        await page.until(SEATED)
        await lay_offline(page)
        await absent(at)
        await page.evaluate("window.deaf = false")
        await page.until("document.querySelector('#hand .laid')")


# -- other sites ------------------------------------------------------------------------------------------

ATTACKS = {
    "navigation": "location.href = '{seat}';",
    "posted form": "const form = document.createElement('form'); form.action = '{seat}'; form.method = 'post';"
    "document.body.append(form); form.submit();",
    "frame": "const frame = document.createElement('iframe'); frame.src = '{seat}'; document.body.append(frame);",
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


@pytest.mark.skipif(OWN_ADDRESS == LOOPBACK, reason="missing: an address that isn't the loopback")
async def test_no_foreign_page_can_take_a_guests_seat(chromium_address: str) -> None:
    async with place(a_room(settings())) as at, Chromium(chromium_address) as browser:
        url = f"http://{OWN_ADDRESS}:{at.port}"
        page = await sit(browser, url)
        given = await page.cookies(url)
        for name, script in ATTACKS.items():
            attack = script.format(seat=f"{url}/seat")
            async with foreign_site(attack) as elsewhere, browser.requesting(f"{url}/seat"):
                await page.open(elsewhere)
            assert await page.cookies(url) == given, name
        await page.open(url)
        await page.until(LOBBY)
