"""A table whose line is lost is looked for by its id, and what discovery says of it is tried at once."""

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any, Self

import pytest

from sixqp_tui.client.events import StatusChanged
from sixqp_tui.client.status import Connected, Reconnecting
from sixqp_tui.joining import seat
from sixqp_tui.joining.seat import TableRelocator

OLD, NEW, OTHER = (("192.0.2.7", 4666),), (("192.0.2.9", 4667),), (("192.0.2.8", 4666),)


class FakeBrowser:
    """Finds another table first, then the one that moved, and another host of it."""

    open = 0

    async def __aenter__(self) -> Self:
        FakeBrowser.open += 1
        return self

    async def __aexit__(self, *_error: object) -> None:
        FakeBrowser.open -= 1

    async def changes(self) -> AsyncIterator[tuple[Any, ...]]:
        """What is found."""
        other = SimpleNamespace(id="another", stale=False, endpoints=OTHER)
        gone = SimpleNamespace(id="wanted", stale=True, endpoints=OTHER)
        yield (other, gone)
        elsewhere = SimpleNamespace(id="wanted", stale=False, endpoints=OTHER, fingerprint="ab")
        yield (other, elsewhere, SimpleNamespace(id="wanted", stale=False, endpoints=NEW, fingerprint="cd"))
        await asyncio.Event().wait()


@pytest.fixture
def link() -> SimpleNamespace:
    return SimpleNamespace(addresses=OLD, pin="cd")


@pytest.fixture
def session() -> Any:
    asked = asyncio.Event()
    state = SimpleNamespace(welcome=SimpleNamespace(table="wanted"))
    return SimpleNamespace(state=state, come_back=asked.set, asked=asked)


async def test_only_the_players_own_table_is_followed_to_its_new_address(
    link: Any, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat, "Browser", FakeBrowser)
    seeker = TableRelocator(session, lambda: link)
    seeker.note(StatusChanged(Reconnecting(0.0, 1)))
    assert FakeBrowser.open == 0
    seeker.note(StatusChanged(Reconnecting(0.0, seat.SEARCH_FROM_ATTEMPT)))
    await session.asked.wait()
    assert link.addresses == (*NEW, *OLD)
    seeker.note(StatusChanged(Connected()))
    await seeker.end()
    assert FakeBrowser.open == 0


async def test_announcements_never_displace_the_original_address(link: Any, session: Any) -> None:
    seeker = TableRelocator(session, lambda: link)
    for number in range(100):
        seeker.learn(tuple((f"192.0.2.{number}", port) for port in range(1, 20)))
        assert link.addresses[-1:] == OLD
        assert len(link.addresses) <= seat.MAX_ADDRESSES + 1
