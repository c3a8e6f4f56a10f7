"""The list of tables: who is shown, who is grey, who is gone, and who may come back."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from sixqp_tui.discovery.advertisement import Advertisement
from sixqp_tui.discovery.table_list import (
    CHECK_EVERY,
    MAX_TABLES,
    PROBE_EVERY,
    FoundTable,
    KnownHost,
    Recognition,
    TableList,
    hosts_to_try,
)


def listed(*ids: str, title: str = "Friday") -> TableList:
    tables = TableList()
    for each in ids:
        assert tables.heard(Advertisement(each, title), ("10.0.0.1", "10.0.0.2"), 4666, now=0)
    return tables


def hosts(tables: TableList) -> list[str]:
    """The addresses of the first table, the best first."""
    return [host for host, _port in tables.tables[0].endpoints]


def silent(tables: TableList, table: str, times: int, now: float = 0) -> None:
    for _ in range(times):
        tables.probed(table, None, now)


def close(tables: TableList, table: str, now: float) -> None:
    """The table says goodbye and no longer answers."""
    assert tables.say_goodbye(table, now)
    tables.probed(table, None, now)


def test_tables_with_one_title_are_listed_separately() -> None:
    assert [each.id for each in listed("b", "a").matching("fRIDAY ")] == ["a", "b"]
    assert [each.id for each in listed("b", "a").matching("b")] == ["b"]
    assert listed("a").matching("Saturday") == ()


def test_a_table_that_stops_answering_turns_grey_and_is_removed() -> None:
    tables = listed("a")
    silent(tables, "a", 1)
    assert not tables.tables[0].stale
    silent(tables, "a", 1)
    assert tables.tables[0].stale
    silent(tables, "a", 2)
    assert tables.tables == ()


def test_a_table_that_answers_again_comes_back() -> None:
    """The host was restarted under the same id: its announcement may bring no news."""
    tables = listed("a")
    silent(tables, "a", 9)
    assert [each.id for each in tables.due(PROBE_EVERY)] == ["a"]
    tables.probed("a", ("10.0.0.2", 4666), now=1)
    assert tables.tables[0].stale is False


def test_an_announcement_brings_a_hidden_table_back_grey() -> None:
    tables = listed("a")
    silent(tables, "a", 9)
    tables.heard(Advertisement("a", "Friday", seats_taken=4), ("10.0.0.1",), 4666, now=50)
    assert [(each.advert.seats_taken, each.stale) for each in tables.tables] == [(4, True)]


def test_each_table_is_probed_every_ten_seconds() -> None:
    tables = listed("a")
    assert tables.due(9.9) == ()
    assert len(tables.due(10)) == 1
    assert tables.due(19.9) == ()
    tables.heard(Advertisement("a", "Friday"), ("10.0.0.1",), 4666, now=19)
    assert len(tables.due(20)) == 1


def test_the_address_that_answered_stays_the_first() -> None:
    tables = listed("a")
    tables.probed("a", ("10.0.0.2", 4666), now=1)
    assert tables.tables[0].endpoints == (("10.0.0.2", 4666), ("10.0.0.1", 4666))
    tables.heard(Advertisement("a", "Friday"), ("10.0.0.9", "10.0.0.1", "10.0.0.2"), 4666, now=1)
    assert hosts(tables) == ["10.0.0.2", "10.0.0.9", "10.0.0.1"]


def test_another_port_is_tried_in_addition_and_never_instead() -> None:
    """Anybody may say that the table is elsewhere, with its own id and certificate."""
    tables, here = listed("a"), (("10.0.0.1", 4666), ("10.0.0.2", 4666))
    tables.heard(Advertisement("a", "Friday"), ("10.0.0.1", "10.0.0.9"), 5000, now=1)
    assert tables.tables[0].endpoints == (("10.0.0.1", 5000), ("10.0.0.9", 5000), *here)
    tables.answered_query(Advertisement("a", "Friday"), "10.0.0.1", 4666, now=2)
    for port in range(6000, 6100):
        tables.answered_query(Advertisement("a", "Friday"), "10.0.0.1", port, now=3)
    endpoints = tables.tables[0].endpoints
    assert set(here) < set(endpoints) and len(endpoints) == 8 + 3
    tables.probed("a", here[1], now=4)
    assert tables.tables[0].endpoints[0] == here[1]


def test_a_goodbye_removes_one_table_only() -> None:
    tables = listed("a", "b")
    close(tables, "a", 0)
    assert not tables.say_goodbye("unknown", 0)
    tables.probed("a", ("10.0.0.1", 4666), now=1)
    assert [each.id for each in tables.tables] == ["b"]


def test_a_forged_goodbye_removes_no_table_that_answers() -> None:
    tables = listed("a")
    assert tables.say_goodbye("a", now=1)
    for second in range(1, 7):
        assert [each.id for each in tables.due(second)] == ["a"], "asked every second, and then as before"
        tables.probed("a", ("10.0.0.1", 4666), second)
    assert tables.due(15.9) == ()
    assert not tables.say_goodbye("a", now=10), "a flood of goodbyes makes nobody ask more often"
    silent(tables, "a", 1, now=16)
    assert [(each.id, each.stale) for each in tables.matching("Friday")] == [("a", False)]
    close(tables, "a", now=17)
    assert tables.tables == ()


def test_a_forged_title_hides_neither_the_table_nor_its_title() -> None:
    pin = "0f" * 32
    true, forged = (Advertisement("a", title, fingerprint=pin) for title in ("Friday", "Stolen"))
    for first, second in ((true, forged), (forged, true)):
        tables = TableList()
        for advert in (first, second):
            tables.answered_query(advert, "10.0.0.1" if advert == true else "10.0.0.9", 4666, now=0)
        assert [each.advert for each in tables.matching("friday")] == [true]
        assert [each.title for each in tables.tables] == [first.title]
        (due,) = tables.due(CHECK_EVERY)
        assert due.fingerprint == pin, "only a host that proves the certificate decides"
        tables.probed("a", ("10.0.0.1", 4666), CHECK_EVERY)
        assert [each.title for each in tables.tables] == ["Friday"]
        for number in range(100):
            other = replace(true, title=f"Stolen {number}")
            tables.heard(other, ("10.0.0.1", f"10.0.1.{number}"), 4666, now=4)
        assert [each.title for each in tables.tables] == ["Friday"] and tables.matching("friday")
        full = replace(true, seats_taken=9)
        tables.answered_query(full, "10.0.0.1", 4666, now=5)
        assert [each.advert for each in tables.tables] == [full], "the table itself is followed"


def test_a_query_answer_takes_precedence_over_an_announcement() -> None:
    tables, pin = TableList(), "0f" * 32
    tables.heard(Advertisement("a", "Stolen", fingerprint=pin), ("10.0.0.1",), 4666, now=0)
    tables.answered_query(Advertisement("a", "Friday", fingerprint=pin), "10.0.0.1", 4666, now=0)
    tables.probed("a", ("10.0.0.1", 4666), now=1)
    assert [each.title for each in tables.tables] == ["Friday"]


def test_a_table_that_moves_is_followed_once_its_old_address_is_silent() -> None:
    tables = listed("a")
    moved = Advertisement("a", "Friday", seats_taken=5)
    tables.answered_query(moved, "10.0.0.7", 4666, now=5)
    assert hosts(tables)[0] == "10.0.0.7"
    assert len(tables.due(5)) == 1, "it is looked at which of both answers"
    tables.probed("a", ("10.0.0.7", 4666), now=5)
    assert tables.tables[0].advert == moved


def test_a_flood_of_tables_is_limited_to_fifty_and_dead_ones_make_room() -> None:
    tables = listed(*(f"t{number}" for number in range(MAX_TABLES)))
    assert not tables.heard(Advertisement("new", "Friday"), ("10.0.0.1",), 1, now=0)
    silent(tables, "t7", 2)
    assert tables.heard(Advertisement("new", "Friday"), ("10.0.0.1",), 1, now=0)
    shown = {each.id for each in tables.tables}
    assert len(shown) == MAX_TABLES and "new" in shown and "t7" not in shown


def test_a_refresh_probes_every_table_again() -> None:
    tables = listed("a", "b")
    silent(tables, "b", 4)
    tables.probe_all(now=3)
    assert [each.id for each in tables.due(3)] == ["a"]
    assert tables.due(13) != ()


@pytest.mark.slow
@given(st.lists(st.tuples(st.sampled_from("hgpr"), st.sampled_from("abc"), st.booleans())))
def test_no_order_of_events_breaks_the_list(events: list[tuple[str, str, bool]]) -> None:
    tables = TableList()
    for now, (event, table, answered) in enumerate(events):
        if event == "h":
            tables.heard(Advertisement(table, table), ("10.0.0.1",), 1, float(now))
        elif event == "g":
            tables.say_goodbye(table, float(now))
        elif event == "p":
            tables.probed(table, ("10.0.0.1", 1) if answered else None, float(now))
        else:
            tables.probe_all(float(now))
        ids = [each.id for each in tables.tables]
        assert ids == sorted(set(ids))


def test_a_late_announcement_does_not_bring_a_table_back() -> None:
    tables = listed("a")
    close(tables, "a", now=10.0)
    assert not tables.heard(Advertisement("a", "Friday"), ("10.0.0.1",), 4666, now=10.5)
    assert tables.heard(Advertisement("a", "Friday"), ("10.0.0.1",), 4666, now=11.5), "it has opened again"


def test_a_table_that_answers_cannot_be_replaced() -> None:
    tables, pin, other = TableList(), "0f" * 32, "ab" * 32
    first = Advertisement("a", "Friday", fingerprint=pin)
    assert tables.heard(first, ("10.0.0.1",), 4666, now=0)
    assert not tables.heard(Advertisement("a", "Stolen"), ("10.0.0.9",), 4666, now=1)
    assert tables.tables == (FoundTable(first, (("10.0.0.1", 4666),)),)
    stranger = Advertisement("a", "Stolen", fingerprint=other)
    assert tables.heard(stranger, ("10.0.0.9",), 4666, now=1), "it is said that two claim to be this table"
    assert not tables.heard(stranger, ("10.0.0.9",), 4666, now=1)
    assert not tables.answered_query(stranger, "10.0.0.9", 4666, now=1)
    both = (("10.0.0.1", 4666), ("10.0.0.9", 4666))
    assert tables.tables == (FoundTable(first, both, mark="disputed"),)
    assert [each.endpoints for each in tables.due(PROBE_EVERY)] == [both[:1]], "the other one keeps it not alive"
    silent(tables, "a", 2)
    assert tables.heard(stranger, ("10.0.0.9",), 4666, now=2)
    assert tables.tables[0].title == "Stolen"


def test_a_dispute_is_remembered_until_the_next_refresh() -> None:
    tables, pins = TableList(), ("0f" * 32, "ab" * 32)
    for number, pin in enumerate(pins):
        tables.answered_query(Advertisement("a", "Friday", fingerprint=pin), f"10.0.0.{number}", 4666, now=0)
    tables.answered_query(Advertisement("a", "Friday", fingerprint=pins[0]), "10.0.0.0", 4666, now=90)
    assert [each.mark for each in tables.matching("friday")] == ["disputed"]
    tables.probe_all(now=91)
    assert [each.mark for each in tables.tables] == [None]


def test_known_hosts_are_distinguished_from_others_with_their_title() -> None:
    pin, other = "0f" * 32, "ab" * 32
    recognition = Recognition([KnownHost("old", "Friday", pin, ())])

    def mark(title: str, fingerprint: str | None, **more: Any) -> str | None:
        advert = Advertisement("new", title, fingerprint=fingerprint)
        return recognition.marked(FoundTable(advert, (("10.0.0.1", 4666),), **more)).mark

    assert mark("Friday", pin) == mark("Saturday", pin) == "known"
    assert mark("fRIDAY", other) == mark("Friday", None) == "other_host"
    assert mark("Saturday", other) is None
    assert mark("Friday", pin, mark="disputed") == "disputed"
    assert mark("Friday", pin, remembered=True) is None


def test_an_address_that_answered_comes_first_until_another_answers() -> None:
    tables = listed("a")
    assert tables.answered_query(Advertisement("a", "Friday"), "10.0.0.7", 4666, now=1)
    assert hosts(tables) == ["10.0.0.7", "10.0.0.1", "10.0.0.2"]
    assert tables.answered_query(Advertisement("a", "Friday"), "10.0.0.8", 4666, now=40)
    assert hosts(tables) == ["10.0.0.8", "10.0.0.1", "10.0.0.2"]


def test_a_remembered_host_is_listed_last_until_a_table_is_announced_there() -> None:
    tables = listed("b", title="Zebra")
    known = KnownHost("old", "Aperitif", "ab" * 32, (("10.0.0.7", 4666),))
    tables.recalled(known.found_at(("10.0.0.7", 4666)), answers=True)
    assert [(each.title, each.remembered) for each in tables.tables] == [("Zebra", False), ("Aperitif", True)]
    assert tables.matching("aperitif")[0].remembered
    tables.answered_query(Advertisement("new", "Tonight"), "10.0.0.7", 4666, now=1)
    assert [each.title for each in tables.tables] == ["Tonight", "Zebra"]
    close(tables, "new", now=2)
    tables.recalled(known.found_at(("10.0.0.7", 4666)), answers=False)
    assert [each.title for each in tables.tables] == ["Zebra"]


def test_only_the_latest_visit_of_each_recent_host_is_tried() -> None:
    visits = [KnownHost(str(at), "T", f"{at % 12:064x}", (("10.0.0.1", 4666),)) for at in range(40)]
    assert [each.id for each in hosts_to_try(visits)] == list("01234567")
    assert hosts_to_try([KnownHost("a", "T", "ab" * 32, ())]) == ()
