"""A phone at the page of a machine that is gone finds the page of the next host, and its seat there."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from support.chromium import CHROMIUM, Chromium
from support.page import Place, guest, place
from support.tables import TABLE, a_room, settings

from sixqp_protocol.messages import CanHost, Start
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.link import MemoryLink
from sixqp_tui.client.session import Session
from sixqp_tui.engine.kept_table import KeptTable
from sixqp_tui.gateways.page.gateway import Gateway, open_records
from sixqp_tui.hosting.bot_seats import memory_dialer

HERE, THERE = "127.0.0.1", "127.0.0.2"
"""The host and the next one: this machine at two addresses."""
PACE = 3
AWAY_SECONDS = 10
"""Seconds for which a page waits for its host before it asks the next ones, which any player may claim to be."""


class Keeper:
    """Keeps nothing: this machine takes over no table."""

    kept: KeptTable | None = None

    async def write(self, kept: KeptTable) -> None:
        return


def link_to(at: Place) -> MemoryLink:
    return MemoryLink(memory_dialer(at.server.attach))


@asynccontextmanager
async def page_at(at: Place, address: str, port: int, folder: Path) -> AsyncIterator[tuple[Gateway, int]]:
    """The page of this table on one machine, which knows nothing of the guests of the other's."""
    gateway = Gateway(lambda _address: link_to(at), TABLE, open_records(folder, TABLE))
    listening = socket.create_server((address, port))
    await gateway.start(listening, [])
    try:
        yield gateway, listening.getsockname()[1]
    finally:
        await gateway.close()


@asynccontextmanager
async def successor(at: Place) -> AsyncIterator[Session]:
    """Bob, whose machine can host the table next."""
    session = Session(link_to(at), Identity("Bob"), keeper=Keeper())
    session.offer(CanHost((THERE, "fe80::1"), 4666, bytes(32)))
    running = asyncio.create_task(session.run())
    await session.wait_until_seated(20)
    try:
        yield session
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_a_page_is_told_the_next_pages_and_a_proof_of_its_seat(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at, successor(at), guest(at.port) as zoe:
        await zoe.sit("Zoé")
        following = (await zoe.until(lambda view: view.get("next", {}).get("pages")))["next"]
        assert following["table"] == TABLE and following["pages"][0] == f"http://{THERE}:{at.port}"
        assert not any("fe80" in page for page in following["pages"])
        seats = at.owner.state.standing.seats
        proof = dict(each.split("=") for each in following["fragment"].split("&"))
        async with guest(at.port) as again:
            await again.say("return", seat=proof["seat"], name="Zoé")
            await again.until(lambda view: view["part"] == "lobby")
            assert [each.name for each in at.owner.state.standing.seats] == [each.name for each in seats]
        async with guest(at.port) as stranger:
            await stranger.say("return", seat="0" * 32, name="Zoé")
            await stranger.until(lambda view: view["part"] == "lobby")
            assert [each.name for each in at.owner.state.standing.seats][:4] == ["Olga", "Bob", "Zoé", "Zoé 2"]


async def test_a_page_that_was_led_from_another_host_says_which_round_is_dealt_again(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at, successor(at), guest(at.port) as zoe:
        await zoe.sit("Zoé")
        await zoe.until(lambda view: view["part"] == "lobby")
        at.owner.request(Start())
        proof = parse_qs((await zoe.until(lambda view: "round=1" in view["next"]["fragment"]))["next"]["fragment"])
        async with guest(at.port) as again:
            await again.say("return", **{key: value for key, [value] in proof.items()})
            await again.until(lambda view: view.get("notice") == "Round 1 is dealt again.")
        async with guest(at.port) as later:
            await later.say("return", **{key: value for key, [value] in proof.items()} | {"round": "0"})
            assert "notice" not in await later.until(lambda view: view["part"] == "table")


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="missing: Chromium (Debian: chromium)")
@pytest.mark.skipif(sys.platform != "linux", reason="missing: a second address of the loopback")
async def test_a_phone_moves_to_the_next_page_by_itself_and_keeps_its_seat(
    tmp_path: Path, chromium_address: str
) -> None:
    async with AsyncExitStack() as stack:
        at = await stack.enter_async_context(place(a_room(settings()), tmp_path / "table"))
        await stack.enter_async_context(successor(at))
        browser = await stack.enter_async_context(Chromium(chromium_address))
        page = await browser.page(pace=PACE)
        async with page_at(at, HERE, 0, tmp_path / "1") as (_gateway, port):
            await page.open(f"http://{HERE}:{port}")
            await page.type("#name", "Zoé")
            await page.tap("#sit")
            await page.until("document.body.dataset.part === 'lobby'")
        there = stack.enter_async_context(page_at(at, THERE, port, tmp_path / "2"))
        now = asyncio.get_running_loop().time
        closed = now()
        async with browser.requesting(f"http://{THERE}:{port}/seat"):
            await there
        assert now() - closed >= AWAY_SECONDS / PACE
        await page.until("document.body.dataset.part === 'lobby'")
        assert await page.evaluate("location.hash") == ""
        assert [each.name for each in at.owner.state.standing.seats][:3] == ["Olga", "Bob", "Zoé"]
