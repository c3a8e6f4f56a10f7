"""A gateway's process, seen by the host."""

import subprocess
import sys

from sixqp_tui.hosting.ways_in import GatewayProcess, GatewayResult


def test_commands_to_a_dead_gateway_process_are_ignored() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""], stdin=subprocess.PIPE)
    process.wait()
    gateway = GatewayProcess(process, GatewayResult(4668))
    assert not gateway.alive
    gateway.move((("127.0.0.1", 4666),))
    gateway.finish()
