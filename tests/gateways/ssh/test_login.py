"""Which guest gets which seat by ssh: by a proved key, by the room code, or by being one of those who are away."""

import asyncio
from contextlib import suppress

import asyncssh
import pytest
from support.ssh import SECRET, TABLE, OpenGateway, SshGateway, nobody, terminal

from sixqp_protocol.keys import Key, guest_secret
from sixqp_protocol.messages import SeatNews
from sixqp_tui.gateways.ssh.gateway import MAX_UNANSWERED, SshLimits
from sixqp_tui.gateways.ssh.login import Login
from sixqp_tui.gateways.ssh.seats import NUMBERED, Seats

CODE = "k3f9qx"


@pytest.fixture(scope="module")
def key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


@pytest.fixture(scope="module")
def other_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


def chair(secret: bytes, name: str = "ann") -> SeatNews:
    return SeatNews(name, "person", False, key=Key.of(secret).public, way="ssh")


async def secret_of(gateway: SshGateway, name: str = "ann", **more: object) -> bytes:
    """The secret with which a guest sits down."""
    async with gateway.client(name, **more) as client:
        return (await (await terminal(client)).played()).options.secret


async def test_the_login_is_the_name_and_nothing_is_asked(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client("Émile") as client:
        options = (await (await terminal(client)).played()).options
        assert (options.name, options.code, options.away) == ("Émile", None, {})


@pytest.mark.parametrize(("login", "name"), [("😀", "😀"), ("LAPTOP\\ann", "ann"), ("play", ""), ("NAME", "")])
async def test_any_login_is_a_name_or_a_guest_who_is_asked_for_one(
    open_gateway: OpenGateway, login: str, name: str
) -> None:
    gateway = await open_gateway()
    async with gateway.client(login) as client:
        assert (await (await terminal(client)).played()).options.name == name


async def test_a_proved_key_makes_the_seat_under_any_name(open_gateway: OpenGateway, key: asyncssh.SSHKey) -> None:
    gateway = await open_gateway()
    first = await secret_of(gateway, "ann", client_keys=[key])
    again = await secret_of(gateway, "anne", client_keys=[key])
    assert first == again == guest_secret(SECRET, f"ssh\n{key.get_fingerprint()}")


async def test_another_guests_seat_is_not_given_by_name_alone(
    open_gateway: OpenGateway, key: asyncssh.SSHKey, other_key: asyncssh.SSHKey
) -> None:
    gateway = await open_gateway()
    secrets = [await secret_of(gateway, client_keys=keys) for keys in ([key], [other_key], None, None)]
    assert len(set(secrets)) == 4


async def test_a_guest_without_a_key_may_be_one_of_those_who_are_away(
    open_gateway: OpenGateway, key: asyncssh.SSHKey
) -> None:
    gateway = await open_gateway()
    away, of_key = await secret_of(gateway), await secret_of(gateway, client_keys=[key])
    async with gateway.client("bob") as client, gateway.client("x") as other:
        here = (await (await terminal(client)).played()).options.secret
        chairs = (chair(away, "Ann"), chair(here, "Bob"), chair(of_key, "Cleo"), chair(b"p" * 32, "Phone"))
        gateway.gateway.show_chairs(chairs, None)
        assert (await (await terminal(other)).played()).options.away == {"Ann": away}
    gateway.gateway.show_chairs((), None)  # the host has gone, and nothing is known any more
    async with gateway.client("x", client_keys=[key]) as client:
        options = (await (await terminal(client)).played()).options
        assert (options.secret, options.away) == (of_key, {})


def test_numbered_keys_are_the_same_after_a_restart_and_others_at_another_table() -> None:
    seats, again, other = Seats(SECRET, TABLE), Seats(SECRET, TABLE), Seats(SECRET, "another1")
    secret = seats.draw()
    again.show([chair(secret)])
    other.show([chair(secret)])
    assert again.away(()) == {"ann": secret} and again.away((secret,)) == {} == other.away(())
    assert secret not in {again.draw() for _newcomer in range(NUMBERED)}


# -- a locked table ------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["k3f9qx", "K3F-9QX", " k3f 9qx "])
async def test_the_room_code_is_the_password(open_gateway: OpenGateway, typed: str) -> None:
    gateway = await open_gateway(CODE)
    async with gateway.client(password=typed) as client:
        assert (await (await terminal(client)).played()).options.code == typed


async def test_without_the_room_code_nobody_gets_in(open_gateway: OpenGateway, key: asyncssh.SSHKey) -> None:
    gateway = await open_gateway(CODE, SshLimits(logins_at_once=100.0))
    for answers in ({"password": "wr0ngone"}, {"password": ""}, {}, {"client_keys": [key]}):
        with pytest.raises(asyncssh.PermissionDenied):
            await secret_of(gateway, **answers)


@pytest.mark.slow
async def test_after_wrong_codes_even_the_right_one_is_refused_for_that_address(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway(CODE, SshLimits(logins_at_once=100.0))
    for _try in range(5):
        with pytest.raises(asyncssh.PermissionDenied):
            await secret_of(gateway, password="aaaaaa")
    with pytest.raises(asyncssh.PermissionDenied):
        await secret_of(gateway, password=CODE)
    assert await secret_of(gateway, password=CODE, local_addr=("127.0.0.2", 0))


async def test_at_a_locked_table_the_room_code_gives_a_key_its_first_seat_and_the_key_leads_back(
    open_gateway: OpenGateway, key: asyncssh.SSHKey
) -> None:
    gateway = await open_gateway(CODE)
    secret = await secret_of(gateway, client_keys=[key], password=CODE)
    assert secret == guest_secret(SECRET, f"ssh\n{key.get_fingerprint()}")
    gateway.gateway.show_chairs((chair(secret),), CODE)
    assert await secret_of(gateway, client_keys=[key]) == secret
    assert await secret_of(gateway, password=CODE) != secret


async def test_a_new_room_code_counts_at_once(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway(CODE)
    gateway.gateway.show_chairs((chair(b"o" * 32, "Olga"),), "newc0de")
    with pytest.raises(asyncssh.PermissionDenied):
        await secret_of(gateway, password=CODE)
    assert await secret_of(gateway, password="newc0de")


async def test_a_password_for_an_unlocked_table_is_not_a_code(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client(password=CODE) as client:
        assert (await (await terminal(client)).played()).options.code is None


class Door:
    locked = True

    def __init__(self, known: str) -> None:
        self.known = known

    def knows(self, fingerprint: str) -> bool:
        return fingerprint == self.known

    def is_code(self, typed: str, address: str) -> bool:
        return typed == CODE


def test_a_key_that_was_only_asked_about_opens_no_seat(key: asyncssh.SSHKey) -> None:
    def opened(login: Login) -> asyncssh.SSHServerSession[bytes]:
        raise NotImplementedError

    for locked in (True, False):
        door = Door(key.get_fingerprint())
        door.locked = locked
        login = Login(door, "10.0.0.7", opened)
        login.begin_auth("ann")
        assert login.validate_public_key("ann", key.convert_to_public()) and login.key
        assert login.validate_password("ann", CODE) and not login.key
        login.validate_public_key("ann", key.convert_to_public())
        login.begin_auth("bob")
        assert not login.key


# -- connections ---------------------------------------------------------------------------------------


async def test_a_client_that_asks_for_the_service_again_gets_in(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client(preferred_auth="none,password", password="x") as client:
        await (await terminal(client)).played()


@pytest.mark.slow
async def test_an_unresponsive_client_is_noticed_within_ten_seconds(open_gateway: OpenGateway) -> None:
    assert SshLimits().keepalive * (MAX_UNANSWERED + 1) < 10
    gateway = await open_gateway(limits=SshLimits(keepalive=0.2))
    cut, over = asyncio.Event(), asyncio.Event()

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            if not cut.is_set():
                writer.write(data)
        writer.close()

    async def relay(near: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        far, to_gateway = await asyncio.open_connection("127.0.0.1", gateway.port)
        with suppress(ConnectionError):
            await asyncio.gather(carry(near, to_gateway), carry(far, to_client))
        over.set()

    server = await asyncio.start_server(relay, "127.0.0.1", 0)
    async with gateway.client(port=server.sockets[0].getsockname()[1]) as client:
        await (await terminal(client)).played()
        cut.set()
        await nobody(gateway.gateway)
        client.abort()
        await over.wait()
    server.close()


WEAK_MACS = ("hmac-sha1", "hmac-sha1-etm@openssh.com", "hmac-sha2-256", "hmac-sha2-256-96-etm@openssh.com")


@pytest.mark.slow
@pytest.mark.parametrize("mac", WEAK_MACS)
async def test_weak_macs_are_refused(open_gateway: OpenGateway, mac: str) -> None:
    gateway = await open_gateway()
    with pytest.raises(asyncssh.KeyExchangeFailed):
        async with gateway.client(mac_algs=[mac], encryption_algs=["aes256-ctr"]):
            pass
    async with gateway.client(mac_algs=["hmac-sha2-256-etm@openssh.com"], encryption_algs=["aes256-ctr"]) as client:
        await (await terminal(client)).played()


@pytest.mark.parametrize("exchange", ["ecdh-sha2-nistp256", "diffie-hellman-group14-sha256"])
async def test_weak_key_exchanges_are_refused(open_gateway: OpenGateway, exchange: str) -> None:
    gateway = await open_gateway()
    with pytest.raises(asyncssh.KeyExchangeFailed):
        async with gateway.client(kex_algs=[exchange]):
            pass
    async with gateway.client(kex_algs=["curve25519-sha256@libssh.org"]) as client:
        await (await terminal(client)).played()
