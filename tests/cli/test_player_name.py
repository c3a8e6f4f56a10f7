"""What the player is called: who has set it, who is asked for it, and what is kept."""

import argparse
from collections.abc import Callable
from pathlib import Path

import pytest

from sixqp_tui.joining.player import Player, login_name
from sixqp_tui.store.preferences import read_name, read_preferences
from sixqp_tui.terminal import player_name
from sixqp_tui.terminal.player_name import ask_name, find_name, keep_name


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines that a person at a terminal is about to type."""
    lines: list[str] = []

    def type_line(prompt: str) -> str:
        assert login_name() in prompt
        if not lines:
            raise EOFError
        return lines.pop(0)

    monkeypatch.setattr("builtins.input", type_line)
    monkeypatch.setattr(player_name, "is_at_terminal", lambda: True)
    return lines


def asked(**given: str) -> Player:
    return ask_name(argparse.Namespace(**given))


def test_a_name_is_asked_once_and_kept_with_other_preferences(file: Path, typed: list[str]) -> None:
    file.write_text("# mine\ntheme = dark\n", encoding="utf-8")
    typed += ["Zoé  Dupont"]
    assert asked() == Player("Zoé Dupont", keep_name=keep_name)
    assert file.read_text(encoding="utf-8") == "# mine\ntheme = dark\nname = Zoé Dupont\n"
    assert asked() == Player("Zoé Dupont")
    kept = read_preferences(file, ())
    assert kept.preferences.theme == "dark" and kept.fault is None


def test_an_empty_line_takes_the_login_and_an_invalid_name_is_asked_again(
    file: Path, capsys: pytest.CaptureFixture[str], typed: list[str]
) -> None:
    typed += ["far too long for a player's name", ""]
    assert asked() == Player(login_name(), keep_name=keep_name)
    assert "16" in "".join(capsys.readouterr())
    assert read_name(file) == login_name()


def test_a_player_with_a_set_name_is_not_asked(file: Path, typed: list[str]) -> None:
    typed += ["Nobody"]
    Path("config.txt").write_text("Alice\nname = Cleo\n", encoding="utf-8")
    assert asked() == Player("Cleo")
    Path("config.txt").write_text("Alice\nlimit = soon\n", encoding="utf-8")
    file.write_text("name = Zoé\n", encoding="utf-8")
    assert asked() == Player("Zoé") and typed == ["Nobody"]


@pytest.mark.parametrize("name_of", [ask_name, find_name])
def test_a_name_on_the_command_line_counts_and_is_kept(name_of: Callable[..., Player], file: Path) -> None:
    file.write_text("name = Zoé  # that's me\n", encoding="utf-8")
    assert name_of(argparse.Namespace(name="Bob")) == Player("Bob", given=True)
    assert file.read_text(encoding="utf-8") == "name = Bob # that's me\n"
    assert name_of(argparse.Namespace()) == Player("Bob")


def test_nobody_is_asked_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: pytest.fail("it was asked"))
    assert asked() == find_name(argparse.Namespace()) == Player(login_name())
