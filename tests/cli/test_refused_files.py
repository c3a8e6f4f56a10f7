"""Disks, folders and pipes that refuse: one sentence where a command must end, and a table that plays on."""

import json
import os
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from support.keys import named

from sixqp_tui.cli import main
from sixqp_tui.hosting.open_table import open_table
from sixqp_tui.hosting.process.table_process import launch_table
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.joining.endpoint import TableEndpoint
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.joining.target import known_tables
from sixqp_tui.terminal.output import print_json, print_line, print_notice

SOMEWHERE = TableEndpoint((("127.0.0.1", 1),))
needs_full = pytest.mark.skipif(sys.platform != "linux", reason="Only Linux has an output that is always full.")


def printing_to(monkeypatch: pytest.MonkeyPatch, descriptor: int) -> None:
    monkeypatch.setattr(sys, "stdout", os.fdopen(descriptor, "w", encoding="utf-8"))


def sentence(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one sentence with which a command ends that could not be done."""
    assert main(arguments) == 1
    output, errors = capsys.readouterr()
    assert (output, errors.count("\n")) == ("", 1)
    return errors


@pytest.mark.parametrize("arguments", [["serve", "--port", "0"], ["join", "127.0.0.1:1", "--bot"]])
def test_a_home_that_is_a_file_is_reported(
    own_home: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    own_home.write_text("not a folder")
    said = sentence(capsys, *arguments)
    assert str(own_home) in said and "SIXQP_HOME" in said


@pytest.mark.parametrize(
    ("file", "arguments"),
    [("certificate.pem", ["serve", "--port", "0"]), ("tables.json", ["join", "127.0.0.1:1", "--bot"])],
)
def test_an_unreadable_file_is_reported(
    own_home: Path, capsys: pytest.CaptureFixture[str], file: str, arguments: list[str]
) -> None:
    (own_home / file).mkdir(parents=True)
    assert file in sentence(capsys, *arguments)


@pytest.fixture
def no_home(own_home: Path) -> None:
    own_home.write_text("not a folder")


@pytest.mark.usefixtures("no_home")
async def test_a_table_that_cannot_create_its_log_is_refused() -> None:
    with pytest.raises(Failure, match="can't use"):
        await launch_table(TableOptions("Salon", "Camille"))


async def test_a_table_that_cannot_be_remembered_can_be_joined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_table(TableOptions("Salon", "Camille", port=0)) as opened:
        with monkeypatch.context() as refused:
            (tmp_path / "file").write_text("not a folder")
            refused.setenv("SIXQP_HOME", str(tmp_path / "file"))
            async with take_seat(TableEndpoint((("127.0.0.1", opened.port),)), named("Zoé")) as seat:
                assert seat.session.state.title == "Salon"
    assert known_tables().all() == ()


@needs_full
def test_facts_that_cannot_be_written_end_with_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    printing_to(monkeypatch, os.open("/dev/full", os.O_WRONLY))
    with pytest.raises(Failure, match="The output can't be written"):
        print_line("{}")
    sys.stdout.flush()


@needs_full
def test_a_table_whose_output_is_full_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    printing_to(monkeypatch, os.open("/dev/full", os.O_WRONLY))
    print_notice("The game begins.")
    print_notice("The game is over.")


def test_a_table_whose_output_nobody_reads_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    printing_to(monkeypatch, writing)
    with pytest.raises(BrokenPipeError):
        print_line("{}")
    print_notice("The game begins.")
    print_notice("The game is over.")


def test_json_is_escaped_for_an_output_with_a_limited_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    written = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(written, encoding="cp1252"))
    print_json('{"title":"Zoé ∀"}'.encode())
    assert json.loads(written.getvalue().decode("ascii")) == {"title": "Zoé ∀"}
