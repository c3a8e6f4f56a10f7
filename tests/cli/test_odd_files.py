"""Files that are not what they should be: whose they are, and what is said of them; none ends in a traceback."""

import asyncio
import os
import stat
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from support.keys import named
from support.tables import options

from sixqp_tui.cli import main
from sixqp_tui.hosting.open_table import open_table
from sixqp_tui.joining.own_key import lock_key
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.joining.target import endpoint_at
from sixqp_tui.store.keys import FOLDER
from sixqp_tui.terminal.preferences import save_words

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


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (_large, "at most 64 KiB"),
        pytest.param(_pipe, "this is a pipe or a device; name another file", marks=posix_only),
    ],
)
def test_an_odd_config_txt_gets_one_sentence_and_is_never_fully_read(
    make: Make, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    make(Path("config.txt"))
    main(("host", "--config", "nowhere.txt"))  # whatever the command imports is there
    capsys.readouterr()
    tracemalloc.start()
    assert main(("local",)) == 2
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    output, errors = capsys.readouterr()
    assert output == "" and errors.count("\n") == 1 and "Traceback" not in errors
    assert errors.startswith("sixqp: config.txt") and expected in errors
    assert peak < 4 * MIB


async def _a_table_is_played_at() -> None:
    async with open_table(options("Salon", "Camille")) as opened:
        place = endpoint_at(("127.0.0.1", opened.port))
        async with take_seat(place, named("Zoé")):
            pass
        assert len(opened.room.state.seats.taken) == 1


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
        assert save_words({"bell": "on"}) is None
        noted()
    finally:
        os.umask(before)
    kinds = {path.name if path.parent == own_home else path.suffix for path in modes}
    assert {"certificate.pem", "tables.json", "preferences.txt", ".journal", ".table", ".lock", ".key"} <= kinds
    assert {str(path): oct(mode) for path, mode in modes.items() if mode & 0o077} == {}
    assert stat.S_IMODE(own_home.stat().st_mode) == 0o777, "whose folder it is decides about the folder"


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
