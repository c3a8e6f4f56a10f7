"""A guest's terminal: sizes, keys, how it ends, and what is refused."""

import asyncio
import os
from contextlib import suppress
from pathlib import Path

import asyncssh
import pytest
from support.ssh import OpenGateway, SshGateway, nobody, terminal

from sixqp_protocol.text import clean_name
from sixqp_tui.gateways.ssh import gateway as ssh_gateway
from sixqp_tui.gateways.ssh.gateway import MAX_UNANSWERED, SshLimits

ONLY_THE_GAME = "This is a card table"
LEFT = "\x1b[?1049l"


async def test_a_process_has_the_size_of_the_window_and_hears_of_changes(
    gateway: SshGateway,
) -> None:
    async with gateway.client() as client:
        screen = await terminal(client, term_size=(100, 30))
        await screen.until("<100x30>")
        for number in range(200):
            screen.process.change_terminal_size(80 + number, 24)
        await screen.until("<279x24>")


async def test_keys_arrive_and_a_process_that_ends_ends_the_session(gateway: SshGateway) -> None:
    async with gateway.client() as client:
        screen = await terminal(client)
        await screen.played()
        screen.type("é\x03\x1b[A")
        await screen.until("[é\x03\x1b[A]")
        screen.type("q")
        assert (await screen.rest()).endswith("goodbye") and LEFT not in screen.text
        assert (await screen.process.wait()).exit_status == 0
    await nobody(gateway.gateway)


async def test_a_killed_process_resets_the_terminal_and_says_so(gateway: SshGateway) -> None:
    async with gateway.client() as client:
        screen = await terminal(client)
        await screen.played()
        screen.type("!")
        output = await screen.rest()
        assert LEFT in output and output.endswith("Your screen stopped unexpectedly. Connect again the same way.\n")
        assert (await screen.process.wait()).exit_status == 1


@pytest.mark.parametrize("language", ["en_US.UTF-8", "fr_FR.UTF-8"])
async def test_a_gateway_that_closes_resets_the_terminals_and_says_so(gateway: SshGateway, language: str) -> None:
    async with gateway.client() as client:
        screen = await terminal(client, env={"LANG": language})
        await screen.played()
        closing = asyncio.create_task(gateway.gateway.close())
        output = await screen.rest()
        assert LEFT in output and ("was closed" in output) == language.startswith("en")
    await closing


@pytest.mark.parametrize("how", ["abort", "close"])
@pytest.mark.parametrize("keys", ["x", "z"])
async def test_a_lost_or_closed_connection_ends_the_process_even_if_it_reads_nothing(
    gateway: SshGateway, how: str, keys: str
) -> None:
    async with gateway.client() as client:
        screen = await terminal(client)
        await screen.played()
        screen.type(keys)
        await screen.until(f"[{keys}]")
        screen.type("x" * 30_000)
        getattr(client, how)()
        await nobody(gateway.gateway)


async def test_guests_can_stay_at_the_end_of_a_closed_table(gateway: SshGateway) -> None:
    async with gateway.client("ann") as client:
        screen = await terminal(client)
        await screen.played()
        ending = asyncio.create_task(gateway.gateway.drain(20.0))
        with pytest.raises(OSError):
            async with gateway.client("bob"):
                pass
        screen.type("x")
        await screen.until("[x]")
        assert not ending.done()
        screen.type("q")
        await screen.until("goodbye")
    async with asyncio.timeout(20):
        await ending


