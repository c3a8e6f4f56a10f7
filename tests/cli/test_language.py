"""The language of the command line: `--lang` before or after the command, else the locale, else English."""

import asyncio
import gettext
import os
import socket
from contextlib import suppress
from pathlib import Path

import pytest

from sixqp_tui import i18n
from sixqp_tui.cli import main
from sixqp_tui.cli.options import table_options
from sixqp_tui.cli.parser import parse
from sixqp_tui.hosting.process.table_process import launch_table
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.joining.failure import Failure


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command line that is refused, or only asks for help, is answered."""
    with suppress(SystemExit):
        main(arguments)
    output, errors = capsys.readouterr()
    return output + errors


@pytest.mark.parametrize(
    "arguments",
    [
        ["--lang", "fr", "join", "--json"],
        ["join", "--lang", "fr", "--json"],
        ["join", "--json", "--lang=FR"],
        ["--lang", "en", "join", "--json", "--lang", "fr"],
    ],
)
def test_the_option_works_before_or_after_the_command(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert "ajoutez --watch" in said(capsys, *arguments)


@pytest.mark.parametrize("command", ["host", "serve", "join"])
def test_every_command_accepts_the_language_before_or_after_it(command: str) -> None:
    parse([command, "--lang", "fr"])
    assert i18n.language() == "fr"
    parse(["--lang", "en", command])
    assert i18n.language() == "en"


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LC_ALL": "fr_FR.UTF-8"}, "fr"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr_FR", "LANG": "en_US"}, "fr"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "fr_CH.UTF-8"}, "fr"),
        ({"LC_ALL": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "C"}, "en"),
    ],
)
def test_without_the_option_the_locale_decides(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    parse([])
    assert i18n.language() == language
    parse(["--lang", "en"])
    assert i18n.language() == "en"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["host", "--nonsense"], "sixqp: arguments inconnus : --nonsense (voir sixqp --help)\n"),
        (["jion"], "sixqp: La commande « jion » n'existe pas. Vouliez-vous dire join ?"),
        (["host", "--port"], "sixqp host: argument --port : il faut une valeur (voir sixqp host --help)\n"),
        (["host", "--limit", "0"], "--limit : il faut un nombre de 1 à 999, ou none, pas « 0 »."),
        (["host", "--name", ""], "--name : il faut un texte de 1 à 16 caractères, pas un texte vide."),
        (["host", "--limit", "none"], "sixqp: Cette partie ne finirait jamais"),
        (["host"], "Il faut un terminal"),
        (["--help"], "utilisation : sixqp"),
        (["join", "--help"], "afficher cette aide et quitter"),
    ],
)
def test_french_is_used_from_the_first_message(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert sentence in said(capsys, "--lang", "fr", *arguments)


@pytest.mark.parametrize(
    ("wanted", "arguments", "sentence"),
    [
        (None, ["--lang", "fr", "--help"], "utilisation : sixqp"),
        ("en", ["--lang", "fr", "--help"], "utilisation : sixqp"),
        ("fr_FR:en", ["--help"], "usage: sixqp"),
        ("fr", ["host", "--port"], "expected one argument"),
    ],
)
def test_the_system_locale_settings_are_not_changed(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    wanted: str | None,
    arguments: list[str],
    sentence: str,
) -> None:
    monkeypatch.delenv("LANGUAGE", raising=False)
    if wanted is not None:
        monkeypatch.setenv("LANGUAGE", wanted)
    before = dict(os.environ), gettext.textdomain()
    assert sentence in said(capsys, *arguments)
    assert (dict(os.environ), gettext.textdomain()) == before


def test_an_unknown_language_is_refused_in_the_locale(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "--lang: expected en or fr, got “de”." in said(capsys, "--lang", "de")
    assert "expected one argument" in said(capsys, "host", "--lang")
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert "--lang : il faut en ou fr, pas « de »." in said(capsys, "join", "--lang", "de")


def test_config_txt_errors_are_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    Path("config.txt").write_text("Alice\nlimit = soon\n", encoding="utf-8")
    sentence = "config.txt, ligne 2 : limit : il faut un nombre de 1 à 999, ou none, pas « soon »."
    assert sentence in said(capsys, "host", "--lang", "fr")


def test_a_table_is_named_after_its_host_in_either_language() -> None:
    assert table_options(parse(["host", "--name", "Alice", "--lang", "fr"])).title == "Chez Alice"
    assert table_options(parse(["host", "--name", "Alice"])).title == "Alice's table"


@pytest.mark.slow
def test_the_table_process_uses_the_language_of_its_host() -> None:
    i18n.use("fr")
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Failure, match=f"Le port {port} est pris par un autre programme"):
            asyncio.run(launch_table(TableOptions("Salon", "Alice", port=port)))
