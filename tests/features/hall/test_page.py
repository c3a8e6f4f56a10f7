"""The page of a hall: a phone that is led to its table and back, and the page for a projector."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from features.hall.halls import HallPlace, a_hall
from msgspec.structs import replace
from support.chromium import CHROMIUM, Chromium
from support.fake_session import FakeSession
from support.page import UNHURRIED, guest

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import HallNews, OpenWay
from sixqp_tui.client.link import MemoryLink
from sixqp_tui.client.status import Connected
from sixqp_tui.features.hall.hall import PlayerRegistered, Round
from sixqp_tui.features.hall.scoring import Hand
from sixqp_tui.features.hall.waiting_room import Progress
from sixqp_tui.gateways.page.follower import Follower
from sixqp_tui.gateways.page.gateway import HALL_LIMITS, Gateway, PageLimits, open_records
from sixqp_tui.host.network.port import bind_socket
from sixqp_tui.hosting.bot_seats import memory_dialer

NAMES = ("Ann", "Bob", "Cleo", "Dana", "Émile", "Zoé")
MARK = "for (const line of document.querySelectorAll('li')) line.marked = true"
ALL_MARKED = "[...document.querySelectorAll('#tables li, #ranking li')].every((line) => line.marked)"


@asynccontextmanager
async def hall_page(place: HallPlace, folder: Path, limits: PageLimits = UNHURRIED) -> AsyncIterator[int]:
    """The page of this hall, on this port."""
    gateway = Gateway(
        lambda _address: MemoryLink(memory_dialer(place.server.attach)),
        "abcd",
        open_records(folder, "abcd"),
        limits,
        title="Friday",
        link_to=lambda _there: MemoryLink(memory_dialer(place.table.attach)),
    )
    sock = bind_socket(0)
    await gateway.start(sock, ["localhost"])
    place.server.act(lambda now: place.room.set_ways((OpenWay("page", sock.getsockname()[1]),), now))
    try:
        yield sock.getsockname()[1]
    finally:
        await gateway.close()


async def test_a_party_behind_one_address_registers_at_once_although_some_phones_sleep(tmp_path: Path) -> None:
    async with a_hall() as place, hall_page(place, tmp_path, HALL_LIMITS) as port:
        for number in range(8):
            async with guest(port) as phone:
                await phone.sit(f"P{number}")
                await phone.until(lambda view: view["part"] == "hall")


async def test_a_phone_registers_once_is_led_to_its_table_and_comes_back_to_the_hall(tmp_path: Path) -> None:
    async with a_hall() as place, hall_page(place, tmp_path) as port:
        async with guest(port) as phone, guest(port) as other:
            await phone.sit("Ann")
            view = await phone.until(lambda view: view["part"] == "hall")
            assert view["prompt"] == "1 player is registered. The organiser starts the first round."
            assert view["standings"] == [{"name": "Ann", "own": True}]
            await other.sit("Bob")
            await other.until(lambda view: view["part"] == "hall")
            place.lead()
            view = await phone.until(lambda view: view["part"] == "table")
            assert (view["title"], view["notice"]) == ("Friday 1.1", "Table 1, seat 1, with Bob.")
            await other.until(lambda view: view["part"] == "table")
            place.lead(seated=False)
            await place.table.close()
            phone.view = {}
            await phone.until(lambda view: view["part"] == "hall")
        async with guest(port, phone.cookie) as again:
            await again.until(lambda view: view["part"] == "hall")
        assert [player.name for player in place.hall.players] == ["Ann", "Bob"], "somebody registered twice"


def test_only_in_a_hall_a_page_goes_on_by_itself_after_a_deal() -> None:
    for hall, follows in ((None, False), (HallNews(1, 4, 2, False, 0, ()), True)):
        session = FakeSession.at_game(3, Rules("classic", limit=None, rounds=2))
        session.update(hall=hall)
        follower = Follower(session, Connected(), "en", 0)
        session.listener = lambda event, follower=follower: follower.hear(event, 0)
        session.play_until(lambda game: bool(game.table.scores))
        view = follower.view(0)
        assert (view.part, view.act, view.follows) == ("scores", "next", follows)
        follower.advance()
        assert not follower.view(0).follows


def show(place: HallPlace, *hands: tuple[Hand, ...] | None) -> None:
    """Let the hall have two tables, which are over if they have these hands."""
    place.room.hall = replace(place.hall, rounds=(Round(((0, 1, 2), (3, 4, 5)), hands),))
    place.server.act(lambda now: place.room.change({}, now))


def play(place: HallPlace, progress: Progress) -> None:
    """Let both tables be there."""
    place.server.act(lambda now: place.room.note_progress(0, progress, now))
    place.server.act(lambda now: place.room.note_progress(1, progress, now))


@pytest.mark.soak
@pytest.mark.skipif(CHROMIUM is None, reason="missing: Chromium (Debian: chromium)")
async def test_the_page_for_a_projector_follows_the_hall_and_keeps_its_lines(
    tmp_path: Path, chromium_address: str
) -> None:
    async with Chromium(chromium_address) as browser, a_hall() as place, hall_page(place, tmp_path) as port:
        for name in NAMES:
            place.room.happen(PlayerRegistered(name, name.encode().ljust(32)))
        place.server.act(lambda now: place.room.change({}, now))
        page = await browser.page(1280, 720)
        await page.open(f"http://127.0.0.1:{port}/projector")
        await page.until("document.querySelectorAll('#names li').length === 6")
        assert await page.evaluate("document.querySelector('#join').checkVisibility()")
        show(place, None, None)
        await page.until("document.querySelector('#seats').innerText.includes('Ann · Bob · Cleo')")
        assert not await page.evaluate("document.querySelector('#join').checkVisibility()")
        for deal in (2, 3):
            play(place, Progress(deal, 4, (deal, 12, 7)))
            text = "document.querySelector('#tables').innerText"
            await page.until(f"{text}.includes('Ann {deal} · Bob 12 · Cleo 7')")
            assert f"deal {deal} of 3" in await page.evaluate(text)
            if deal == 2:
                await page.evaluate(MARK)
        assert await page.evaluate(ALL_MARKED), "a line was made again"
        show(place, tuple(Hand(player, 1, player, 3 * player) for player in range(3)), None)
        await page.until("document.querySelector('#ranking li').innerText.includes('Ann')")
        assert browser.errors == []
