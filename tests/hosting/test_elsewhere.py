"""Before a table is resumed, its evening is looked for: whoever continues it is not left alone."""

from collections.abc import AsyncIterator, Iterable

import pytest
from support.evenings import begun, continued, pin_of
from support.keys import key_of

from sixqp_tui.discovery.advertisement import Advertisement, Continues
from sixqp_tui.discovery.table_list import FoundTable
from sixqp_tui.hosting import elsewhere
from sixqp_tui.hosting.resume import ContinuedElsewhere, ResumableTable

PROGRAMS = frozenset(key_of(name).public for name in ("Ann", "Bob", "Cleo"))


class FakeBrowser:
    def __init__(self, *tables: FoundTable) -> None:
        self.tables = tables

    async def __aenter__(self) -> "FakeBrowser":
        return self

    async def __aexit__(self, *_error: object) -> None: ...

    async def changes(self) -> AsyncIterator[Iterable[FoundTable]]:
        yield self.tables


def continuation() -> FoundTable:
    """Bob's table, which continues Ann's."""
    _, ends = begun()
    there = continued(ends[1])
    assert there.setup.kept
    proof = there.setup.kept.proof
    says = Continues(proof.evening, proof.key, proof.signature)
    advert = Advertisement(there.setup.table, "Friday", fingerprint=pin_of("Bob").hex(), continues=says)
    return FoundTable(advert, (("192.168.1.9", 4667),))


def kept(evening: str = "1a2b3c4d", programs: frozenset[bytes] = PROGRAMS) -> ResumableTable:
    return ResumableTable("1a2b3c4d", "Friday", "Ann", 1, evening=evening, programs=programs)


async def test_a_table_that_a_player_continues_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elsewhere, "create_browser", lambda: FakeBrowser(continuation()))
    with pytest.raises(ContinuedElsewhere, match=r'goes on at a player.*sixqp join "Friday"') as found:
        await elsewhere.demand_alone(kept())
    assert (found.value.table, found.value.target) == ("1a2b3c4d", "192.168.1.9:4667")


@pytest.mark.parametrize("table", [kept(evening="another"), kept(programs=frozenset({key_of("Zoe").public}))])
async def test_nobody_elses_table_keeps_one_from_being_resumed(
    monkeypatch: pytest.MonkeyPatch, table: ResumableTable
) -> None:
    monkeypatch.setattr(elsewhere, "create_browser", lambda: FakeBrowser(continuation()))
    await elsewhere.demand_alone(table)
