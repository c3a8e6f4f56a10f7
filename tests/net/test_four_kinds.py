"""Programs, a phone and a guest by ssh whose host is lost twice: they find the next one, and their seats."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

import pytest
from support.chromium import CHROMIUM
from support.lan import Lan
from support.lan_players import PATIENCE, Player
from support.openssh import OPENSSH, read_way_back
from support.terminal import Terminal
from support.terminal_game import is_over

from sixqp_tui.hosting.ways_in import DEFAULT_PORTS

pytestmark = [
    pytest.mark.soak,
    pytest.mark.namespaces,
    pytest.mark.timeout(600),
    pytest.mark.skipif(CHROMIUM is None, reason="missing: Chromium (Debian: chromium)"),
]
ROUNDS, SECONDS, SEATS = 4, 8, 6
PHONE, SSH = 5, 6
"""Their machines; those of the programs are 1 to 4."""
BUSY = 4 * PATIENCE


class SshGuest:
    """Somebody at a terminal of a machine without the program, who plays by keys while nobody else looks at it."""

    def __init__(self, lan: Lan, home: Path) -> None:
        self._lan, self._home = lan, home
        self._stopped = Event()

    def connect(self, port: str, login: str, host: str) -> None:
        command = self._lan.command(SSH, *OPENSSH, "-p", port, f"{login}@{host}")
        self.terminal = Terminal(command, self._home, 120, 40, named=False)

    def play(self) -> None:
        self._stopped.clear()
        self._playing = Thread(target=self._play)
        self._playing.start()

    def leave(self) -> None:
        """Turn the terminal off: the host's machine answers nothing any more."""
        self._stopped.set()
        self._playing.join()
        self.terminal.kill()

    def read_totals(self, totals: set[str]) -> None:
        """Wait until the end of the game shows these, one after the other."""
        self._playing.join(BUSY)
        self.terminal.until(lambda shown: is_over(shown) and totals <= numbers(shown), BUSY)

    def _play(self) -> None:
        with suppress(AssertionError):  # the host's machine is gone, and OpenSSH has noticed
            while not self._stopped.is_set() and not is_over(shown := self.terminal.look()):
                if "Choose a row" in shown or "lift a card" in shown:
                    self.terminal.press("1", "Enter")


def numbers(shown: str) -> set[str]:
    return set(re.findall(r"\d+", shown))


@pytest.fixture
def lan() -> Iterator[Lan]:
    with Lan(6) as hosts:
        yield hosts


def test_every_kind_of_guest_follows_the_table_to_two_hosts(lan: Lan, tmp_path: Path) -> None:
    ann = Player(lan, 1, ["Ann", str(ROUNDS), str(SECONDS), str(SEATS)], tmp_path / "1")
    bob, cat, dan = (
        Player(lan, host, [name, "guest"], tmp_path / str(host))
        for host, name in enumerate(("Bob", "Cat", "Dan"), 2)
    )
    _, port, _table = ann.wait_for("port", patience=BUSY)
    for guest in (bob, cat, dan):
        guest.ask(f"{lan.address(1)}:{port}")
        guest.wait_for("hosted", patience=BUSY)
    zoe = SshGuest(lan, tmp_path / "6")
    zoe.connect(str(DEFAULT_PORTS["ssh"]), "zoe", lan.address(1))
    zoe.terminal.until("Ann", BUSY)
    way_back = read_way_back(zoe.terminal, BUSY)
    assert way_back[2] == lan.address(2)
    zoe.play()
    (tmp_path / "5").mkdir()
    eve = Player(
        lan, PHONE, [f"http://{lan.address(1)}:{DEFAULT_PORTS['page']}", "Eve", str(tmp_path / "5")],
        tmp_path / "5", "lan_phone",
    )  # fmt: skip
    assert eve.wait_for("at", patience=BUSY)[2].startswith(lan.address(1))
    final = dan.wait_for("round", 1, BUSY)

    lan.cut(1)
    bob.wait_for("offered", patience=BUSY)
    bob.ask("take over")
    assert dan.wait_for("hosted", 2, BUSY)[2] == 1
    bob.wait_for("ssh", 2, BUSY)
    zoe.leave()
    zoe.connect(*way_back)
    zoe.terminal.until("zoe", BUSY)
    way_back = read_way_back(zoe.terminal, BUSY)
    assert way_back[2] == lan.address(3)
    zoe.play()
    assert eve.wait_for("at", patience=BUSY)[2].startswith(lan.address(2))
    dan.wait_for("round", final[1] + 1, BUSY)

    lan.cut(2)
    lan.mend(1)
    cat.wait_for("offered", 2, BUSY)
    cat.ask("take over")
    assert dan.wait_for("hosted", 3, BUSY)[2] == 2
    cat.wait_for("ssh", 3, BUSY)
    zoe.leave()
    zoe.connect(*way_back)
    zoe.terminal.until("zoe", BUSY)
    zoe.play()
    assert eve.wait_for("at", patience=BUSY)[2].startswith(lan.address(3))
    lan.mend(2)
    assert ann.wait_for("hosted", 3, BUSY)[2] == 2
    assert bob.wait_for("hosted", 3, BUSY)[2] == 2

    ends = [player.wait_for("ended", patience=BUSY)[1:] for player in (ann, bob, cat, dan)]
    assert all(end == ends[0] for end in ends)
    assert ends[0][0] == ROUNDS
    totals = set(map(str, ends[0][1]))
    zoe.read_totals(totals)
    assert totals <= numbers(" ".join(eve.wait_for("ended", patience=BUSY)[2]))
