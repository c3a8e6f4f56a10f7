"""Guests of the page, without a browser, at a real table in this process."""

import asyncio
import json
import os
import socket
import sys
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.page import (
    CODE,
    HOST_SLOT,
    SECRET,
    PhoneGuest,
    View,
    fetch,
    guest,
    open_gateway,
    place,
    play,
)
from support.tables import OWNER, TABLE, a_room, settings
from support.websocket import frame, upgrade
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Opcode
from websockets.typing import Origin

from sixqp_protocol.facts import Variant
from sixqp_protocol.keys import Key, guest_secret
from sixqp_protocol.messages import Say, SeatNews, SetSeat, Start
from sixqp_tui.client.link import MemoryLink
from sixqp_tui.client.session import Session
from sixqp_tui.gateways.page.gateway import (
    MAX_HOST_TRIES,
    SWEEP_SECONDS,
    Gateway,
    PageLimits,
    open_records,
)
from sixqp_tui.host.network.counted_connection import CountedConnection
from sixqp_tui.host.network.port import bind_socket
from sixqp_tui.hosting.bot_seats import memory_dialer
from sixqp_tui.hosting.ways_in import HostSeat


async def test_a_guest_sits_down_plays_a_card_and_takes_it_back(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at, guest(at.port) as ann:
        lobby = await ann.sit("Ann")
        assert lobby["part"] == "lobby" and lobby["prompt"] == "Waiting for Olga to start."
        at.owner.request(Start())
        table = await ann.until(lambda view: view.get("asked") == "card")
        card = table["hand"][0]["card"]
        await ann.say("lay", card=card, moment=table["moment"])
        assert (await ann.until(lambda view: view.get("laid") == card))["back"]
        await ann.say("back", moment=table["moment"])
        await ann.until(lambda view: view.get("asked") == "card" and not view.get("laid"))


async def test_page_connections_disable_nagle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[asyncio.Transport]()
    connection_made = CountedConnection.connection_made

    def noted(self: CountedConnection, transport: asyncio.Transport) -> None:
        connection_made(self, transport)
        made.append(transport)

    monkeypatch.setattr(CountedConnection, "connection_made", noted)
    async with place(a_room(settings()), tmp_path) as at, guest(at.port) as ann:
        await ann.sit("Ann")
        sock = made[-1].get_extra_info("socket")
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


async def test_a_decision_for_a_past_moment_is_rejected(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at, guest(at.port) as ann:
        await ann.sit("Ann")
        at.owner.request(Start())
        table = await ann.until(lambda view: view.get("asked") == "card")
        await ann.say("lay", card=table["hand"][0]["card"], moment="1.card.1.2.None")
        view = await ann.until(lambda view: view.get("noticed"))
        assert view["notice"] == "Too late: the table has moved on." and view["asked"] == "card"


async def test_a_turn_is_sent_as_scenes(tmp_path: Path) -> None:
    async with place(a_room(settings(), bots=1), tmp_path) as at, guest(at.port) as ann:
        await ann.sit("Ann")
        at.owner.request(Start())
        playing = asyncio.create_task(play(at.owner))
        table = await ann.until(lambda view: view.get("asked") == "card")
        await ann.say("lay", card=table["hand"][-1]["card"], moment=table["moment"])
        view = await ann.until(lambda view: view.get("steps"))
        assert len(view["steps"][0]["plays"]) == 3
        playing.cancel()


async def test_one_address_cannot_keep_the_page_busy_with_qr_codes(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path, PageLimits(qr_codes=0.001)) as at:

        def status(number: int) -> int:
            return fetch(at.port, "/qr.svg", Host=f"10.0.0.{number}:{at.port}")[0]

        assert [await asyncio.to_thread(status, number) for number in range(12)] == [200] * 10 + [429] * 2


@pytest.mark.parametrize("variant", ["classic", "tactic", "draft"])
async def test_every_variant_can_be_played_with_what_the_page_offers(tmp_path: Path, variant: Variant) -> None:
    async with place(a_room(settings(variant), bots=1), tmp_path) as at, guest(at.port) as ann:
        await ann.sit("Ann")
        at.owner.request(Start())
        playing = asyncio.create_task(play(at.owner))
        over = await ann.play_until(lambda view: view["part"] == "over")
        assert over["heading"].endswith("the only round was played") and len(over["ranking"]) == 3
        await playing


async def test_a_reloaded_page_is_at_its_seat_at_once(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at:
        async with guest(at.port) as ann:
            await ann.sit("Ann")
        async with guest(at.port, ann.cookie) as again:
            assert (await again.until(lambda view: True))["part"] == "lobby"
            assert [seat.occupant for seat in at.owner.state.standing.seats][:3] == ["person", "person", "open"]


async def test_a_guest_keeps_the_seat_across_a_gateway_restart(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at:
        async with guest(at.port) as ann:
            await ann.sit("Ann")
            at.owner.request(Start())
            hand = (await ann.until(lambda view: view.get("asked") == "card"))["hand"]
        await at.gateway.close()
        link = MemoryLink(memory_dialer(at.server.attach))
        async with open_gateway(link, tmp_path) as (_gateway, port), guest(port, ann.cookie) as again:
            view = await again.until(lambda view: view.get("asked") == "card")
            assert view["hand"] == hand


async def test_neither_cookies_nor_keys_of_guests_are_stored(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at, guest(at.port) as ann:
        await ann.sit("Ann")
        cookie = ann.cookie.partition("=")[2]
        secret = guest_secret(SECRET, f"page\n{cookie}")
        assert [person.key for person in at.room.people] == [OWNER.public, Key.of(secret).public]
        (kept,) = list_files(tmp_path)
        assert private(kept) and "Ann" in kept.read_text()
        assert not any(each in kept.read_text() for each in (cookie, secret.hex()))


async def test_the_name_of_another_guest_gives_nobody_their_seat(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at, guest(at.port) as ann, guest(at.port) as eve:
        await ann.sit("Ann")
        await eve.sit("Ann")
        assert [person.name for person in at.room.people] == ["Olga", "Ann", "Ann 2"]
        assert len({person.key for person in at.room.people}) == 3


def list_files(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.suffix == ".json"]


def private(path: Path) -> bool:
    return os.name != "posix" or path.stat().st_mode & 0o077 == 0


@pytest.mark.slow
async def test_watchers_and_guests_who_left_are_not_stored(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at, guest(at.port) as watcher, guest(at.port) as ann:
        await watcher.sit("Wim", watch=True)
        await ann.sit("Ann")
        (kept,) = list_files(tmp_path)
        assert "Ann" in kept.read_text() and "Wim" not in kept.read_text()
        await ann.say("leave")
        await ann.until(lambda view: view["part"] == "door" and not view.get("busy"))
        assert kept.read_text() == "{}"


@pytest.mark.soak
async def test_a_stranger_cannot_make_the_gateway_forget_a_seat(tmp_path: Path) -> None:
    limits = PageLimits(sits=100, absent=0.1)
    async with place(a_room(settings()), tmp_path, limits, max_records=3) as at, guest(at.port) as bob:
        async with guest(at.port) as ann:
            await ann.sit("Ann")
            await bob.sit("Bob")
            for number in range(6):
                async with guest(at.port, address="127.0.0.2") as stranger:
                    await stranger.sit(f"S{number}")
                    await stranger.say("leave")
                    await stranger.until(lambda view: view["part"] == "door" and not view.get("busy"))
            at.owner.request(Start())
            hand = (await ann.until(lambda view: view.get("asked") == "card"))["hand"]
        await until_seat(at.owner, 1, here=False)  # the phone sleeps
        for _ in range(6):
            async with guest(at.port, address="127.0.0.2") as stranger:
                await stranger.sit("Wim", watch=True)
        async with guest(at.port, ann.cookie) as again:
            assert (await again.until(lambda view: view.get("asked") == "card"))["hand"] == hand


async def until_seat(session: Session, seat: int, here: bool) -> None:
    """Wait until the table shows a guest as present, or as absent."""
    events = session.events()
    async with asyncio.timeout(20):
        while session.state.standing.seats[seat].here is not here:
            await anext(events)


@pytest.mark.slow
@pytest.mark.parametrize("playing", [False, True])
async def test_a_guest_whose_page_is_closed_is_shown_as_absent_and_returns(tmp_path: Path, playing: bool) -> None:
    async with place(a_room(settings()), tmp_path, PageLimits(absent=0.1)) as at:
        async with guest(at.port) as ann:
            await ann.sit("Ann")
            if playing:
                at.owner.request(Start())
                await ann.until(lambda view: view.get("asked") == "card")
        await until_seat(at.owner, 1, here=False)
        async with guest(at.port, ann.cookie) as again:
            await again.until(lambda view: view["part"] == ("table" if playing else "lobby"))
            await until_seat(at.owner, 1, here=True)


async def test_an_absent_guests_lobby_seat_is_freed_after_a_minute(tmp_path: Path) -> None:
    later = 0.0
    clock = lambda: time.monotonic() + later  # noqa: E731
    async with place(a_room(settings()), tmp_path, PageLimits(absent=0.1), clock=clock) as at:
        async with guest(at.port) as ann:
            await ann.sit("Ann")
        await until_seat(at.owner, 1, here=False)
        later = 60.0
        at.owner.request(Say(reaction="sorry"))
        await until_seated(at.owner, 1)
        async with guest(at.port, ann.cookie) as again:  # who comes later sits down again, like any newcomer
            lobby = await again.until(lambda view: view["part"] == "lobby")
            assert "Ann (you)" in [chair["label"] for chair in lobby["chairs"]]


@pytest.mark.slow
async def test_an_unresponsive_phone_is_shown_as_absent(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path, PageLimits(absent=0.1, ping=0.2)) as at:
        _reader, writer = await asyncio.open_connection("127.0.0.1", at.port)
        writer.write(upgrade(at.port))
        writer.write(frame(Opcode.TEXT, json.dumps({"do": "sit", "name": "Ann"}).encode()))
        await until_seated(at.owner, 2)
        await until_seat(at.owner, 1, here=False)
        writer.close()


def test_an_absent_phone_is_noticed_within_ten_seconds() -> None:
    limits = PageLimits()
    assert 2 * limits.ping + limits.absent + SWEEP_SECONDS < 10


async def until_seated(session: Session, number: int) -> None:
    events = session.events()
    async with asyncio.timeout(20):
        while sum(seat.occupant == "person" for seat in session.state.standing.seats) != number:
            await anext(events)


async def test_one_address_cannot_fill_the_table_by_joining_and_disconnecting(tmp_path: Path) -> None:
    limits = PageLimits(sits=100, sits_at_once=100, absent=0.1, held_of_one_address=3)
    async with place(a_room(settings()), tmp_path, limits) as at:
        for number in range(9):
            async with guest(at.port, address="127.0.0.2") as stranger:
                await stranger.sit(f"S{number}")
        assert stranger.view["sentence"].startswith("Several guests from your network have just left the page.")
        assert sum(seat.occupant == "person" for seat in at.owner.state.standing.seats) == 4
        async with guest(at.port) as ann:
            assert (await ann.sit("Ann"))["part"] == "lobby"


@pytest.mark.slow
async def test_one_address_cannot_fill_the_watcher_places_by_disconnecting(tmp_path: Path) -> None:
    limits = PageLimits(sits=100, sits_at_once=100, absent=0.1, held_of_one_address=2)
    async with place(a_room(settings()), tmp_path, limits) as at:
        for number in range(6):
            async with guest(at.port, address="127.0.0.2") as stranger:
                await stranger.sit(f"S{number}", watch=True)
        events = at.owner.events()
        async with asyncio.timeout(20):
            while at.owner.state.news is None or at.owner.state.news.watcher_names != ("S4", "S5"):
                await anext(events)


async def test_the_newer_of_two_windows_with_one_cookie_plays(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at, guest(at.port) as ann:
        await ann.sit("Ann")
        async with guest(at.port, ann.cookie) as newer:
            assert (await newer.until(lambda view: True))["part"] == "lobby"
            with pytest.raises(ConnectionClosed):
                await ann.until(lambda view: view["part"] == "never")
            assert ann.line.close_code == 4000


async def test_names_and_chat_stay_plain_text(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at, guest(at.port) as ann:
        view = await ann.sit("<b>A\x1b[31m</b>")
        assert "<b>A[31m</b> (you)" in [chair["label"] for chair in view["chairs"]]
        await ann.say("say", text="<script>alert(1)</script>\x07")
        assert (await ann.until(lambda view: view.get("talk")))["newest"].endswith("<script>alert(1)</script>")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"x" * 8_000, 1009),
        (json.dumps({"do": "sit", "name": "n" * 2000}), 4001),
        ("not json", 4001),
        (b"\xff\xfe", 4001),
        (json.dumps({"do": "start"}), 4001),
        ("[" * 4000, 4001),
    ],
)
async def test_an_invalid_message_closes_only_its_own_connection(
    tmp_path: Path, data: str | bytes, code: int
) -> None:
    async with place(a_room(settings()), tmp_path) as at, guest(at.port) as ann, guest(at.port) as stranger:
        await ann.sit("Ann")
        await stranger.line.send(data)
        with pytest.raises(ConnectionClosed):
            await stranger.until(lambda view: view["part"] == "never")
        assert stranger.line.close_code == code
        await ann.say("name", name="Anna")
        await ann.until(lambda view: any("Anna" in chair["label"] for chair in view["chairs"]))


@pytest.mark.slow
async def test_a_flood_closes_its_own_connection(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path, PageLimits()) as at, guest(at.port) as stranger:
        with pytest.raises(ConnectionClosed):
            for _ in range(60):
                await stranger.say("open", sheet="chat")
            await stranger.until(lambda view: view["part"] == "never")
        assert stranger.line.close_code == 4002


FLOODS = {
    "pings": frame(Opcode.PING, b"") * 3000,
    "pongs": frame(Opcode.PONG, b"") * 3000,
    "empty fragments": frame(Opcode.TEXT, b"", fin=False) + frame(Opcode.CONT, b"", fin=False) * 3000,
    "empty messages": frame(Opcode.TEXT, b"") * 3000,
    "one long frame": frame(Opcode.BINARY, bytes(1_000_000)),
    "no frames": bytes(100_000),
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
async def test_a_flood_of_any_frames_is_dropped_unanswered_without_harming_others(
    tmp_path: Path, flood: bytes
) -> None:
    async with place(a_room(settings()), tmp_path) as at, guest(at.port) as ann:
        await ann.sit("Ann")
        reader, writer = await asyncio.open_connection("127.0.0.1", at.port)
        writer.write(upgrade(at.port))
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        writer.write(flood)
        answered = await read_until_cut(reader)
        assert len(answered) < 1_000
        await ann.say("name", name="Anna")
        await ann.until(lambda view: any("Anna" in chair["label"] for chair in view["chairs"]))
        writer.close()


async def read_until_cut(reader: asyncio.StreamReader) -> bytes:
    answered = bytearray()
    with suppress(ConnectionError):
        async with asyncio.timeout(5):  # a line that answers no ping ends by itself after ten
            while data := await reader.read(65536):
                answered += data
    return bytes(answered)


async def test_a_foreign_origin_gets_no_socket(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at:
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"ws://127.0.0.1:{at.port}/socket", origin=Origin("http://evil.example"), proxy=None)
        assert refused.value.response.status_code == 403
        status, _headers, body = await asyncio.to_thread(fetch, at.port, "/", Host="evil.example")
        assert (status, body) == (403, b"This page is reached by this machine's address.\n")


async def test_library_responses_have_the_security_headers_too(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at:
        reader, writer = await asyncio.open_connection("127.0.0.1", at.port)
        writer.write(upgrade(at.port).replace(b"Version: 13", b"Version: 12"))
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 4") and b"frame-ancestors 'none'" in head and b"nosniff" in head
        writer.close()


async def test_newcomers_see_the_table_title_and_who_is_there(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at, guest(at.port) as ann:
        assert "people" not in await ann.until(lambda view: view["part"] == "door")
        at.gateway.show_chairs(at.owner.state.standing.seats, None)
        door = await ann.until(lambda view: view.get("people"))
        assert (door["title"], door["people"]) == ("A table", "At the table: Olga (host). 9 chairs are free.")


async def test_guests_of_a_table_that_goes_on_here_take_their_place_again_by_name(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at, guest(at.port) as ann:
        kept = SeatNews("Cleo", "person", False, way="page", reserved=True)
        at.gateway.show_chairs((*at.owner.state.standing.seats[:2], kept), None)
        assert (await ann.until(lambda view: view.get("names")))["names"] == ["Cleo"]


async def test_everybody_sees_who_is_ready(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at, guest(at.port) as ann, guest(at.port) as bob:
        await ann.sit("Ann")
        await bob.sit("Bob")
        await ann.say("ready")
        own = await ann.until(lambda view: view.get("aside") == "You're ready.")
        assert "act" not in own
        lobby = await bob.until(lambda view: any(chair.get("ready") for chair in view["chairs"]))
        assert [chair["label"] for chair in lobby["chairs"] if chair.get("ready")] == ["Ann"]


async def fill(stack: AsyncExitStack, port: int, number: int, address: str) -> list[PhoneGuest]:
    """Guests of one address who have sat down."""
    guests = [await stack.enter_async_context(guest(port, address=address)) for _ in range(number)]
    for at, each in enumerate(guests):
        await each.sit(f"{address} {at}")
    return guests


async def test_idle_guests_of_one_address_make_room_at_a_full_table(tmp_path: Path) -> None:
    limits = PageLimits(sits=100, sits_at_once=100, chairs_of_one_address=2, idle=0.0)
    async with place(a_room(settings(seats=5)), tmp_path, limits) as at, AsyncExitStack() as stack:
        crowd = await fill(stack, at.port, 4, "127.0.0.2")
        await crowd[3].say("ready")
        await crowd[3].until(lambda view: view.get("aside") == "You're ready.")
        (ann,) = await fill(stack, at.port, 1, "127.0.0.1")
        lobby = await ann.until(lambda view: any(chair.get("own") for chair in view.get("chairs", ())))
        assert "127.0.0.1 0 (you)" in [chair["label"] for chair in lobby["chairs"]]
        door = await crowd[2].until(lambda view: view["part"] == "door" and not view.get("busy"))
        assert door["sentence"].startswith("Another guest has your chair: you weren't ready")
        (bob,) = await fill(stack, at.port, 1, "127.0.0.3")
        await bob.until(lambda view: any(chair.get("own") for chair in view.get("chairs", ())))
        await crowd[1].until(lambda view: view["part"] == "door" and not view.get("busy"))
        (late,) = await fill(stack, at.port, 1, "127.0.0.4")  # two of an address are certain
        assert not any(chair.get("own") for chair in late.view["chairs"])


@pytest.mark.slow
async def test_recently_active_guests_keep_their_seats(tmp_path: Path) -> None:
    limits = PageLimits(sits=100, sits_at_once=100, chairs_of_one_address=2)
    async with place(a_room(settings(seats=5)), tmp_path, limits) as at, AsyncExitStack() as stack:
        await fill(stack, at.port, 4, "127.0.0.2")
        (late,) = await fill(stack, at.port, 1, "127.0.0.1")
        assert not any(chair.get("own") for chair in late.view["chairs"])


async def test_a_hundred_silent_connections_block_nobody(tmp_path: Path) -> None:
    limits = PageLimits(opening=0.3, of_one_address=20)
    async with place(a_room(settings()), tmp_path, limits) as at:
        opened = [await asyncio.open_connection("127.0.0.1", at.port) for _ in range(100)]
        assert at.gateway.connections <= 20
        for reader, _writer in opened:
            async with asyncio.timeout(20):
                await reader.read()
        async with guest(at.port) as ann:
            assert (await ann.sit("Ann"))["part"] == "lobby"
        for _reader, writer in opened:
            writer.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has more than one address of the loopback")
async def test_many_addresses_block_no_newcomer_and_drop_no_guest(tmp_path: Path) -> None:
    limits = PageLimits(of_one_address=4, connections=12)
    async with place(a_room(settings()), tmp_path, limits) as at, guest(at.port) as ann:
        await ann.sit("Ann")
        opened = [
            await asyncio.open_connection("127.0.0.1", at.port, local_addr=(f"127.0.0.{machine}", 0))
            for machine in range(2, 12)
            for _ in range(4)
        ]
        assert at.gateway.connections <= 12
        async with guest(at.port, address="127.0.0.20") as bo:
            assert (await bo.sit("Bo"))["part"] == "lobby"
            await ann.until(lambda view: any("Bo" in chair["label"] for chair in view["chairs"]))
        for _reader, writer in opened:
            writer.close()


async def test_a_quick_reaction_is_shown_to_everybody(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at, guest(at.port) as ann:
        lobby = await ann.sit("Ann")
        assert lobby["reactions"][0] == {"code": "bravo", "label": "Well played!"}
        at.owner.request(Say(reaction="sorry"))
        heard = await ann.until(lambda view: view.get("noticed"))
        assert heard["notice"] == "Olga: Sorry!" and heard["quiet"]
        reacting = {chair["label"]: chair["bubble"] for chair in heard["chairs"] if chair.get("bubble")}
        assert reacting == {"Olga (host)": "Sorry!"}
        await ann.say("say", reaction="bravo")
        answered = await ann.until(lambda view: view.get("notice") == "Ann: Well played!")
        assert "talk" not in answered, "a reaction is no unread message"
        await ann.say("open", sheet="chat")
        await ann.until(lambda view: view.get("lines") == [["Olga", "Sorry!"], ["Ann", "Well played!"]])
        at.owner.request(Say(text="<b>hello</b>"))
        told = await ann.until(lambda view: view.get("talk"))
        assert [chair["bubble"] for chair in told["chairs"]] == ["<b>hello</b>", "Well played!"]


async def test_an_idle_visitor_makes_room_for_the_next(tmp_path: Path) -> None:
    limits = PageLimits(guests=2)
    async with place(a_room(settings()), tmp_path, limits) as at, guest(at.port) as ann, guest(at.port) as idle:
        await ann.sit("Ann")
        await idle.until(lambda view: True)
        async with guest(at.port) as late:
            assert (await late.sit("Late"))["part"] == "lobby"
            with pytest.raises(ConnectionClosed):
                await idle.until(lambda view: view["part"] == "never")
            assert idle.line.close_code == 4003
            async with guest(at.port) as surplus:
                with pytest.raises(ConnectionClosed):
                    await surplus.until(lambda view: view["part"] == "never")


async def test_watchers_make_room_for_a_guest_who_comes_to_play(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        at = await stack.enter_async_context(place(a_room(settings()), tmp_path, PageLimits(guests=4)))
        watching = []
        for name, address in (
            ("Kai", "127.0.0.3"),
            ("Ada", "127.0.0.2"),
            ("Ben", "127.0.0.2"),
            ("Cyd", "127.0.0.2"),
        ):
            watching.append(await stack.enter_async_context(guest(at.port, address=address)))
            assert (await watching[-1].sit(name, watch=True))["part"] == "lobby"
        for name in ("Ann", "Bob"):
            player = await stack.enter_async_context(guest(at.port))
            assert (await player.sit(name))["part"] == "lobby"
        for crowd in watching[1:3]:
            with pytest.raises(ConnectionClosed):
                await crowd.until(lambda view: view["part"] == "never")
            assert crowd.line.close_code == 4003
        await watching[0].say("say", text="Hello")
        await player.until(lambda view: view.get("talk"))


async def test_a_removed_guest_is_told_so_and_can_return_when_readmitted(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at:
        async with guest(at.port) as ann:
            await ann.sit("Ann")
            at.owner.request(SetSeat(seat=1, to="kick"))
            door = await ann.until(lambda view: view["part"] == "door")
            assert door["sentence"].startswith("The host removed you") and door["over"] and door["again"]
        async with guest(at.port, ann.cookie) as again:
            door = await again.until(lambda view: True)
            assert door["sentence"].startswith("The host removed you") and door["over"] and door["again"]
            await again.say("come_back")
            again.view = {}
            assert (await again.until(lambda view: not view.get("busy")))["over"]
            at.owner.request(SetSeat(seat=1, to="open"))
            await again.say("come_back")
            await again.until(lambda view: view["part"] == "lobby")


async def test_guests_are_told_whether_the_page_or_the_table_was_closed(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at, guest(at.port) as ann:
        await ann.sit("Ann")
        await at.server.close()
        door = await ann.until(lambda view: view["part"] == "door")
        assert door["sentence"] == "The host has closed the table." and door["over"] and "again" not in door
        await at.gateway.close()
        with pytest.raises(ConnectionClosed):
            await ann.until(lambda view: view["part"] == "never")
        assert ann.line.close_code == 4004


async def test_one_address_has_at_most_ten_guests(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at, AsyncExitStack() as stack:
        for _ in range(10):
            ann = await stack.enter_async_context(guest(at.port, address="127.0.0.2"))
            await ann.until(lambda view: True)
        surplus = await stack.enter_async_context(guest(at.port, address="127.0.0.2"))
        with pytest.raises(ConnectionClosed):
            await surplus.until(lambda view: True)
        assert surplus.line.close_code == 4005
        other = await stack.enter_async_context(guest(at.port))
        assert (await other.sit("Ann"))["part"] == "lobby"


async def test_a_right_to_left_name_does_not_reorder_the_text(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at, guest(at.port) as ann:
        lobby = await ann.sit("محمد علي")
        assert [chair["label"] for chair in lobby["chairs"]] == ["Olga (host)", "\u2068محمد علي\u2069 (you)"]
        assert [seat.name for seat in at.owner.state.standing.seats[:2]] == ["Olga", "محمد علي"]


async def test_each_guest_connects_on_behalf_of_its_own_address(tmp_path: Path) -> None:
    asked: list[str] = []
    async with place(a_room(settings()), tmp_path) as at:

        def link(address: str) -> MemoryLink:
            asked.append(address)
            return MemoryLink(memory_dialer(at.server.attach))

        gateway = Gateway(link, TABLE, open_records(tmp_path / "b", TABLE), SECRET)
        sock = bind_socket(0)
        await gateway.start(sock, [])
        async with guest(sock.getsockname()[1]) as ann:
            await ann.sit("Ann")
        await gateway.close()
    assert asked == ["127.0.0.1"]


async def test_repeated_attempts_to_sit_are_rate_limited(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at, guest(at.port) as late:
        at.owner.request(SetSeat(seat=1, to="bot"))
        for _ in range(8):
            await late.sit("Late")
            await late.until(lambda view: view["part"] != "door" or "Too fast" in view["sentence"])
            if late.view["part"] == "door":
                break
            await late.say("leave")
            await late.until(lambda view: view["part"] == "door" and not view.get("busy"))
        assert late.view["sentence"].startswith("Too fast. Try again in ")


async def test_a_watcher_takes_over_a_bots_seat(tmp_path: Path) -> None:
    async with place(a_room(settings(), bots=1), tmp_path) as at, guest(at.port) as ann, guest(at.port) as second:
        await ann.sit("Ann")
        at.owner.request(Start())
        await ann.until(lambda view: view.get("asked") == "card")
        await second.sit("Second", watch=True)
        watching = await second.until(lambda view: view.get("takeovers"))
        assert not watching.get("hand") and watching["takeovers"][0]["button"].startswith("Take over ")
        await second.say("take_over", seat=watching["takeovers"][0]["seat"])
        await second.until(lambda view: view.get("hand"))


async def test_a_latecomer_watches_and_sits_down_for_the_next_game(tmp_path: Path) -> None:
    async with place(a_room(settings(), bots=1), tmp_path) as at, guest(at.port) as late:
        at.owner.request(Start())
        await until_game_begins(at.owner)
        await late.sit("Late")
        watching = await late.until(lambda view: view.get("notice"))
        assert watching["notice"].startswith("You're watching. You'll get a seat") and not watching.get("hand")
        await late.until(lambda view: view.get("takeovers"))
        await play(at.owner)
        await late.say("next")
        lobby = await late.until(lambda view: any("Late" in chair["label"] for chair in view.get("chairs", ())))
        assert "Late (you)" in [chair["label"] for chair in lobby["chairs"]]


async def until_game_begins(session: Session) -> None:
    events = session.events()
    while not session.state.view.table.names:
        await anext(events)


@pytest.mark.slow
async def test_between_rounds_the_table_waits_until_the_guest_is_ready(tmp_path: Path) -> None:
    agreed = replace(settings(rounds=2), pause=None)
    async with place(a_room(agreed), tmp_path) as at, guest(at.port) as ann:
        await ann.sit("Ann")
        at.owner.request(Start())
        playing = asyncio.create_task(play(at.owner))
        view = await ann.play_until(lambda view: view["part"] == "scores")
        view = await ann.until(lambda view: view.get("act") == "ready")
        assert (view["heading"], view["button"]) == ("ROUND 1 IS OVER", "Ready for round 2")
        await ann.say("ready")
        await ann.until(lambda view: view.get("asked") == "card")
        await ann.play_until(lambda view: view["part"] == "over")
        over = await ann.until(lambda view: view.get("act") == "ready")
        assert over["button"] == "I want another game"
        await ann.say("ready")
        await ann.until(lambda view: view.get("act") != "ready")
        await playing


async def come_as_host(phone: PhoneGuest, code: str = CODE) -> View:
    await phone.until(lambda view: view.get("host_code"))
    await phone.say("sit", name="", code=code, host=True)
    phone.view = {}
    return await phone.until(lambda view: not view.get("busy"))


async def test_the_hosts_phone_takes_the_hosts_seat_and_controls_the_table(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at, guest(at.port) as phone, guest(at.port) as ann:
        await ann.sit("Ann")
        at.offer_host_seat()
        lobby = await come_as_host(phone, "042 917")
        assert (lobby["button"], lobby["prompt"]) == ("Start the game", "You're the host.")
        controls = [(each["what"], each["label"]) for each in lobby["host"]]
        assert controls == [("start", "Start the game"), ("bot", "Seat a bot"), ("kick", "Remove Ann")]
        await phone.say("control", what="bot", seat=lobby["host"][1]["seat"])
        lobby = await phone.until(lambda view: any(chair["occupant"] == "bot" for chair in view["chairs"]))
        await phone.say("control", what="start")
        table = await phone.until(lambda view: view.get("asked") == "card")
        assert [each["what"] for each in table["host"]] == ["pause", "kick"]
        await phone.say("control", what="pause")
        held = await phone.until(lambda view: any(each["what"] == "resume" for each in view.get("host", ())))
        assert "host" not in await ann.until(lambda view: view["part"] == "table") and not held.get("asked")
        await phone.say("control", what="kick", seat=1)
        await ann.until(lambda view: view.get("over"))


async def test_a_guest_cannot_control_the_table(tmp_path: Path) -> None:
    async with place(a_room(settings(), bots=1), tmp_path) as at, guest(at.port) as ann:
        lobby = await ann.sit("Ann")
        assert "host" not in lobby
        for number, what in enumerate(("start", "open"), 1):
            await ann.say("control", what=what, seat=1)
            denied = await ann.until(lambda view, number=number: view.get("noticed") == number)
            assert denied["part"] == "lobby" and denied["notice"] == "Only the host can do that."
        assert len(denied["chairs"]) == 3


async def test_the_host_seat_code_works_once_and_expires_and_limits_tries(
    tmp_path: Path,
) -> None:
    now = 0.0
    records = open_records(tmp_path, TABLE)
    gateway = Gateway(lambda _address: pytest.fail("no"), TABLE, records, SECRET, clock=lambda: now)
    take = gateway.take_host_seat
    assert take("", "a") is None
    gateway.offer_host_seat(HostSeat(CODE, HOST_SLOT))
    assert take(CODE, "a") == HOST_SLOT and take(CODE, "a") is None
    gateway.offer_host_seat(HostSeat(CODE, HOST_SLOT))
    wrong = ("", "000000", "0429", "٠٤٢٩١٧", CODE[::-1])
    assert [take(each, "a") for each in (*wrong, CODE)] == [None] * 6
    assert take(CODE, "b") == HOST_SLOT
    gateway.offer_host_seat(HostSeat(CODE, HOST_SLOT))
    assert [take(each, f"{number}") for number in range(10) for each in wrong] == [None] * MAX_HOST_TRIES
    assert take(CODE, "b") is None
    gateway.offer_host_seat(HostSeat(CODE, HOST_SLOT))
    now = 121.0
    assert take(CODE, "b") is None


async def test_a_host_back_at_the_computer_keeps_the_seat_there(tmp_path: Path) -> None:
    async with place(a_room(settings()), tmp_path) as at:
        async with guest(at.port) as phone:
            at.offer_host_seat()
            assert (await come_as_host(phone))["part"] == "lobby"
            at.owner.come_back()
            door = await phone.until(lambda view: view["part"] == "door" and not view.get("busy"))
            assert door["sentence"] == "Your seat was taken over from another window or machine."
        async with guest(at.port, phone.cookie) as again:
            assert (await again.until(lambda view: True))["part"] == "door"
            assert not any(OWNER.secret.hex() in path.read_text() for path in list_files(tmp_path))
