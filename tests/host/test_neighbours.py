"""Which machine of this network has an address, as the system tells."""

import socket
import sys
from pathlib import Path

import pytest
from support.lan import Lan, why_not

from sixqp_tui.host.network.neighbours import ethernet_address

ASK = """
import errno, socket, sys
from sixqp_tui.host.network.neighbours import ethernet_address
reason = errno.EADDRNOTAVAIL  # while IPv6 makes sure that nobody else has our own address
while reason == errno.EADDRNOTAVAIL:
    try:
        socket.create_connection((sys.argv[1], 9), 10)
    except OSError as error:
        reason = error.errno
print(ethernet_address(sys.argv[1]))
"""

KNOWN = "import sys; from sixqp_tui.host.network.neighbours import ethernet_address as of; print(of(sys.argv[1]))"


@pytest.mark.namespaces
@pytest.mark.skipif(why_not() is not None, reason="needs network namespaces")
def test_the_ethernet_address_of_a_neighbour_comes_from_the_system(tmp_path: Path) -> None:
    with Lan(2) as lan:
        second, own = f"{lan.address(2)}2", lan.shown(2, "-o", "link", "show", "eth0")
        lan.ip(2, "addr", "add", f"{second}/24", "dev", "eth0")
        link_local = lan.shown(2, "-6", "-o", "addr", "show", "eth0").split("inet6 ")[1].split("/")[0]
        for address in (lan.address(2), second, f"{link_local}%eth0"):
            printed, errors = lan.start(1, [sys.executable, "-c", ASK, address], tmp_path).communicate(timeout=30)
            expected = bytes.fromhex(own.split("link/ether ")[1].split()[0].replace(":", ""))
            assert printed.strip() == repr(expected), errors
        lan.ip(1, "route", "add", "198.51.100.0/24", "via", lan.address(2))
        printed, errors = lan.start(1, [sys.executable, "-c", KNOWN, "198.51.100.7"], tmp_path).communicate(
            timeout=30
        )
        assert printed.strip() == "None", errors


def test_an_address_that_is_not_a_neighbour_has_none() -> None:
    assert ethernet_address("127.0.0.1") is None
    assert ethernet_address("192.0.2.7") is None
    assert ethernet_address("2001:db8::1%eth0") is None


def test_a_refused_system_query_is_not_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> socket.socket:
        raise PermissionError

    monkeypatch.setattr(socket, "socket", refuse)
    assert ethernet_address("192.0.2.7") is None
