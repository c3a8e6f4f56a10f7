"""Nothing is said that is not written: the queue, and the server when its disk is slow, full or lost."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager

import pytest
from support.disks import MemoryDisk
from support.memory_link import CuttableMemoryLink
from support.tables import OWNER, a_session, heard, running, seated, settings

from sixqp_protocol.facts import CardChosen
from sixqp_protocol.messages import Accepted, ChooseCard, Happened, Pong, Start, TakeBack
from sixqp_protocol.refusals import Refusal
from sixqp_tui.client.events import Denied, Facts, News
from sixqp_tui.host.commands import MAX_FACTS, Command, Effect, Send, Setup
from sixqp_tui.host.durability.commit_queue import CommitQueue, joined
from sixqp_tui.host.durability.journal_codec import decoded, encoded
from sixqp_tui.host.durability.journal_writer import JournalWriter
from sixqp_tui.host.network.server import Server
from sixqp_tui.host.room import Room
from sixqp_tui.store.journal import Journal

FULL = OSError(28, "no space left on device")


def choice(card: int) -> Command:
    return Command(ChooseCard(id=1, round=1, turn=1, card=card), 0)


def said(mark: int) -> Send:
    return Send(1, Pong(mark))


def test_effects_of_an_input_wait_until_it_is_written() -> None:
    queue = CommitQueue()
    queue.append(choice(5))
    queue.add([said(1)])
    assert queue.begin() == (choice(5),)
    queue.add([said(2)])
    queue.append(choice(6))
    queue.add([said(3)])
    assert queue.done() == [said(1)]
    assert queue.begin() == (choice(6),)
    assert queue.done() == [said(2), said(3)]
    assert queue.idle


def test_unwritten_inputs_are_forgotten_with_their_effects() -> None:
    queue = CommitQueue()
    queue.append(choice(5))
    queue.add([said(1)])
    queue.begin()
    queue.add([said(2)])
    queue.forget()
    assert queue.idle and queue.unwritten == 0


def happened(peer: int, first: int, *seats: int, game: int = 1) -> Send:
    return Send(peer, Happened(game, first, tuple(map(CardChosen, seats))))


def test_unwritten_facts_do_not_count_as_sent() -> None:
    queue = CommitQueue()
    queue.append(choice(5))
    queue.add([happened(1, 4, 0), said(1)])
    assert queue.holds_facts_for(1) and not queue.holds_facts_for(2)
    queue.begin()
    queue.add([said(2)])
    assert queue.holds_facts_for(1)
    queue.done()
    assert not queue.holds_facts_for(1) and not queue.idle


def test_facts_written_together_are_sent_together_in_order() -> None:
    answer = Send(1, Accepted(7))
    effects = [
        happened(1, 4, 0),
        happened(2, 4, 0),
        answer,
        happened(1, 5, 1),
        happened(2, 5, 1),
        happened(1, 6, 2),
        happened(2, 6, 2),
    ]
    assert joined(effects) == [happened(1, 4, 0), happened(2, 4, 0, 1, 2), answer, happened(1, 5, 1, 2)]


def test_only_consecutive_pieces_that_fit_a_message_are_joined() -> None:
    long = happened(1, 0, *([0] * MAX_FACTS))
    for apart in (
        [happened(1, 4, 0), happened(1, 6, 1)],
        [happened(1, 4, 0), happened(1, 5, 1, game=2)],
        [long, happened(1, MAX_FACTS, 1)],
    ):
        assert joined(apart) == apart


def test_a_message_to_many_readers_stays_one_message() -> None:
    first, second = happened(1, 4, 0).message, happened(1, 5, 1).message
    one, other = joined([Send(1, first), Send(2, first), Send(1, second), Send(2, second)])
    assert isinstance(one, Send) and isinstance(other, Send) and one.message is other.message


def test_facts_of_one_write_are_sent_as_one_message() -> None:
    queue = CommitQueue()
    for card in (5, 6):
        queue.append(choice(card))
    queue.add([happened(1, 4, 0), happened(1, 5, 1)])
    queue.begin()
    assert queue.done() == [happened(1, 4, 0, 1)]


class MemoryJournal:
    """A journal on a disk in memory; `gate` holds a writing up."""

    def __init__(self) -> None:
        self.disk = MemoryDisk()
        self.journal = Journal(self.disk)
        self.gate = threading.Event()
        self.gate.set()
        self.entered = threading.Event()
        self.writings: list[int] = []

    def write(self, commands: Sequence[Command]) -> None:
        """Write these."""
        self.entered.set()
        assert self.gate.wait(20)
        self.journal.append(map(encoded, commands))
        self.writings.append(len(commands))

    def reread(self) -> Iterable[Command]:
        return [entry for entry in map(decoded, self.journal.reread()) if isinstance(entry, Command)]

    def probe(self) -> None:
        self.disk.write(b"", 0)


class UnreadJournal(MemoryJournal):
    """A journal that takes nothing; `gate` holds the reading up."""

    def __init__(self) -> None:
        super().__init__()
        self.gate.clear()

    def write(self, commands: Sequence[Command]) -> None:
        raise FULL

    def reread(self) -> Iterable[Command]:
        self.entered.set()
        assert self.gate.wait(20)
        return super().reread()


class Table:
    """A served room with a journal, the owner and one guest at it."""

    def __init__(self) -> None:
        self.journal = MemoryJournal()
        queue = CommitQueue()
        self.accepted: asyncio.Queue[Command] = asyncio.Queue()
        numbers = iter(range(1, 1000))
        setup = Setup("1a2b3c4d", "A table", settings(), owner=OWNER.public, owner_name="Olga")

        def keep(accepted: Command) -> None:
            queue.append(accepted)
            self.accepted.put_nowait(accepted)

        self.room = Room(setup, lambda: next(numbers).to_bytes(32, "big"), lambda game: f"seed {game}", keep)
        self.server = Server(self.room, queue=queue, journal=self.journal, retry_seconds=0.01)
        self.olga = a_session(CuttableMemoryLink(self.server), "Olga", OWNER)
        self.ann = a_session(CuttableMemoryLink(self.server), "Ann")


@asynccontextmanager
async def playing() -> AsyncIterator[Table]:
    table = Table()
    async with running(table.olga, table.ann):
        await seated((table.olga, table.ann))
        events = table.ann.events()
        table.olga.request(Start())
        await heard(events, Facts, lambda event: bool(table.ann.state.view.hand))
        yield table
    await table.server.close()


async def test_nobody_is_told_of_a_card_before_it_is_written() -> None:
    async with playing() as table:
        events = table.olga.events()
        table.journal.gate.clear()
        table.journal.entered.clear()
        table.ann.request(ChooseCard(card=table.ann.state.view.hand[0]))
        await asyncio.to_thread(table.journal.entered.wait, 20)
        assert table.room.view(1).laid
        assert 1 not in table.olga.state.view.table.chosen
        table.journal.gate.set()
        await heard(events, Facts, lambda event: 1 in table.olga.state.view.table.chosen)


async def test_inputs_that_arrive_during_a_write_share_the_next_write() -> None:
    async with playing() as table:
        table.journal.gate.clear()
        table.accepted = asyncio.Queue()
        events = table.olga.events()
        for _ in range(3):
            table.ann.request(ChooseCard(card=table.ann.state.view.hand[0]))
            table.ann.request(TakeBack())
        for _ in range(6):
            await table.accepted.get()
        table.olga.request(ChooseCard(card=table.olga.state.view.hand[0]))
        await table.accepted.get()
        table.journal.gate.set()
        await heard(events, Facts, lambda event: 0 in table.olga.state.view.table.chosen)
        assert max(table.journal.writings) >= 4


async def test_a_full_disk_pauses_the_game_until_there_is_room() -> None:
    async with playing() as table:
        events, anns = table.olga.events(), table.ann.events()
        table.journal.disk.refusing = FULL
        before = tuple(table.ann.state.history)
        table.ann.request(ChooseCard(card=table.ann.state.view.hand[0]))
        await heard(events, News, lambda event: event.news.paused and not event.news.kept)
        assert tuple(table.ann.state.history) == before
        denied = await heard(anns, Denied)
        assert denied.refused.code is Refusal.NOT_KEPT
        table.journal.disk.refusing = None
        await heard(events, News, lambda event: not event.news.paused)
        table.ann.request(ChooseCard(card=table.ann.state.view.hand[0]))
        await heard(events, Facts, lambda event: 1 in table.olga.state.view.table.chosen)
        assert isinstance(list(table.journal.reread())[-1].message, ChooseCard)


async def test_a_journal_that_cannot_be_reread_ends_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing() as table:

        def lost() -> Iterable[Command]:
            raise OSError(5, "input/output error")

        monkeypatch.setattr(table.journal, "reread", lost)
        table.journal.disk.refusing = FULL
        table.ann.request(ChooseCard(card=table.ann.state.view.hand[0]))
        await asyncio.wait_for(table.server.finished.wait(), 20)
        assert table.server.failed


async def test_a_writer_that_does_not_know_what_its_journal_holds_sends_nothing() -> None:
    journal, queue, sent = UnreadJournal(), CommitQueue(), list[Effect]()
    writer = JournalWriter(queue, journal, sent.extend, lambda kept: None, lambda: None, lambda: None)
    queue.append(choice(5))
    writer.submit([said(1)])
    await asyncio.to_thread(journal.entered.wait, 20)
    for task in asyncio.all_tasks():
        if task is not asyncio.current_task():
            task.cancel()
    journal.gate.set()
    async with asyncio.timeout(20):
        await writer.end()
        queue.append(choice(6))
        writer.submit([said(2)])
        await writer.end()
    assert sent == []


async def test_a_table_that_gets_no_writer_thread_ends_instead_of_hanging() -> None:
    def refuse(_work: Callable[[], None], _done: Callable[[BaseException | None], None]) -> None:
        raise RuntimeError("can't start new thread")

    queue, sent, failures = CommitQueue(), list[Effect](), list[bool]()
    writer = JournalWriter(
        queue, MemoryJournal(), sent.extend, lambda kept: None, lambda: None, lambda: failures.append(True), refuse
    )
    queue.append(choice(5))
    writer.submit([said(1)])
    async with asyncio.timeout(20):
        await writer.end()
    assert failures == [True] and sent == []


async def test_a_closing_table_does_not_wait_for_a_disk_that_starts_to_fail() -> None:
    async with playing() as table:
        await write_nothing(table)
        closing = asyncio.create_task(table.server.close())
        table.journal.gate.set()
        closed, _ = await asyncio.wait((closing,), timeout=20)
        assert closed and not closing.exception()
        assert table.room.view(1).laid is None


async def test_a_table_that_loses_its_journal_while_closing_still_closes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with playing() as table:

        def lost() -> Iterable[Command]:
            raise OSError(5, "input/output error")

        monkeypatch.setattr(table.journal, "reread", lost)
        await write_nothing(table)
        closing = asyncio.create_task(table.server.close())
        table.journal.gate.set()
        closed, _ = await asyncio.wait((closing,), timeout=20)
        assert closed and not closing.exception()
        assert table.server.failed


async def write_nothing(table: Table) -> None:
    """Let a card be laid whose writing has begun, and will fail."""
    table.journal.disk.refusing = FULL
    table.journal.gate.clear()
    table.journal.entered.clear()
    table.ann.request(ChooseCard(card=table.ann.state.view.hand[0]))
    await asyncio.to_thread(table.journal.entered.wait, 20)
