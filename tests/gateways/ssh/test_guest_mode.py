"""Guest mode: whatever a guest does on the screen, no file is opened, nothing is started and nothing dialled."""

import os
import string
import subprocess
import sys
import sysconfig
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are POSIX's", allow_module_level=True)

from support.fake_session import BOT, GUEST, OPEN, OWNER, FakeSession
from support.lanes import with_soaks
from support.pilots import run, settled, shown
from textual.pilot import Pilot

from sixqp_protocol.facts import Rules
from sixqp_tui.gateways.ssh.screen import create_app
from sixqp_tui.tui.keys import keys_now

ROOTS = tuple(
    os.path.realpath(str(each))
    for each in (sysconfig.get_path("stdlib"), *sysconfig.get_paths().values(), Path(__file__).parents[3])
)
"""The program and its libraries."""
QUIET = ("object.", "sys.", "code.", "compile", "exec", "import", "marshal.", "builtins.id", "gc.", "cpython.")
"""The beginnings of events that reach nothing outside this process."""
KEYS = (
    *string.ascii_lowercase,
    *string.digits,
    *(f"ctrl+{letter}" for letter in string.ascii_lowercase),
    *(f"f{number}" for number in range(1, 13)),
    *("enter", "space", "question_mark", "exclamation_mark", "tab", "delete", "plus", "slash", "ctrl+backslash"),
)
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


def owning() -> FakeSession:
    return FakeSession((OWNER, GUEST, BOT, OPEN), you=0)


def watching() -> FakeSession:
    return FakeSession((OWNER, GUEST, BOT, OPEN), you=None)


def game() -> FakeSession:
    return FakeSession.at_game(owner=False)


def end() -> FakeSession:
    session = FakeSession.at_game(rules=Rules(limit=None, rounds=1), owner=False)
    session.play_until(lambda game: game.pending is None)
    return session


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


Doing = Callable[[Pilot[Any]], Awaitable[object]]


async def everything(scene: Callable[[], FakeSession]) -> dict[str, Doing]:
    """Each key, each action that a key has here, and each entry of the palette, by name."""
    todo: dict[str, Doing] = {key: partial(press, key) for key in KEYS}
    async with run(create_app(scene(), JOIN_LINE)) as pilot:
        await settled(pilot)
        actions = {active.binding.action for active in pilot.app.screen.active_bindings.values()}
        entries = len(keys_now(pilot.app.screen))
    for action in actions:
        todo[action] = partial(act, action)
    for number in range(entries):
        todo[f"entry {number}"] = partial(choose, number)
    return todo


async def press(key: str, pilot: Pilot[Any]) -> None:
    await pilot.press(key)


async def act(action: str, pilot: Pilot[Any]) -> None:
    await pilot.app.screen.run_action(action)


async def choose(number: int, pilot: Pilot[Any]) -> None:
    await pilot.press("ctrl+p")
    await pilot.press(*["down"] * number, "enter")


async def wander(pilot: Pilot[Any]) -> None:
    """Try some keys where this has led, and go back."""
    for key in ("enter", "escape", "escape"):
        if pilot.app.is_running:
            await pilot.press(key)


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("scene", with_soaks([game, lobby, owning, watching, end], 1))
async def test_no_key_and_no_command_of_a_guest_reaches_a_file_or_starts_anything(
    scene: Callable[[], FakeSession], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # as in a guest's process
    todo = await everything(scene)
    assert "entry 5" in todo and len(todo) > len(KEYS) + 6
    while todo:
        async with run(create_app(scene(), JOIN_LINE)) as pilot:
            await settled(pilot)
            at_first = pilot.app.screen
            while todo and pilot.app.is_running:
                name, doing = todo.popitem()
                with hearing() as heard:
                    await doing(pilot)
                    await pilot.pause()
                    if pilot.app.screen is not at_first or pilot.app.screen.focused:
                        await wander(pilot)
                assert not heard, f"{name}: {heard}"


async def test_a_guest_is_offered_only_suitable_temporary_preferences() -> None:
    app = create_app(lobby(), JOIN_LINE)
    async with run(app, (100, 30)) as pilot:
        await pilot.press("o")
        await settled(pilot)
        text = shown(pilot)
        assert "Theme" in text and "They last until you leave." in text
        assert "Language" not in text and "saved" not in text
    assert not app.keeps_games and app.tables is None
