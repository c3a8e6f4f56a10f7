"""A table's journal: what was shown is written, and what a full disk refuses is written later."""

from pathlib import Path
from random import Random

import msgspec
import pytest
from support.disks import MemoryDisk, file_of
from support.memory_link import CuttableMemoryLink
from support.tables import OWNER, a_session, play_all, running, seated, settings

from sixqp_protocol.messages import ChooseCard, Start
from sixqp_tui.host.commands import Command, Entry, Services, Setup, decoded, encoded
from sixqp_tui.host.network.server import Server
from sixqp_tui.host.room import Room
from sixqp_tui.hosting.journal import TableJournal
from sixqp_tui.hosting.journalled_room import JournalKeeper
from sixqp_tui.store.journal import Journal, parse
from sixqp_tui.store.journal_store import Claim, TableHeader

FULL = OSError(28, "no space left on device")
BROKEN = OSError(5, "input/output error")


def choice(card: int) -> Command:
    return Command(ChooseCard(id=1, round=1, turn=1, card=card), 0)


class NoClaim(Claim):
    """The claim to a journal in memory: there is nothing beside it."""

    def __init__(self) -> None:
        self.path, self.header = Path("memory"), TableHeader("1a2b3c4d")

    def note(self, **changes: object) -> None:
        """Only a disk keeps it."""
        self.header = msgspec.structs.replace(self.header, **changes)

    def release(self, unreadable: bool = False) -> None:
        """Nobody else wants it."""


def open_journal(rounds: int = 1) -> tuple[TableJournal, MemoryDisk]:
    setup = Setup("1a2b3c4d", "A table", settings(rounds=rounds), owner=OWNER.public, owner_name="Olga")
    disk = MemoryDisk(file_of(encoded(setup)))
    return TableJournal(NoClaim(), Journal(disk)), disk


def entries(data: bytes | bytearray) -> list[Entry]:
    """What the journal holds behind its opening."""
    return list(map(decoded, parse(bytes(data)).records))[1:]


def test_an_entry_is_written_at_once_and_not_synced() -> None:
    journal, disk = open_journal()
    journal.append(choice(5))
    assert entries(disk.data) == [choice(5)] and disk.syncs == 0
    journal.sync()
    assert entries(disk.safe) == [choice(5)]


def test_what_a_full_disk_refuses_is_written_with_the_next_entry() -> None:
    journal, disk = open_journal()
    disk.room = len(disk.data) + 10
    for card in (5, 6):
        with pytest.raises(OSError, match="no space"):
            journal.append(choice(card))
    assert entries(disk.data) == []
    disk.room = None
    journal.append(choice(7))
    assert entries(disk.data) == [choice(5), choice(6), choice(7)]


def test_what_a_full_disk_refused_is_written_when_the_journal_closes() -> None:
    journal, disk = open_journal()
    disk.refusing = FULL
    with pytest.raises(OSError, match="no space"):
        journal.append(choice(5))
    disk.refusing = None
    journal.close(over=False)
    assert entries(disk.safe) == [choice(5)]


def test_a_disk_that_refuses_to_the_end_keeps_no_journal_from_closing() -> None:
    journal, disk = open_journal()
    disk.refusing = FULL
    journal.close(over=False)
    assert entries(disk.safe) == []


def test_a_failed_sync_counts_until_another_one_succeeds() -> None:
    journal, disk = open_journal()
    disk.refusing = BROKEN
    with pytest.raises(OSError, match="input/output"):
        journal.sync()
    disk.refusing = None
    with pytest.raises(OSError, match="input/output"):
        journal.append(choice(5))
    assert entries(disk.data) == [choice(5)]
    journal.sync()
    journal.append(choice(6))


async def test_a_power_cut_loses_no_round_that_is_over() -> None:
    journal, disk = open_journal(rounds=3)
    lots = Random(1)
    room = Room(journal.setup, Services(lots.randbytes, lambda game: f"seed {game}", journal.append))
    server, keeper = Server(room), JournalKeeper(room, journal)
    server.on_change.append(keeper.note)
    olga, ann = a_session(CuttableMemoryLink(server), "Olga", OWNER), a_session(CuttableMemoryLink(server), "Ann")
    async with running(olga, ann):
        await seated((olga, ann))
        olga.request(Start())
        await play_all(olga, ann)
        await keeper.end()
        again = Room(journal.setup, Services(bytes, lambda game: f"seed {game}"))
        again.resume([entry for entry in entries(disk.safe) if isinstance(entry, Command)], 0.0)
        assert again.view(None) == room.view(None) and again.view(None).table.ended
    await server.close()
    await keeper.end()
    # Rounds that end while the disk is busy share the next sync; no turn has one of its own.
    assert 1 <= disk.syncs <= 4
