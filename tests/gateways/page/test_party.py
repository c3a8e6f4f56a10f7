"""What makes the page fit for a party, in a real browser: signals, small screens, lost networks."""

import asyncio
from pathlib import Path

import pytest
from support.chromium import CHROMIUM, Chromium, Page
from support.page import Place, place, play
from support.tables import a_room, settings

from sixqp_protocol.messages import Say, Start

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="missing: Chromium (Debian: chromium)"),
]
COUNT_SIGNALS = """
window.buzzes = window.tones = 0;
navigator.vibrate = () => { window.buzzes += 1; return true; };
OscillatorNode.prototype.start = () => { window.tones += 1; };
OscillatorNode.prototype.stop = () => {};
"""
SIGNALS = "[window.tones > 0, window.buzzes > 0]"
SIZES = [(320, 500), (360, 540), (360, 640), (640, 360), (820, 1180), (1440, 900)]
OVERFLOW = """(() => {
  const edges = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const seen = [...edges("#rows button"), ...edges("#hand button")];
  return {
    hidden: seen.filter((box) => box.bottom > document.querySelector("#bar").getBoundingClientRect().top).length,
    above: seen.filter((box) => box.top < 0).length,
    small: seen.filter((box) => box.height < 30 || box.width < 40).length,
    scrolls: document.body.scrollHeight > innerHeight || document.body.scrollWidth > innerWidth,
    cards: edges("#hand button").length,
  };
})()"""


async def sit(browser: Chromium, at: Place, name: str, language: str = "en", script: str = "") -> Page:
    """A guest's page in the lobby."""
    page = await browser.page(language=language)
    await page.before_scripts(script)
    await page.open(at.url)
    await page.type("#name", name)
    await page.tap("#sit")
    await page.until("document.body.dataset.part === 'lobby'")
    return page


async def reload(page: Page) -> None:
    await page.send("Page.reload")
    await page.until("document.body.dataset.asked === 'card'")


@pytest.mark.soak
async def test_your_turn_plays_sound_and_vibration_after_a_tap_unless_disabled(
    tmp_path: Path, chromium_address: str
) -> None:
    async with place(a_room(settings()), tmp_path) as at, Chromium(chromium_address) as browser:
        page = await sit(browser, at, "Zoé", script=COUNT_SIGNALS)
        assert await page.evaluate(SIGNALS) == [False, False]
        at.owner.request(Start())
        await page.until(f"({SIGNALS}).every(Boolean)")
        await reload(page)
        assert await page.evaluate(SIGNALS) == [False, False]
        await page.tap("#open-menu")
        await page.tap("#sound")
        await page.tap("#menu [data-close]")
        await reload(page)
        playing = asyncio.create_task(play(at.owner))
        await page.tap("#hand button")
        await page.tap("#act.main")
        await page.until("window.buzzes > 0")
        assert await page.evaluate(SIGNALS) == [False, True]
        assert await page.evaluate("document.querySelector('#sound').getAttribute('aria-pressed')") == "false"
        playing.cancel()


@pytest.mark.soak
async def test_a_video_keeps_the_screen_on(tmp_path: Path, chromium_address: str) -> None:
    async with place(a_room(settings()), tmp_path) as at, Chromium(chromium_address) as browser:
        page = await browser.page()
        await page.open(at.url)
        await page.type("#name", "Zoé")
        assert await page.evaluate("document.querySelectorAll('video').length") == 0
        await page.tap("#sit")
        await page.until(
            "(video => video && video.muted && video.currentTime > 0)(document.querySelector('video'))"
        )
        assert browser.errors == []


