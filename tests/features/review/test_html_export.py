"""A report is written where it was asked for, and nothing that lies there is lost by it."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from support.games import recorded
from support.pilots import in_utc

from sixqp_tui.cli import main
from sixqp_tui.features.history.store import save_game
from sixqp_tui.features.review import export as export_module
from sixqp_tui.features.review.export import export_beside, usual_name
from sixqp_tui.features.review.review import review_game

RECORD = recorded(rounds=1, players=2)


def export(*options: str) -> int:
    save_game(RECORD)
    return main(["export", "--html", *options])


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """A file that somebody cares for."""
    path = tmp_path / "there.html"
    path.write_text("mine", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("title", "part"),
    [
        ("Chez Zoé !", "-chez-zoe-"),
        ("Ada's", "-adas-"),
        ("../../etc/CON", "-etc-con-"),
        ("a:b*c?d|e", "-a-b-c-d-e-"),
        ("字", "-"),
        ("x" * 64, f"-{'x' * 40}-"),
    ],
)
def test_the_default_file_name_is_valid_on_every_system(title: str, part: str) -> None:
    record = replace(RECORD, title=title)
    with in_utc():
        assert usual_name(record) == f"sixqp-2023-11-14{part}{record.id}.html"


def test_a_report_goes_into_this_folder_or_the_given_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "given"
    folder.mkdir()
    assert export("--no-review") == export("--no-review", "-o", str(folder)) == 0
    (here,), (given,) = Path.cwd().iterdir(), folder.iterdir()
    assert here.name == given.name and here.name in capsys.readouterr().out
    assert given.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("form", ["json", "notation", "html"])
def test_a_file_is_replaced_only_if_its_owner_says_so(
    form: str, there: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    save_game(RECORD)
    command = ["export", f"--{form}", "--no-review", "-o", str(there)]
    assert main(command) == 1 and "already exists. Use --force" in capsys.readouterr().err
    monkeypatch.setattr(export_module, "is_at_terminal", lambda: True)
    for typed, replaced in (("", False), ("n", False), ("Y", True)):
        monkeypatch.setattr("builtins.input", lambda _prompt, typed=typed: typed)
        assert main(command) == (0 if replaced else 1)
        assert (there.read_text(encoding="utf-8") != "mine") == replaced
    monkeypatch.setattr("builtins.input", lambda _prompt: pytest.fail("it was asked"))
    there.write_text("mine", encoding="utf-8")
    assert main([*command, "--force"]) == 0 and there.read_text(encoding="utf-8") != "mine"


def test_an_export_from_a_screen_overwrites_nothing() -> None:
    first, second = (Path(export_beside(RECORD)) for _ in range(2))
    assert second.name == f"{first.stem}-2.html" and first.read_bytes() == second.read_bytes()


def test_the_export_includes_a_review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "review.html"
    monkeypatch.setattr(export_module, "make_review_at_terminal", lambda record: review_game(record.facts, 10))
    assert export("-o", str(path)) == 0
    assert 'class="decisions"' in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("ended", "year"), [(86_400, "1970"), (253_402_300_799, "9999")])
def test_a_game_of_any_date_can_be_exported(ended: int, year: str) -> None:
    path = Path(export_beside(replace(RECORD, ended=ended)))
    assert f" {year}, " in path.read_text(encoding="utf-8")
