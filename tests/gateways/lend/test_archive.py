"""A bundle: made from wheels, it names the systems it serves, and starts by itself."""

import hashlib
import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from sixqp_tui.gateways.lend.archive import collect, digests, parts, write_bundle
from sixqp_tui.gateways.lend.wheels import PROGRAM, Requirement, Target, missing_for, needed_on, requirements

NEEDED = [Requirement("msgspec", "1.0", ""), Requirement("setproctitle", "2.0", "sys_platform != 'win32'")]


def _is_installed() -> bool:
    try:
        return bool(distribution(PROGRAM))
    except PackageNotFoundError:
        return False


installed = pytest.mark.skipif(not _is_installed(), reason="missing: this program, installed in this Python")


@installed
def test_all_requirements_are_known_per_system() -> None:
    needed = requirements()
    assert {"textual", "msgspec", "zeroconf", "linkify-it-py", "rich", "setproctitle"} <= {
        e.project for e in needed
    }
    assert not {"pytest", "hypothesis", "sixqp"} & {each.project for each in needed}
    assert "setproctitle" in needed_on(needed, "linux")
    assert "setproctitle" not in needed_on(needed, "windows")


def test_a_wheel_of_the_same_version_is_not_fetched_again(tmp_path: Path) -> None:
    windows, linux = Target("windows-amd64", (3, 12)), Target("linux-x86_64", (3, 12))
    assert missing_for(windows, tmp_path, NEEDED) == ["msgspec==1.0"]
    (tmp_path / "msgspec-1.0-cp312-cp312-win_amd64.whl").touch()
    (tmp_path / "setproctitle-1.9-cp312-cp312-manylinux_2_17_x86_64.whl").touch()
    assert missing_for(windows, tmp_path, NEEDED) == []
    assert missing_for(linux, tmp_path, NEEDED) == ["msgspec==1.0", "setproctitle==2.0"]


def test_the_same_wheels_give_the_same_file_with_each_readable_in_place(tmp_path: Path) -> None:
    wheels = {"sixqp-1-py3-none-any.whl": b"one", "msgspec-1.0-cp312-cp312-win_amd64.whl": b"another" * 99}
    first, second = tmp_path / "first.pyz", tmp_path / "second.pyz"
    write_bundle(first, wheels, NEEDED)
    write_bundle(second, dict(reversed(wheels.items())), NEEDED)
    whole = first.read_bytes()
    assert whole == second.read_bytes()
    assert {name: whole[at.start : at.start + at.size] for name, at in parts(first).items()} == wheels
    assert digests(first) == {name: hashlib.sha256(data).hexdigest() for name, data in wheels.items()}


@installed
@pytest.mark.soak
def test_the_bundle_starts_the_program_and_its_processes_uninstalled(tmp_path: Path) -> None:
    bundle = tmp_path / "sixqp.pyz"
    needed = requirements()
    write_bundle(bundle, collect(tmp_path / "none", needed), needed)
    # -S: Python without site-packages. The processes of `arena` start with the same option.
    command = [sys.executable, "-S", str(bundle), "arena", "easy", "easy", "--rounds", "1", "--jobs", "1", "--csv"]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment |= {"SIXQP_HOME": str(tmp_path / "home")}
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("name,rounds,")
    # `-m sixqp_tui` finds the program through the environment.
    probe = """if True:
        import os, runpy, sys
        sys.argv[:] = [sys.argv[1], "--version"]
        try:
            runpy.run_path(sys.argv[0], run_name="__main__")
        except SystemExit:
            print(os.environ["PYTHONPATH"])
    """
    asked = [sys.executable, "-S", "-c", probe, str(bundle)]
    output = subprocess.run(asked, env=environment, capture_output=True, text=True, check=True).stdout
    assert Path(output.splitlines()[-1]).parent == tmp_path / "home" / "cache" / "unpacked"
