"""Which guest gets which seat by ssh: by key or by the word that the screen showed, never by name."""

import asyncio
import os
from contextlib import suppress
from pathlib import Path

import asyncssh
import pytest
from support.ssh import SECRET, TABLE, OpenGateway, terminal

from sixqp_protocol.keys import guest_secret
from sixqp_tui.gateways.ssh.gateway import MAX_UNANSWERED, SshLimits
from sixqp_tui.gateways.ssh.login import Login, name_from
from sixqp_tui.gateways.ssh.seats import FILE, SeatBook
from sixqp_tui.hosting.process.table_process import MAX_RESTARTS


@pytest.fixture(scope="module")
def key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


@pytest.fixture(scope="module")
def other_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


async def test_the_login_is_the_name_and_nothing_is_asked(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client("Émile") as client:
        screen = await terminal(client)
        app = await gateway.seated()
        assert (app.options.name, app.options.code) == ("Émile", None)
        assert (await screen.until("the table")).startswith("the table")


async def test_a_returning_key_gets_its_seat_under_any_name(
    open_gateway: OpenGateway, key: asyncssh.SSHKey
) -> None:
    gateway = await open_gateway()
    async with gateway.client("ann", client_keys=[key]) as client:
        screen = await terminal(client)
        first = await gateway.seated()
        await screen.until("the table")
    async with gateway.client("anne", client_keys=[key]) as client:
        await terminal(client)
        again = await gateway.seated()
    assert first.options.secret == again.options.secret == guest_secret(SECRET, f"ssh\n{key.get_fingerprint()}")
    assert first.options.word == ""


async def test_another_guests_seat_is_not_given_by_name_alone(
    open_gateway: OpenGateway, key: asyncssh.SSHKey, other_key: asyncssh.SSHKey
) -> None:
    gateway = await open_gateway()
    async with gateway.client("ann", client_keys=[key]) as client:
        screen = await terminal(client)
        secrets = [(await gateway.seated()).options.secret]
        await screen.until("the table")
    for keys in (None, [other_key]):
        async with gateway.client("ann", client_keys=keys) as client:
            await terminal(client)
            app = await gateway.seated()
            secrets.append(app.options.secret)
            app.report(type="left", text="bye")
    assert len(set(secrets)) == 3


@pytest.mark.slow
async def test_a_guest_without_a_key_returns_only_by_the_right_word(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client("ann") as client:
        screen = await terminal(client)
        first = await gateway.seated()
        await screen.until("the table")
    assert len(first.options.word) == 6
    async with gateway.client("Ann") as client:
        screen = await terminal(client)
        await screen.until("Enter: ")
        screen.type("nonono\r")
        await screen.until("not the word")
        screen.type(f"{first.options.word.upper()}\r")
        again = await gateway.seated()
        assert (again.options.secret, again.options.word) == (first.options.secret, first.options.word)


@pytest.mark.slow
@pytest.mark.parametrize("login", ["ann", "ann 2", "Anna"])
async def test_a_renamed_guest_can_return_under_either_name(open_gateway: OpenGateway, login: str) -> None:
    gateway = await open_gateway()
    async with gateway.client("ann") as client:
        screen = await terminal(client)
        app = await gateway.apps.get()
        app.report(type="welcomed", seated=True, name="ann 2")
        if login == "Anna":
            app.report(type="welcomed", seated=True, name="Anna")
        app.draw("the table")
        await screen.until("the table")
    async with gateway.client(login) as client:
        screen = await terminal(client)
        await screen.until("Enter: ")
        screen.type(f"{app.options.word}\r")
        assert (await gateway.seated()).options.secret == app.options.secret


@pytest.mark.parametrize("login", ["play", "NAME", "nom"])
async def test_an_invalid_login_is_asked_for_a_name_which_may_have_emoji(
    open_gateway: OpenGateway, login: str
) -> None:
    gateway = await open_gateway()
    async with gateway.client(login) as client:
        screen = await terminal(client)
        await screen.until("Your name: ")
        screen.type("😀x\x7f Zoé\r")
        assert (await gateway.seated()).options.name == "😀 Zoé"
        await screen.until("the table")
    async with gateway.client(login) as client:
        screen = await terminal(client)
        await screen.until("Your name: ")
        screen.type("😀 Zoé\r")
        await screen.until("your\r\nscreen showed; otherwise press Enter: ")  # a question breaks between words


async def test_a_known_key_is_not_asked_for_a_name(open_gateway: OpenGateway, key: asyncssh.SSHKey) -> None:
    gateway = await open_gateway()
    async with gateway.client("ann", client_keys=[key]) as client:
        screen = await terminal(client)
        await gateway.seated()
        await screen.until("the table")
    async with gateway.client("play", client_keys=[key]) as client:
        await terminal(client)
        assert (await gateway.seated()).options.name == "ann"


@pytest.mark.slow
@pytest.mark.parametrize("with_key", [False, True])
async def test_a_guest_who_disconnects_before_being_seated_returns_to_the_seat(
    open_gateway: OpenGateway, key: asyncssh.SSHKey, with_key: bool
) -> None:
    gateway, keys = await open_gateway(), [key] if with_key else None
    async with gateway.client("ann", client_keys=keys) as client:
        await terminal(client)
        first = await gateway.apps.get()
    await first.ended.wait()
    for name, address in (("bob", "127.0.0.1"), ("ann", "127.0.0.2")):
        async with gateway.client(name, local_addr=(address, 0)) as other:
            await terminal(other)
            app = await gateway.apps.get()
            assert app.options.secret != first.options.secret
            app.report(type="refused", reason="full", text="no")
            await app.ended.wait()
    async with gateway.client("ann", client_keys=keys) as client:
        await terminal(client)
        again = await gateway.apps.get()
        assert again.options.secret == first.options.secret and again.options.word == first.options.word


async def test_a_guest_who_disconnects_after_the_first_frame_returns_to_the_seat(
    open_gateway: OpenGateway,
) -> None:
    gateway = await open_gateway()
    async with gateway.client("ann") as client:
        screen = await terminal(client)
        first = await gateway.apps.get()
        first.draw("the table")
        await screen.until("the table")
    await first.ended.wait()
    async with gateway.client("ann") as client:
        await terminal(client)
        assert (await gateway.apps.get()).options.secret == first.options.secret


@pytest.mark.slow
async def test_guests_without_a_seat_are_not_stored(open_gateway: OpenGateway, tmp_path: Path) -> None:
    gateway = await open_gateway()
    for answer in ({"type": "refused", "reason": "full"}, {"type": "welcomed"}):
        async with gateway.client("ann") as client:
            await terminal(client)
            app = await gateway.apps.get()
            app.report(**answer)
            app.report(type="left", text="bye")
            await app.ended.wait()
        assert not [*SeatBook(tmp_path / FILE, TABLE, bytes)]


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
        await terminal(client)
        app = await gateway.seated()
        cut.set()
        async with asyncio.timeout(5):
            await app.ended.wait()
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
        await terminal(client)
        await gateway.seated()


@pytest.mark.parametrize("exchange", ["ecdh-sha2-nistp256", "diffie-hellman-group14-sha256"])
async def test_weak_key_exchanges_are_refused(open_gateway: OpenGateway, exchange: str) -> None:
    gateway = await open_gateway()
    with pytest.raises(asyncssh.KeyExchangeFailed):
        async with gateway.client(kex_algs=[exchange]):
            pass
    async with gateway.client(kex_algs=["curve25519-sha256@libssh.org"]) as client:
        await terminal(client)
        await gateway.seated()


async def test_a_guest_with_the_same_name_can_press_enter_to_join_as_new(
    open_gateway: OpenGateway,
) -> None:
    gateway = await open_gateway()
    async with gateway.client("ann") as client:
        screen = await terminal(client)
        first = await gateway.seated()
        await screen.until("the table")
    async with gateway.client("ann") as client:
        screen = await terminal(client)
        await screen.until("Enter: ")
        screen.type("\r")
        assert (await gateway.seated()).options.secret != first.options.secret


@pytest.mark.slow
async def test_word_guesses_are_limited(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client("ann") as client:
        screen = await terminal(client)
        await gateway.seated()
        await screen.until("the table")
    for guesses in (3, 3, 1):  # three of a login, five of an address
        async with gateway.client("ann") as client:
            screen = await terminal(client)
            for question in ("press Enter: ", "Try again", "Try again")[:guesses]:
                await screen.until(question)
                screen.text = ""
                screen.type("aaaaaa\r")
            assert "Too many wrong tries" in await screen.rest()
    assert gateway.apps.empty()
    assert not gateway.gateway.may_guess("127.0.0.1")


async def test_a_locked_table_accepts_the_room_code_as_password(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway(locked=True)
    async with gateway.client("ann", password="K3F-9QX") as client:
        await terminal(client)
        assert (await gateway.apps.get()).options.code == "k3f9qx"


async def test_a_locked_table_asks_an_unknown_key_for_the_code(
    open_gateway: OpenGateway, key: asyncssh.SSHKey
) -> None:
    gateway = await open_gateway(locked=True)
    async with gateway.client("ann", client_keys=[key]) as client:
        screen = await terminal(client)
        await screen.until("Room code")
        assert gateway.apps.empty()
        screen.type("wr0ngone\r")
        app = await gateway.apps.get()
        app.report(type="refused", reason="wrong_code", text="wrong")
        await screen.until("That's not the room code")
        screen.type("k3f9qx\r")
        again = await gateway.seated()
        assert (app.options.code, again.options.code) == ("wr0ngone", "k3f9qx")
        await screen.until("the table")
    async with gateway.client("ann", client_keys=[key]) as client:
        await terminal(client)
        assert (await gateway.seated()).options.code is None


async def test_a_locked_table_accepts_the_word_instead_of_the_code(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway(locked=True)
    async with gateway.client("ann", password="k3f9qx") as client:
        screen = await terminal(client)
        first = await gateway.seated()
        await screen.until("the table")
    async with gateway.client("ann", password=first.options.word) as client:
        await terminal(client)
        again = await gateway.seated()
        assert (again.options.secret, again.options.code) == (first.options.secret, None)


@pytest.mark.slow
async def test_one_address_may_join_often_with_the_code_but_not_guess_words(
    open_gateway: OpenGateway,
) -> None:
    gateway = await open_gateway(locked=True, limits=SshLimits(logins_at_once=100.0))
    async with gateway.client("ann", password="k3f9qx") as client:
        await terminal(client)
        first = await gateway.seated()
    for number in range(6):
        async with gateway.client(f"guest {number}", password="k3f9qx") as client:
            await terminal(client)
            app = await gateway.seated()
            assert app.options.secret != first.options.secret and app.options.code == "k3f9qx"
    while gateway.gateway.may_guess("127.0.0.1"):
        async with gateway.client("mallory", password="aaaaaa") as client:
            screen = await terminal(client)
            (await gateway.apps.get()).report(type="refused", reason="codes_paused", text="wait")
            assert "wait" in await screen.rest()
    async with gateway.client("mallory", password=first.options.word) as client:
        await terminal(client)
        assert (await gateway.apps.get()).options.secret != first.options.secret


async def test_a_password_for_an_unlocked_table_is_not_a_code(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client("ann", password="k3f9qx") as client:
        await terminal(client)
        assert (await gateway.seated()).options.code is None


async def test_a_returning_guest_replaces_their_hanging_connection(
    open_gateway: OpenGateway, key: asyncssh.SSHKey
) -> None:
    gateway = await open_gateway()
    async with (
        gateway.client("ann", client_keys=[key]) as old,
        gateway.client("ann", client_keys=[key]) as new,
    ):
        before = await terminal(old)
        first = await gateway.seated()
        await before.until("the table")
        await terminal(new)
        assert (await gateway.seated()).options.secret == first.options.secret
        assert "another connection" in await before.rest()


async def test_seats_survive_a_gateway_restart_and_belong_to_one_table(
    open_gateway: OpenGateway, key: asyncssh.SSHKey, tmp_path: Path
) -> None:
    gateway = await open_gateway()
    async with gateway.client("ann", client_keys=[key]) as client:
        screen = await terminal(client)
        await gateway.seated()
        await screen.until("the table")
    again = await open_gateway()
    async with again.client("play", client_keys=[key]) as client:
        await terminal(client)
        assert (await again.seated()).options.name == "ann"
    assert [*SeatBook(tmp_path / FILE, TABLE, bytes)] and not [*SeatBook(tmp_path / FILE, "another1", bytes)]
    assert os.name != "posix" or (tmp_path / FILE).stat().st_mode & 0o077 == 0


async def test_a_killed_process_is_restarted_in_its_seat(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client("ann") as client:
        screen = await terminal(client)
        app = await gateway.seated()
        await screen.until("the table")
        await app.end()
        again = await gateway.seated()
        again.draw("as before")
        await screen.until("as before")
        screen.type("x")
        await again.got(b"x")
        assert (again.options.secret, again.options.word) == (app.options.secret, app.options.word)


@pytest.mark.slow
async def test_a_process_that_keeps_dying_leaves_a_message_and_the_word(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client("ann") as client:
        screen = await terminal(client)
        for _death in range(MAX_RESTARTS + 1):
            app = await gateway.seated()
            await app.end()
        output = await screen.rest()
        assert "stopped unexpectedly" in output and app.options.word.upper() in output and "\x1b[?1049l" in output


async def test_no_way_back_is_promised_without_input_or_after_a_removal(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client("ann") as client:
        screen = await terminal(client)
        word = (await gateway.seated()).options.word
        await screen.until("the table")
        screen.process.stdin.write_eof()
        output = await screen.rest()
        assert "sends no keys" in output and word.upper() not in output and gateway.apps.empty()
    async with gateway.client("ann") as client:
        screen = await terminal(client)
        await screen.until("otherwise press Enter")
        screen.type(word + "\r")
        (await gateway.apps.get()).report(type="refused", reason="kicked", text="The host removed you.")
        output = await screen.rest()
        assert word.upper() not in output[output.index("removed you") :]


@pytest.mark.slow
@pytest.mark.parametrize("how", ["abort", "close"])
async def test_a_lost_or_closed_connection_ends_the_guest_process(open_gateway: OpenGateway, how: str) -> None:
    gateway = await open_gateway()
    async with gateway.client("ann") as client:
        screen = await terminal(client)
        app = await gateway.seated()
        await screen.until("the table")
        getattr(client, how)()
        async with asyncio.timeout(20):
            await app.ended.wait()


async def test_guests_are_told_when_the_gateway_closes(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client("ann") as client:
        screen = await terminal(client)
        await gateway.seated()
        await screen.until("the table")
        closing = asyncio.create_task(gateway.gateway.close())
        assert "was closed" in await screen.rest()
    await closing


def test_a_login_is_sanitized_to_a_name() -> None:
    assert [name_from(each) for each in ("ann", "LAPTOP\\ann", "\x1b[31mann", "a" * 500, "")] == [
        "ann",
        "ann",
        "[31mann",
        "a" * 16,
        "Guest",
    ]


def test_a_key_a_client_only_asked_about_does_not_identify_it(key: asyncssh.SSHKey) -> None:
    async def never(_process: object) -> None: ...

    def go_on(login: Login, way: str) -> None:
        match way:
            case "asked":
                login.get_kbdint_challenge("ann", "", "")
            case "answers":
                login.validate_kbdint_response("ann", [])
            case "password":
                login.validate_password("ann", "x")
            case _:
                login.begin_auth("bob")

    for way in ("asked", "answers", "password", "begins"):
        login = Login(False, lambda: None, lambda: None, never)
        login.begin_auth("ann")
        login.validate_public_key("ann", key.convert_to_public())
        assert login.key.startswith("SHA256:")
        go_on(login, way)
        assert login.key == ""


async def test_guests_can_stay_at_the_end_of_a_closed_table(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client("ann") as client:
        screen = await terminal(client)
        app = await gateway.seated()
        await screen.until("the table")
        ending = asyncio.create_task(gateway.gateway.drain(20.0))
        with pytest.raises(OSError):
            async with gateway.client("bob"):
                pass
        app.draw("the last sheet")
        await screen.until("the last sheet")
        assert not ending.done()
        app.report(type="left", text="bye")
        await screen.until("bye")
    async with asyncio.timeout(20):
        await ending
