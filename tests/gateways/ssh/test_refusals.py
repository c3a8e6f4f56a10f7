"""ssh offers a terminal for the game and nothing else: every other request gets one sentence."""

from pathlib import Path

import asyncssh
import pytest
from support.ssh import OpenGateway, terminal

ONLY_THE_GAME = "This is a card table"


@pytest.mark.parametrize("command", ["ls", "scp -t /tmp", "/bin/sh", ""])
async def test_commands_are_refused(open_gateway: OpenGateway, command: str) -> None:
    gateway = await open_gateway()
    async with gateway.client() as client:
        done = await client.run(command or "true", term_type="xterm" if command else None)
        assert done.exit_status == 1 and ONLY_THE_GAME in str(done.stderr)
        assert str(done.stderr).count("\n") == 1 and not done.stdout
    assert gateway.apps.empty()


@pytest.mark.parametrize("subsystem", ["sftp", "netconf"])
async def test_subsystems_are_refused(open_gateway: OpenGateway, subsystem: str) -> None:
    gateway = await open_gateway()
    async with gateway.client() as client:
        process = await client.create_process(subsystem=subsystem, encoding=None)
        assert ONLY_THE_GAME in (await process.stderr.read()).decode()
    assert gateway.apps.empty()


async def test_without_a_terminal_the_guest_is_told_how_to_get_one(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client() as client:
        done = await client.run()
        assert done.exit_status == 1 and "ssh -t" in str(done.stderr)
    assert gateway.apps.empty()


async def test_forwarding_is_refused_in_every_direction(open_gateway: OpenGateway, tmp_path: Path) -> None:
    gateway = await open_gateway()
    async with gateway.client() as client:
        for dial in (
            client.open_connection("127.0.0.1", gateway.port),
            client.open_unix_connection(str(tmp_path / "socket")),
        ):
            with pytest.raises(asyncssh.ChannelOpenError) as refused:
                await dial
            assert refused.value.code == asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED
            assert ONLY_THE_GAME in refused.value.reason
        for listen in (
            client.forward_remote_port("", 0, "127.0.0.1", 22),
            client.forward_remote_path(str(tmp_path / "remote"), str(tmp_path / "local")),
        ):
            with pytest.raises(asyncssh.ChannelListenError):
                await listen
    assert not (tmp_path / "remote").exists()


async def test_a_guests_agent_and_environment_are_not_passed_on(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client(agent_forwarding=True) as client:
        sent = {"LD_PRELOAD": "/tmp/x.so", "PATH": "/tmp", "TEXTUAL_DRIVER": "os:system", "LANG": "fr_FR.UTF-8"}
        await terminal(client, env=sent)
        app = await gateway.apps.get()
        assert set(app.variables) <= {"TERM", "TEXTUAL_COLOR_SYSTEM", "NO_COLOR"}
        assert app.options.language == "fr"


async def test_a_connection_has_only_one_terminal(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client() as client:
        screen = await terminal(client)
        await gateway.seated()
        await screen.until("the table")
        second = await client.create_process(term_type="xterm", encoding=None)
        assert ONLY_THE_GAME in (await second.stderr.read()).decode()
    assert gateway.apps.empty()
