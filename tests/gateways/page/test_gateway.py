"""Guests of the page, without a browser, at a real table in this process."""

import asyncio
import json
import sys
from contextlib import suppress

import pytest
from msgspec.structs import replace
from support.network import frame
from support.page import (
    SECRET,
    UNHURRIED,
    PhoneGuest,
    Place,
    fetch,
    guest,
    open_gateway,
    place,
    play,
    upgrade,
)
from support.tables import OWNER, a_room, settings
from websockets.exceptions import ConnectionClosed
from websockets.frames import Opcode

from sixqp_protocol.keys import Key, guest_secret
from sixqp_protocol.messages import Say, SeatNews, SetSeat, Start
from sixqp_tui.client.link import Channel, MemoryLink
from sixqp_tui.client.session import Session
from sixqp_tui.gateways.page.gateway import (
    MOVED,
    NO_COOKIE,
    SWEEP_SECONDS,
    PageLimits,
)


async def test_a_guest_sits_down_plays_a_card_and_takes_it_back(at: Place) -> None:
    async with guest(at.port) as ann:
        lobby = await ann.sit("Ann")
        assert lobby["part"] == "lobby" and lobby["prompt"] == "Waiting for Olga to start."
        at.owner.request(Start())
        table = await ann.until(lambda view: view.get("asked") == "card")
        card = table["hand"][0]["card"]
        await ann.say("ChooseCard", card=card, moment=table["moment"])
        assert (await ann.until(lambda view: view.get("laid") == card))["back"]
        await ann.say("TakeBack", moment=table["moment"])
        await ann.until(lambda view: view.get("asked") == "card" and not view.get("laid"))


async def test_a_decision_for_a_past_moment_is_rejected(at: Place, ann: PhoneGuest) -> None:
    at.owner.request(Start())
    table = await ann.until(lambda view: view.get("asked") == "card")
    await ann.say("ChooseCard", card=table["hand"][0]["card"], moment="1.card.1.2.None")
    view = await ann.until(lambda view: view.get("noticed"))
    assert view["notice"] == "Too late: the table has moved on." and view["asked"] == "card"


async def test_a_draft_is_played_with_what_the_page_offers() -> None:
    async with place(a_room(settings("draft"), bots=1)) as at, guest(at.port) as ann:
        await ann.sit("Ann")
        at.owner.request(Start())
        playing = asyncio.create_task(play(at.owner))
        over = await ann.play_until(lambda view: view["part"] == "over")
        assert over["heading"].endswith("the only round was played") and len(over["ranking"]) == 3
        await playing


async def test_the_key_of_a_guest_comes_from_their_cookie() -> None:
    async with place(a_room(settings())) as at, guest(at.port) as ann:
        await ann.sit("Ann")
        secret = guest_secret(SECRET, f"page\n{ann.cookie.partition('=')[2]}")
        assert [person.key for person in at.room.people] == [OWNER.public, Key.of(secret).public]


@pytest.mark.parametrize("late", [False, True], ids=["chairs first", "guest first"])
async def test_a_page_that_was_restarted_knows_its_guests_by_their_chairs(late: bool) -> None:
    async with place(a_room(settings(), certificate="0" * 64)) as at:
        async with guest(at.port) as ann:
            await ann.sit("Ann")
        link, chairs = MemoryLink(at.server.attach), at.room.state.seats.lobby_news()
        async with open_gateway(link, PageLimits()) as (gateway, port):
            if not late:
                gateway.show_chairs(chairs)
            async with guest(port, ann.cookie) as again:
                if late:
                    await again.until(lambda view: view["part"] == "door")
                    gateway.show_chairs(chairs)
                lobby = await again.until(lambda view: view["part"] == "lobby")
                assert [chair["label"] for chair in lobby["chairs"]] == ["Olga (host)", "Ann (you)"]
                await again.say("Leave")
                await again.until(lambda view: view["part"] == "door" and not view.get("busy"))
            async with guest(port, ann.cookie) as again:
                assert (await again.until(lambda view: not view.get("busy")))["part"] == "door"


async def until_seat(session: Session, seat: int, here: bool) -> None:
    """Wait until the table shows a guest as present, or as absent."""
    events = session.events()
    async with asyncio.timeout(20):
        while session.state.standing.seats[seat].here is not here:
            await anext(events)


