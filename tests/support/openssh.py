"""OpenSSH as a guest of a table uses it, and the line that leads back to the seat."""

import re

from support.terminal import Terminal

OPENSSH = (
    "ssh",
    "-tt",
    "-o",
    "StrictHostKeyChecking=no",
    "-o",
    "UserKnownHostsFile=/dev/null",
    "-o",
    "LogLevel=ERROR",
)
LINE = re.compile(r"ssh -p (\d+) ([0-9a-f]{32})@([0-9.]+)")


def read_way_back(terminal: Terminal, patience: float) -> tuple[str, str, str]:
    """The port, login and address of the next host, from the guest's help."""
    terminal.press("?")
    text = terminal.until(lambda shown: LINE.search(joined(shown)) is not None, patience)
    terminal.press("Escape")
    found = LINE.search(joined(text))
    assert found
    return found[1], found[2], found[3]


def joined(shown: str) -> str:
    """The text without what the edges of a window cut it with."""
    return re.sub(r"\s*[│┃▌▐]?\s*\n\s*[│┃▌▐]?\s*", " ", shown)
