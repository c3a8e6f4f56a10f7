"""Hostile clients: half a handshake, silence, floods, absurd names and windows."""

import asyncio
import struct
from threading import Event

import asyncssh
import pytest
from support.lanes import with_soaks
from support.ssh import KeyboardClient, OpenGateway, SshGateway, terminal
from support.systems import WINE

from sixqp_protocol.text import clean_name
from sixqp_tui.engine.token_bucket import TokenBuckets
from sixqp_tui.gateways.ssh.gateway import SshLimits
from sixqp_tui.gateways.ssh.guest import KEYS_AT_ONCE
from sixqp_tui.gateways.ssh.line import disconnect_packet
from sixqp_tui.host.network.places_by_address import PlacesByAddress


async def silent(gateway: SshGateway, says: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection that sends only this."""
    reader, writer = await asyncio.open_connection("127.0.0.1", gateway.port)
    writer.write(says)
    return reader, writer


async def plays(gateway: SshGateway) -> None:
    """Another guest comes in meanwhile, and plays."""
    async with gateway.client() as client:
        screen = await terminal(client)
        await screen.played()
        screen.type("q")
        assert "goodbye" in await screen.rest()


@pytest.mark.slow
async def test_a_hundred_silent_connections_are_dropped_and_guests_still_join(
    open_gateway: OpenGateway,
) -> None:
    silence = 5.0 if WINE else 2.0  # longer than opening a hundred connections takes, which is slow there
    limits = SshLimits(silence=silence, opening_of_one_address=4, logins=1000.0, logins_at_once=1000.0)
    gateway = await open_gateway(limits=limits)
    lines = [await silent(gateway) for _ in range(100)]
    answers = [await reader.read() for reader, _writer in lines]
    assert sum(b"Too many connections" in each for each in answers) == 96
    await plays(gateway)


@pytest.mark.parametrize(
    "says",
    with_soaks(
        [
            b"SSH-2.0-half\r\n",
            b"SSH-2.0-half\r\n" + struct.pack(">IB", 1020, 10) + b"\x14" + bytes(500),
            b"SSH-2.0-half\r\n" + b"\xff" * 5000,
            b"GET / HTTP/1.1\r\n\r\n",
            b"\x16\x03\x01",
            b"x" * 100_000,
        ],
        2,
    ),
)
@pytest.mark.slow
async def test_an_incomplete_handshake_is_dropped_without_harm(open_gateway: OpenGateway, says: bytes) -> None:
    gateway = await open_gateway(limits=SshLimits(silence=1.0))
    reader, writer = await silent(gateway, says)
    async with asyncio.timeout(20):
        await reader.read()
    writer.close()
    await plays(gateway)


@pytest.mark.slow
async def test_a_guest_has_time_to_compare_the_key(open_gateway: OpenGateway) -> None:
    silence = 0.5
    gateway = await open_gateway(limits=SshLimits(silence=silence))

    class Comparing(KeyboardClient):
        def validate_host_public_key(self, *_told: object) -> bool:
            Event().wait(2 * silence)  # the gateway stands still too, and then ends what is overdue
            return True

    async with gateway.client(client_factory=Comparing, known_hosts=([], [], [])) as client:
        await (await terminal(client)).played()


@pytest.mark.slow
async def test_an_unfinished_login_is_dropped_after_a_timeout(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway("k3f9qx", SshLimits(login_timeout=1.0))
    waiting = asyncio.Event()

    class Thinking(asyncssh.SSHClient):
        def kbdint_auth_requested(self) -> str:
            return ""

        async def kbdint_challenge_received(self, *_told: object) -> list[str]:
            waiting.set()
            await asyncio.Event().wait()
            return []

    with pytest.raises((asyncssh.Error, ConnectionError)):
        async with asyncio.timeout(20), gateway.client(client_factory=Thinking):
            pass
    assert waiting.is_set()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["\x1b]0;owned\x07ann", "a\x00b", "x" * 2000, "\u202eann", "<b>ann</b>", "[red]"])
async def test_a_hostile_login_is_refused_or_sanitized(open_gateway: OpenGateway, name: str) -> None:
    gateway = await open_gateway()
    try:
        async with gateway.client(name) as client:
            options = (await (await terminal(client)).played()).options
            name = clean_name(options.name, "Guest")
            assert name.isprintable() and len(name) <= 16
    except (asyncssh.Error, ValueError):
        assert not gateway.gateway.guests
    await plays(gateway)


@pytest.mark.slow
async def test_a_flood_of_keys_waits_and_no_other_guest_does(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client("mallory") as client:
        screen = await terminal(client)
        await screen.played()
        screen.type("x" * 1_000_000)
        await plays(gateway)
        seen = await screen.until("x" * 100)
        assert seen.count("x") < 4 * KEYS_AT_ONCE
        client.abort()


@pytest.mark.slow
async def test_a_long_paste_arrives_whole_and_the_guest_can_keep_typing(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client() as client:
        screen = await terminal(client)
        await screen.played()
        screen.text = ""
        screen.type("z" * 20_000 + "q")
        output = await screen.rest()
        assert output.count("z") == 20_000 and output.endswith("goodbye")


async def test_guests_beyond_the_limit_are_refused(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway(limits=SshLimits(guests_of_one_address=1))
    async with gateway.client() as one, gateway.client() as two:
        await (await terminal(one)).played()
        process = await two.create_process(term_type="xterm", encoding=None)
        assert "no room" in (await process.stderr.read()).decode()


def test_the_limits_apply_per_address() -> None:
    limits: PlacesByAddress[int] = PlacesByAddress(3, arrivals=TokenBuckets(SshLimits().logins, 5.0))
    assert [limits.add(n, "10.0.0.66", 0.0) for n in range(4)] == [True, True, True, False]
    assert limits.add(10, "10.0.0.1", 0.0) and limits.surplus(4) is None
    assert limits.add(11, "10.0.0.2", 0.0) and limits.surplus(4) == 0
    for each in range(3):
        limits.remove(each)
    assert [limits.add(n, "10.0.0.66", 0.0) for n in (20, 21, 22)] == [True, True, False]
    assert limits.add(22, "10.0.0.66", 60.0)
    assert limits.remove(10) and not limits.remove(99)


def test_there_is_a_total_limit() -> None:
    limits: PlacesByAddress[int] = PlacesByAddress(2, total=3)
    assert [limits.add(n, address) for n, address in enumerate("aaabc")] == [True, True, False, True, False]
    limits.remove(0)
    assert limits.add(5, "c") and len(limits) == 3


def test_a_refusal_before_the_key_exchange_is_an_ssh_packet() -> None:
    for length in range(1, 40):
        packet = disconnect_packet("é" * length)
        size, padding = struct.unpack(">IB", packet[:5])
        assert len(packet) == size + 4 and len(packet) % 8 == 0 and 4 <= padding < 16
        assert packet[5] == 1 and "é" * length in packet.decode(errors="replace")
