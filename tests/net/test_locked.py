"""A locked table over real sockets: the right code, a wrong one, and a relay in the middle that knows neither."""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path

import pytest
from support.conversations import welcome
from support.impostors import Said, impostor
from support.keys import key_of
from support.lan import Lan
from support.lan_lists import serve as serve_on_lan
from support.network import Serve, farewell, link, raw, signed
from support.relays import relay
from support.tables import a_room, running, settings
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from sixqp_protocol.codec import decode_client, decode_host, encode
from sixqp_protocol.messages import CodeGiven, CodeWanted, Goodbye
from sixqp_protocol.pairing import HostPairing
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.session import MIN_WAIT, Session
from sixqp_tui.client.status import Closed, Connected, ConnectionProblem, Reason, Status
from sixqp_tui.host.admission.room_code import TRIES, Lock
from sixqp_tui.host.room import Room
from sixqp_tui.store.certificate import Certificate, load_or_create, server_context

MALLORY = "127.0.0.66"
"""An address from which nobody else comes."""


EVE = key_of("Eve")


def draw(length: int) -> bytes:
    return bytes(range(length))


@pytest.fixture
def room(certificate: Certificate) -> Room:
    """A locked room."""
    open_to_all = a_room(settings())
    seen = bytes.fromhex(certificate.fingerprint)
    return Room(open_to_all.state.setup, lambda: bytes(32), str, None, Lock("k7w3qf", seen, draw))


async def came_to(port: int, code: str | None) -> Status:
    """How somebody with this code, and no pin, stands to whoever answers there."""
    session = Session(link(port), Identity("Ann", code=code))
    async with running(session):
        return await session.wait_until_seated(20)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("k7w3qf", Connected()),
        ("zzzzzz", Closed(Farewell.WRONG_CODE)),
        (None, Closed(ConnectionProblem.CODE_WANTED)),
    ],
)
async def test_the_code_is_required(serve: Serve, room: Room, code: str | None, status: Status) -> None:
    _, port = await serve(room)
    assert await came_to(port, code) == status
    assert len(room.state.seats.taken) == (2 if status == Connected() else 1)


async def test_a_relay_cannot_get_anybody_in_with_the_right_code(serve: Serve, room: Room, tmp_path: Path) -> None:
    _, port = await serve(room)
    async with relay(port, server_context(load_or_create(tmp_path)), EVE) as between:
        assert await came_to(between, "k7w3qf") == Closed(Farewell.WRONG_CODE)
        assert len(room.state.seats.taken) == 1


@pytest.mark.slow
@pytest.mark.parametrize("share", ["01" + "00" * 30 + "80", "ee" + "ff" * 30 + "7f", "ee" + "ff" * 31])
async def test_a_differently_encoded_point_at_infinity_is_a_wrong_code(
    serve: Serve, room: Room, share: str
) -> None:
    """Its sender would know what both ends have in common but for the code, whatever the host draws."""
    _, port = await serve(room)
    async with await raw(port) as stranger:
        await stranger.send(signed(stranger, EVE))
        assert isinstance(decode_host(await stranger.recv(decode=False)), CodeWanted)
        await stranger.send(encode(CodeGiven(bytes.fromhex(share), bytes(32))))
        assert (await farewell(stranger))[0] is Farewell.WRONG_CODE
    assert len(room.state.seats.taken) == 1


def guessing(proofs: list[CodeGiven], last: bytes | None) -> Said:
    """Ask for the code, note the proof, and break off; with this last message, or as a cut line does."""

    async def guess(client: ServerConnection) -> None:
        await client.send(encode(CodeWanted(HostPairing("000000", bytes(32), draw).share)))
        data = await client.recv()
        assert isinstance(data, bytes)
        given = decode_client(data)
        assert isinstance(given, CodeGiven)
        proofs.append(given)
        if last is None:
            client.transport.abort()
        else:
            await client.send(last)

    return guess


@pytest.mark.parametrize(
    "last",
    [
        None,
        encode(Goodbye(Farewell.RESTART, 0)),
        encode(Goodbye(Farewell.TOO_LATE, 0)),
        encode(Goodbye(Farewell.ELSEWHERE)),
    ],
)
async def test_an_impostor_gets_one_guess_per_entered_code(certificate: Certificate, last: bytes | None) -> None:
    proofs: list[CodeGiven] = []
    async with impostor(server_context(certificate), guessing(proofs, last)) as (port, came):
        assert await came_to(port, "k7w3qf") == Closed(ConnectionProblem.CODE_UNANSWERED)
        assert (len(proofs), len(came)) == (1, 1)


