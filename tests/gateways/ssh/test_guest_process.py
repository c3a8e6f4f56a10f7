"""A guest's process: its options, its environment, and what it may never do."""

import asyncio
import os
import sys
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from support.fake_session import FakeSession
from support.pilots import run, settled, shown

from sixqp_protocol.keys import Key
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.gateways.ssh import guest
from sixqp_tui.gateways.ssh.guest_process import END_SECONDS, HOME, GuestProcess, start_guest
from sixqp_tui.gateways.ssh.packets import (
    MAX_BYTES,
    GuestOptions,
    NoPacket,
    PacketReader,
    decode_report,
    encode,
    encode_meta,
)
from sixqp_tui.store.paths import data_path
from sixqp_tui.tui.openings import AtTable

OPTIONS = GuestOptions((("127.0.0.1", 9),), "1a2b3c4d", "0" * 64, "", bytes(32), "Ann", "en")
CONFINED = """
import multiprocessing, os, socket, sqlite3, subprocess, sys, sixqp_tui
from sixqp_tui.gateways.ssh.confinement import confine
table = socket.create_server(("127.0.0.1", 0))
confine((table.getsockname(),))
tries = {
    "table": lambda: socket.socket().connect(table.getsockname()),
    "read": lambda: open(sixqp_tui.__file__, "rb").close(),
    "secret": lambda: open(os.path.expanduser("~/.bashrc")),
    "list": lambda: os.listdir(os.path.expanduser("~")),
    "database": lambda: sqlite3.connect("games.sqlite"),
    "elsewhere": lambda: socket.socket().connect(("127.0.0.1", 9)),
    "name": lambda: socket.getaddrinfo("localhost", 9),
    "datagram": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM),
    "listen": lambda: socket.socket().bind(("127.0.0.1", 0)),
    "write": lambda: open("written", "w"),
    "append": lambda: open("written", "a"),
    "change": lambda: open(sys.executable, "r+b"),
    "low": lambda: os.open("written", 0o101),
    "remove": lambda: os.unlink(sys.executable),
    "folder": lambda: os.mkdir("made"),
    "run": lambda: subprocess.Popen([sys.executable]),
    "shell": lambda: os.system("true"),
    "spawn": lambda: multiprocessing.get_context("spawn").Process(target=print).start(),
}
if hasattr(os, "fork"):
    tries["fork"] = os.fork
for name, attempt in tries.items():
    try:
        attempt()
        print(name, "done")
    except OSError as error:
        print(name, "refused")
"""


HANGING = """
import os, threading
os.write(1, b"D" + (1).to_bytes(4, "big") + b"x")
threading.Event().wait()
"""


def output_of(script: str, folder: Path) -> dict[str, str]:
    """The pairs that a script prints, one to a line."""
    import subprocess

    done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=True)
    return dict(line.split() for line in done.stdout.splitlines())


@pytest.mark.slow
def test_a_guest_process_can_only_reach_its_table(tmp_path: Path) -> None:
    done = output_of(CONFINED, tmp_path)
    assert {name for name, what in done.items() if what == "done"} == {"table", "read"}
    assert len(done) == 18 + hasattr(os, "fork")
    assert list(tmp_path.iterdir()) == []


async def started(script: str, end_seconds: float = END_SECONDS) -> GuestProcess:
    """A process that runs this script in place of a guest's."""
    process = await start_guest({"TERM": "xterm"}, ("-c", script), end_seconds)
    await process.begin(OPTIONS)
    return process


