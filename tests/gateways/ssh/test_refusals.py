"""ssh offers a terminal for the game and nothing else: every other request gets one sentence."""

from pathlib import Path

import asyncssh
import pytest
from support.ssh import OpenGateway

ONLY_THE_GAME = "This is a card table"


@pytest.mark.parametrize("command", ["ls", "scp -t /tmp", "/bin/sh", ""])
async def test_commands_are_refused(open_gateway: OpenGateway, command: str) -> None:
    gateway = await open_gateway()
    async with gateway.client() as client:
        done = await client.run(command or "true", term_type="xterm" if command else None)
        assert done.exit_status == 1 and ONLY_THE_GAME in str(done.stderr)
        assert str(done.stderr).count("\n") == 1 and not done.stdout
    assert not gateway.gateway.guests


@pytest.mark.parametrize("subsystem", ["sftp", "netconf"])
async def test_subsystems_are_refused(open_gateway: OpenGateway, subsystem: str) -> None:
    gateway = await open_gateway()
    async with gateway.client() as client:
        process = await client.create_process(subsystem=subsystem, encoding=None)
        assert ONLY_THE_GAME in (await process.stderr.read()).decode()
    assert not gateway.gateway.guests


async def test_without_a_terminal_the_guest_is_told_how_to_get_one(open_gateway: OpenGateway) -> None:
    gateway = await open_gateway()
    async with gateway.client() as client:
        done = await client.run()
        assert done.exit_status == 1 and "ssh -t" in str(done.stderr)
    assert not gateway.gateway.guests


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
