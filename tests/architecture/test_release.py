"""What a release is made from is complete: the lock of its wheels, the list of changes, the workflows."""

import re
from pathlib import Path

import pytest
from support.source import ROOT

from sixqp_tui import __version__
from sixqp_tui.gateways.lend.wheels import normalise
from tools.release.bundled_wheels import Wheel, not_locked, read_lock, write_lock

RICH, MSGPACK = (
    Wheel("rich-15.0.0-py3-none-any.whl", b"rich"),
    Wheel("msgpack-1.2.4-cp311-cp311-win_amd64.whl", b"m"),
)


def test_every_requirement_is_locked_with_a_hash() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    dependencies = project.partition("\ndependencies = [")[2].partition("]")[0]
    needed = {normalise(name) for name in re.findall(r'"([\w.-]+)[<>=]', dependencies)}
    lock = read_lock(ROOT / "tools/release/wheels.lock")
    assert "textual" in needed
    assert needed - {each.partition("==")[0] for each in lock} == set()
    assert all(lock.values())


def test_unlocked_and_missing_wheels_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    write_lock(path, [RICH, MSGPACK])
    assert [*not_locked([RICH, MSGPACK], read_lock(path))] == []
    other = RICH._replace(data=b"changed")
    unknown, missing = not_locked([other, MSGPACK], read_lock(path))
    assert other.file in unknown and "rich==15.0.0" in missing


def test_the_list_of_changes_has_this_version() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\n## {__version__} — " in changes


@pytest.mark.parametrize("workflow", ["ci.yml", "release.yml"])
def test_a_workflow_pins_every_action_by_hash(workflow: str) -> None:
    steps = re.findall(r"uses: (\S+)", (ROOT / ".github/workflows" / workflow).read_text(encoding="utf-8"))
    assert steps
    assert [each for each in steps if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", each)] == []
