"""The page's gateway in its own process, at a table behind TLS, as `host --page` starts it."""

import asyncio
import os
from pathlib import Path

import pytest
from support.network import Serve
from support.page import guest
from support.tables import TABLE, a_room, settings

from sixqp_protocol.messages import SeatNews
from sixqp_tui.host.admission.room_code import Lock
from sixqp_tui.host.network.connection_limits import ConnectionLimits
from sixqp_tui.host.room import Room
from sixqp_tui.hosting.ways_in import GatewayOptions, GatewayProcess, WaysIn, start_gateway
from sixqp_tui.joining.failure import Failure
from sixqp_tui.store.certificate import Certificate

pytestmark = pytest.mark.slow
KEY = b"k" * 32


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIXQP_HOME", str(tmp_path))


async def started(table_port: int, certificate: Certificate, **more: object) -> GatewayProcess:
    where = (("127.0.0.1", table_port),)
    options = GatewayOptions(where, TABLE, "A table", certificate.fingerprint, KEY, "en", **{"port": 0, **more})  # type: ignore[arg-type]
    return await start_gateway("page", options)


async def test_a_guest_joins_and_finds_the_seat_after_the_page_restarts(
    serve: Serve, certificate: Certificate, tmp_path: Path
) -> None:
    _server, port = await serve(a_room(settings(), owner=False))
    page = await started(port, certificate)
    async with guest(page.result.port) as ann:
        assert (await ann.sit("Ann"))["part"] == "lobby"
    await page.stop()
    assert not page.alive
    page = await started(port, certificate)
    async with guest(page.result.port, ann.cookie) as again:
        lobby = await again.until(lambda view: view["part"] == "lobby")
        assert [chair["label"] for chair in lobby["chairs"]] == ["Ann (you)"]
    await page.stop()
    kept = tmp_path / "page" / f"{TABLE}.json"
    assert os.name != "posix" or kept.stat().st_mode & 0o077 == 0


async def test_a_page_follows_its_table_to_another_port(serve: Serve, certificate: Certificate) -> None:
    room = a_room(settings(), owner=False)
    first, port = await serve(room)
    page = await started(port, certificate)
    async with guest(page.result.port) as ann:
        await ann.sit("Ann")
        await first.close()
        await ann.until(lambda view: view["part"] == "door" or not view.get("online", True))
        _second, elsewhere = await serve(a_room(settings(), owner=False))
        page.move((("127.0.0.1", elsewhere),))
        await ann.say("sit", name="Ann")
        await ann.until(lambda view: view["part"] == "lobby" and view.get("online", True))
    await page.stop()


async def test_the_page_asks_for_the_code_of_a_locked_table(serve: Serve, certificate: Certificate) -> None:
    setup = a_room(settings(), owner=False).state.setup
    lock = Lock("k7w3qf", bytes.fromhex(certificate.fingerprint), lambda length: bytes(range(length)))
    _server, port = await serve(Room(setup, lambda: bytes(16), str, None, lock))
    page = await started(port, certificate, code="k3f9qx")
    async with guest(page.result.port) as ann:
        door = await ann.sit("Ann")
        assert "title" not in door and "people" not in door
        assert door["code"] and door["sentence"].startswith("You need the room code here.")
        for code in ("zzzzzz", "?"):
            await ann.say("sit", name="Ann", code=code)
            ann.view = {}
            door = await ann.until(lambda view: not view.get("busy"))
            assert door["sentence"].startswith("That room code is wrong.") and "chairs" not in door
        await ann.say("sit", name="Ann", code="K7W 3QF")
        await ann.until(lambda view: view["part"] == "lobby")
    await page.stop()


@pytest.mark.parametrize("locked", [False, True])
async def test_newcomers_see_who_is_at_a_table_unless_it_is_locked(
    serve: Serve, certificate: Certificate, locked: bool
) -> None:
    _server, port = await serve(a_room(settings(), owner=False))
    options = GatewayOptions(
        (("127.0.0.1", port),),
        TABLE,
        "A table",
        certificate.fingerprint,
        KEY,
        "en",
        code="k3f9qx" if locked else None,
    )
    ways = WaysIn(lambda: options)
    ways.show_chairs((SeatNews("Olga", "person", True, owner=True),))
    async with guest(int((await ways.open("page", 0)).line.rpartition(":")[2])) as ann:
        await ann.until(lambda view: locked or view.get("people") == "At the table: Olga (host).")
        ways.show_chairs((SeatNews("Olga", "person", True, owner=True), SeatNews("Bo", "bot", True)))
        await ann.until(lambda view: locked or "Bo" in view["people"])
        await ann.say("sit", name=" ")
        ann.view = {}
        door = await ann.until(lambda view: True)
        assert ("people" in door, "title" in door) == (not locked, not locked)
    await ways.close("page")


async def test_a_page_outlives_its_table_until_the_last_viewer_leaves(
    serve: Serve, certificate: Certificate
) -> None:
    _server, port = await serve(a_room(settings(), owner=False))
    page = await started(port, certificate)
    async with guest(page.result.port) as ann:
        await ann.sit("Ann")
        page.finish()
        await ann.say("open", sheet="rules")
        assert (await ann.until(lambda view: view.get("sheet") == "rules"))["lines"] and page.alive
    async with asyncio.timeout(10):
        while page.alive:  # noqa: ASYNC110  nothing tells of it
            await asyncio.sleep(0.01)  # noqa: TID251 (between two looks at a process)


async def test_guests_over_the_limit_of_their_network_see_an_explanation(
    serve: Serve, certificate: Certificate
) -> None:
    limits = ConnectionLimits(of_one_address=1)
    _server, port = await serve(a_room(settings(), owner=False), limits, gateway_key=KEY)
    page = await started(port, certificate)
    network = "127.0.0.2"  # not the table's own machine, for all that it knows
    async with (
        guest(page.result.port, address=network) as ann,
        guest(page.result.port, address=network) as bob,
        guest(page.result.port, address="127.0.0.3") as cyd,
    ):
        assert (await ann.sit("Ann"))["part"] == "lobby"
        door = await bob.sit("Bob")
        assert door["sentence"] == "The table can't take another guest from your network now. Try again later."
        assert (await cyd.sit("Cyd"))["part"] == "lobby"
    await page.stop()


async def test_a_port_in_use_is_reported_in_one_sentence(serve: Serve, certificate: Certificate) -> None:
    _server, port = await serve(a_room(settings(), owner=False))
    with pytest.raises(Failure, match=rf"Another program is using port {port}.* --page PORT"):
        await started(port, certificate, port=port)
