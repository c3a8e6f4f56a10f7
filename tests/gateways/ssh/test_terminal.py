"""A guest's terminal: sizes, keys, and how it ends."""

import asyncio
import os

import asyncssh
import pytest
from support.ssh import OpenGateway, Screen, nobody, terminal

from sixqp_tui.gateways.ssh.guest import clamp_size

LEFT = "\x1b[?1049l"


@pytest.mark.parametrize(
    ("asked", "given"),
    [((0, 0), (80, 24)), ((1, 1), (20, 5)), ((10**5, 10**5), (400, 120)), ((2**32 - 1, 0), (400, 24))],
)
def test_a_size_is_clamped(asked: tuple[int, int], given: tuple[int, int]) -> None:
    assert clamp_size(*asked) == given


async def test_a_process_has_the_size_of_the_window_and_hears_the_last_of_many_changes(
    open_gateway: OpenGateway,
) -> None:
    gateway = await open_gateway()
    async with gateway.client() as client:
        screen = await terminal(client, term_size=(100, 30))
        await screen.until("<100x30>")
        for number in range(200):
            screen.process.change_terminal_size(80 + number, 24)
        assert (await screen.until("<279x24>")).count("x24>") < 10


async def test_keys_arrive_and_a_process_that_ends_ends_the_session(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client() as client:
        screen = await terminal(client)
        await screen.played()
        screen.type("é\x03\x1b[A")
        await screen.until("[é\x03\x1b[A]")
        screen.type("q")
        assert (await screen.rest()).endswith("goodbye") and LEFT not in screen.text
        assert (await screen.process.wait()).exit_status == 0
    await nobody(gateway.gateway)


async def test_a_killed_process_resets_the_terminal_and_says_so(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client() as client:
        screen = await terminal(client)
        await screen.played()
        screen.type("!")
        output = await screen.rest()
        assert LEFT in output and output.endswith("Your screen stopped unexpectedly. Connect again the same way.\n")
        assert (await screen.process.wait()).exit_status == 1


@pytest.mark.parametrize("language", ["en_US.UTF-8", "fr_FR.UTF-8"])
async def test_a_gateway_that_closes_resets_the_terminals_and_says_so(
    open_gateway: OpenGateway, language: str
) -> None:
    gateway = await open_gateway()
    async with gateway.client() as client:
        screen = await terminal(client, env={"LANG": language})
        await screen.played()
        closing = asyncio.create_task(gateway.gateway.close())
        output = await screen.rest()
        assert LEFT in output and ("was closed" in output) == language.startswith("en")
    await closing


async def test_a_table_that_moves_ends_the_sessions(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client() as client:
        screen = await terminal(client)
        await screen.played()
        gateway.gateway.move((("127.0.0.1", 10),))
        assert "The table restarted" in await screen.rest()
    async with gateway.client() as client:
        assert (await (await terminal(client)).played()).options.addresses == (("127.0.0.1", 10),)


async def test_without_input_a_guest_is_told_so(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client() as client:
        screen = await terminal(client)
        await screen.played()
        screen.process.stdin.write_eof()
        assert "sends no keys" in await screen.rest()


@pytest.mark.parametrize("how", ["abort", "close"])
async def test_a_lost_or_closed_connection_ends_the_process(open_gateway: OpenGateway, how: str) -> None:
    gateway = await open_gateway()
    async with gateway.client() as client:
        screen = await terminal(client)
        await screen.played()
        getattr(client, how)()
        await nobody(gateway.gateway)


@pytest.mark.parametrize("signal", ["INT", "TERM", "HUP", "KILL"])
async def test_a_signal_ends_the_session(open_gateway: OpenGateway, signal: str) -> None:
    gateway = await open_gateway()
    async with gateway.client() as client:
        screen = await terminal(client)
        await screen.played()
        screen.process.send_signal(signal)
        assert LEFT in await screen.rest()


async def test_guests_can_stay_at_the_end_of_a_closed_table(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
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
    open_gateway: OpenGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    monkeypatch.setenv("SSH_AUTH_SOCK", "/run/agent")
    monkeypatch.setenv("TEXTUAL_DRIVER", "os:system")
    gateway = await open_gateway()
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


async def test_a_connection_has_only_one_terminal(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client() as client:
        screen: Screen = await terminal(client)
        await screen.played()
        with pytest.raises(asyncssh.ChannelOpenError, match="This is a card table"):
            await client.create_process(term_type="xterm", encoding=None)
