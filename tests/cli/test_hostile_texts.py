"""What strangers wrote, wherever a command prints it as lines: no escape sequence at all comes out."""

import json
from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.hostile import ALL, NASTY
from support.tables import OWNER

from sixqp_protocol.messages import Hello, Rename, Settings
from sixqp_protocol.version import CURRENT
from sixqp_tui.cli import main
from sixqp_tui.features.doctor import command as doctor
from sixqp_tui.features.doctor.command import Finding
from sixqp_tui.host.commands import Command, Services, Setup, Sitter, encoded
from sixqp_tui.host.room import Room
from sixqp_tui.hosting.journal import open_journal, resumable_tables
from sixqp_tui.joining import target
from sixqp_tui.store import journal_store, paths
from sixqp_tui.store.journal import create_journal_file
from sixqp_tui.store.known_tables import known_tables

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


@pytest.mark.parametrize(
    "command",
    [
        ("{}",),
        ("host", "--title", "{}x"),
        ("host", "--config", "{}.txt"),
        ("join", "{}", "--bot"),
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


async def _nothing(*_asked: object) -> tuple[()]:
    return ()


def test_the_doctor_always_prints_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    doctor.report([Finding("addresses", "ok", ALL), Finding("tables", "note", ALL)])
    assert "[31mred" in plain(capsys)


def test_known_tables_are_sanitized_when_read_from_disk(own_home: Path) -> None:
    own_home.mkdir()
    tables = [{"table": "\x1b[2J", "title": "x\x1b[31m\u202ey", "addresses": [["192.0.2.8", 4666]]}]
    (own_home / "tables.json").write_text(json.dumps({"tables": tables}))
    known = known_tables().by_address("192.0.2.8", 4666)
    assert known and known.title == "x[31my", "the pin of a host with an odd table still counts"


def a_journal() -> tuple[Setup, list[Command]]:
    """A table with an owner, a guest who has changed their name, and names that nobody has cleaned."""
    setup = Setup(
        "1a2b3c4d", SAID, Settings(timer=None), sitters=(Sitter(SAID),), owner=OWNER.public, owner_name=SAID
    )
    inputs: list[Command] = []
    numbers = count(1)
    room = Room(setup, Services(lambda size: bytes((next(numbers),)) * size, str, inputs.append))
    room.step(0.0, lambda: room.receive(1, Hello(CURRENT, "", "player", "Ann", b"a" * 32)))
    room.step(1.0, lambda: room.receive(1, Rename(id=1, name="Anna")))
    assert [each.name for each in inputs] == ["Ann", "Anna"]
    return setup, [replace(each, name=SAID) for each in inputs]


def test_names_in_a_journal_are_sanitized_when_resuming() -> None:
    setup, inputs = a_journal()
    place = paths.data_dir() / journal_store.FOLDER / "1a2b3c4d.journal"
    place.parent.mkdir()
    create_journal_file(place, [encoded(setup), *map(encoded, inputs)])
    place.with_suffix(journal_store.HEADER).write_bytes(
        json.dumps({"table": SAID, "title": SAID, "host": SAID}).encode()
    )
    (kept,) = resumable_tables()
    journal = open_journal("1a2b3c4d")
    room = Room(journal.setup, Services(bytes, str))
    room.resume(journal.commands, 0.0)
    names = [*room.state.names(), *(guest.name for guest in room.state.guests())]
    for shown in (kept.title, kept.host, journal.setup.title, room.setup.title, *names):
        assert shown and shown.isprintable()
    journal.close(over=False)
