"""A whole game by taps, in a real browser of a phone's size, and what may come between."""

import asyncio
from pathlib import Path

import pytest
from support.chromium import CHROMIUM, Chromium, Page
from support.page import open_gateway, place, play
from support.tables import a_room, settings

from sixqp_protocol.messages import SetSeat, Start
from sixqp_tui.client.link import MemoryLink
from sixqp_tui.host.admission.room_code import Lock
from sixqp_tui.host.room import Room
from sixqp_tui.hosting.bot_seats import memory_dialer
from sixqp_tui.tui.ways_in import with_room_code

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="missing: Chromium (Debian: chromium)"),
]
CHOICES = {"card": "#hand button", "row": "#rows button", "pick": "#deck button", "moving": "main"}
NOTE_JOY = """new MutationObserver(() => {
  window.joy = window.joy || Boolean(document.querySelector('.joy'));
}).observe(document.body, { childList: true })"""


async def tap_to_the_end(page: Page) -> set[str]:
    """Tap what the page asks for, then the large button; a tap skips the scenes."""
    made: set[str] = set()
    while (
        asked := await page.until("document.body.dataset.asked || document.body.dataset.part === 'over'")
    ) is not True:
        made.add(asked)
        await page.tap(CHOICES[asked])
        if asked != "moving":
            await page.tap("#act.main")
    return made


@pytest.mark.soak
async def test_a_draft_is_played_by_taps_on_a_small_phone(tmp_path: Path, chromium_address: str) -> None:
    """Sit down, play a whole game, read the scores, and go back to the lobby."""
    room = a_room(settings("draft"), bots=1)
    async with place(room, tmp_path) as at, Chromium(chromium_address) as browser:
        page = await browser.page()
        await page.open(at.url)
        await page.type("#name", "Zoé")
        await page.tap("#sit")
        await page.until("document.body.dataset.part === 'lobby'")
        await page.evaluate(NOTE_JOY)
        at.owner.request(Start())
        playing = asyncio.create_task(play(at.owner))
        assert await tap_to_the_end(page) >= {"card", "moving", "pick"}
        own_place = await page.evaluate("document.querySelector('#place').innerText")
        assert own_place.startswith(("You won!", "You came 2nd of 3, ", "You came 3rd of 3, ", "You share"))
        won = own_place.startswith(("You won!", "You share first"))
        assert bool(await page.evaluate("window.joy")) is won
        assert "Zoé" in await page.evaluate("document.querySelector('#scores').innerText")
        await page.tap("#act.main")
        await page.until("document.querySelector('#sheet-of-scores .own').innerText.includes('✓')")
        await page.tap("#act")
        await page.until("document.body.dataset.part === 'lobby'")
        await playing
        assert browser.errors == []


@pytest.mark.soak
async def test_a_removed_guest_sees_why_and_is_not_asked_to_sit_down(tmp_path: Path, chromium_address: str) -> None:
    async with place(a_room(settings()), tmp_path) as at, Chromium(chromium_address) as browser:
        pages = removed, other = [await browser.page() for _ in range(2)]
        for number, page in enumerate(pages, 1):
            await page.open(at.url)
            await page.type("#name", f"Ann {number}")
            await page.tap("#sit")
            await page.until("document.body.dataset.part === 'lobby'")
        at.owner.request(SetSeat(seat=1, to="kick"))
        await removed.until("document.body.innerText.includes('The host removed you')")
        for hidden in ("#sit", "#watch", "#name"):
            assert not await removed.evaluate(f"document.querySelector('{hidden}').checkVisibility()")
        assert await removed.evaluate("document.querySelector('#again').checkVisibility()")
        await at.gateway.close()
        await other.until("document.querySelector('#banner').innerText.startsWith('The host closed this page.')")
        await removed.until("document.querySelector('#banner').hidden")
        link = MemoryLink(memory_dialer(at.server.attach))
        async with open_gateway(link, tmp_path, port=at.port):  # a host that was away for long comes back
            await other.until("document.querySelector('#banner').hidden && document.body.dataset.part === 'lobby'")


async def test_a_code_in_the_link_opens_a_locked_table_and_leaves_the_url(
    tmp_path: Path, chromium_address: str
) -> None:
    lock = Lock("k7w3qf", bytes(32), lambda length: bytes(range(length)))
    room = Room(a_room(settings()).state.setup, lambda: bytes(16), str, None, lock)
    async with place(room, tmp_path) as at, Chromium(chromium_address) as browser:
        page = await browser.page()
        await page.open(with_room_code(at.url, "K7W3QF"))
        await page.until("document.querySelector('#name').checkVisibility()")
        assert await page.evaluate("location.href + history.length") == f"{at.url}/2"
        await page.type("#name", "Zoé")
        await page.tap("#sit")
        await page.until("document.body.dataset.part === 'lobby'")
        other = await browser.page()
        await other.open(with_room_code(at.url, "ZZZZZZ"))
        await other.type("#name", "Ann")
        await other.tap("#sit")
        await other.until("document.querySelector('#code').checkVisibility()")
        await other.evaluate("location.hash = 'k7w3qf'")
        await other.until("location.hash === '' && !document.querySelector('#code').checkVisibility()")
        await other.tap("#sit")
        await other.until("document.body.dataset.part === 'lobby'")


@pytest.mark.soak
async def test_a_page_catches_up_after_ten_seconds_without_network(tmp_path: Path, chromium_address: str) -> None:
    """And the end stays calm for who prefers less motion."""
    async with place(a_room(settings()), tmp_path) as at, Chromium(chromium_address) as browser:
        page = await browser.page(pace=10, calm=True)
        await page.open(at.url)
        await page.type("#name", "Zoé")
        await page.tap("#sit")
        await page.until("document.body.dataset.part === 'lobby'")
        await page.evaluate(NOTE_JOY)
        at.owner.request(Start())
        await page.until("document.body.dataset.asked === 'card'")
        await page.tap("#hand button")
        await page.tap("#act.main")
        await page.until("document.querySelector('#hand .laid')")
        await page.offline(True)
        playing = asyncio.create_task(play(at.owner))
        gone = await page.evaluate("performance.now()")
        await page.until(f"performance.now() > {gone + 10_000}")
        assert "Connection lost" in await page.evaluate("document.querySelector('#banner').innerText")
        assert await page.evaluate("document.querySelector('#hand .laid')?.dataset.card") is not None
        await page.offline(False)
        await page.until("document.querySelector('#banner').hidden && document.body.dataset.asked")
        assert await tap_to_the_end(page) >= {"card"}
        assert await page.until("document.querySelector('#place').innerText")
        assert not await page.evaluate("window.joy")
        await playing
