"""Who comes in, to which place, and who is sent away with which code."""

from typing import Any

import pytest
from host.party import Began, Open

from sixqp_protocol.messages import (
    ChooseCard,
    CloseTable,
    Hello,
    Ping,
    Rename,
    RoomNews,
    Settings,
    Start,
    Welcome,
)
from sixqp_protocol.refusals import Farewell
from sixqp_protocol.version import CURRENT


def test_a_newcomer_gets_a_chair_and_the_room(table: Open) -> None:
    party = table()
    peer = party.join("Ann")
    welcome, news = party.inbox[peer]
    assert isinstance(welcome, Welcome) and isinstance(news, RoomNews)
    assert (welcome.seat, welcome.owner, welcome.game, welcome.stream, welcome.last_id) == (1, False, 0, 0, 0)
    assert [seat.name for seat in news.seats[:2]] == ["Olga", "Ann"]
    assert news.you == 1


def test_the_owner_has_seat_0_before_and_after_connecting(table: Open) -> None:
    party = table()
    ann = party.join("Ann")
    before = party.news(ann).seats[0]
    assert (before.occupant, before.here, before.owner) == ("person", False, True)
    owner = party.owner()
    assert party.last(owner, Welcome).owner
    assert party.last(owner, Welcome).seat == 0
    assert party.news(ann).seats[0].here


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ({"version": CURRENT + 1}, Farewell.VERSION),
        ({"table": "other"}, Farewell.OTHER_TABLE),
        ({"table": "table"}, None),
    ],
)
def test_a_hello_for_another_version_or_table_is_rejected(
    table: Open, words: dict[str, Any], code: Farewell | None
) -> None:
    party = table()
    peer = party.join("Ann", **words)
    assert (party.closed[peer].farewell if peer in party.closed else None) == code


def test_a_message_before_hello_closes_the_connection(table: Open) -> None:
    party = table()
    party.inbox[7] = []
    party.tell(7, Ping(1))
    assert party.closed[7].farewell is Farewell.BAD_MESSAGE
    assert party.tell(7, Ping(2)) == []


def test_a_second_hello_closes_the_connection(table: Open) -> None:
    party = table()
    ann = party.join("Ann")
    party.tell(ann, Hello(CURRENT, "test", "player", "Ann", bytes(32)))
    assert party.closed[ann].farewell is Farewell.BAD_MESSAGE


def test_invalid_bytes_close_the_connection_but_keep_the_seat(table: Open) -> None:
    party = table()
    ann, bob = party.join("Ann"), party.join("Bob")
    party.take(party.room.bad_message(ann, party.now))
    assert party.closed[ann].farewell is Farewell.BAD_MESSAGE
    assert not party.news(bob).seats[1].here
    assert party.last(party.join("x", key=party.keys[ann]), Welcome).seat == 1


def test_a_full_table_rejects_newcomers(table: Open) -> None:
    party = table(settings=Settings(seats=2))
    party.join("Ann")
    assert party.closed[party.join("Bob")].farewell is Farewell.FULL


def test_the_twenty_first_watcher_is_rejected_until_one_disconnects(table: Open) -> None:
    party = table()
    watchers = [party.join("Wim", role="watcher") for _ in range(20)]
    assert party.closed[party.join("Wim", role="watcher")].farewell is Farewell.FULL
    party.lose(watchers[0])
    assert party.join("Wim", role="watcher") not in party.closed


def test_a_latecomer_who_wants_to_play_replaces_a_mere_watcher(game: Began) -> None:
    party, _ = game()
    crowd = [party.join("Wim", role="watcher", address=f"192.0.2.{number % 3}") for number in range(20)]
    for _ in range(4):
        late = party.join("Late", look_on=True, address="192.0.2.9")
        assert party.last(late, Welcome).seat is None
    assert [party.closed[peer].farewell for peer in crowd if peer in party.closed] == [Farewell.FULL] * 4
    assert party.news(late).watchers == 20
    for number in range(8):
        party.join("Wim", role="watcher", address=f"198.51.100.{number}")
    assert late not in party.closed


