"""The list of tables: who is shown, who is grey, who is gone, and who may come back."""

from dataclasses import replace
from typing import Any

import pytest

from sixqp_tui.discovery.advertisement import Advertisement, Continues
from sixqp_tui.discovery.table_list import (
    MAX_ENDPOINTS,
    MAX_TABLES,
    Endpoint,
    KnownHosts,
    TableList,
    has_twin,
)

PIN, OTHER_PIN = "0f" * 32, "ab" * 32
HERE = (("10.0.0.1", 4666), ("10.0.0.2", 4666))


def advert(table: str = "a", title: str = "Friday", pin: str | None = None, **more: Any) -> Advertisement:
    return Advertisement(table, title, fingerprint=pin, **more)


def listed(*ids: str, title: str = "Friday") -> TableList:
    tables = TableList()
    for each in ids:
        tables.heard(advert(each, title), HERE, now=0)
    return tables


def silent(tables: TableList, table: str, times: int) -> None:
    for _ in range(times):
        tables.probed(advert(table).identity, None, now=0)


def ids(tables: TableList) -> list[str]:
    return [each.id for each in tables.tables]


def endpoints(tables: TableList) -> list[Endpoint]:
    """Those of the first table."""
    return list(tables.tables[0].endpoints)


def test_tables_with_one_title_are_listed_separately() -> None:
    assert [each.id for each in listed("b", "a").matching("fRIDAY ")] == ["a", "b"]
    assert [each.id for each in listed("b", "a").matching("b")] == ["b"]
    assert listed("a").matching("Saturday") == ()


def test_only_tables_of_one_title_and_mark_are_twins() -> None:
    twins = listed("a", "b").tables
    assert has_twin(twins[0], twins) and not has_twin(twins[0], twins[:1])
    assert not has_twin(twins[0], (twins[0], replace(twins[1], mark="known")))


def test_a_table_that_stops_answering_turns_grey_and_is_removed() -> None:
    tables = listed("a")
    for stale in (False, True, True):
        silent(tables, "a", 1)
        assert tables.tables[0].stale is stale
    silent(tables, "a", 1)
    assert tables.tables == ()


def test_a_table_that_did_not_answer_is_probed_again_soon() -> None:
    tables = listed("a")
    for now in (10, 12, 14, 16):
        assert tables.due(now - 0.1) == () and len(tables.due(now)) == 1
        tables.probed(advert().identity, None, now)
    assert tables.tables == ()
    assert tables.due(25.9) == () and len(tables.due(26)) == 1


def test_an_announcement_of_a_hidden_table_only_has_it_probed() -> None:
    """It may have been kept by the system of somebody else."""
    tables = listed("a")
    silent(tables, "a", 9)
    assert tables.due(1) == ()
    tables.heard(advert(seats_taken=4), HERE, now=1)
    assert tables.tables == () and [each.id for each in tables.due(1)] == ["a"]


def test_the_endpoint_that_answered_stays_the_first() -> None:
    tables = listed("a")
    tables.probed(advert().identity, HERE[1], now=0)
    assert endpoints(tables) == [HERE[1], HERE[0]]
    tables.heard(advert(), [("10.0.0.9", 4666), *HERE], now=1)
    assert endpoints(tables) == [HERE[1], ("10.0.0.9", 4666), HERE[0]]


@pytest.mark.parametrize("itself", [True, False])
def test_a_table_that_moves_is_tried_at_its_new_address_first(itself: bool) -> None:
    tables = listed("a")
    tables.heard(advert(), [("10.0.0.7", 4666)], now=1, itself=itself)
    assert endpoints(tables) == [("10.0.0.7", 4666), *HERE]


def test_a_table_that_answers_from_two_addresses_changes_nothing_on_the_list() -> None:
    tables = listed("a")
    for endpoint in (*HERE, *HERE):
        tables.heard(advert(), [endpoint], now=1, itself=True)
        assert endpoints(tables) == list(HERE)


