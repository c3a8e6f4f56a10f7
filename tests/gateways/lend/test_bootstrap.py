"""What `sixqp.pyz` does before the program starts: pick wheels, unpack them once, or say why it can't."""

import ast
import io
import os
import stat
import threading
import zipfile
from pathlib import Path

import pytest

from sixqp_tui.gateways.lend import bootstrap
from sixqp_tui.gateways.lend.bootstrap import (
    WHEELS,
    Misfit,
    System,
    pick,
    rank,
    this_system,
    unpack_once,
    wheels_for,
)

LINUX = System((3, 12), "linux", "x86_64", (2, 31), "cp312")
ALPINE = System((3, 12), "musl", "x86_64", (1, 2), "cp312")
MAC = System((3, 13), "macos", "arm64", (14, 2), "cp313")
WINDOWS = System((3, 11), "windows", "amd64", (0, 0), "cp311")
THREADED = System((3, 13), "linux", "x86_64", (2, 31), "cp313t")


@pytest.mark.parametrize(
    ("tags", "fits"),
    [
        ("py3-none-any", (LINUX, ALPINE, MAC, WINDOWS, THREADED)),
        ("py2.py3-none-any", (LINUX, ALPINE, MAC, WINDOWS, THREADED)),
        ("py312-none-any", (LINUX, ALPINE, MAC, THREADED)),
        ("py2-none-any", ()),
        ("cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64", (LINUX,)),
        ("cp312-cp312-manylinux_2_34_x86_64", ()),
        ("cp312-cp312-manylinux_2_17_aarch64", ()),
        ("cp312-cp312-manylinux1_x86_64", (LINUX,)),
        ("cp312-cp312-musllinux_1_2_x86_64", (ALPINE,)),
        ("cp312-cp312-linux_x86_64", (LINUX, ALPINE)),
        ("cp310-abi3-manylinux_2_28_x86_64", (LINUX,)),
        ("cp313-abi3-manylinux_2_28_x86_64", ()),
        ("cp313-cp313t-manylinux_2_28_x86_64", (THREADED,)),
        ("cp313-cp313-macosx_11_0_arm64", (MAC,)),
        ("cp313-cp313-macosx_10_13_universal2", (MAC,)),
        ("cp313-cp313-macosx_15_0_arm64", ()),
        ("cp313-cp313-macosx_11_0_x86_64", ()),
        ("cp311-cp311-win_amd64", (WINDOWS,)),
        ("cp311-cp311-win32", ()),
        ("cp39-abi3-win_amd64", (WINDOWS,)),
        ("pp311-pypy311_pp73-win_amd64", ()),
    ],
)
def test_a_wheel_fits_the_systems_that_its_tags_name(tags: str, fits: tuple[System, ...]) -> None:
    systems = (LINUX, ALPINE, MAC, WINDOWS, THREADED)
    assert tuple(system for system in systems if rank(f"some_project-1.0-{tags}.whl", system)) == fits


def test_of_several_wheels_the_one_made_for_this_system_is_picked() -> None:
    names = [
        "a_b-1-py3-none-any.whl",
        "a_b-1-cp312-cp312-manylinux_2_17_x86_64.whl",
        "c-1-cp311-cp311-win_amd64.whl",
    ]
    assert pick(names, LINUX) == {"a-b": names[1]}
    assert pick(names, WINDOWS) == {"a-b": names[0], "c": names[2]}


def test_every_wheel_this_python_supports_fits_this_system() -> None:
    from packaging.tags import sys_tags

    own = [str(tag) for tag in sys_tags() if tag.interpreter == f"cp{this_system().abi[2:]}"]
    assert [tag for tag in own if not rank(f"a-1-{tag}.whl", this_system())] == []


def test_an_older_python_can_parse_the_bootstrap_and_gets_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    source = Path(bootstrap.__file__).read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 8))
    old = LINUX._replace(python=(3, 9), abi="cp39")
    monkeypatch.setenv("LC_ALL", "C")
    with pytest.raises(Misfit, match=r"needs Python 3\.11 or newer; this is Python 3\.9"):
        wheels_for({}, old)
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    with pytest.raises(Misfit, match=r"demande Python 3\.11"):
        wheels_for({}, old)