def test_watcher_places_are_shared_between_addresses(table: Open) -> None:
    party = table()
    crowd = [party.join("Wim", role="watcher", address="192.0.2.1") for _ in range(20)]
    others = [party.join("Ada", role="watcher", address="192.0.2.2") for _ in range(12)]
    assert sum(peer in party.closed for peer in crowd) == 10 == sum(peer not in party.closed for peer in others)
    assert party.join("Wim", role="watcher", address="192.0.2.1") in party.closed
    assert party.join("Kai", role="watcher", address="192.0.2.3") not in party.closed


def test_a_latecomer_who_wants_to_play_is_not_replaced_by_a_watcher(game: Began) -> None:
    party, _ = game()
    waiting = [party.join("Late", look_on=True, address=f"192.0.2.{number % 2}") for number in range(20)]
    assert party.closed[party.join("Wim", role="watcher", address="192.0.2.9")].farewell is Farewell.FULL
    assert party.join("Late", look_on=True, address="192.0.2.9") not in party.closed
    assert sum(peer in party.closed for peer in waiting) == 1


def test_newcomers_may_only_watch_during_a_game(game: Began) -> None:
    party, _ = game()
    assert party.closed[party.join("Late")].farewell is Farewell.BEGUN
    watcher = party.join("Late", role="watcher")
    assert party.last(watcher, Welcome).seat is None
    assert party.news(watcher).watchers == 1


def test_an_expected_chair_is_kept_for_its_name(table: Open) -> None:
    party = table(expected=("Zoe",))
    ann = party.join("Ann")
    assert [seat.occupant for seat in party.news(ann).seats[:4]] == ["person", "person", "expected", "open"]
    zoe = party.join("ZOE")
    assert [seat.name for seat in party.news(zoe).seats[:4]] == ["Olga", "Ann", "ZOE", ""]


def test_an_expected_chair_is_given_away_when_no_other_is_left(table: Open) -> None:
    party = table(settings=Settings(seats=3), expected=("Zoe",))
    party.join("Ann")
    bob = party.join("Bob")
    assert bob not in party.closed
    assert all(seat.occupant != "expected" for seat in party.news(bob).seats)
    party.lose(bob)
    party.wait(61)
    zoe = party.join("zoe")
    assert party.last(zoe, Welcome).seat == 2


def test_names_are_sanitized_and_made_unique(table: Open) -> None:
    party = table()
    peers = [party.join(name) for name in ("Bob", "bob", "\x1b[31m", "BOB", "x" * 40, "X" * 16)]
    names = [seat.name for seat in party.news(peers[-1]).seats[1:7]]
    assert names == ["Bob", "bob 2", "[31m", "BOB 3", "x" * 16, "X" * 14 + " 2"]
    assert party.join("", role="watcher") and party.news(peers[0]).watchers == 1


def test_a_bot_gives_its_name_up_to_a_person(table: Open) -> None:
    party = table(bots=2)
    ada = party.join("Ada")
    assert [seat.name for seat in party.news(ada).seats[1:4]] == ["Hal", "Deep", "Ada"]
    party.ask(ada, Rename, "hal")
    assert [seat.name for seat in party.news(ada).seats[1:4]] == ["Marvin", "Deep", "hal"]


def test_an_invisible_name_gets_a_default(table: Open) -> None:
    party = table()
    assert party.news(party.join("\u200b")).seats[1].name == "Player 2"


def test_a_closed_table_rejects_newcomers(table: Open) -> None:
    party = table()
    owner, ann = party.owner(), party.join("Ann")
    party.ask(owner, CloseTable)
    assert party.room.state.closed
    assert {party.closed[peer].farewell for peer in (owner, ann)} == {Farewell.CLOSED}
    assert party.closed[party.join("Bob")].farewell is Farewell.CLOSED
    assert party.room.next_moment is None


def test_a_watcher_can_neither_lay_a_card_nor_start(game: Began) -> None:
    party, peers = game()
    watcher = party.join("Wim", role="watcher")
    assert party.refusal(watcher, ChooseCard, 1, 1, 5) == "not_seated"
    assert party.refusal(watcher, Start) == "not_owner"
    assert len(peers) == 3
