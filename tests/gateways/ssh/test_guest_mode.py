"""Guest mode: whatever a guest does on the screen, no file is opened, nothing is started and nothing dialled."""

import os
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are POSIX's", allow_module_level=True)

from support.fake_session import BOT, GUEST, OPEN, OWNER, FakeSession
from support.pilots import run, settled, shown
from textual.pilot import Pilot

from sixqp_tui.gateways.ssh.screen import create_app

ROOTS = tuple(
    os.path.realpath(str(each))
    for each in (sysconfig.get_path("stdlib"), *sysconfig.get_paths().values(), Path(__file__).parents[3])
)
"""The program and its libraries."""
QUIET = ("object.", "sys.", "code.", "compile", "exec", "import", "marshal.", "builtins.id", "gc.", "cpython.")
"""The beginnings of events that reach nothing outside this process."""
JOIN_LINE = "sixqp join 10.0.0.1"
_heard: list[str] | None = None
"""What the hook has heard, while a test listens. A hook can't be removed."""


def note(event: str, arguments: tuple[object, ...]) -> None:
    if _heard is None or event.startswith(QUIET):
        return
    if event in ("open", "os.listdir", "os.scandir") and reads_program(arguments):
        return
    _heard.append(f"{event} {arguments!r}")


def reads_program(arguments: tuple[object, ...]) -> bool:
    path, mode, *_flags = (*arguments, None)
    if isinstance(path, int) or (isinstance(mode, str) and set(mode) & set("wax+")):
        return isinstance(path, int)
    return os.path.realpath(str(path)).startswith(ROOTS)


sys.addaudithook(note)


@contextmanager
def hearing() -> Iterator[list[str]]:
    """What this process asks of the system meanwhile."""
    global _heard
    _heard = []
    try:
        yield _heard
    finally:
        _heard = None


def lobby() -> FakeSession:
    return FakeSession((OWNER, GUEST, BOT, OPEN), you=1)


def game() -> FakeSession:
    return FakeSession.at_game(owner=False)


LIMITED = """
import os, resource
from sixqp_tui.gateways.ssh import screen

screen.limit(screen.LIMITS)
screen.settle()
for name in ("FSIZE", "CORE", "NPROC"):
    assert resource.getrlimit(getattr(resource, f"RLIMIT_{name}")) == (0, 0), name
try:
    open("written", "w").write("x" * 100_000)
except OSError:
    print("no file grows")
try:
    if os.fork() == 0:
        os._exit(0)
except OSError:
    print("no process starts")
"""


def test_a_process_is_limited_and_can_start_no_other(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", LIMITED], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "no file grows" in done.stdout
    assert "no process starts" in done.stdout or os.geteuid() == 0  # the kernel lets root start what it likes


async def wander(pilot: Pilot[Any]) -> None:
    """Try some keys where this has led, and go back."""
    for key in ("enter", "escape", "escape"):
        if pilot.app.is_running:
            await pilot.press(key)


@pytest.mark.parametrize("scene", [game, lobby])
async def test_no_key_and_no_command_of_a_guest_reaches_a_file_or_starts_anything(
    scene: Callable[[], FakeSession], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # as in a guest's process
    done = set[str]()
    todo = {"command_palette"}
    while todo:
        async with run(create_app(scene(), JOIN_LINE)) as pilot:
            await settled(pilot)
            at_first = pilot.app.screen
            todo |= {each.binding.action for each in at_first.active_bindings.values()} - done
            while todo and pilot.app.is_running:
                done.add(action := todo.pop())
                with hearing() as heard:
                    await at_first.run_action(action)
                    await pilot.pause()
                    if pilot.app.screen is not at_first or pilot.app.screen.focused:
                        await wander(pilot)
                assert not heard, f"{action}: {heard}"
    assert len(done) > 12


async def test_a_guest_is_offered_only_suitable_temporary_preferences() -> None:
    app = create_app(lobby(), JOIN_LINE)
    async with run(app, (100, 30)) as pilot:
        await pilot.press("o")
        await settled(pilot)
        text = shown(pilot)
        assert "Theme" in text
        assert "Language" not in text and "saved" not in text
    assert not app.keeps_games and app.tables is None
