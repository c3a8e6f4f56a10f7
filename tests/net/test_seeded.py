"""A seed that a person has chosen: everybody at the table is told that somebody may know the cards beforehand."""

from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest
from support.keys import key_of
from support.tables import OWNER, heard

from sixqp_protocol.messages import Settings, Start
from sixqp_tui.client.conversation import Role
from sixqp_tui.client.events import Facts
from sixqp_tui.client.session import Session
from sixqp_tui.hosting import resume
from sixqp_tui.hosting.open_table import OpenTable, open_table
from sixqp_tui.hosting.resume import kept_options
from sixqp_tui.hosting.table_options import TableOptions
from sixqp_tui.joining.endpoint import TableEndpoint
from sixqp_tui.joining.player import Player
from sixqp_tui.joining.seat import take_seat
from sixqp_tui.store.keys import Slot

OPTIONS = TableOptions("Friday", "Olga", Settings(timer=None), port=0, owner=OWNER.public)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIXQP_HOME", str(tmp_path))


async def come(table: OpenTable, stack: AsyncExitStack, name: str, role: Role = "player") -> Session:
    """Somebody at the table, by the network."""
    place = TableEndpoint((("127.0.0.1", table.port),), table.id, table.fingerprint, certain=True)
    slot = Slot(OWNER if name == "Olga" else key_of(name))
    return (
        await stack.enter_async_context(take_seat(place, Player.bot(name), watch=role == "watcher", slot=slot))
    ).session


def seeded_news(*sessions: Session) -> list[bool]:
    return [session.state.news.seeded for session in sessions if session.state.news]


@pytest.mark.parametrize("seed", [None, "friday"])
async def test_players_and_watchers_are_told_of_a_chosen_seed_even_when_resumed(
    seed: str | None,
) -> None:
    async with AsyncExitStack() as stack:
        table = await stack.enter_async_context(open_table(msgspec.structs.replace(OPTIONS, seed=seed)))
        olga, ann = await come(table, stack, "Olga"), await come(table, stack, "Ann")
        eve = await come(table, stack, "Eve", "watcher")
        assert seeded_news(olga, ann, eve) == [seed is not None] * 3
        olga.request(Start())
        await heard(olga.events(), Facts) if not olga.state.history else None
    kept = kept_options(resume.find_resumable(table.id, "host"), 0)
    async with AsyncExitStack() as stack:
        table = await stack.enter_async_context(open_table(kept))
        assert seeded_news(await come(table, stack, "Eve", "watcher")) == [seed is not None]