async def test_a_process_has_nothing_of_the_hosts_environment(
    gateway: SshGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    monkeypatch.setenv("SSH_AUTH_SOCK", "/run/agent")
    monkeypatch.setenv("TEXTUAL_DRIVER", "os:system")
    async with gateway.client(agent_forwarding=True) as client:
        sent = {
            "LD_PRELOAD": "/tmp/x.so",
            "PATH": "/tmp",
            "LANG": "fr_FR.UTF-8",
            "COLORTERM": "$(id)",
            "NO_COLOR": "1",
        }
        options, environment = await (await terminal(client, env=sent, term_type="../x")).played()
    assert options.language == "fr"
    assert environment["LANG"] == "fr_FR.UTF-8" and environment["NO_COLOR"] == "1" and environment["TERM"] == "dumb"
    assert {environment[name] for name in ("HOME", "SIXQP_HOME")} == {os.devnull}
    forbidden = {"GITHUB_TOKEN", "SSH_AUTH_SOCK", "TEXTUAL_DRIVER", "LD_PRELOAD", "PATH", "USER", "COLORTERM"}
    assert forbidden.isdisjoint(environment)


# -- what ssh doesn't offer -----------------------------------------------------------------------------


async def plays(gateway: SshGateway) -> None:
    """A guest from another address comes in meanwhile, and plays."""
    async with gateway.client(local_addr=("127.0.0.2", 0)) as client:
        screen = await terminal(client)
        await screen.played()
        screen.type("q")
        assert "goodbye" in await screen.rest()


async def test_there_is_one_terminal_and_no_command_file_or_forwarding(gateway: SshGateway, tmp_path: Path) -> None:
    async with gateway.client() as client:
        for command, term in (("ls", None), ("scp -t /tmp", "xterm")):
            done = await client.run(command, term_type=term)
            assert done.exit_status == 1 and ONLY_THE_GAME in str(done.stderr) and not done.stdout
        assert "ssh -t" in str((await client.run()).stderr)
        with pytest.raises(asyncssh.ChannelOpenError):
            await client.start_sftp_client()
        for dial in (
            client.open_connection("127.0.0.1", gateway.port),
            client.open_unix_connection(str(tmp_path / "a")),
        ):
            with pytest.raises(asyncssh.ChannelOpenError):
                await dial
        for listen in (
            client.forward_remote_port("", 0, "127.0.0.1", 22),
            client.forward_remote_path(str(tmp_path / "remote"), str(tmp_path / "local")),
        ):
            with pytest.raises(asyncssh.ChannelListenError):
                await listen
        assert not gateway.gateway.guests
        await (await terminal(client)).played()
        second = await client.create_process(term_type="xterm", encoding=None)
        assert ONLY_THE_GAME in (await second.stderr.read()).decode()


@pytest.mark.parametrize("size", [(2**15, 24), (80, 2**32 - 1)])
async def test_a_terminal_of_an_absurd_size_is_refused(gateway: SshGateway, size: tuple[int, int]) -> None:
    async with gateway.client() as client:
        process = await client.create_process(term_type="xterm", term_size=size, encoding=None)
        assert "needs a terminal" in (await process.stderr.read()).decode()
    async with gateway.client() as client:
        screen = await terminal(client)
        await screen.played()
        screen.process.change_terminal_size(*size)
        await nobody(gateway.gateway)
    await plays(gateway)


async def test_a_closed_gateway_has_ended_all_that_its_guests_began(
    gateway: SshGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also for a guest who hung up while their process read nothing."""
    monkeypatch.setattr(ssh_gateway, "GOODBYE_SECONDS", 0.1)
    async with gateway.client() as client:
        screen = await terminal(client)
        await screen.played()
        screen.type("z")
        await screen.until("[z]")
        screen.type("x" * 30_000)
        client.abort()
    await gateway.gateway.close()
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_weak_algorithms_are_refused(gateway: SshGateway) -> None:
    for exchange, mac in (
        ("ecdh-sha2-nistp256", "hmac-sha2-256-etm@openssh.com"),
        ("curve25519-sha256", "hmac-sha2-256"),
    ):
        with pytest.raises(asyncssh.KeyExchangeFailed):
            async with gateway.client(kex_algs=[exchange], mac_algs=[mac], encryption_algs=["aes256-ctr"]):
                pass


# -- hostile clients ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "says",
    [b"", b"SSH-2.0-half\r\n" + b"\xff" * 5000, b"SSH-2.0-\xff\r\n", b"GET / HTTP/1.1\r\n\r\n", b"x" * 100_000],
)
async def test_an_incomplete_handshake_is_dropped_without_harm(open_gateway: OpenGateway, says: bytes) -> None:
    gateway = await open_gateway(limits=SshLimits(login=2.0))
    reader, writer = await asyncio.open_connection("127.0.0.1", gateway.port)
    writer.write(says)
    with suppress(ConnectionError):
        async with asyncio.timeout(20):
            await reader.read()
    writer.close()
    await plays(gateway)


async def test_silent_connections_cost_only_their_own_address_its_places(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway(limits=SshLimits(connections=4, of_one_address=6))
    async with gateway.client(local_addr=("127.0.0.3", 0)) as seated:
        screen = await terminal(seated)
        await screen.played()
        lines = [await asyncio.open_connection("127.0.0.1", gateway.port) for _line in range(10)]
        await plays(gateway)
        screen.type("q")
        assert "goodbye" in await screen.rest()
    for _reader, writer in lines:
        writer.close()


@pytest.mark.parametrize("name", ["\x1b]0;owned\x07ann", "a\x00b", "x" * 2000, "\u202eann", "😀"])
async def test_a_hostile_login_is_refused_or_sanitized(gateway: SshGateway, name: str) -> None:
    try:
        async with gateway.client(name) as client:
            options = (await (await terminal(client)).played()).options
            name = clean_name(options.name, "Guest")
            assert name.isprintable() and len(name) <= 16
    except (asyncssh.Error, ValueError):
        assert not gateway.gateway.guests
    await plays(gateway)


async def test_a_flood_of_keys_waits_and_no_other_guest_does(gateway: SshGateway) -> None:
    async with gateway.client("mallory") as client:
        screen = await terminal(client)
        await screen.played()
        screen.type("x" * 1_000_000)
        await plays(gateway)
        assert (await screen.until("x" * 100)).count("x") < 500_000
        client.abort()


async def test_a_paste_arrives_whole_and_the_guest_can_keep_typing(gateway: SshGateway) -> None:
    async with gateway.client() as client:
        screen = await terminal(client)
        await screen.played()
        screen.type("x" * 40_000)
        screen.type("q")
        assert (await screen.rest()).split("the table")[1].count("x") == 40_000 + 1


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
