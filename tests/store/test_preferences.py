"""The file of preferences: what people write into it, what is wrong with it, and how it is written."""

import os
import sys
from pathlib import Path

import pytest

from sixqp_tui.store.preferences import (
    WORDS,
    Preferences,
    StoredPreferences,
    changed_words,
    read_preferences,
    write_preferences,
)

LANGUAGES = ("en", "fr")
ALL = "language = fr\npace = slow\nbell = on\ntheme = light\n"
CHOSEN = Preferences(
    language="fr",
    pace="slow",
    bell="on",
    theme="light",
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "preferences.txt"


def read(file: Path) -> StoredPreferences:
    return read_preferences(file, LANGUAGES)


def test_every_preference_is_read(file: Path) -> None:
    file.write_text(ALL)
    assert read(file) == StoredPreferences(CHOSEN, None)


def test_loose_formatting_is_accepted(file: Path) -> None:
    file.write_bytes("\ufeff# mine\r\n\r\n  THEME=Light  # bright\r\nPace =slow\rlanguage = system\n".encode())
    assert read(file) == StoredPreferences(Preferences(pace="slow", theme="light"), None)


def test_the_last_of_two_lines_counts(file: Path) -> None:
    file.write_text("theme = light\ntheme = dark\n")
    assert read(file).preferences.theme == "dark"
    write_preferences(file, {"theme": "contrast"})
    assert file.read_text() == "theme = light\ntheme = contrast\n"


def test_every_word_is_understood(file: Path) -> None:
    for key, word in ((key, word) for key, words in WORDS.items() for word in words):
        file.write_text(f"{key} = {word}\n")
        kept = read(file)
        assert kept.fault is None
        assert changed_words(Preferences(), kept.preferences) in ({key: word}, {})


@pytest.mark.parametrize(
    ("line", "problem", "key", "got"),
    [
        ("pace = fsat", "value", "pace", "fsat"),
        ("bell = 1", "value", "bell", "1"),
        ("theme", "value", "theme", ""),
        ("language = tlh", "value", "language", "tlh"),
        ('{"theme": "dark"}', "no_equals", "", '{"theme": "dark"}'),
        ("bell = \x1b[31mon", "value", "bell", "[31mon"),
    ],
)
def test_an_invalid_line_is_reported_and_the_others_count(
    file: Path, line: str, problem: str, key: str, got: str
) -> None:
    file.write_text(f"# mine\n{line}\npace = fast\n")
    preferences, fault = read(file)
    assert preferences == Preferences(pace="fast")
    assert fault is not None
    assert (fault.line, fault.problem, fault.key, fault.got) == (2, problem, key, got)


DAMAGED = {"nul": b"theme = dark\n\0\0\0", "not_utf8": b"theme = d\xe9\n", "large": b"# x\n" * 20_000}


@pytest.mark.parametrize("problem", DAMAGED)
def test_a_file_that_is_not_text_is_set_aside_at_the_first_change(file: Path, problem: str) -> None:
    file.write_bytes(DAMAGED[problem])
    preferences, fault = read(file)
    assert preferences == Preferences()
    assert fault is not None and fault.problem == problem
    assert file.read_bytes() == DAMAGED[problem]
    aside = write_preferences(file, {"theme": "dark"})
    assert aside is not None and aside.read_bytes() == DAMAGED[problem]
    assert file.read_text() == "theme = dark\n"
    assert read(file) == StoredPreferences(Preferences(theme="dark"), None)


def test_a_folder_with_that_name_is_reported_and_set_aside(file: Path) -> None:
    (file / "inside").mkdir(parents=True)
    fault = read(file).fault
    assert fault is not None and fault.problem == "folder"
    aside = write_preferences(file, {"bell": "on"})
    assert aside is not None and (aside / "inside").is_dir()
    assert read(file).preferences.bell == "on"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_an_endless_file_is_not_waited_for(file: Path) -> None:
    os.mkfifo(file)
    fault = read(file).fault
    assert fault is not None and fault.problem == "device"


def test_comments_and_keys_of_newer_versions_are_kept(file: Path) -> None:
    newer = "# my evenings\r\nvolume = 11\r\ntheme = solarized\r\npace = slow  # I read slowly\r\n"
    file.write_bytes(newer.encode())
    kept = read(file)
    assert kept.preferences == Preferences(pace="slow")
    assert kept.fault is not None and kept.fault.key == "theme"
    write_preferences(file, {"pace": "fast", "bell": "on"})
    expected = newer.replace("pace = slow  #", "pace = fast #") + "bell = on\r\n"
    assert file.read_bytes().decode() == expected


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")
def test_a_symlink_stays_a_symlink(file: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "dotfiles.txt"
    elsewhere.write_text("theme = dark\n")
    file.symlink_to(elsewhere)
    write_preferences(file, {"theme": "light"})
    assert file.is_symlink() and elsewhere.read_text() == "theme = light\n"