async def test_a_guest_process_has_an_empty_home_and_no_host_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    monkeypatch.setenv("SSH_AUTH_SOCK", "/run/agent")
    script = (
        "import os, sys, json\n"
        "seen = json.dumps({'env': dict(os.environ), 'cwd': os.getcwd(), 'files': os.listdir('.'),"
        "'options': sys.stdin.readline()}).encode()\n"
        "os.write(1, b'M' + len(seen).to_bytes(4, 'big') + seen)"
    )
    guest = await started(script)
    packet = await anext(guest.packets())
    seen = msgspec.json.decode(packet.content)
    folder = Path(seen["cwd"])
    assert seen["files"] == [] and folder == data_path() / HOME
    assert msgspec.json.decode(seen["options"], type=GuestOptions) == OPTIONS
    env = seen["env"]
    assert {"GITHUB_TOKEN", "SSH_AUTH_SOCK", "PATH", "USER"}.isdisjoint(env)
    assert {env[name] for name in ("HOME", "SIXQP_HOME", "TMPDIR", "USERPROFILE")} == {str(folder)}
    assert os.environ.get("HOME") not in env.values()
    await guest.end()
    assert not [*await asyncio.to_thread(os.listdir, folder)]


async def test_a_process_that_hangs_is_killed_and_one_that_fails_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    guest = await started(HANGING, end_seconds=0.1)
    await anext(guest.packets())
    async with asyncio.timeout(20):
        await guest.end()
    failed = await started("raise SystemExit('\\x1b[31mno table\\x1b[0m')")
    assert [packet async for packet in failed.packets()] == []
    await failed.end()
    assert "no table" in caplog.text and "\x1b" not in caplog.text


def test_packets_are_decoded_however_they_are_split() -> None:
    data = b"__GANGLION__\n" + encode("D", "é".encode()) + encode_meta({"type": "exit"}) + encode("D", b"")
    for size in (1, 3, len(data)):
        reader = PacketReader()
        packets = [each for at in range(0, len(data), size) for each in reader.feed(data[at : at + size])]
        assert [packet.content for packet in packets] == ["é".encode(), b'{"type":"exit"}', b""]


@pytest.mark.parametrize("data", [b"X\0\0\0\0", b"D" + (MAX_BYTES + 1).to_bytes(4, "big"), b"\xff" * 9])
def test_an_invalid_packet_is_rejected(data: bytes) -> None:
    with pytest.raises(NoPacket):
        list(PacketReader().feed(data))


def test_other_textual_driver_messages_are_not_reports() -> None:
    assert decode_report(b"\xff") is None and decode_report(b"[]") is None
    report = decode_report(b'{"type":"open_url","url":"http://x","new_tab":true}')
    assert report is not None and report.type == "open_url"


def test_a_guest_session_gets_its_options_and_may_watch() -> None:
    session = guest.create_session(replace(OPTIONS, credential="10.0.0.7 proof", code="k3f9qx"))
    assert session.identity.look_on and session.identity.code == "k3f9qx"
    assert session.identity.table == OPTIONS.table and session.identity.key == Key.of(OPTIONS.secret)
    assert isinstance(session.link, NetworkLink)
    assert session.link.pin == OPTIONS.pin and session.link.addresses == OPTIONS.addresses


def test_a_guest_cannot_open_the_hosts_past_games() -> None:
    app = guest.create_app(AtTable(FakeSession()))
    assert not app.keeps_games and app.tables is None


async def test_the_help_shows_a_guest_how_to_come_back() -> None:
    app = guest.create_app(AtTable(FakeSession(), way_back="To come back: type K3F9QX."))
    async with run(app) as pilot:
        await pilot.press("question_mark")
        await settled(pilot)
        assert "To come back: type K3F9QX." in shown(pilot)


def test_a_guest_who_leaves_a_game_reads_how_to_come_back() -> None:
    word = "To come back: type K3F9QX."
    assert guest.goodbye(FakeSession.at_game().state, word) == f"You have left “The Barn”. See you soon! {word}"
    assert guest.goodbye(FakeSession().state, word) == "You have left “A table”. See you soon!"


async def test_a_guest_is_offered_only_suitable_temporary_preferences() -> None:
    app = guest.create_app(AtTable(FakeSession()))
    async with run(app, (100, 30)) as pilot:
        await pilot.press("o")
        await settled(pilot)
        text = shown(pilot)
        assert "Theme" in text and "They last until you leave." in text
        assert "Language" not in text and "saved" not in text
        assert not app.check_action("prefer", ("language", "fr")) and app.check_action("prefer", ("bell", True))
