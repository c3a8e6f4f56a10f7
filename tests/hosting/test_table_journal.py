"""A table's journal: what was shown is written, and what a full disk refuses is written later."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from support.disks import MemoryDisk, file_of
from support.memory_link import CuttableMemoryLink
from support.tables import OWNER, a_session, heard, play_all, running, seated, settings

from sixqp_protocol.messages import ChooseCard, Start
from sixqp_tui.client.events import Facts, News
from sixqp_tui.host.commands import Command, Setup
from sixqp_tui.host.durability.journal_codec import Entry, Opening, Stood, decoded, encoded
from sixqp_tui.host.network.server import Server
from sixqp_tui.host.room import Room
from sixqp_tui.hosting.journalled_room import RoundSync
from sixqp_tui.hosting.table_journal import TableJournal
from sixqp_tui.store.journal import Journal, parse
from sixqp_tui.store.journal_store import Claim

FULL = OSError(28, "no space left on device")
BROKEN = OSError(5, "input/output error")


def choice(card: int) -> Command:
    return Command(ChooseCard(id=1, round=1, turn=1, card=card), 0)


class NoClaim(Claim):
    """The claim to a journal in memory: there is nothing beside it."""

    def __init__(self) -> None:
        self.path = Path("memory")

    def release(self) -> None:
        """Nobody else wants it."""


def open_journal(rounds: int = 1) -> tuple[TableJournal, MemoryDisk]:
    setup = Setup("1a2b3c4d", "A table", settings(rounds=rounds), owner=OWNER.public, owner_name="Olga")
    disk = MemoryDisk(file_of(encoded(Opening(setup, at=0))))
    return TableJournal(NoClaim(), Journal(disk), now=lambda: 0), disk


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
    journal.close(keep=True, over=False)
    assert entries(disk.safe) == [choice(5)]


def test_a_disk_that_refuses_to_the_end_keeps_no_journal_from_closing() -> None:
    journal, disk = open_journal()
    disk.refusing = FULL
    journal.close(keep=True, over=False)
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


def test_where_the_table_listened_is_recorded() -> None:
    journal, disk = open_journal()
    journal.record_port(4667)
    assert entries(disk.data) == [Stood(4667, 0)]


class Table:
    """A served room with its journal, the owner and one guest at it."""

    def __init__(self, rounds: int) -> None:
        self.journal, self.disk = open_journal(rounds)
        numbers = iter(range(1, 1000))
        self.room = Room(
            self.journal.opening.setup,
            lambda: next(numbers).to_bytes(32, "big"),
            lambda game: f"seed {game}",
            self.journal.append,
        )
        self.server = Server(self.room)
        self.syncs = RoundSync(self.room, self.journal)
        self.server.on_change.append(self.syncs.note)
        self.olga = a_session(CuttableMemoryLink(self.server), "Olga", OWNER)
        self.ann = a_session(CuttableMemoryLink(self.server), "Ann")

    def resumed(self, data: bytes | bytearray) -> Room:
        """The table that lives again from these bytes."""
        again = Room(self.journal.opening.setup, lambda: bytes(32), lambda game: f"seed {game}")
        again.resume([entry for entry in entries(data) if isinstance(entry, Command)], 0.0)
        return again


@asynccontextmanager
async def playing(rounds: int = 1) -> AsyncIterator[Table]:
    table = Table(rounds)
    async with running(table.olga, table.ann):
        await seated((table.olga, table.ann))
        events = table.ann.events()
        table.olga.request(Start())
        await heard(events, Facts, lambda event: bool(table.ann.state.view.hand))
        yield table
    await table.server.close()
    await table.syncs.end()


async def test_a_full_disk_is_told_and_the_game_goes_on() -> None:
    async with playing() as table:
        events, cards = table.olga.events(), table.olga.events()
        table.disk.refusing = FULL
        table.ann.request(ChooseCard(card=table.ann.state.view.hand[0]))
        await heard(events, News, lambda event: not event.news.saved and not event.news.paused)
        await heard(cards, Facts, lambda event: 1 in table.olga.state.view.table.chosen)
        table.disk.refusing = None
        table.olga.request(ChooseCard(card=table.olga.state.view.hand[0]))
        await heard(events, News, lambda event: event.news.saved)
        again = table.resumed(table.disk.data)
        assert [again.view(seat) for seat in (None, 0, 1)] == [table.room.view(seat) for seat in (None, 0, 1)]


@pytest.mark.slow
async def test_a_power_cut_loses_no_round_that_is_over() -> None:
    async with playing(rounds=3) as table:
        await play_all(table.olga, table.ann)
        await table.syncs.end()
        assert table.resumed(table.disk.safe).view(None) == table.room.view(None)
    assert 3 <= table.disk.syncs <= 4
