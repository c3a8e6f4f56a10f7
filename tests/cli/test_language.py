"""The language of the command line: `--lang` before or after the command, else the locale, else English."""

import asyncio
import gettext
import os
import socket
from contextlib import suppress

import pytest
from support.tables import options

from sixqp_tui import i18n
from sixqp_tui.cli import main
from sixqp_tui.cli.options import table_options
from sixqp_tui.cli.parser import parse
from sixqp_tui.hosting.table_process import launch_table
from sixqp_tui.joining.failure import Failure


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command line that is refused, or only asks for help, is answered."""
    with suppress(SystemExit):
        main(arguments)
    output, errors = capsys.readouterr()
    return output + errors


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--lang fr join --level hard", "ajoutez --bot"),
        ("join --lang fr --level hard", "ajoutez --bot"),
        ("--lang en join --level hard --lang fr", "ajoutez --bot"),
        (
            "--lang fr host --nonsense",
            "sixqp host: option ou mot inconnu : « --nonsense » (voir sixqp host --help)\n",
        ),
        ("--lang fr jion", "sixqp: La commande « jion » n'existe pas. Vouliez-vous dire join ?"),
        ("--lang fr host --port", "sixqp host: argument --port : il faut une valeur (voir sixqp host --help)\n"),
        ("--lang fr host --limit 0", "--limit : il faut un nombre de 1 à 999 ou none, pas « 0 »."),
        ("--lang fr host --limit none", "sixqp: Cette partie ne finirait jamais"),
        ("--lang fr --help", "utilisation : sixqp"),
    ],
)
def test_french_is_used_from_the_first_message_wherever_it_is_asked_for(
    capsys: pytest.CaptureFixture[str], arguments: str, sentence: str
) -> None:
    before = dict(os.environ), gettext.textdomain()
    assert sentence in said(capsys, *arguments.split())
    assert (dict(os.environ), gettext.textdomain()) == before


@pytest.mark.parametrize("wanted", ["fr_FR:en", "fr"])
def test_the_variable_of_gettext_is_neither_read_nor_changed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, wanted: str
) -> None:
    monkeypatch.setenv("LANGUAGE", wanted)
    assert "usage: sixqp" in said(capsys, "--help") and "expected one argument" in said(capsys, "host", "--port")
    assert os.environ["LANGUAGE"] == wanted


def test_an_unknown_language_is_refused_in_the_locale(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "--lang: expected en or fr, got “de”." in said(capsys, "--lang", "de")
    assert "expected one argument" in said(capsys, "host", "--lang")
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert "--lang : il faut en ou fr, pas « de »." in said(capsys, "join", "--lang", "de")


def test_a_table_is_named_after_its_host_in_either_language() -> None:
    assert table_options(parse(["host", "--name", "Alice", "--lang", "fr"])).setup.title == "Chez Alice"
    assert table_options(parse(["host", "--name", "Alice"])).setup.title == "Alice's table"


def test_the_table_process_uses_the_language_of_its_host() -> None:
    i18n.use("fr")
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(Failure, match=f"Le port {port} est pris par un autre programme"):
            asyncio.run(launch_table(options("Salon", "Alice", port=port)))
