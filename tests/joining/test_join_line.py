"""What others may type to get to a guest's table."""

import pytest

from sixqp_tui.client.conversation import Identity
from sixqp_tui.client.network import Address, NetworkLink
from sixqp_tui.client.session import Session
from sixqp_tui.joining.seat import join_line


@pytest.mark.parametrize(
    ("addresses", "line"),
    [
        ((("192.0.2.9", 4666),), "sixqp join 192.0.2.9"),
        ((("127.0.0.1", 4667), ("192.0.2.9", 4667)), "sixqp join 192.0.2.9:4667"),
        ((("fe80::1%eth0", 4667), ("2001:db8::9", 4667)), "sixqp join [2001:db8::9]:4667"),
        ((("localhost", 4666), ("::1", 4666)), None),
        ((("olga.local", 4666),), "sixqp join olga.local"),
    ],
)
def test_only_an_address_that_others_can_reach_is_shown(addresses: tuple[Address, ...], line: str | None) -> None:
    assert join_line(Session(NetworkLink(addresses), Identity("Ann", "player"))) == line