@pytest.mark.parametrize("playing", [False, True])
async def test_a_guest_whose_page_is_closed_is_shown_as_absent_and_returns(playing: bool) -> None:
    async with place(a_room(settings()), PageLimits(absent=0.1)) as at:
        async with guest(at.port) as ann:
            await ann.sit("Ann")
            if playing:
                at.owner.request(Start())
                await ann.until(lambda view: view.get("asked") == "card")
        await until_seat(at.owner, 1, here=False)
        async with guest(at.port, ann.cookie) as again:
            await again.until(lambda view: view["part"] == ("table" if playing else "lobby"))
            await until_seat(at.owner, 1, here=True)


class SlowLink(MemoryLink):
    """Time passes between any two messages of the table."""

    async def connect(self) -> Channel:
        channel = await super().connect()
        receive = channel.recv

        async def received() -> bytes:
            await asyncio.sleep(0.05)  # noqa: TID251 (a network that is slow)
            return await receive()

        channel.recv = received  # type: ignore[method-assign]
        return channel


async def test_a_guest_who_returns_is_asked_the_same_before_anything_else_is_shown(at: Place) -> None:
    """The page judges a tap that waits by the first view that isn't busy."""
    slow = SlowLink(at.server.attach)
    async with open_gateway(slow, PageLimits(absent=0.1)) as (_gateway, port):
        async with guest(port) as ann:
            await ann.sit("Ann")
            at.owner.request(Start())
            await ann.until(lambda view: view.get("asked") == "card")
        await until_seat(at.owner, 1, here=False)
        async with guest(port, ann.cookie) as again:
            first = await again.until(lambda view: not view.get("busy"))
            assert (first["part"], first.get("asked")) == ("table", "card")


async def test_an_unresponsive_phone_is_shown_as_absent() -> None:
    async with place(a_room(settings()), PageLimits(absent=0.1, ping=0.2)) as at:
        _reader, writer = await asyncio.open_connection("127.0.0.1", at.port)
        writer.write(upgrade(at.port))
        writer.write(frame(Opcode.TEXT, json.dumps({"kind": "Sit", "name": "Ann"}).encode()))
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


async def test_the_newer_of_two_windows_with_one_cookie_plays(at: Place, ann: PhoneGuest) -> None:
    async with guest(at.port, ann.cookie) as newer:
        assert (await newer.until(lambda view: True))["part"] == "lobby"
        with pytest.raises(ConnectionClosed):
            await ann.until(lambda view: view["part"] == "never")
        assert ann.line.close_code == 4000


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"x" * 8_000, 1009),
        (json.dumps({"kind": "Sit", "name": "n" * 2000}), 4001),
        ("not json", 4001),
        (json.dumps({"kind": "Start"}), 4001),
        ("[" * 4000, 4001),
    ],
)
async def test_an_invalid_message_closes_only_its_own_connection(
    at: Place, ann: PhoneGuest, data: str | bytes, code: int
) -> None:
    async with guest(at.port) as stranger:
        await stranger.line.send(data)
        with pytest.raises(ConnectionClosed):
            await stranger.until(lambda view: view["part"] == "never")
        assert stranger.line.close_code == code
        await ann.say("Rename", name="Anna")
        await ann.until(lambda view: any("Anna" in chair["label"] for chair in view["chairs"]))


async def test_a_flood_closes_its_own_connection() -> None:
    limits = PageLimits(messages=0.001)
    async with place(a_room(settings()), limits) as at, guest(at.port) as stranger:
        with pytest.raises(ConnectionClosed):
            for _ in range(60):
                await stranger.say("Open", sheet="chat")
            await stranger.until(lambda view: view["part"] == "never")
        assert stranger.line.close_code == 4002


