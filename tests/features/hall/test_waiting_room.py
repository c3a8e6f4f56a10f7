"""The hall as its players reach it: who comes in, and who they are."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import pytest
from msgspec.structs import replace
from support.memory_link import CuttableMemoryLink
from support.tables import running

from sixqp_protocol.messages import (
    CodeGiven,
    CodeWanted,
    Goodbye,
    HallLine,
    HallNews,
    Hello,
    Leave,
    OfferTables,
    OpenTable,
    TableReady,
    Welcome,
)
from sixqp_protocol.pairing import ClientPairing
from sixqp_protocol.person import PersonKey
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.version import CURRENT
from sixqp_tui.client.session import Identity, Session
from sixqp_tui.client.status import Connected
from sixqp_tui.features.hall.hall import Hall, HallFact, HallOpened, PlayerLeft, PlayerRegistered
from sixqp_tui.features.hall.waiting_room import MAX_LEFT, NotKept, Progress, WaitingRoom
from sixqp_tui.host.admission.room_code import Lock
from sixqp_tui.host.commands import Effect, Send
from sixqp_tui.host.durability.commit_queue import CommitQueue
from sixqp_tui.host.network.server import Server
from sixqp_tui.i18n import speaking
from sixqp_tui.presentation import hall as hall_words

PIN, MACHINE = sha256(b"the hall").digest(), sha256(b"a machine").digest()


def draw(count: int) -> bytes:
    return sha256(b"lots").digest().ljust(count, b".")[:count]


class Door:
    """A hall of two, and what each connection has been sent. With a `code` it is locked; "serve" opens tables."""

    def __init__(self, code: str | None = None) -> None:
        tokens = iter(range(1, 100))
        self.facts: list[HallFact] = []
        self.room = WaitingRoom(
            "abcd",
            Hall(HallOpened("Friday", "seed", size=2)),
            self.facts.append,
            lambda: next(tokens).to_bytes(16, "big"),
            PIN,
            Lock(code, PIN, draw) if code else None,
            Lock("serve", PIN, draw),
        )

    def says(
        self, peer: int, message: Hello | CodeGiven | Leave | OfferTables | TableReady, now: float = 0
    ) -> list[object]:
        return said(self.room.handle(peer, message, now), peer)

    def comes(self, peer: int, name: str, token: bytes | None = None, code: str = "", **more: Any) -> list[object]:
        """What somebody is answered, who gives this code if they are asked."""
        sent = self.says(peer, hello(name, token, **more))
        if code and isinstance(sent[0], CodeWanted):
            pairing = ClientPairing(code, PIN, sent[0].share, draw)
            sent = self.says(peer, CodeGiven(pairing.share, pairing.proof))
        return sent


def hello(name: str, token: bytes | None = None, **more: Any) -> Hello:
    whole = {"role": "player", **more}
    return Hello(CURRENT, "test", name=name, client=name.encode().ljust(16, b"."), attempt=1, token=token, **whole)


def said(effects: list[Effect], peer: int) -> list[object]:
    return [each.message for each in effects if isinstance(each, Send) and each.peer == peer]


def welcome(sent: list[object]) -> Welcome:
    return next(each for each in sent if isinstance(each, Welcome))


@pytest.mark.slow
def test_a_locked_hall_asks_everybody_without_a_token() -> None:
    door = Door("sesame")
    assert isinstance(door.comes(1, "Ann")[0], CodeWanted) and isinstance(
        door.comes(2, "Wes", role="watcher")[0], CodeWanted
    )
    assert door.comes(3, "Eve", code="guess") == [Goodbye(Farewell.WRONG_CODE)] and door.facts == []
    token = welcome(door.comes(4, "Bob", code="sesame")).token
    assert welcome(door.comes(5, "Bob", token)).token == token and len(door.facts) == 1


def test_only_a_machine_with_the_serving_code_is_asked_for_tables() -> None:
    door = Door("sesame")
    token = welcome(door.comes(1, "Bob", code="sesame")).token
    offer = OfferTables(("192.0.2.9",), MACHINE, 4)
    assert door.comes(2, "Bob", token, "sesame", serves=True) == [Goodbye(Farewell.WRONG_CODE)]
    door.says(1, offer)
    assert door.room.machines == {}
    assert welcome(door.comes(3, "Cellar", code="serve", serves=True, role="watcher")).token is None
    door.room.handle(3, offer, 0, "192.0.2.8")
    assert door.room.machines[MACHINE].addresses == ("192.0.2.8", "192.0.2.9")
    table = OpenTable(1, "Friday 1.1", door.room.settings, "seed", (), "abcd", PIN)
    assert said(door.room.order(MACHINE, table, 1), 3) == [table]
    door.says(1, TableReady(1, "beef", 4667))
    assert door.room.answers == {}
    for order in (1, 1, 2):
        door.says(3, TableReady(order, "f00d", 4667))
    assert list(door.room.answers) == [1] and door.room.take_answer(1) == TableReady(1, "f00d", 4667)
    assert Goodbye(Farewell.KICKED) in said(door.room.refuse(MACHINE, 2), 3)
    door.comes(4, "Cellar", code="serve", serves=True, role="watcher")
    door.says(4, offer)
    assert door.room.machines == {}


def test_a_person_who_registers_twice_is_one_player() -> None:
    door, key = Door(), PersonKey.of(bytes(range(32)))
    clients = [name.encode().ljust(16, b".") for name in ("Ann", "Anna")]
    proofs: list[dict[str, Any]] = [
        {"person": key.public, "person_proof": key.prove(PIN, client)} for client in clients
    ]
    first = welcome(door.comes(1, "Ann", **proofs[0]))
    sent = door.room.handle(2, hello("Anna", **proofs[1]), 0)
    assert said(sent, 1) == [Goodbye(Farewell.ELSEWHERE)] and welcome(said(sent, 2)).token != first.token
    assert [player.name for player in door.room.hall.players] == ["Ann"]
    assert len(door.room.here) == 1
    back = door.room.handle(3, hello("Ann", first.token, role="watcher", **proofs[0]), 0)  # as a program returns
    assert said(back, 2) == [Goodbye(Farewell.ELSEWHERE)] and welcome(said(back, 3)).token
    assert door.room.here == {0}
    door.room.happen(PlayerLeft(0, removed=True))
    assert door.comes(5, "Anna", **proofs[1]) == [Goodbye(Farewell.KICKED)]
    assert welcome(door.comes(4, "ann")) and door.room.hall.players[1].name == "ann 2"


def test_nobody_registers_while_the_disk_refuses_and_nothing_is_told_that_was_not_written() -> None:
    door = Door()
    door.comes(1, "Ann")
    kept = [HallOpened("Friday", "seed", size=2), *door.facts]
    door.comes(2, "Bob")
    door.room.resume(kept, 1)
    door.room.stall(1)
    assert [player.name for player in door.room.hall.players] == ["Ann"]
    assert door.comes(3, "Cleo") == [Goodbye(Farewell.RESTART)]
    with pytest.raises(NotKept):
        door.room.happen(PlayerLeft(0))
    door.room.unstall(2)
    assert welcome(door.comes(4, "Cleo")).token


def test_a_clock_that_jumps_only_changes_the_time_that_is_said_to_be_left() -> None:
    door = Door()
    for peer, name in enumerate(("Ann", "Bob"), 1):
        door.comes(peer, name)
    door.room.happen(door.room.hall.seat_round())
    left = []
    for deal, turn, now in ((1, 1, 100.0), (2, 2, 5.0), (2, 3, 1e9), (2, 4, 400.0)):
        door.room.note_progress(0, Progress(deal, turn, (0, 0)), now)
        left += [each.left for each in said(door.room.wake(now + 1), 1) if isinstance(each, HallNews)]
    assert None not in left[1:] and all(0 <= each <= MAX_LEFT for each in left[1:] if each is not None)
    assert left[-1] == round(17 * (401 - 100) / 13)


def test_sixty_who_come_at_once_are_all_told_once_and_read_nothing_of_a_stranger() -> None:
    door = Door()
    for peer in range(60):
        door.comes(peer, f"P{peer}")
    messages = [each.message for each in door.room.wake(1) if isinstance(each, Send)]
    lengths = [len(each.lines) for each in messages if isinstance(each, HallNews)]
    assert lengths == [60] * 59 and len(door.facts) == 60  # the last one has just read it
    door.comes(60, "Wim", role="watcher")
    door.room.gone(60, 2)
    assert not any(isinstance(each, Send) and isinstance(each.message, HallNews) for each in door.room.wake(3))


def test_watchers_are_limited_and_share_their_places_between_machines() -> None:
    door, peers = Door(), iter(range(10_000))

    def watches(address: str, number: int = 1) -> list[bool]:
        """Whether each of so many arrivals from one address may stay."""
        came = []
        for peer, _ in zip(peers, range(number), strict=False):
            sent = said(door.room.handle(peer, hello(f"W{peer}", role="watcher"), 0, address), peer)
            came.append(isinstance(sent[0], Welcome))
        return came

    for machine in range(5):
        assert all(watches(f"10.0.0.{machine}", 12))
    assert watches("10.0.0.0") == [False]
    assert watches("10.0.0.9", 12) == [True] * 10 + [False] * 2
    assert watches("127.0.0.1", 10) == [True] * 10
    sent = said(door.room.handle(10_000, hello("Ann"), 1, "10.0.0.0"), 10_000)
    assert isinstance(sent[0], Welcome) and door.room.here == {0}


def test_leaving_and_coming_back_again_and_again_fills_no_journal() -> None:
    door = Door()
    token = welcome(door.comes(1, "Ann")).token
    for peer in range(2, 50):
        door.says(peer - 1, Leave(id=1))
        door.comes(peer, "Ann", token)
    assert len(door.facts) < 25
    assert welcome(door.says(50, hello("Ann", token), now=60)).token == token


class CountedJournal:
    """A journal in memory that counts its writes."""

    def __init__(self) -> None:
        self.facts: list[HallFact] = []
        self.writes = 0

    def write(self, facts: Sequence[HallFact]) -> None:
        self.facts += facts
        self.writes += 1

    def reread(self) -> list[HallFact]:
        return self.facts

    def probe(self) -> None:
        pass


@pytest.mark.slow
async def test_sixty_who_register_at_once_share_a_few_writes_and_nobody_is_told_before() -> None:
    journal, queue = CountedJournal(), CommitQueue[HallFact]()
    tokens = iter(range(1, 100))
    hall = Hall(HallOpened("Friday", "seed", size=2))
    room = WaitingRoom("abcd", hall, queue.append, lambda: next(tokens).to_bytes(16, "big"))
    server = Server(room, queue=queue, journal=journal)
    sessions = [Session(CuttableMemoryLink(server), Identity(f"P{number}")) for number in range(60)]
    async with running(*sessions):
        for number, session in enumerate(sessions):
            assert await session.wait_until_seated(20) == Connected()
            assert any(isinstance(fact, PlayerRegistered) and fact.name == f"P{number}" for fact in journal.facts)
    await server.close()
    assert len(journal.facts) == 60 and journal.writes < 20


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_a_waiting_player_reads_fits_into_80_cells(language: str) -> None:
    playing = HallNews(1, 4, 12, False, 0, (), left=17 * 60)
    with speaking(language):
        waiting, paused = hall_words.summary(playing), hall_words.summary(replace(playing, paused=True))
        last = hall_words.summary(replace(playing, round=4))
    assert len(waiting) < 78 and "17" in waiting and "17" not in last and "12" not in paused


def test_a_ranking_shows_no_uncertainty_before_hands_were_compared() -> None:
    lines = (HallLine("Ann", 1, 0, 0, 20, 3, True), HallLine("Bob", 1, 0, 1430, 25, 3, True))
    assert [each.within for each in hall_words.standings(HallNews(1, 4, 1, False, 0, lines))] == ["", "± 14.3"]
