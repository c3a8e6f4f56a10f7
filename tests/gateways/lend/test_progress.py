"""What the host sees of its guests' downloads."""

import pytest

from sixqp_tui.gateways.lend.command import GuestProgress
from sixqp_tui.gateways.lend.server import Download

ONE, OTHER = Download(1, "192.168.1.31", 0.0), Download(2, "192.168.1.32", 0.0)


def test_without_a_terminal_each_quarter_is_printed_as_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    with GuestProgress() as guests:
        for percent in range(0, 100, 5):
            guests.show(ONE._replace(share=percent / 100))
        guests.show(OTHER)
        guests.show(ONE._replace(share=1.0))
        guests.show(OTHER._replace(share=0.4, broken=True))
    assert capsys.readouterr().out.splitlines() == [
        *(f"192.168.1.31 is downloading: {percent} %" for percent in (0, 25, 50, 75)),
        "192.168.1.32 is downloading: 0 %",
        "192.168.1.31 has received the whole file.",
        "192.168.1.32 stopped at 40 %. The same line continues from there.",
    ]
