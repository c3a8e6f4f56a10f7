"""The page's gateway in its own process, at a table behind TLS, as `host --page` starts it."""

from typing import Any

import pytest
from support.network import Serve
from support.page import guest
from support.tables import TABLE, a_room, settings

from sixqp_protocol.messages import SeatNews
from sixqp_tui.hosting.ways_in import ClosedWay, GatewayOptions, GatewayOrder, GatewayProcess, WaysIn, start_gateway
from sixqp_tui.store.certificate import Certificate

KEY = b"k" * 32


async def started(table_port: int, certificate: Certificate, **more: object) -> GatewayProcess:
    given: dict[str, Any] = {"port": 0, **more}
    options = GatewayOptions(table_port, TABLE, "A table", certificate.fingerprint, KEY, "en", **given)
    return await start_gateway("page", options)


async def stop(page: GatewayProcess) -> None:
    page.order(GatewayOrder(stop=True))
    assert await page.ended(20) == 0


async def test_a_guest_joins_and_finds_the_seat_after_the_page_restarts(
    serve: Serve, certificate: Certificate
) -> None:
    server, port = await serve(a_room(settings(), owner=False, certificate=certificate.fingerprint))
    page = await started(port, certificate)
    async with guest(page.result.port) as ann:
        assert (await ann.sit("Ann"))["part"] == "lobby"
    await stop(page)
    page = await started(port, certificate)
    page.order(GatewayOrder(chairs=server.room.state.seats.lobby_news()))
    async with guest(page.result.port, ann.cookie) as again:
        lobby = await again.until(lambda view: view["part"] == "lobby")
        assert [chair["label"] for chair in lobby["chairs"]] == ["Ann (you)"]
    await stop(page)


@pytest.mark.parametrize("locked", [False, True])
async def test_newcomers_see_who_is_at_a_table_unless_it_is_locked(
    serve: Serve, certificate: Certificate, locked: bool
) -> None:
    _server, port = await serve(a_room(settings(), owner=False))
    options = GatewayOptions(
        port,
        TABLE,
        "A table",
        certificate.fingerprint,
        KEY,
        "en",
        code="k3f9qx" if locked else None,
    )
    ways = WaysIn(lambda: options, lambda _news: None)
    await ways.open({"page": 0})
    ways.show_chairs((SeatNews("Olga", "person", True, owner=True),))
    async with guest(ways.gateways["page"].result.port) as ann:
        await ann.until(lambda view: locked or view.get("people") == "At the table: Olga (host).")
        ways.show_chairs((SeatNews("Olga", "person", True, owner=True), SeatNews("Bo", "bot", True)))
        await ann.until(lambda view: locked or "Bo" in view["people"])
        await ann.say("Sit", name=" ")
        ann.view = {}
        door = await ann.until(lambda view: True)
        assert ("people" in door, "title" in door) == (not locked, not locked)
    await ways.end(0.0)


async def test_a_port_in_use_is_reported_in_one_sentence(serve: Serve, certificate: Certificate) -> None:
    _server, port = await serve(a_room(settings(), owner=False))
    with pytest.raises(ClosedWay, match=rf"{port}.* --page PORT"):
        await started(port, certificate, port=port)
