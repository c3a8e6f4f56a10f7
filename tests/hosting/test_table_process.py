"""How a table's process is started."""

import io
import sys
from pathlib import Path

import pytest

from sixqp_tui.cli import main
from sixqp_tui.hosting.table_process import start_lasting

ISOLATED = pytest.mark.skipif(
    bool(sys.flags.isolated), reason="this Python imports nothing from the current folder, whatever its parent does"
)


@pytest.mark.parametrize(("from_here", "code"), [(False, 0), pytest.param(True, 7, marks=ISOLATED)])
def test_a_process_imports_nothing_from_the_current_folder_unless_its_parent_does(
    from_here: bool, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "msgspec.py").write_text("raise SystemExit(7)", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path if from_here else tmp_path.parent), *sys.path])
    with (tmp_path / "errors").open("wb") as errors, start_lasting(("-c", "import msgspec"), errors) as process:
        assert process.wait() == code


@pytest.mark.parametrize("given", [b"", b"\n"])
def test_somebody_who_types_what_starts_a_tables_process_reads_what_it_is_for(
    given: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
    assert main(["serve", "--owned"]) == 2
    assert "--owned is only for `sixqp host` itself" in "".join(capsys.readouterr())
