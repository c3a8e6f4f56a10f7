"""What a release is made from is complete: the lock of its wheels, the list of changes, the workflows."""

import re

import pytest
from support.source import ROOT

from sixqp_tui import __version__
from tools.release.bundle import USED_FIRST
from tools.release.wheels import PYTHONS, SYSTEMS, locked_projects, missing


def test_every_requirement_is_locked() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    dependencies = project.partition("\ndependencies = [")[2].partition("]")[0]
    needed = {name.lower() for name in re.findall(r'"([\w.-]+)[<>=]', dependencies)}
    assert "textual" in needed
    assert needed - locked_projects() == set()
    assert locked_projects().issuperset(USED_FIRST)


def test_each_system_without_a_wheel_is_named() -> None:
    wheels = ["rich-15.0.0-py3-none-any.whl", "msgpack-1.2.4-cp312-cp312-win_amd64.whl"]
    lacks = [*missing(wheels, ("rich", "msgpack"))]
    assert "msgpack for Windows with Python 3.13" in lacks
    assert "msgpack for Windows with Python 3.12" not in lacks
    assert len(lacks) == len(SYSTEMS) * len(PYTHONS) - 1


def test_the_list_of_changes_has_this_version() -> None:
    changes = (ROOT / "tools" / "release" / "NOTES.md").read_text(encoding="utf-8")
    assert f"\n## {__version__} — " in changes


@pytest.mark.parametrize("workflow", ["ci.yml", "release.yml"])
def test_a_workflow_pins_every_action_by_hash(workflow: str) -> None:
    steps = re.findall(r"uses: (\S+)", (ROOT / ".github/workflows" / workflow).read_text(encoding="utf-8"))
    assert steps
    assert [each for each in steps if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", each)] == []
