"""Options of this run over the file over the defaults, and what is said where the file is in the way."""

import os
import sys
from pathlib import Path

import pytest

from sixqp_tui import i18n
from sixqp_tui.cli.parser import parse
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.terminal.preferences import effective_preferences, save_preferences


@pytest.fixture
def file(own_home: Path) -> Path:
    """The player's file."""
    own_home.mkdir(exist_ok=True)
    return own_home / "preferences.txt"


def of(*arguments: str) -> Preferences:
    return effective_preferences(parse(arguments)).preferences


@pytest.mark.parametrize("command", [(), ("host",), ("join", "x")])
def test_options_apply_to_this_run(command: tuple[str, ...], file: Path) -> None:
    file.write_text("theme = light\nbell = on\n")
    asked = ("--theme", "dark", "--pace", "FAST", "--lang", "fr")
    expected = Preferences(language="fr", theme="dark", pace="fast", bell=True)
    assert of(*command, *asked) == expected
    assert of(*asked, *command) == expected
    assert file.read_text() == "theme = light\nbell = on\n"


def test_an_option_is_not_saved_with_later_changes(file: Path) -> None:
    now = of("--theme", "dark")
    assert save_preferences(now, Preferences(theme="dark", bell=True)) is None
    assert file.read_text() == "bell = on\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--theme", "pink"), "--theme: expected felt, dark, contrast or light, got “pink”."),
        (("host", "--pace", "1"), "--pace: expected off, slow, normal or fast, got “1”."),
        (("join", "--bell", ""), "--bell: expected on or off, got nothing."),
        (("serve", "--theme", "dark"), "unrecognized arguments: --theme dark"),
    ],
)
def test_an_unknown_preference_value_is_rejected(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(SystemExit):
        parse(arguments)
    assert sentence in capsys.readouterr().err


def test_the_preferred_language_is_used_unless_overridden(file: Path) -> None:
    file.write_text("language = fr\n")
    parse(["host"])
    assert i18n.language() == "fr"
    parse(["host", "--lang", "en"])
    assert i18n.language() == "en"


def test_reading_preferences_creates_no_folder(own_home: Path) -> None:
    of()
    assert not own_home.exists()


def test_an_error_says_what_is_wrong_where_and_what_happens_now(file: Path) -> None:
    file.write_text("\npace = fsat\n")
    problem = effective_preferences(None).problem
    assert problem == (
        f"{file}, line 2: pace: expected off, slow, normal or fast, got “fsat”. "
        "The default is used instead; the other lines apply."
    )
    file.write_bytes(b"\xff\xfe\0")
    assert "this is not plain text" in effective_preferences(None).problem
    assert "sixqp uses its defaults." in effective_preferences(None).problem
    assert "It is now at" in (save_preferences(Preferences(), Preferences(bell=True)) or "")
    assert effective_preferences(None).problem == ""


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="nothing is refused to root")
def test_a_read_only_folder_is_reported(file: Path) -> None:
    file.parent.chmod(0o500)
    assert "only apply to this run" in (save_preferences(Preferences(), Preferences(bell=True)) or "")
    file.parent.chmod(0o700)


def test_a_folder_that_cannot_be_created_is_reported(own_home: Path) -> None:
    own_home.write_text("in the way")
    assert of() == Preferences()
    assert "only apply to this run" in (save_preferences(Preferences(), Preferences(bell=True)) or "")