@pytest.mark.parametrize("itself", [True, False])
def test_forged_endpoints_are_tried_in_addition_and_never_instead(itself: bool) -> None:
    """Anybody may say that the table is elsewhere, with its own id and certificate."""
    tables = listed("a")
    tables.probed(advert().identity, HERE[1], now=0)
    for port in range(6000, 6100):
        tables.heard(advert(), [("10.0.0.66", port)], now=3, itself=itself)
    assert endpoints(tables)[0] == HERE[1] and len(endpoints(tables)) <= MAX_ENDPOINTS + 1
    tables.heard(advert(), HERE[:1], now=4, itself=True)
    assert HERE[0] in endpoints(tables), "the table says again and again where it is"


def test_a_forged_goodbye_removes_no_table_that_answers() -> None:
    tables = listed("a")
    tables.say_goodbye("a", now=1)
    assert len(tables.due(1)) == 1 and ids(tables) == ["a"]
    tables.say_goodbye("a", now=1)
    assert tables.due(1) == (), "more goodbyes cost nothing"
    tables.probed(advert().identity, HERE[0], now=0)
    assert [each.stale for each in tables.tables] == [False]


@pytest.mark.parametrize(
    "forged",
    [
        advert(title="Stolen", pin=PIN),
        advert(pin=OTHER_PIN),
        advert(title="Stolen", pin=OTHER_PIN),
        advert(pin=None),
        advert(pin=PIN, continues=Continues("e", bytes(32), bytes(64))),
    ],
)
def test_a_forged_announcement_is_another_line_and_hides_no_table(forged: Advertisement) -> None:
    for order in (1, -1):
        tables = TableList()
        for at, each in enumerate([advert(pin=PIN), forged][::order]):
            tables.heard(each, [("10.0.0.66" if each is forged else "10.0.0.1", 4666)], now=at)
        assert {each.advert for each in tables.tables} == {advert(pin=PIN), forged}
        true = next(each for each in tables.matching("friday") if each.advert == advert(pin=PIN))
        assert true.endpoints == (("10.0.0.1", 4666),)


def test_a_full_list_forgets_tables_that_do_not_answer() -> None:
    tables = TableList()
    for number in range(MAX_TABLES):
        tables.heard(advert(f"t{number}"), [(f"10.0.1.{number}", 1)], now=0)
    new = advert("new"), [("10.0.0.1", 1)]
    tables.heard(*new, now=0)
    assert "new" not in ids(tables)
    silent(tables, "t7", 2)
    tables.heard(*new, now=0)
    assert len(tables.tables) == MAX_TABLES and "new" in ids(tables) and "t7" not in ids(tables)


def test_a_flood_of_tables_from_one_machine_hides_none_of_another() -> None:
    tables = TableList()
    tables.heard(advert("first"), [("10.0.0.1", 4666)], now=0)
    for number in range(200):
        tables.heard(advert(f"t{number}"), [("10.0.0.66", number)], now=0)
    tables.heard(advert("second"), [("10.0.0.2", 4666)], now=0)
    assert len(tables.tables) == MAX_TABLES
    assert {"first", "second"} < set(ids(tables))


def test_a_refresh_probes_every_table_again() -> None:
    tables = listed("a", "b")
    silent(tables, "b", 4)
    tables.probe_all(now=3)
    assert [each.id for each in tables.due(3)] == ["a"]
    assert tables.due(13) != ()


def test_known_hosts_are_distinguished_from_others_with_their_title() -> None:
    known = KnownHosts(frozenset({PIN}), frozenset({"friday"}))

    def mark(title: str, pin: str | None) -> str | None:
        return known.mark(advert("new", title, pin))

    assert mark("Friday", PIN) == mark("Saturday", PIN) == "known"
    assert mark("fRIDAY", OTHER_PIN) == mark("Friday", None) == "other_host"
    assert mark("Saturday", OTHER_PIN) is None
