"""A host tries whether it could reach the machines that may take over its table."""

import socket

import pytest

from sixqp_tui.hosting import reach
from sixqp_tui.hosting.reach import find_obstacle

UNREACHABLE = "192.0.2.1"
"""An address for documentation, where nobody is (RFC 5737)."""


async def test_a_free_port_is_no_obstacle_and_a_taken_or_closed_one_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "ANSWER_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert await find_obstacle(("127.0.0.1",), port) == "taken"
    monkeypatch.setattr(reach, "ANSWER_SECONDS", 5.0)
    assert await find_obstacle(("127.0.0.1", UNREACHABLE), port) is None
    monkeypatch.setattr(reach, "ANSWER_SECONDS", 0.1)
    assert await find_obstacle((UNREACHABLE,), port) == "closed"
