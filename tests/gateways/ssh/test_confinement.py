"""The walls around a guest's process: everything that it must never do, tried with and without each of them."""

import json
import platform
import re
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from support.source import ROOT

from sixqp_tui.hosting.process import landlock, seccomp
from sixqp_tui.hosting.process.sandbox import kernel_confines

ONLY_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux confines processes")
ESCAPES = ROOT / "tests/support/escapes.py"
UNSEEN_BY_PYTHON = {
    "make a file in memory",
    "make a node",
    "make a pipe",
    "open a terminal",
    "run by C",
    "run by a pool",
    "run by fork_exec",
    "run by multiprocessing's spawn",
    "fork by C",
    "fork by vfork's call",
    "connect a pair to a local socket",
    "signal by a pipe of C",
    "write a database of keys",
}
"""Attempts that Python's audit hooks don't see, so that only the Linux kernel stops them. The database of keys is
one of them where a C library writes it, as on Debian.
"""
UNSEEN_BY_THE_KERNEL = {"connect to another machine"}
"""Landlock knows ports, and no addresses."""
HEADERS = ("x86_64-linux-gnu/asm/unistd_64.h", "asm-generic/unistd.h")
"""The numbers of system calls as the kernel's own headers have them, for x86-64 and for arm64."""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A host's home with files, and an empty folder for a guest's process."""
    home, empty = tmp_path / "home", tmp_path / "empty"
    for each in (home, empty, home / "d"):
        each.mkdir()
    for name, text in (("table.code", "k3f9qx"), ("planted_module.py", ""), ("a", ""), ("c", ""), ("e", "")):
        (home / name).write_text(text)
    with sqlite3.connect(home / "games.sqlite") as games:
        games.execute("create table games (id)")
    games.close()
    (empty / "link").symlink_to(home / "table.code")
    with socket.socket(socket.AF_UNIX) as agent, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as log:
        log.bind(str(home / "log"))
        agent.bind(str(home / "agent"))
        agent.listen()
        yield tmp_path


def outcomes(walls: str, folder: Path) -> dict[str, str]:
    """What became of each attempt behind these walls, with a table and another server on the loopback."""
    with ExitStack() as servers:
        table, other = (servers.enter_context(socket.create_server(("127.0.0.1", 0))) for _number in range(2))
        port = table.getsockname()[1]
        servers.enter_context(socket.create_server(("127.0.0.2", port)))
        ports = str(port), str(other.getsockname()[1])
        command = [sys.executable, "-P", str(ESCAPES), walls, str(folder), *ports]
        done = subprocess.run(command, cwd=folder / "empty", capture_output=True, text=True, check=True)
    return dict(json.loads(line) for line in done.stdout.splitlines())


def all_done(outcome: dict[str, str]) -> set[str]:
    return {name for name, what in outcome.items() if what == "done"}


@ONLY_LINUX
@pytest.mark.slow
def test_without_confinement_every_attempt_succeeds(folder: Path) -> None:
    """So a refusal elsewhere comes from the walls."""
    tried = outcomes("none", folder)
    assert tried.keys() == all_done(tried) and len(tried) > 70


@pytest.mark.parametrize(
    ("known", "calls", "confines"),
    [
        (landlock.PORTS_SINCE, True, True),
        (landlock.PORTS_SINCE - 1, True, False),
        (0, True, False),
        (landlock.PORTS_SINCE, False, False),
        (0, False, False),
    ],
)
def test_a_kernel_confines_only_with_all_that_it_takes(
    known: int, calls: bool, confines: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(landlock, "version", lambda: known)
    monkeypatch.setattr(seccomp, "is_available", lambda: calls)
    assert kernel_confines() is confines


@ONLY_LINUX
def test_seccomp_is_available_where_the_system_reports_it() -> None:
    known = platform.machine() in ("x86_64", "aarch64")
    assert seccomp.is_available() == ("Seccomp_filters:" in Path("/proc/self/status").read_text() and known)


@pytest.mark.slow
@ONLY_LINUX
def test_a_guest_process_can_only_reach_its_table(folder: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    tried = outcomes("both", folder)
    assert all_done(tried) == {"reach the table"} and len(tried) > 100
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before


@pytest.mark.slow
@ONLY_LINUX
@pytest.mark.skipif(landlock.version() < 4, reason="needs Linux 6.7")
def test_the_kernel_alone_blocks_all_but_the_tables_port_elsewhere(folder: Path) -> None:
    assert all_done(outcomes("kernel", folder)) == {"reach the table", *UNSEEN_BY_THE_KERNEL}


@pytest.mark.slow
@ONLY_LINUX
def test_a_kernel_without_landlock_blocks_all_but_reads_and_connects(folder: Path) -> None:
    left = ("connect to another", "find", "import", "list", "look up", "query", "reach", "read", "scan", "walk")
    assert all(name.startswith(left) for name in all_done(outcomes("calls", folder)))


@ONLY_LINUX
@pytest.mark.slow
def test_python_alone_blocks_everything_its_audit_hooks_see(folder: Path) -> None:
    assert all_done(outcomes("python", folder)) - {"reach the table"} <= UNSEEN_BY_PYTHON


@pytest.mark.parametrize("column", [0, 1], ids=["x86-64", "arm64"])
def test_each_system_call_has_the_right_number(column: int) -> None:
    header = Path("/usr/include", HEADERS[column])
    if not header.exists():
        pytest.skip("the kernel's headers are not installed")
    pairs = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", header.read_text())
    known = {name.replace("fstatat", "newfstatat") if column else name: int(number) for name, number in pairs}
    numbers = seccomp.numbers(column)
    assert numbers == {name: known[name] for name in numbers} and len(numbers) > 80
