"""Options of this run over the file over the defaults, and what is said where the file is in the way."""

from pathlib import Path

import pytest

from sixqp_tui.cli.parser import parse
from sixqp_tui.store.preferences import Preferences
from sixqp_tui.terminal.preferences import effective_preferences, save_words


def of(*arguments: str) -> Preferences:
    return effective_preferences(parse(arguments))[0]


@pytest.mark.parametrize("command", [(), ("host",), ("join", "x")])
def test_options_apply_to_this_run(command: tuple[str, ...], file: Path) -> None:
    file.write_text("theme = light\nbell = on\n")
    asked = ("--theme", "dark", "--pace", "FAST", "--lang", "fr")
    expected = Preferences(language="fr", theme="dark", pace="fast", bell="on")
    assert of(*command, *asked) == expected
    assert of(*asked, *command) == expected
    assert file.read_text() == "theme = light\nbell = on\n"


def test_a_folder_that_cannot_be_created_is_reported(own_home: Path) -> None:
    own_home.write_text("in the way")
    assert of() == Preferences()
    assert "only apply to this run" in (save_words({"bell": "on"}) or "")
