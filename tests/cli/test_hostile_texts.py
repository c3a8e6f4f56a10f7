"""What strangers wrote, wherever a command prints it as lines: no escape sequence at all comes out."""

import json
import sys
from dataclasses import replace as replaced
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.hostile import ALL, NASTY
from support.tables import OWNER

from sixqp_protocol.messages import Hello, Rename, Settings
from sixqp_protocol.version import CURRENT
from sixqp_tui.cli import main
from sixqp_tui.features.doctor import command as doctor
from sixqp_tui.features.doctor.checks import Finding
from sixqp_tui.host.commands import Command, Setup, Sitter
from sixqp_tui.host.durability.journal_codec import CannotRead, Opening, decoded, encoded
from sixqp_tui.host.room import Room
from sixqp_tui.hosting import resume, table_journal
from sixqp_tui.joining import target
from sixqp_tui.joining.endpoint import show_address
from sixqp_tui.joining.table_search import _known_hosts
from sixqp_tui.joining.target import known_tables
from sixqp_tui.store import journal_store, paths
from sixqp_tui.store.journal import create_journal_file

TYPED = tuple(
    each.encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape") for each in NASTY if "\0" not in each
)
"""As the system hands it over."""
SAID = ALL.encode("utf-8", "ignore").decode()


def plain(capsys: pytest.CaptureFixture[str]) -> str:
    """What was printed, which is lines of text and nothing else."""
    out, errors = capsys.readouterr()
    assert [line for line in (out + errors).split("\n") if not line.isprintable()] == []
    return out + errors


def ended(*arguments: str) -> int:
    """The exit code of a command."""
    try:
        return main(arguments)
    except SystemExit as end:
        return int(end.code or 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ("{}",),
        ("host", "--{}"),
        ("host", "--title", "{}x"),
        ("host", "--limit", "{}"),
        ("host", "--config", "{}.txt"),
        ("host", "--theme", "{}"),
        ("review", "--deals", "{}"),
        ("join", "{}", "--bot"),
        ("join", "x{}:99999", "--bot"),
        ("join", "sixqp://1/{}", "--bot"),
        ("local", "--players", "{0},{0}"),
    ],
)
def test_typed_arguments_are_echoed_as_plain_text(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(target, "find_tables", _nothing)
    monkeypatch.setattr(target, "_is_machine", _nothing)
    for typed in (" ".join(TYPED), *TYPED[:2], *TYPED[5:7], TYPED[12]):
        assert ended(*(word.format(typed) for word in command)) in (1, 2)
        assert plain(capsys).startswith("sixqp")


@pytest.mark.parametrize("line", ["x{}y", "limit = {}", "{} = 5", "bot {}", "title = x{}y", "{}", "seed = {}"])
def test_config_txt_content_is_echoed_as_plain_text(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    for written in (" ".join(TYPED), *TYPED[:2], *TYPED[5:7], TYPED[12]):
        Path("config.txt").write_bytes(line.format(written).encode("utf-8", "surrogatepass"))
        assert ended("host") == 2
        assert plain(capsys).startswith("sixqp")


async def _nothing(*_asked: object) -> tuple[()]:
    return ()


def test_a_home_folder_with_an_odd_name_is_shown_as_plain_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    escape = "" if sys.platform == "win32" else "\x1b"  # which no name has there
    odd = tmp_path / f"{escape}[31mhome\u202e\x9b"
    odd.write_text("not a folder")
    monkeypatch.setenv("SIXQP_HOME", str(odd))
    assert ended("join", "127.0.0.1:1", "--bot") == 1
    assert "[31mhome" in plain(capsys)


def test_the_doctor_always_prints_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    doctor.report([Finding("addresses", "ok", ALL), Finding("tables", "note", ALL)])
    assert "[31mred" in plain(capsys)


def test_a_typed_host_is_shown_as_plain_text() -> None:
    assert show_address("local\u200b\x1b[31mhost", 4667) == "local[31mhost:4667"
    assert show_address("fe80::1%\x1bx", 4666) == "[fe80::1%x]"


def test_remembered_tables_are_sanitized_when_read_from_disk(own_home: Path) -> None:
    own_home.mkdir()
    tables = [
        {"table": "aa", "title": "x\x1b[31m\u202ey", "fingerprint": "ab" * 32, "addresses": [["192.0.2.7", 4666]]},
        {"table": "\x1b[2J", "title": "z", "fingerprint": "cd" * 32, "addresses": [["192.0.2.8", 4666]]},
        {"table": "bb", "title": "", "fingerprint": "ef" * 32, "addresses": [["\x1b[31mhost", 4666], ["ok", 1]]},
    ]
    (own_home / "tables.json").write_text(json.dumps({"tables": tables}))
    assert [(each.id, each.title, each.endpoints) for each in _known_hosts()] == [
        ("aa", "x[31my", (("192.0.2.7", 4666),)),
        ("bb", "bb", (("ok", 1),)),
    ]
    assert known_tables().by_address("192.0.2.8", 4666), "the pin of a host with an odd table still counts"


def test_a_table_with_an_odd_id_is_not_remembered() -> None:
    with pytest.raises(ValueError, match="id"):
        known_tables().remember("../x", seen=1.0)


def a_journal() -> tuple[Setup, list[Command]]:
    """A table with an owner, a guest who has changed their name, and names that nobody has cleaned."""
    setup = Setup(
        "1a2b3c4d", SAID, Settings(timer=None), sitters=(Sitter(SAID),), owner=OWNER.public, owner_name=SAID
    )
    inputs: list[Command] = []
    room = Room(setup, iter([bytes((each,)) * 32 for each in range(1, 9)]).__next__, str, inputs.append)
    room.handle(1, Hello(CURRENT, "", "player", "Ann", b"a" * 32), 0.0)
    room.handle(1, Rename(id=1, name="Anna"), 1.0)
    assert [each.name for each in inputs] == ["Ann", "Anna"]
    return setup, [replace(each, name=SAID) for each in inputs]


def test_names_in_a_journal_are_sanitized_when_resuming() -> None:
    setup, inputs = a_journal()
    place = paths.data_dir() / journal_store.FOLDER / "1a2b3c4d.journal"
    place.parent.mkdir()
    create_journal_file(place, [encoded(Opening(setup, 0)), *map(encoded, inputs)])
    (kept,) = resume.resumable_tables()
    journal = table_journal.open_journal("1a2b3c4d")
    room = Room(journal.opening.setup, lambda: bytes(32), str)
    room.resume(journal.commands, 0.0)
    names = [*room.state.names(), *(guest.name for guest in room.state.guests())]
    for shown in (kept.title, kept.host, journal.opening.setup.title, room.state.title, *names):
        assert shown and shown.isprintable()
    journal.close(keep=True, over=False)


def test_a_journal_of_a_table_with_an_odd_id_is_rejected() -> None:
    setup, _inputs = a_journal()
    with pytest.raises(CannotRead):
        decoded(encoded(Opening(replaced(setup, table="\x1b[2J"), 0)))


def test_the_error_about_an_invalid_journal_entry_is_short_and_printable() -> None:
    with pytest.raises(CannotRead) as refused:
        decoded(json.dumps({"entry": "\x1b[31m" + "x" * 10_000}).encode())
    assert 10 < len(str(refused.value)) <= 200 and str(refused.value).isprintable()