async def test_a_tap_while_offline_is_queued_and_sent_or_returned(tmp_path: Path, chromium_address: str) -> None:
    """And who has lost the network, or loads the page again, is back at their seat."""
    async with place(a_room(settings()), tmp_path) as at, Chromium(chromium_address) as browser:
        page = await sit(browser, at, "Zoé")

        async def go_offline() -> None:
            await page.offline(True)
            await page.evaluate("dispatchEvent(new Event('online'))")
            await page.until("!document.querySelector('#banner').hidden")

        await go_offline()
        await page.tap("#act.main")
        await page.until("document.querySelector('#act').innerText === 'Sending…'")
        at.owner.request(Start())
        await page.offline(False)
        await page.until("document.querySelector('#toast').innerText === 'Too late: the table has moved on.'")
        hand = "document.querySelector('#hand').innerText"
        await page.until("document.body.dataset.asked === 'card'")
        dealt = await page.evaluate(hand)
        await reload(page)
        await page.until(f"{hand} === {dealt!r}")
        await go_offline()
        await page.tap("#hand button")
        await page.tap("#act.main")
        await page.until("document.querySelector('#act').innerText === 'Sending…'")
        await page.offline(False)
        await page.until("document.querySelector('#hand .laid')")


@pytest.mark.soak
async def test_rows_and_hand_fit_above_the_bar_on_every_screen(tmp_path: Path, chromium_address: str) -> None:
    """In French, whose sentences are the longer ones."""
    async with place(a_room(settings(), bots=8), tmp_path) as at, Chromium(chromium_address) as browser:
        page = await sit(browser, at, "Bartholomäus", language="fr")
        at.owner.request(Start())
        await page.until("document.body.dataset.asked === 'card'")
        for number, (width, height) in enumerate(SIZES, 1):
            await page.resize(width, height)
            await page.until(f"innerWidth === {width} && innerHeight === {height}")
            await page.tap(f"#hand li:nth-child({number}) button")
            await page.until("!document.querySelector('#act').hidden")
            found = await page.evaluate(OVERFLOW)
            assert found == {"hidden": 0, "above": 0, "small": 0, "scrolls": False, "cards": 10}, (width, height)


@pytest.mark.soak
async def test_names_show_ready_and_reactions_and_the_address_can_be_shared(
    tmp_path: Path, chromium_address: str
) -> None:
    async with place(a_room(settings()), tmp_path) as at, Chromium(chromium_address) as browser:
        page = await sit(browser, at, "Zoé")
        await page.tap("#act.main")
        await page.until("document.querySelector('#chairs .own').innerText.includes('✓')")
        at.owner.request(Say(reaction="sorry"))
        await page.until("document.querySelector('#chairs li .bubble')?.innerText === 'Sorry!'")
        assert await page.evaluate("document.querySelector('#aloud').textContent") == "Olga: Sorry!"
        assert await page.evaluate("document.querySelector('#toast').hidden")
        await page.tap("#open-menu")
        await page.tap("#open-share")
        await page.until("document.querySelector('#qr').naturalWidth > 0")
        assert await page.evaluate("document.querySelector('#address').innerText") == at.url
        assert browser.errors == []


async def test_the_host_starts_and_pauses_by_tap_but_removing_takes_two(
    tmp_path: Path, chromium_address: str
) -> None:
    async with place(a_room(settings(), bots=2), tmp_path) as at, Chromium(chromium_address) as browser:
        page = await browser.page()
        await page.open(at.url)
        await page.until("document.querySelector('#name')?.checkVisibility()")
        at.offer_host_seat()
        await page.type("#host-code", "042 917")
        await page.tap("#sit-as-host")
        await page.until("document.body.dataset.part === 'lobby'")
        await page.tap("#open-menu")
        await page.tap("#open-host")
        await page.tap("#controls [data-what=open]")
        await page.until("document.querySelector('#controls [data-asked]').innerText.startsWith('Really remove ')")
        assert await page.evaluate("document.querySelectorAll('#chairs li').length") == 3
        await page.tap("#controls [data-asked]")
        await page.until("document.querySelectorAll('#chairs li').length === 2")
        await page.tap("#act.main")
        await page.until("document.body.dataset.asked === 'card'")
        await page.tap("#open-menu")
        await page.tap("#open-host")
        await page.tap("#controls [data-what=pause]")
        await page.until("document.querySelector('#prompt').innerText.includes('paused the game')")
        assert browser.errors == []
