"""Which guest gets which seat by ssh: by a proved key, by the room code, or by being one of those who are away."""

from typing import Any, cast

import asyncssh
import pytest
from msgspec.structs import replace
from support.ssh import SECRET, TABLE, OpenGateway, SshGateway, terminal

from sixqp_protocol.keys import Key, guest_secret
from sixqp_protocol.messages import SeatNews
from sixqp_tui.gateways.ssh.gateway import SshLimits
from sixqp_tui.gateways.ssh.login import Login
from sixqp_tui.gateways.ssh.seats import NUMBERED, Seats

CODE = "k3f9qx"


@pytest.fixture(scope="module")
def key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


@pytest.fixture(scope="module")
def other_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


def chair(secret: bytes, name: str = "ann", here: bool = False) -> SeatNews:
    return SeatNews(name, "person", here, key=Key.of(secret).public, way="ssh")


async def secret_of(gateway: SshGateway, name: str = "ann", **more: Any) -> bytes:
    """The secret with which a guest sits down."""
    async with gateway.client(name, **more) as client:
        return (await (await terminal(client)).played()).options.secret


@pytest.mark.parametrize(
    ("login", "name"), [("Émile", "Émile"), ("LAPTOP\\ann", "ann"), ("play", ""), ("NAME", "")]
)
async def test_a_login_is_a_name_or_a_guest_who_is_asked_for_one_and_a_password_is_no_code(
    gateway: SshGateway, login: str, name: str
) -> None:
    async with gateway.client(login, password=CODE) as client:
        options = (await (await terminal(client)).played()).options
        assert (options.name, options.code, options.away) == (name, None, {})


async def test_a_client_that_tries_without_authentication_first_gets_in_at_once(gateway: SshGateway) -> None:
    async with gateway.client(client_version="paramiko_5.1", preferred_auth="none") as client:
        assert (await (await terminal(client)).played()).options.name == "ann"


async def test_a_proved_key_makes_the_seat_under_any_name_and_a_name_alone_makes_none(
    gateway: SshGateway, key: asyncssh.SSHKey, other_key: asyncssh.SSHKey
) -> None:
    first = await secret_of(gateway, "ann", client_keys=[key])
    assert first == guest_secret(SECRET, f"ssh\n{key.get_fingerprint()}")
    assert first == await secret_of(gateway, "anne", client_keys=[key])
    others = [await secret_of(gateway, client_keys=keys) for keys in ([other_key], None, None)]
    assert len({first, *others}) == 4


async def test_a_guest_without_a_key_may_be_one_of_those_who_are_away(
    gateway: SshGateway, key: asyncssh.SSHKey
) -> None:
    away, here = await secret_of(gateway), await secret_of(gateway)
    of_key = await secret_of(gateway, client_keys=[key])
    gateway.gateway.show_chairs(
        (chair(away, "Ann"), chair(here, "Bob", here=True), chair(of_key, "Cleo"), chair(b"p" * 32, "Phone"))
    )
    for keys, names in ((None, {"Ann": away}), ([key], {})):
        async with gateway.client("x", client_keys=keys) as client:
            assert (await (await terminal(client)).played()).options.away == names


async def test_a_chair_that_is_reserved_for_a_guest_of_the_host_before_is_offered_to_everybody_without_a_seat(
    gateway: SshGateway, key: asyncssh.SSHKey, other_key: asyncssh.SSHKey
) -> None:
    of_key = await secret_of(gateway, client_keys=[key])
    reserved = replace(chair(b"old host's".ljust(32), "Dora"), reserved=True)
    gateway.gateway.show_chairs((reserved, chair(of_key, "Cleo")))
    for keys, names in (([key], []), ([other_key], ["Dora"]), (None, ["Dora"])):
        async with gateway.client("x", client_keys=keys) as client:
            options = (await (await terminal(client)).played()).options
            assert options.away == dict.fromkeys(names, options.secret)


def test_numbered_keys_are_the_same_after_a_restart_and_others_at_another_table() -> None:
    seats, again, other = Seats(SECRET, TABLE), Seats(SECRET, TABLE), Seats(SECRET, "another1")
    secret = seats.draw()
    again.show([chair(secret)])
    other.show([chair(secret)])
    assert again.away("", seats.draw()) == {"ann": secret}
    assert other.away("", seats.draw()) == {}
    assert secret not in {again.draw() for _newcomer in range(NUMBERED)}


# -- a locked table ------------------------------------------------------------------------------------


async def test_the_room_code_however_it_is_typed_gives_a_key_its_first_seat_and_the_key_leads_back(
    open_gateway: OpenGateway, key: asyncssh.SSHKey
) -> None:
    gateway = await open_gateway(CODE)
    secret = await secret_of(gateway, client_keys=[key], password=" K3F-9 qx ")
    assert secret == guest_secret(SECRET, f"ssh\n{key.get_fingerprint()}")
    gateway.gateway.show_chairs((chair(secret),))
    assert await secret_of(gateway, client_keys=[key]) == secret
    async with gateway.client(password=CODE) as client:
        options = (await (await terminal(client)).played()).options
        assert options.code == CODE and options.secret != secret


async def test_without_the_room_code_nobody_gets_in_and_too_many_wrong_ones_pause_their_address(
    open_gateway: OpenGateway, key: asyncssh.SSHKey
) -> None:
    gateway = await open_gateway(CODE, SshLimits(rate_at_once=100.0))
    wrong: list[dict[str, Any]] = [
        {"password": "wr0ngone"},
        {"password": ""},
        {},
        {"client_keys": [key]},
        {"password": "aaaaaa"},
    ]
    for answers in (*wrong, {"password": "aaaaaa"}, {"password": CODE}):
        with pytest.raises(asyncssh.PermissionDenied):
            await secret_of(gateway, **answers)
    assert await secret_of(gateway, password=CODE, local_addr=("127.0.0.2", 0))


class Door:
    locked = True

    def __init__(self, known: str) -> None:
        self.known = known

    def knows(self, fingerprint: str) -> bool:
        return fingerprint == self.known

    def is_code(self, typed: str, address: str) -> bool:
        return typed == CODE


class Connection:
    def get_extra_info(self, name: str, default: str) -> str:
        return default


@pytest.mark.parametrize("locked", [True, False])
def test_a_key_that_was_only_asked_about_opens_no_seat(key: asyncssh.SSHKey, locked: bool) -> None:
    door = Door(key.get_fingerprint())
    door.locked = locked
    login = Login(door, "10.0.0.7")
    login.connection = cast("asyncssh.SSHServerConnection", Connection())
    login.begin_auth("ann")
    assert login.validate_public_key("ann", key.convert_to_public()) and login.key
    assert login.validate_password("ann", CODE) and not login.key
    login.validate_public_key("ann", key.convert_to_public())
    login.begin_auth("bob")
    assert not login.key
