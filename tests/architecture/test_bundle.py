"""`sixqp.pyz` before the program starts: it picks wheels, unpacks them once, or says why it can't."""

import ast
import io
import os
import stat
import subprocess
import sys
import zipfile
from importlib.metadata import files
from pathlib import Path

import pytest
from packaging.tags import cpython_tags

from tools.release import bootstrap
from tools.release.bootstrap import WHEELS, pick, unpack_once
from tools.release.bundle import write_bundle
from tools.release.wheels import SYSTEMS, Wheel

NAME = "a-1-py3-none-any.whl"
PROGRAM = """
import subprocess, sys
if len(sys.argv) == 2:
    subprocess.run([sys.executable, "-S", "-m", "sixqp_tui", *sys.argv[1:], "again"], check=True)
print(len(sys.argv), __file__)
"""


def wheel(contents: dict[str, str]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, text in contents.items():
            archive.writestr(name, text)
    return data.getvalue()


def bundle_of(path: Path, contents: dict[str, str]) -> zipfile.ZipFile:
    with zipfile.ZipFile(path, "w") as outer:
        outer.writestr(WHEELS + NAME, wheel(contents))
    return zipfile.ZipFile(path)


def installed(project: str) -> Wheel:
    """A wheel with the modules of a project of this Python."""
    paths = [path for path in files(project) or () if path.suffix == ".py"]
    contents = {path.as_posix(): path.read_text(encoding="utf-8") for path in paths}
    return Wheel(f"{project}-1-py3-none-any.whl", wheel(contents))


def test_an_older_python_can_read_the_bootstrap(monkeypatch: pytest.MonkeyPatch) -> None:
    ast.parse(Path(bootstrap.__file__).read_text(encoding="utf-8"), feature_version=(3, 8))
    monkeypatch.setattr("sys.version_info", (3, 9))
    monkeypatch.setattr("sys.argv", ["sixqp.pyz"])
    for language, sentence in (("C", r"needs Python 3\.11"), ("fr_FR.UTF-8", r"demande Python 3\.11")):
        monkeypatch.setenv("LC_ALL", language)
        with pytest.raises(SystemExit, match=sentence):
            bootstrap.main()


def test_of_several_wheels_the_one_made_for_this_system_is_picked() -> None:
    names = [
        "a_b-1-py3-none-any.whl",
        "a_b-1-cp312-cp312-manylinux_2_17_x86_64.whl",
        "c-1-cp311-cp311-win_amd64.whl",
    ]
    tags = [*cpython_tags((3, 12), platforms=SYSTEMS["Linux x86-64"])]
    assert pick(names, tags) == {"a-b": names[1]}


def test_the_same_wheels_give_the_same_file(tmp_path: Path) -> None:
    wheels = [Wheel(NAME, b"one"), installed("packaging")]
    write_bundle(tmp_path / "first.pyz", wheels)
    write_bundle(tmp_path / "second.pyz", reversed(wheels))
    assert (tmp_path / "first.pyz").read_bytes() == (tmp_path / "second.pyz").read_bytes()


@pytest.mark.skipif(bool(sys.flags.isolated), reason="this Python looks for packages elsewhere before the file")
def test_the_file_starts_the_program_and_its_processes_uninstalled(tmp_path: Path) -> None:
    bundle = tmp_path / "sixqp.pyz"
    program = Wheel("sixqp-1-py3-none-any.whl", wheel({"sixqp_tui/__main__.py": PROGRAM}))
    others = [installed("packaging"), installed("platformdirs")]
    write_bundle(bundle, [program, *others])
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment["SIXQP_HOME"] = str(tmp_path / "home")
    command = [sys.executable, "-S", str(bundle), "first"]  # -S: Python without site-packages
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.split(" ", 1) for line in done.stdout.splitlines()]
    assert [count for count, _path in lines] == ["3", "2"]
    unpacked = tmp_path / "home" / "cache" / "unpacked"
    assert all(Path(path).is_relative_to(unpacked) for _count, path in lines)


def test_a_file_without_a_wheel_for_this_system_names_it(tmp_path: Path) -> None:
    bundle = tmp_path / "sixqp.pyz"
    elsewhere = Wheel("msgspec-1-cp27-cp27m-win_amd64.whl", b"")
    write_bundle(bundle, [elsewhere, installed("packaging"), installed("platformdirs")])
    command = [sys.executable, "-S", str(bundle), "--lang", "en"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "has no msgspec for Python" in done.stderr


def test_wheels_are_unpacked_once_privately_and_inside_the_folder(tmp_path: Path) -> None:
    cache = tmp_path / "cache" / "unpacked"
    with bundle_of(tmp_path / "a.pyz", {"a/b.py": "1", "../../out.py": "2", "/abs.py": "3"}) as bundle:
        folder = unpack_once(bundle, [NAME], cache)
        found = {path.relative_to(folder).as_posix() for path in tmp_path.rglob("*.py")}
        assert found == {"a/b.py", "out.py", "abs.py"}
        if os.name == "posix":
            assert {stat.S_IMODE(path.stat().st_mode) for path in (folder, cache)} == {0o700}
        (folder / "a" / "b.py").unlink()
        assert unpack_once(bundle, [NAME], cache) == folder
        assert not (folder / "a" / "b.py").exists()


def test_versions_unused_for_a_month_are_removed(tmp_path: Path) -> None:
    cache = tmp_path / "cache"

    def unpacked(text: str) -> Path:
        with bundle_of(tmp_path / "a.pyz", {"a/b.py": text}) as bundle:
            return unpack_once(bundle, [NAME], cache)

    old, newer = unpacked("old"), unpacked("newer")
    os.utime(old, (0, 0))
    newest = unpacked("newest")
    assert {*cache.iterdir()} == {newer, newest}
