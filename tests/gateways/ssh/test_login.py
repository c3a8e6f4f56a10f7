"""Which guest gets which seat by ssh: by a proved key, by the room code, or by being one of those who are away."""

from contextlib import suppress
from typing import Any, cast

import asyncssh
import pytest
from msgspec.structs import replace
from support.ssh import SECRET, TABLE, KeyboardClient, OpenGateway, SshGateway, terminal

from sixqp_protocol.keys import Key, guest_secret
from sixqp_protocol.messages import SeatNews
from sixqp_tui.gateways.ssh.gateway import SshLimits
from sixqp_tui.gateways.ssh.login import Login
from sixqp_tui.gateways.ssh.options import GuestOptions
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


# -- clients that aren't OpenSSH's ------------------------------------------------------------------------

PARAMIKO: dict[str, Any] = {"client_version": "paramiko_5.1", "preferred_auth": "none"}
"""It tries without authentication first, and asks for the service again before its second try."""


async def test_a_client_that_tries_without_authentication_first_gets_in_at_once(gateway: SshGateway) -> None:
    async with gateway.client(**PARAMIKO) as client:
        assert (await (await terminal(client)).played()).options.name == "ann"


class Reader(KeyboardClient):
    """A client that keeps what is said before the login."""

    said = ""

    def auth_banner_received(self, msg: str, lang: str) -> None:
        Reader.said += msg


async def test_what_a_name_may_be_is_said_before_one_is_refused(gateway: SshGateway) -> None:
    async with gateway.client(client_factory=Reader):
        assert "no emoji" in Reader.said


# -- a locked table ------------------------------------------------------------------------------------


async def enter(gateway: SshGateway, *codes: str, **more: Any) -> GuestOptions:
    """What a guest's process is told, once the guest has typed these in the terminal."""
    async with gateway.client(**more) as client:
        screen = await terminal(client)
        for number, code in enumerate(codes, 1):
            await screen.until("Room code: ", number)
            screen.type(f"{code}\r")
        return (await screen.played()).options


@pytest.mark.parametrize("client", [PARAMIKO, {}])
async def test_who_has_not_given_the_room_code_is_asked_for_it(
    open_gateway: OpenGateway, client: dict[str, Any]
) -> None:
    options = await enter(await open_gateway(CODE), "k3fwrong", "", "9\b\x7f\x7f K3F-9 qy\x7fx", **client)
    assert options.code == CODE


async def test_a_room_code_at_the_login_is_enough_and_the_key_of_a_seat_needs_none(
    open_gateway: OpenGateway, key: asyncssh.SSHKey, other_key: asyncssh.SSHKey
) -> None:
    gateway = await open_gateway(CODE)
    assert (await enter(gateway, password=" K3F-9 qx ", preferred_auth="password")).code == CODE
    secret = (await enter(gateway, CODE, client_keys=[key])).secret
    assert secret == guest_secret(SECRET, f"ssh\n{key.get_fingerprint()}")
    gateway.gateway.show_chairs((chair(secret),))
    assert (await enter(gateway, client_keys=[key])).secret == secret
    assert (await enter(gateway, CODE, client_keys=[other_key])).secret != secret


async def test_without_the_room_code_nobody_gets_in_and_too_many_wrong_ones_pause_their_address(
    open_gateway: OpenGateway, key: asyncssh.SSHKey
) -> None:
    gateway = await open_gateway(CODE, SshLimits(rate_at_once=100.0))
    tries = ("", "\x03", "wr0ngone\raaaaaa\r\x04", "aaaaaa\r" * 3, "", f"{CODE}\r")
    for number, typed in enumerate(tries):
        async with gateway.client(client_keys=[key]) as client:
            screen = await terminal(client)
            with suppress(BrokenPipeError):  # the pause has ended it already
                screen.type(typed)
                if not typed:
                    screen.process.stdin.write_eof()
            output = await screen.rest()
            assert "the table" not in output and not gateway.gateway.guests
            refused = (await screen.process.stderr.read()).decode()
        assert ("Too many wrong room codes" in refused) == (number > 2)
    assert (await enter(gateway, CODE, client_keys=[key], local_addr=("127.0.0.2", 0))).code == CODE


class Connection:
    """Of a client that isn't paramiko."""

    def send_auth_banner(self, msg: str) -> None:
        pass

    def get_extra_info(self, name: str, default: str) -> str:
        return default


def test_a_key_that_was_only_asked_about_opens_no_seat(key: asyncssh.SSHKey) -> None:
    login = Login("10.0.0.7")
    login.connection_made(cast("asyncssh.SSHServerConnection", Connection()))
    login.begin_auth("ann")
    assert login.validate_public_key("ann", key.convert_to_public()) and login.key
    assert login.validate_password("ann", CODE) and not login.key
    login.validate_public_key("ann", key.convert_to_public())
    login.begin_auth("bob")
    assert not login.key