FLOODS = {
    "pings": frame(Opcode.PING, b"") * 3000,
    "empty fragments": frame(Opcode.TEXT, b"", fin=False) + frame(Opcode.CONT, b"", fin=False) * 3000,
    "one long frame": frame(Opcode.BINARY, bytes(1_000_000)),
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
async def test_a_flood_of_any_frames_is_dropped_unanswered_without_harming_others(flood: bytes) -> None:
    limits = UNHURRIED._replace(ping=600.0)  # nothing else ends the line
    async with place(a_room(settings()), limits) as at, guest(at.port) as ann:
        await ann.sit("Ann")
        reader, writer = await asyncio.open_connection("127.0.0.1", at.port)
        writer.write(upgrade(at.port))
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        writer.write(flood)
        assert len(await read_until_cut(reader)) < 1_000
        await ann.say("Rename", name="Anna")
        await ann.until(lambda view: any("Anna" in chair["label"] for chair in view["chairs"]))
        writer.close()


async def read_until_cut(reader: asyncio.StreamReader) -> bytes:
    answered = bytearray()
    with suppress(ConnectionError):
        while data := await reader.read(65536):
            answered += data
    return bytes(answered)


async def test_library_responses_have_the_security_headers_too(at: Place) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", at.port)
    writer.write(upgrade(at.port).replace(b"Version: 13", b"Version: 12"))
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 4") and b"frame-ancestors 'none'" in head and b"nosniff" in head
    writer.close()


async def test_guests_of_a_table_that_goes_on_here_take_their_place_again_by_name(at: Place) -> None:
    async with guest(at.port) as ann:
        kept = SeatNews("Cleo", "person", False, way="page", reserved=True)
        at.gateway.show_chairs((*at.owner.state.standing.seats[:2], kept))
        assert (await ann.until(lambda view: view.get("names")))["names"] == ["Cleo"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has more than one address of the loopback")
async def test_many_addresses_block_no_newcomer_and_drop_no_guest() -> None:
    limits = PageLimits(of_one_address=4, connections=12)
    async with place(a_room(settings()), limits) as at, guest(at.port) as ann:
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


async def test_a_quick_reaction_is_shown_to_everybody(at: Place) -> None:
    async with guest(at.port) as ann:
        lobby = await ann.sit("Ann")
        assert lobby["reactions"][0] == ["bravo", "Well played!"]
        at.owner.request(Say(reaction="sorry"))
        heard = await ann.until(lambda view: view.get("noticed"))
        assert heard["notice"] == "Olga: Sorry!" and heard["quiet"]
        reacting = {chair["label"]: chair["bubble"] for chair in heard["chairs"] if chair.get("bubble")}
        assert reacting == {"Olga (host)": "Sorry!"}
        await ann.say("Say", reaction="bravo")
        answered = await ann.until(lambda view: view.get("notice") == "Ann: Well played!")
        assert "talk" not in answered, "a reaction is no unread message"
        await ann.say("Open", sheet="chat")
        await ann.until(lambda view: view.get("lines") == [["Olga", "Sorry!"], ["Ann", "Well played!"]])
        at.owner.request(Say(text="<b>hello</b>"))
        told = await ann.until(lambda view: view.get("talk"))
        assert [chair["bubble"] for chair in told["chairs"]] == ["<b>hello</b>", "Well played!"]


async def test_a_removed_guest_is_told_so_and_can_return_when_readmitted(at: Place) -> None:
    async with guest(at.port) as ann:
        await ann.sit("Ann")
        at.owner.request(SetSeat(seat=1, to="kick"))
        door = await ann.until(lambda view: view["part"] == "door")
        assert door["sentence"].startswith("The host removed you") and door["over"] and door["again"]
    async with guest(at.port, ann.cookie) as again:
        door = await again.until(lambda view: True)
        assert door["sentence"].startswith("The host removed you") and door["over"] and door["again"]
        await again.say("ComeBack")
        again.view = {}
        assert (await again.until(lambda view: not view.get("busy")))["over"]
        at.owner.request(SetSeat(seat=1, to="open"))
        await again.say("ComeBack")
        await again.until(lambda view: view["part"] == "lobby")


async def test_guests_are_told_whether_the_page_or_the_table_was_closed(at: Place, ann: PhoneGuest) -> None:
    await at.server.close()
    door = await ann.until(lambda view: view["part"] == "door")
    assert door["sentence"] == "The host has closed the table." and door["over"] and "again" not in door
    await at.gateway.close()
    with pytest.raises(ConnectionClosed):
        await ann.until(lambda view: view["part"] == "never")
    assert ann.line.close_code == 4003


async def test_a_right_to_left_name_does_not_reorder_the_text(at: Place) -> None:
    async with guest(at.port) as ann:
        lobby = await ann.sit("محمد علي")
        assert [chair["label"] for chair in lobby["chairs"]] == ["Olga (host)", "\u2068محمد علي\u2069 (you)"]
        assert [seat.name for seat in at.owner.state.standing.seats[:2]] == ["Olga", "محمد علي"]


async def test_repeated_attempts_to_sit_are_rate_limited() -> None:
    limits = UNHURRIED._replace(sits=0.001)
    async with place(a_room(settings()), limits) as at, guest(at.port) as late:
        at.owner.request(SetSeat(seat=1, to="bot"))
        for _ in range(8):
            await late.sit("Late")
            await late.until(lambda view: view["part"] != "door" or "Too fast" in view["sentence"])
            if late.view["part"] == "door":
                break
            await late.say("Leave")
            await late.until(lambda view: view["part"] == "door" and not view.get("busy"))
        assert late.view["sentence"].startswith("Too fast. Try again in ")


async def test_a_watcher_takes_over_a_bots_seat() -> None:
    async with place(a_room(settings(), bots=1)) as at, guest(at.port) as ann, guest(at.port) as second:
        await ann.sit("Ann")
        at.owner.request(Start())
        await ann.until(lambda view: view.get("asked") == "card")
        await second.sit("Second", watch=True)
        watching = await second.until(lambda view: view.get("takeovers"))
        assert not watching.get("hand") and watching["takeovers"][0][1].startswith("Take over ")
        await second.say("TakeSeat", seat=watching["takeovers"][0][0])
        await second.until(lambda view: view.get("hand"))


async def test_a_latecomer_watches_and_sits_down_for_the_next_game() -> None:
    async with place(a_room(settings(), bots=1)) as at, guest(at.port) as late:
        at.owner.request(Start())
        await until_game_begins(at.owner)
        await late.sit("Late")
        watching = await late.until(lambda view: view.get("notice"))
        assert watching["notice"].startswith("You're watching. You'll get a seat") and not watching.get("hand")
        await late.until(lambda view: view.get("takeovers"))
        await play(at.owner)
        await late.say("Next")
        lobby = await late.until(lambda view: any("Late" in chair["label"] for chair in view.get("chairs", ())))
        assert "Late (you)" in [chair["label"] for chair in lobby["chairs"]]


async def until_game_begins(session: Session) -> None:
    events = session.events()
    while not session.state.view.table.names:
        await anext(events)


async def test_between_rounds_the_table_waits_until_the_guest_is_ready() -> None:
    agreed = replace(settings(rounds=2), pause=None)
    async with place(a_room(agreed)) as at, guest(at.port) as ann:
        await ann.sit("Ann")
        at.owner.request(Start())
        playing = asyncio.create_task(play(at.owner))
        view = await ann.play_until(lambda view: view["part"] == "scores")
        view = await ann.until(lambda view: view.get("act") == "Ready")
        assert (view["heading"], view["button"]) == ("End of round 1", "Ready for round 2")
        await ann.say("Ready")
        await ann.until(lambda view: view.get("asked") == "card")
        await ann.play_until(lambda view: view["part"] == "over")
        over = await ann.until(lambda view: view.get("act") == "Ready")
        assert over["button"] == "I want another game"
        await ann.say("Ready")
        await ann.until(lambda view: view.get("act") != "Ready")
        await playing


async def test_a_guest_whose_link_opens_in_another_browser_takes_their_own_place_again() -> None:
    async with place(a_room(settings(), certificate="0" * 64), PageLimits(absent=0.1)) as at:
        async with guest(at.port) as scanner:
            await scanner.sit("Zoé")
            at.gateway.show_chairs(at.room.state.seats.lobby_news())
            async with guest(at.port) as browser:
                door = await browser.until(lambda view: view["part"] == "door")
                assert "names" not in door, "nobody takes the place of a guest who is there"
                await scanner.line.close()
                await until_seat(at.owner, 1, here=False)
                at.gateway.show_chairs(at.room.state.seats.lobby_news())
                await browser.until(lambda view: view.get("names") == ["Zoé"])
                await browser.say("Sit", name="Zoé", again=True)
                await browser.line.wait_closed()
                assert browser.line.close_code == MOVED
        _status, headers, _body = await asyncio.to_thread(
            fetch, at.port, "/seat", X_Sixqp="seat", Cookie=browser.cookie
        )
        assert headers["Set-Cookie"].partition(";")[0] == scanner.cookie
        async with guest(at.port, scanner.cookie) as again:
            assert (await again.until(lambda view: view["part"] == "lobby"))["seated"]


async def test_a_locked_table_offers_nobodys_place(at: Place) -> None:
    async with guest(at.port) as ann:
        await ann.sit("Ann")
    async with guest(at.port) as stranger:
        assert "names" not in await stranger.until(lambda view: view["part"] == "door")
        await stranger.say("Sit", name="Ann", again=True)
        stranger.view = {}
        lobby = await stranger.until(lambda view: view["part"] == "lobby")
        assert next(chair["label"] for chair in lobby["chairs"] if chair.get("own")) == "Ann 2 (you)"


async def test_a_browser_without_cookies_is_told_so() -> None:
    async with place(a_room(settings())) as at, guest(at.port, "none=1") as ann:
        await ann.line.wait_closed()
        assert ann.line.close_code == NO_COOKIE
