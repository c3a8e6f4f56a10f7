"""Files that are not what they should be: whose they are, and what is said of them; none ends in a traceback."""

import asyncio
import logging
import os
import stat
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.keys import named

from sixqp_tui.cli import main
from sixqp_tui.hosting.open_table import open_table
from sixqp_tui.hosting.process.log_files import log_to_file
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.joining.own_key import check_keys, lock_key
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.joining.target import check_known_tables, endpoint_at, known_tables
from sixqp_tui.store import certificate, paths
from sixqp_tui.store.keys import FOLDER
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.terminal.preferences import effective_preferences, save_preferences

MIB = 1024 * 1024
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="on Windows the folder decides, and has no pipes")
Make = Callable[[Path], None]


def _large(path: Path) -> None:
    with path.open("wb") as file:
        file.write(b"Alice\n")
        file.truncate(100 * MIB)


def _pipe(path: Path) -> None:
    if sys.platform != "win32":
        os.mkfifo(path)


def _link(path: Path) -> None:
    _pipe(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


def _bytes(data: bytes) -> Make:
    def make(path: Path) -> None:
        path.write_bytes(data)

    return make


ODD: dict[str, tuple[Make, str]] = {
    "large": (_large, "at most 64 KiB"),
    "nul": (_bytes(b"Alice\nBo\0b\n"), "line 2: this is not plain text"),
    "utf-16": (_bytes("Zoë\n".encode("utf-16")), "save it as UTF-8"),
    "wide utf-16": (_bytes("漢字".encode("utf-16")), "save it as UTF-8"),
    "latin-1": (_bytes("Zoë\n".encode("latin-1")), "line 1: the text is not UTF-8"),
    "folder": (Path.mkdir, "expected a text file, but this is a folder"),
    "pipe": (_pipe, "this is a pipe or a device; name another file"),
    "link": (_link, "this is a pipe or a device; name another file"),
}
OF_POSIX = ("pipe", "link")


@pytest.fixture(params=ODD)
def odd(request: pytest.FixtureRequest) -> tuple[Make, str]:
    """How an odd file is made, and what is said of it."""
    if request.param in OF_POSIX and sys.platform == "win32":
        pytest.skip("no such thing on Windows")
    return ODD[request.param]


@pytest.mark.slow
@pytest.mark.parametrize("command", [("host", "--config", "odd.txt"), ("local",)])
def test_an_odd_config_txt_gets_one_sentence_and_is_never_fully_read(
    odd: tuple[Make, str], command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    make, expected = odd
    file = Path("config.txt" if len(command) == 1 else "odd.txt")
    make(file)
    main(("host", "--config", "nowhere.txt"))  # whatever the command imports is there
    capsys.readouterr()
    tracemalloc.start()
    assert main(command) == 2
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    output, errors = capsys.readouterr()
    assert output == "" and errors.count("\n") == 1 and "Traceback" not in errors
    assert errors.startswith(f"sixqp: {file}") and expected in errors
    assert peak < 4 * MIB


def test_odd_preferences_get_one_sentence_and_defaults_apply(
    odd: tuple[Make, str], own_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make, expected = odd
    own_home.mkdir()
    make(own_home / "preferences.txt")
    tracemalloc.start()
    assert main(("join", "--json")) == 2
    kept = effective_preferences(None)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "--watch" in capsys.readouterr().err
    said = expected.partition("name another")[0].strip(" ;")
    assert kept.preferences == Preferences() and said in kept.problem and "defaults" in kept.problem
    assert peak < 4 * MIB
    assert "It is now at" in (save_preferences(Preferences(), Preferences(bell=True)) or "")
    assert (own_home / "preferences.txt.bad").exists() and effective_preferences(None).preferences.bell
    assert make is not _link or (own_home / "elsewhere").is_fifo(), "what a link leads to is somebody else's"


async def _a_table_is_played_at() -> None:
    async with open_table(TableOptions("Salon", "Camille", port=0)) as opened:
        place = endpoint_at(("127.0.0.1", opened.port))
        async with take_seat(place, named("Zoé")):
            pass
        assert len(opened.room.state.seats.taken) == 1


@pytest.mark.slow
@posix_only
def test_kept_files_are_private_even_in_a_world_writable_folder(own_home: Path) -> None:
    own_home.mkdir()
    own_home.chmod(0o777)
    before = os.umask(0)
    modes: dict[Path, int] = {}
    unlink = Path.unlink

    def looked_at(path: Path, missing_ok: bool = False) -> None:
        """What goes again has its mode noted."""
        noted()
        unlink(path, missing_ok)

    def noted() -> None:
        modes.update({path: stat.S_IMODE(path.stat().st_mode) for path in own_home.rglob("*")})

    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Path, "unlink", looked_at)
            asyncio.run(_a_table_is_played_at())
        assert save_preferences(Preferences(), Preferences(bell=True)) is None
        noted()
    finally:
        os.umask(before)
    kinds = {path.name if path.parent == own_home else path.suffix for path in modes}
    assert {"certificate.pem", "tables.json", "preferences.txt", ".journal", ".holder", ".lock", ".key"} <= kinds
    assert {str(path): oct(mode) for path, mode in modes.items() if mode & 0o077} == {}
    assert stat.S_IMODE(own_home.stat().st_mode) == 0o777, "whose folder it is decides about the folder"


@posix_only
def test_new_folders_are_private_whatever_the_umask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIXQP_HOME", str(tmp_path / "one" / "two" / "three"))
    before = os.umask(0)
    try:
        deepest = paths.data_dir()
    finally:
        os.umask(before)
    assert [stat.S_IMODE(each.stat().st_mode) for each in (deepest, *deepest.parents[:2])] == [0o700] * 3


@posix_only
def test_the_log_is_private(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handlers: list[logging.Handler] = []
    monkeypatch.setattr("logging.basicConfig", lambda **given: handlers.extend(given["handlers"]))
    before = os.umask(0)
    try:
        log_to_file()
        (handler,) = handlers
        handler.handle(logging.makeLogRecord({}))
        handler.close()
    finally:
        os.umask(before)
    assert stat.S_IMODE((own_home / "screen.log").stat().st_mode) == 0o600


@posix_only
def test_a_key_readable_by_others_is_made_private_again(tmp_path: Path) -> None:
    made = certificate.load_or_create(tmp_path)
    made.path.chmod(0o644)
    assert certificate.load_or_create(tmp_path) == made
    assert stat.S_IMODE(made.path.stat().st_mode) == 0o600


@pytest.mark.slow
@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe\0", b"[" * 5000, b"0" * (2 * MIB)])
async def test_broken_files_are_set_aside_and_nobody_is_turned_away(own_home: Path, data: bytes) -> None:
    (own_home / FOLDER).mkdir(parents=True)
    broken = (own_home / "tables.json", own_home / "certificate.pem", own_home / FOLDER / "0.key")
    for path in broken:
        path.write_bytes(data)
        path.with_name(path.name + ".bad").write_bytes(b"an earlier one")
    async with open_table(replace(TableOptions("Salon", "Camille"), port=0)) as opened:
        place = endpoint_at(("127.0.0.1", opened.port))
        async with take_seat(replace(place, table=opened.id), named("Zoé")) as seat:
            assert seat.session.state.welcome and len(opened.room.state.seats.taken) == 1
        known = known_tables().recall(opened.id)
        assert known and known.slots == ((0, "Zoé"),)
    for path in broken:
        assert path.with_name(path.name + ".bad1").read_bytes() == data
        assert path.with_name(path.name + ".bad").read_bytes() == b"an earlier one"


@posix_only
def test_a_pipe_in_place_of_a_file_never_blocks(own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, tables = own_home / FOLDER, own_home / "tables"
    folder.mkdir(parents=True)
    tables.mkdir()
    for path in (
        own_home / "tables.json",
        folder / "0.key",
        tables / "aa.journal",
        own_home / "certificate.pem",
    ):
        _pipe(path)
    assert main(("join", "127.0.0.1:1", "--bot")) == 1
    assert "expected a file, this is a pipe or a device" in capsys.readouterr().err
    assert main(("serve", "--port", "0")) == 1
    assert "certificate.pem" in capsys.readouterr().err
    assert main(("serve", "--resume")) == 1
    assert "unfinished" in capsys.readouterr().err
    assert lock_key("aa").number is None


def test_a_damaged_file_of_known_tables_is_reported_and_set_aside() -> None:
    path = paths.data_dir() / "tables.json"
    path.write_bytes(b"{")
    assert f"“{path}” is damaged" in check_known_tables()
    assert path.read_bytes() == b"{"
    known_tables().remember("t", seen=1)
    assert check_known_tables() == "" and path.with_name("tables.json.bad").read_bytes() == b"{"


def test_a_damaged_key_is_reported_and_set_aside() -> None:
    assert check_keys() == ""
    path = paths.create_private_folder(paths.data_path() / FOLDER) / "0.key"
    path.write_bytes(b"{")
    assert f"“{path}” is damaged" in check_keys() and path.read_bytes() == b"{"
    slot = lock_key(None)
    assert slot.number == 0
    assert check_keys() == "" and path.with_name("0.key.bad").read_bytes() == b"{"
    slot.release()
