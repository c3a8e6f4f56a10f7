"""How a table's process is started."""

import io
import sys
from pathlib import Path

import pytest

from sixqp_tui.cli import main
from sixqp_tui.hosting.process.table_process import start_detached

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
    with (tmp_path / "errors").open("wb") as errors, start_detached(("-c", "import msgspec"), errors) as process:
        assert process.wait() == code


@pytest.mark.parametrize(("given", "code"), [(b"", 0), (b"\n", 2)])
def test_a_process_that_was_started_in_advance_ends_silently_with_its_host(
    given: bytes, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody who types this command reads what it is for."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
    assert main(["serve", "--owned"]) == code
    assert bool("".join(capsys.readouterr())) is bool(code)
