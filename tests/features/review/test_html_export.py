"""A report is written where it was asked for, and nothing that lies there is lost by it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.games import recorded

from sixqp_tui.cli import main
from sixqp_tui.features.history.games import save_game
from sixqp_tui.features.review import export as export_module
from sixqp_tui.features.review.export import export_html, report_file_name
from sixqp_tui.features.review.review import review_game
from sixqp_tui.features.review.review_run import ReviewRun
from sixqp_tui.joining.failure import Failure

RECORD = recorded(rounds=1, players=2)


def export(output: Path | None = None, *, with_review: bool = False, force: bool = False) -> int:
    return export_html(RECORD, output, with_review=with_review, force=force)


def test_a_kept_game_is_exported_by_its_number_or_its_id(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "--html"]) == 1
    assert "No games yet" in capsys.readouterr().err
    save_game(RECORD)
    for selector in ([], ["1"], [RECORD.id[:6]]):
        assert main(["export", *selector, "--html", "--no-review", "--force", "-o", "game.html"]) == 0
    assert [each.name for each in Path.cwd().iterdir()] == ["game.html"]


@pytest.mark.parametrize("form", ["json", "notation", "html"])
def test_no_format_overwrites_a_file_without_force(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    save_game(RECORD)
    given = ["export", f"--{form}", "--no-review", "-o", "there"]
    Path("there").write_text("mine", encoding="utf-8")
    assert main(given) == 1 and "“there” already exists. Use --force" in capsys.readouterr().err
    assert Path("there").read_text(encoding="utf-8") == "mine"
    assert main([*given, "--force"]) == 0 and Path("there").read_text(encoding="utf-8") != "mine"


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
    assert report_file_name(record, "2026-11-20") == f"sixqp-2026-11-20{part}{record.id}.html"


def test_a_report_goes_into_this_folder_or_the_given_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "given"
    folder.mkdir()
    assert export() == export(folder) == 0
    (here,), (given,) = Path.cwd().iterdir(), folder.iterdir()
    assert here.name == given.name and here.name in capsys.readouterr().out
    assert given.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_a_file_is_replaced_only_after_confirmation(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Failure, match="--force"):
        export(there)
    monkeypatch.setattr(export_module, "is_at_terminal", lambda: True)
    for typed in ("", "n"):
        monkeypatch.setattr("builtins.input", lambda _prompt, typed=typed: typed)
        assert export(there) == 1 and there.read_text(encoding="utf-8") == "mine"
    monkeypatch.setattr("builtins.input", lambda _prompt: "Y")
    assert export(there) == 0 and there.read_text(encoding="utf-8") != "mine"
    monkeypatch.setattr("builtins.input", lambda _prompt: pytest.fail("it was asked"))
    assert export(there, force=True) == 0


def test_a_full_disk_is_one_sentence_and_keeps_the_old_file(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Failure, match=r"there\.html” can't be written \(No space left on device\)\.$"):
        export(there, force=True)
    assert there.read_text(encoding="utf-8") == "mine"
    assert {each.name for each in there.parent.iterdir() if each.is_file()} == {"there.html"}


def test_a_missing_folder_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(Failure, match="can't be written"):
        export(tmp_path / "no" / "such.html")


@pytest.mark.slow
def test_the_export_includes_a_review_unless_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "review.html"

    def stopped(_run: ReviewRun) -> Iterator[int]:
        yield 1
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(ReviewRun, "examine", stopped)
        export(path, with_review=True)
    assert "Stopped: nothing was written" in capsys.readouterr().err and not path.exists()
    monkeypatch.setattr(export_module, "make_review", lambda _run: review_game(RECORD.facts, 20))
    assert export(path, with_review=True) == 0
    assert 'class="decisions"' in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("ended", "year"), [(86_400, "1970"), (253_402_300_799, "9999")])
def test_a_game_of_any_date_can_be_exported(ended: int, year: str, tmp_path: Path) -> None:
    path = tmp_path / "old.html"
    assert export_html(replace(RECORD, ended=ended), path, with_review=False, force=False) == 0
    assert f" {year}, " in path.read_text(encoding="utf-8")