@pytest.mark.slow
async def test_a_client_keeps_its_own_retry_delay_whatever_the_host_says(
    certificate: Certificate,
) -> None:
    async def spin(client: ServerConnection) -> None:
        await client.send(welcome())
        await client.send(encode(Goodbye(Farewell.RESTART, 0)))

    async with impostor(server_context(certificate), spin) as (port, came):
        session = Session(link(port), Identity("Ann"))
        async with running(session):
            await session.wait_until_seated(20)
            await asyncio.sleep(1.0)  # noqa: TID251 (what is measured is how often it comes in this time)
        assert 2 <= len(came) <= 1 + 1.0 / (0.75 * MIN_WAIT)


@pytest.mark.parametrize(("code", "reason"), [("k7w3qf", ConnectionProblem.CODE_NOT_PROVED), (None, None)])
async def test_a_client_with_a_code_rejects_an_unlocked_table(
    serve: Serve, code: str | None, reason: Reason | None
) -> None:
    _, port = await serve(a_room(settings()))
    assert await came_to(port, code) == (Closed(reason) if reason else Connected())


async def ask_and_wait(port: int) -> None:
    """Say Hello at once, wait until sent away, and again."""
    while True:
        line = await raw(port, local_addr=(MALLORY, 0))
        await line.send(signed(line, EVE))
        await line.wait_closed()


async def guess(port: int) -> None:
    """Give wrong codes, as fast as they are taken."""
    while True:
        line = await raw(port, local_addr=(MALLORY, 0))
        await line.send(signed(line, EVE))
        with suppress(ConnectionClosed):
            if isinstance(decode_host(await line.recv(decode=False)), CodeWanted):
                await line.send(encode(CodeGiven(bytes(32), bytes(32))))
        await line.wait_closed()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only there the whole of 127.0.0.0/8 is the loopback")
@pytest.mark.parametrize("misbehave", [ask_and_wait, guess])
async def test_the_right_code_gets_in_despite_a_misbehaving_address(
    serve: Serve, room: Room, misbehave: Callable[[int], Coroutine[None, None, None]]
) -> None:
    _, port = await serve(room)
    async with asyncio.TaskGroup() as storm:
        attackers = [storm.create_task(misbehave(port)) for _ in range(8)]
        await (await raw(port, local_addr=(MALLORY, 0))).close()
        for _ in range(3):
            async with asyncio.timeout(20):
                assert await came_to(port, "k7w3qf") == Connected()
        for attacker in attackers:
            attacker.cancel()
    assert room.state.code == "k7w3qf"


TESTS = str(Path(__file__).parents[1])
GUESSES = f"import sys; sys.path.insert(0, {TESTS!r})\nfrom support.lan_guesses import main; main()"


@pytest.mark.soak
@pytest.mark.namespaces
def test_one_machine_with_four_addresses_neither_locks_out_nor_changes_the_code(tmp_path: Path) -> None:
    """Its four addresses together have the tries of one, and newcomers with the printed code come in meanwhile."""
    with Lan(3) as lan:
        sources = [lan.address(host) for host in (2, 12, 22, 32)]
        for source in sources[1:]:
            lan.ip(2, "addr", "add", f"{source}/24", "dev", "eth0")
        table = serve_on_lan(lan, 1, "Salon", tmp_path / "1", "--port", "4666", "--lock", "k7w3qf")
        program = [sys.executable, "-c", GUESSES]
        address = f"{lan.address(1)}:4666"
        guesser = lan.start(2, [*program, "guess", address, "8", *sources], tmp_path / "2")
        newcomers = lan.start(3, [*program, "join", address, "4", "k7w3qf"], tmp_path / "3")
        came, errors = newcomers.communicate(timeout=60)
        assert set(came.splitlines()) == {str(Connected())}, errors
        taken, errors = guesser.communicate(timeout=60)
        assert TRIES <= int(taken) < 2 * TRIES, errors
        table.terminate()
        printed, errors = table.communicate(timeout=30)
        assert "new code" not in printed and "new one" not in errors
