"""How a table's process is started."""

import sys
from pathlib import Path

import pytest

from sixqp_tui.hosting.process.table_process import start_detached


@pytest.mark.parametrize(("from_here", "code"), [(False, 0), (True, 7)])
def test_a_process_imports_nothing_from_the_current_folder_unless_its_parent_does(
    from_here: bool, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "msgspec.py").write_text("raise SystemExit(7)", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path if from_here else tmp_path.parent), *sys.path])
    with (tmp_path / "errors").open("wb") as errors, start_detached(("-c", "import msgspec"), errors) as process:
        assert process.wait() == code
