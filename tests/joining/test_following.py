"""A table whose line is lost is looked for by its id, and followed to the machine of a player who continues it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace as replace_fields
from typing import Any, Self

import pytest
from msgspec.structs import replace
from support.conversations import conversation
from support.keys import key_of
from support.machines import announced, begun, continued, pin_of

from sixqp_protocol.keys import continue_text
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.events import StatusChanged
from sixqp_tui.client.network import NetworkLink
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.client.status import Closed, Connected, Reconnecting, Status
from sixqp_tui.discovery.advertisement import Advertisement
from sixqp_tui.discovery.table_list import Endpoint, FoundTable
from sixqp_tui.joining import following
from sixqp_tui.joining.following import TRIES, TableFollower, Trial

OLD, NEW, OTHER = (("192.168.1.7", 4666),), (("192.168.1.9", 4667),), (("192.168.1.8", 4666),)
LOST = Reconnecting(0.0, following.SEARCH_FROM_ATTEMPT)


class FakeBrowser:
    """Finds the tables that a test puts there."""

    open = 0
    tables: tuple[Any, ...] = ()
    changed = asyncio.Event()

    async def __aenter__(self) -> Self:
        FakeBrowser.open += 1
        return self

    async def __aexit__(self, *_error: object) -> None:
        FakeBrowser.open -= 1

    async def changes(self) -> AsyncIterator[tuple[Any, ...]]:
        while True:
            FakeBrowser.changed = asyncio.Event()
            yield FakeBrowser.tables
            await FakeBrowser.changed.wait()


class FakeSession:
    """A session that has lost its table, and where it goes."""

    def __init__(self, state: SessionState) -> None:
        self.state, self.identity = state, conversation("Cleo").identity
        self.asked, self.visits = asyncio.Event(), list[tuple[tuple[tuple[str, int], ...], str, bool]]()
        self.outcome: Any = ()
        self.link = NetworkLink(OLD, "cd")

    def come_back(self) -> None:
        self.asked.set()

    async def visit(self, link: Any, table: str, told: bool) -> Any:
        self.visits.append((link.addresses, table, told))
        return self.outcome


async def at_once(work: Callable[[], Any]) -> Any:
    """Without a thread, for which a test would have to wait."""
    return work()


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> FakeSession:
    """That of Cleo, whose table is Ann's."""
    monkeypatch.setattr(following, "Browser", FakeBrowser)
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.0)
    monkeypatch.setattr(asyncio, "to_thread", at_once)
    monkeypatch.setattr(following, "_own_certificate", lambda: pin_of("Cleo").hex())
    FakeBrowser.tables = ()
    _, (_, _, cleo) = begun()
    return FakeSession(cleo.state)


@pytest.fixture
async def follower(session: FakeSession) -> AsyncIterator[TableFollower]:
    follower = TableFollower(session)  # type: ignore[arg-type]
    yield follower
    await follower.end()


async def set_status(session: FakeSession, follower: TableFollower, status: Status) -> None:
    session.state = replace(session.state, status=status)
    follower.note(StatusChanged(status))
    await settle()


async def settle() -> None:
    """Until everybody waits: nothing here takes time."""
    for _ in range(20):
        await asyncio.sleep(0)  # noqa: TID251 (lets the tasks run)


def find(*tables: FoundTable) -> None:
    FakeBrowser.tables = tables
    FakeBrowser.changed.set()


def offered(by: str = "Bob", *endpoints: Endpoint) -> FoundTable:
    """The table at which this player continues Ann's."""
    _, ends = begun()
    end = next(each for each in ends if each.identity.name == by)
    return announced(continued(end), *(endpoints or NEW))


async def test_only_the_players_own_table_is_followed_to_its_new_address(
    session: FakeSession, follower: TableFollower
) -> None:
    await set_status(session, follower, LOST)
    own = session.state.welcome
    assert own
    find(
        FoundTable(Advertisement("another", "Friday"), OTHER),
        FoundTable(Advertisement(own.table, "Friday"), OTHER, stale=True),
        FoundTable(Advertisement(own.table, "Friday", fingerprint="ab" * 32), OTHER),
    )
    await settle()
    assert not session.asked.is_set()
    find(FoundTable(Advertisement(own.table, "Friday"), NEW))
    await session.asked.wait()
    assert follower.link.addresses == (*NEW, *OLD)
    await set_status(session, follower, Connected())
    await follower.end()
    assert FakeBrowser.open == 0 and session.visits == []


async def test_announcements_never_displace_the_original_address(follower: TableFollower) -> None:
    for number in range(100):
        follower.learn(tuple((f"192.0.2.{number}", port) for port in range(1, 20)))
        assert follower.link.addresses[-1:] == OLD
        assert len(follower.link.addresses) <= following.MAX_ADDRESSES + 1


@pytest.mark.parametrize("status", [LOST, Closed(Farewell.CLOSED)], ids=["lost", "closed"])
async def test_the_one_table_that_a_player_continues_is_followed(
    session: FakeSession, follower: TableFollower, status: Status
) -> None:
    await set_status(session, follower, status)
    table = offered()
    find(table)
    await settle()
    assert session.visits == [(NEW, table.id, False)]
    assert (follower.offers[0].name, follower.offers[0].here) == ("Bob", ("Ann",))


@pytest.mark.parametrize("status", [Connected(), Reconnecting(0.0, 1), Closed(Farewell.LEFT)])
async def test_a_program_whose_table_answers_or_that_left_goes_nowhere(
    session: FakeSession, follower: TableFollower, status: Status
) -> None:
    find(offered())
    await set_status(session, follower, status)
    assert session.visits == []