def test_a_missing_wheel_is_named_with_the_systems_supported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    wheels = {"sixqp-1-py3-none-any.whl": "", "msgspec-1-cp312-cp312-manylinux_2_17_x86_64.whl": ""}
    requires = {"linux": ["sixqp", "msgspec"], "windows": ["sixqp", "msgspec"]}
    manifest = {"wheels": wheels, "requires": requires, "fits": ["Linux x86-64 (Python 3.12)"]}
    assert wheels_for(manifest, LINUX) == sorted(wheels)
    with pytest.raises(Misfit, match=r"no msgspec for Python 3\.11 on windows amd64\. It works on: Linux x86-64"):
        wheels_for(manifest, WINDOWS)


def bundle_of(path: Path, files: dict[str, str]) -> list[str]:
    """A bundle with one wheel of these files; the wheels' names."""
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as wheel:
        for name, text in files.items():
            wheel.writestr(name, text)
    with zipfile.ZipFile(path, "w") as outer:
        outer.writestr(f"{WHEELS}a-1-py3-none-any.whl", inner.getvalue())
    return ["a-1-py3-none-any.whl"]


def test_wheels_are_unpacked_once_privately_and_inside_the_folder(tmp_path: Path) -> None:
    bundle = tmp_path / "sixqp.pyz"
    files = {
        "a/b.py": "1",
        "../../out.py": "2",
        "/abs.py": "3",
        "a-1.data/purelib/c.py": "4",
        "a-1.data/scripts/d": "5",
    }
    wheels = bundle_of(bundle, files)
    folder = unpack_once(bundle, wheels, "key", [tmp_path / "cache"])
    found = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert found == {"sixqp.pyz", *(f"cache/key/{name}" for name in ("a/b.py", "out.py", "abs.py", "c.py"))}
    if os.name == "posix":
        assert {stat.S_IMODE(path.stat().st_mode) for path in (folder, folder.parent)} == {0o700}
    bundle.unlink()
    assert unpack_once(bundle, wheels, "key", [tmp_path / "cache"]) == folder


@pytest.mark.slow
def test_concurrent_starts_find_the_same_complete_folder(tmp_path: Path) -> None:
    bundle = tmp_path / "sixqp.pyz"
    wheels = bundle_of(bundle, {f"a/{n}.py": str(n) for n in range(200)})
    found: list[int] = []
    gate = threading.Barrier(8)

    def start() -> None:
        gate.wait()
        found.append(len([*unpack_once(bundle, wheels, "key", [tmp_path / "cache"]).glob("a/*.py")]))

    starts = [threading.Thread(target=start) for _ in range(8)]
    for each in starts:
        each.start()
    for each in starts:
        each.join()
    assert found == [200] * 8
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["key"]


def test_an_unwritable_or_shared_folder_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bundle = tmp_path / "sixqp.pyz"
    wheels = bundle_of(bundle, {"a/b.py": "1"})
    (tmp_path / "file").write_text("")
    others = tmp_path / "others"
    others.mkdir()
    others.chmod(0o777)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    refused = [tmp_path / "file" / "cache", *([others] if os.name == "posix" else [])]
    folder = unpack_once(bundle, wheels, "key", refused)
    assert folder.is_relative_to(temporary) and (folder / "a" / "b.py").is_file()
    assert [*others.iterdir()] == []


def test_versions_unused_for_a_month_are_removed(tmp_path: Path) -> None:
    bundle, cache = tmp_path / "sixqp.pyz", tmp_path / "cache"
    wheels = bundle_of(bundle, {"a/b.py": "1"})
    for key in ("old", "newer"):
        unpack_once(bundle, wheels, key, [cache])
    os.utime(cache / "old", (0, 0))
    unpack_once(bundle, wheels, "newest", [cache])
    assert {path.name for path in cache.iterdir()} == {"newer", "newest"}