async def test_a_continuation_that_was_found_before_an_interruption_has_lasted_is_followed_then(
    session: FakeSession, follower: TableFollower
) -> None:
    table = offered()
    find(table)
    await set_status(session, follower, Reconnecting(0.0, 1))
    assert session.visits == [] and [offer.name for offer in follower.offers] == ["Bob"]
    await set_status(session, follower, LOST)
    assert session.visits == [(NEW, table.id, False)]


async def test_what_a_player_continues_elsewhere_is_no_offer_to_their_own_program(
    session: FakeSession, follower: TableFollower
) -> None:
    find(offered("Cleo"))
    await set_status(session, follower, LOST)
    assert session.visits == [] and follower.offers == ()


async def test_of_two_continuations_none_is_followed_unasked(session: FakeSession, follower: TableFollower) -> None:
    find(offered(), offered("Ann", *OTHER))
    await set_status(session, follower, LOST)
    assert session.visits == [] and sorted(offer.name for offer in follower.offers) == ["Ann", "Bob"]
    await follower.go(follower.offers[0], told=True)
    assert len(session.visits) == 1 and session.visits[0][2]


FOR_ANOTHER_TABLE = continue_text("1a2b3c4d", "0ld", pin_of("Bob"))


@pytest.mark.parametrize(
    "forged",
    [
        {"key": key_of("Zoe").public, "signature": key_of("Zoe").sign(FOR_ANOTHER_TABLE)},
        {"signature": key_of("Bob").sign(FOR_ANOTHER_TABLE)},
        {"fingerprint": pin_of("Zoe").hex()},
        {"evening": "4d3c2b1a"},
    ],
    ids=["a stranger", "for another table", "an old certificate", "another evening"],
)
async def test_a_forged_continuation_is_no_offer(
    session: FakeSession, follower: TableFollower, forged: dict[str, Any]
) -> None:
    table = offered()
    says = table.advert.continues
    assert says
    of_advert = {"fingerprint": forged.pop("fingerprint")} if "fingerprint" in forged else {}
    advert = replace_fields(table.advert, **of_advert, continues=replace_fields(says, **forged))
    find(*(FoundTable(replace_fields(advert, title=str(n)), NEW) for n in range(50)))
    await set_status(session, follower, LOST)
    assert session.visits == [] and follower.offers == ()


@pytest.mark.parametrize(
    ("endpoints", "dialled"),
    [
        ((("127.0.0.1", 4666), ("example.org", 4666), ("8.8.8.8", 4666), *NEW), NEW),
        ((("::1", 4666), ("2a00:1450::1", 4666), ("fe80::1%eth0", 4666)), (("fe80::1%eth0", 4666),)),
    ],
)
async def test_only_literal_addresses_of_this_network_are_dialled(
    session: FakeSession, follower: TableFollower, endpoints: Any, dialled: Any
) -> None:
    find(offered("Bob", *endpoints))
    await set_status(session, follower, LOST)
    assert [visit[0] for visit in session.visits] == [dialled]


async def test_the_own_tables_announcement_leads_to_no_other_addresses_either(
    session: FakeSession, follower: TableFollower
) -> None:
    assert session.state.welcome
    own = Advertisement(session.state.welcome.table, "Friday")
    find(FoundTable(own, (("127.0.0.1", 4666), ("8.8.8.8", 4666), *NEW)))
    await set_status(session, follower, LOST)
    assert follower.link.addresses == (*NEW, *OLD)
    find(FoundTable(own, (("127.0.0.1", 4666),)))
    await settle()
    assert follower.link.addresses == (*NEW, *OLD)


async def test_this_machines_own_addresses_are_dialled_if_the_table_is_here(
    session: FakeSession, follower: TableFollower, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "_own_certificate", lambda: pin_of("Bob").hex())
    here = (("127.0.0.1", 4666),)
    find(offered("Bob", *here))
    await set_status(session, follower, LOST)
    assert [visit[0] for visit in session.visits] == [here]


async def test_a_table_that_cannot_be_reached_is_tried_three_times_and_then_left(
    session: FakeSession, follower: TableFollower
) -> None:
    session.outcome = None
    find(offered())
    await set_status(session, follower, LOST)
    assert len(session.visits) == TRIES and follower.trial == Trial(follower.offers[0], None)
    await set_status(session, follower, Reconnecting(0.0, 9))
    find(*FakeBrowser.tables)
    await settle()
    assert len(session.visits) == TRIES


async def test_a_table_that_differs_is_visited_once_and_then_only_by_a_key(
    session: FakeSession, follower: TableFollower
) -> None:
    session.outcome = ("rounds",)
    find(offered())
    await set_status(session, follower, LOST)
    assert len(session.visits) == 1 and follower.trial == Trial(follower.offers[0], ("rounds",))


async def test_whoever_is_at_a_table_hears_of_another_one_while_somebody_is_away(
    session: FakeSession, follower: TableFollower
) -> None:
    news = session.state.news
    assert news
    seats = (news.seats[0], replace(news.seats[1], here=False), *news.seats[2:])
    session.state = replace(session.state, news=replace(news, seats=seats))
    find(offered())
    await set_status(session, follower, Connected())
    assert [offer.name for offer in follower.offers] == ["Bob"] and session.visits == []
    session.state = replace(session.state, news=news)
    await set_status(session, follower, Connected())
    await follower.end()
    assert FakeBrowser.open == 0
