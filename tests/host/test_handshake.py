"""Who comes in, to which place, and who is sent away with which code."""

import pytest
from host.party import Began, Open

from sixqp_protocol.messages import (
    Accepted,
    ChooseCard,
    CloseTable,
    Hello,
    Ping,
    Pong,
    Refused,
    Rename,
    RoomNews,
    Say,
    SetSeat,
    Settings,
    Start,
    TakeSeat,
    Welcome,
)
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_protocol.version import CURRENT


def test_a_newcomer_gets_a_chair_a_token_and_the_room(table: Open) -> None:
    party = table()
    peer = party.join("Ann")
    welcome, news = party.inbox[peer]
    assert isinstance(welcome, Welcome) and isinstance(news, RoomNews)
    assert (welcome.seat, welcome.owner, welcome.game, welcome.stream, welcome.last_id) == (1, False, 0, 0, 0)
    assert len(welcome.token or b"") == 16
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
    table: Open, words: dict[str, object], code: Farewell | None
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
    party.tell(ann, Hello(CURRENT, "test", "player", "Ann", bytes(16), 1))
    assert party.closed[ann].farewell is Farewell.BAD_MESSAGE


def test_invalid_bytes_close_the_connection_but_keep_the_seat(table: Open) -> None:
    party = table()
    ann, bob = party.join("Ann"), party.join("Bob")
    party.take(party.room.bad_message(ann, party.now))
    assert party.closed[ann].farewell is Farewell.BAD_MESSAGE
    assert not party.news(bob).seats[1].here
    assert party.last(party.join("x", token=party.token(ann)), Welcome).seat == 1


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


def test_a_token_restores_the_seat(table: Open) -> None:
    party = table()
    ann, bob = party.join("Ann"), party.join("Bob")
    party.lose(ann)
    assert not party.news(bob).seats[1].here
    back = party.join("Other", token=party.token(ann))
    assert party.last(back, Welcome).seat == 1
    assert party.news(bob).seats[1].here
    assert party.news(bob).seats[1].name == "Ann"


def test_the_newer_connection_wins(table: Open) -> None:
    party = table()
    ann = party.join("Ann")
    again = party.join("Ann", token=party.token(ann))
    assert party.closed[ann].farewell is Farewell.ELSEWHERE
    assert party.last(again, Welcome).seat == 1
    party.lose(ann)
    assert party.news(again).seats[1].here


def test_a_late_connection_cannot_replace_its_successor(table: Open) -> None:
    party = table()
    client = b"c" * 16
    ann = party.join("Ann", client=client, attempt=5)
    late = party.join("Ann", client=client, attempt=4, token=party.token(ann))
    assert party.closed[late].farewell is Farewell.ELSEWHERE
    assert ann not in party.closed
    party.lose(ann)
    assert party.join("Ann", client=client, attempt=4, token=party.token(ann)) not in party.closed


def test_a_watcher_is_identified_by_client_id_and_gets_no_token(table: Open) -> None:
    party = table()
    client = b"w" * 16
    wim = party.join("Wim", role="watcher", client=client)
    assert party.last(wim, Welcome).token is None
    party.tell(wim, Say(id=4, text="Hi"))
    party.lose(wim)
    back = party.join("Wim", role="watcher", client=client, attempt=2)
    assert party.last(back, Welcome).last_id == 4
    assert party.news(back).watchers == 1
    party.join("Wim", role="watcher", client=client, attempt=3)
    assert party.closed[back].farewell is Farewell.ELSEWHERE


def test_a_player_whose_welcome_was_lost_gets_the_same_chair(table: Open) -> None:
    party = table()
    client = b"c" * 16
    lost = party.join("Ann", client=client)
    party.lose(lost)
    back = party.join("Ann", client=client, attempt=2)
    assert (party.last(back, Welcome).seat, len(party.room.state.seats.taken)) == (1, 2)
    assert party.token(back) != party.token(lost)
    assert party.last(party.join("x", token=party.token(back)), Welcome).seat == 1


@pytest.mark.parametrize("role", ["player", "watcher"])
def test_a_client_id_is_one_person_and_its_older_attempt_is_rejected(table: Open, role: str) -> None:
    party = table()
    client = b"c" * 16
    here = party.join("Ann", client=client, attempt=3, role=role)
    late = party.join("Ann", client=client, attempt=2, role=role)
    assert party.closed[late].farewell is Farewell.ELSEWHERE and here not in party.closed
    again = party.join("Ann", client=client, attempt=3, role=role)
    assert party.closed[here].farewell is Farewell.ELSEWHERE
    party.lose(again)
    back = party.join("Ann", client=client, attempt=1, role=role)
    assert back not in party.closed
    assert (len(party.room.state.seats.taken), party.news(back).watchers) == (
        (2, 0) if role == "player" else (1, 1)
    )


@pytest.mark.parametrize("shown", ["a card was laid", "a Hello brought it"])
def test_a_client_id_alone_proves_no_seat_once_its_token_has_arrived(game: Began, shown: str) -> None:
    party, peers = game()
    ann, client = peers[1], peers[1].to_bytes(16, "big")
    before = party.join("Ann", client=client, attempt=2)
    assert party.last(before, Welcome).seat == 1
    if shown == "a card was laid":
        party.ask(before, ChooseCard, 1, 1, party.views[before].hand[0])
    else:
        before = party.join("Ann", client=client, attempt=3, token=party.token(before))
    again = party.join("Ann", client=client, attempt=13)
    assert party.closed[again].farewell is Farewell.ELSEWHERE and before not in party.closed
    party.lose(before)
    assert party.closed[party.join("Ann", client=client, attempt=14)].farewell is Farewell.ELSEWHERE
    assert party.closed[party.join("Ann", token=party.token(ann))].farewell is Farewell.BEGUN
    assert party.last(party.join("Ann", token=party.token(before)), Welcome).seat == 1


def test_proof_that_a_token_arrived_survives_a_restart(game: Began) -> None:
    party, peers = game()
    party.ask(peers[1], ChooseCard, 1, 1, party.views[peers[1]].hand[0])
    client = {index: peers[index].to_bytes(16, "big") for index in (1, 2)}
    party.room.resume(tuple(party.journal), party.now)
    assert party.closed[party.join("Ann", client=client[1], attempt=2)].farewell is Farewell.ELSEWHERE
    assert party.last(party.join("Bob", client=client[2], attempt=2), Welcome).seat == 2


def test_an_unknown_token_makes_a_newcomer(table: Open, game: Began) -> None:
    party = table()
    assert party.last(party.join("Ann", token=b"?" * 16), Welcome).seat == 1
    playing, _ = game()
    assert playing.closed[playing.join("Ann", token=b"?" * 16)].farewell is Farewell.BEGUN


def test_a_repeated_request_takes_effect_once(table: Open) -> None:
    party = table()
    ann = party.join("Ann")
    assert [type(said).__name__ for said in party.tell(ann, Say(id=1, text="Hi"))] == ["Accepted", "Said"]
    assert [type(said).__name__ for said in party.tell(ann, Say(id=1, text="Hi"))] == ["Accepted"]
    back = party.join("Ann", token=party.token(ann), client=(ann).to_bytes(16, "big"), attempt=2)
    assert party.last(back, Welcome).last_id == 1
    assert [type(said).__name__ for said in party.tell(back, Say(id=1, text="Hi"))] == ["Accepted"]


def test_a_refused_request_stays_refused_after_a_later_one_is_accepted(table: Open) -> None:
    """What was refused is never said to be accepted, also by a process that knows it from the journal alone."""
    party = table()
    ann = party.join("Ann")
    assert [type(said).__name__ for said in party.tell(ann, Rename(id=1, name=" "))] == ["Refused"]
    party.tell(ann, Say(id=3, text="Hi"))
    client = ann.to_bytes(16, "big")
    for attempt in (2, 3):
        back = party.join("Ann", token=party.token(ann), client=client, attempt=attempt)
        assert party.last(back, Welcome).last_id == 3
        for unaccepted in (0, 1, 2):
            assert party.tell(back, Rename(id=unaccepted, name="Eve")) == [Refused(unaccepted, Refusal.STALE)]
        assert party.tell(back, Say(id=3, text="Hi")) == [Accepted(3)]
        assert party.news(back).seats[1].name == "Ann"
        party.room.resume(tuple(party.journal), party.now)


def test_a_refused_request_may_be_retried_until_a_later_one_is_accepted(table: Open) -> None:
    party = table()
    ann = party.join("Ann")
    party.tell(ann, Rename(id=5, name=" "))
    assert Accepted(5) in party.tell(ann, Rename(id=5, name="Eve"))
    assert party.tell(ann, Rename(id=5, name=" ")) == [Accepted(5)]


def test_request_ids_of_a_new_client_start_over(table: Open) -> None:
    party = table()
    ann = party.join("Ann")
    party.tell(ann, Say(id=9, text="Hi"))
    back = party.join("Ann", token=party.token(ann), client=b"n" * 16)
    assert party.last(back, Welcome).last_id == 0
    assert party.has(back, Pong) is False
    assert party.tell(back, Ping(5)) == [Pong(5)]


def test_the_token_of_a_bot_that_was_removed_is_rejected(table: Open) -> None:
    party = table(bots=1)
    owner = party.owner()
    (token,) = party.room.bots
    party.ask(owner, SetSeat, 1, "open")
    assert party.closed[party.join("bot", token=token)].farewell is Farewell.ELSEWHERE
    assert len(party.room.state.seats.taken) == 1


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


def test_a_client_that_returns_after_another_keeps_its_request_ids(table: Open) -> None:
    party = table()
    ann = party.join("Ann", client=b"a" * 16)
    party.tell(ann, Say(id=9, text="Hi"))
    party.join("Ann", token=party.token(ann), client=b"b" * 16)
    back = party.join("Ann", token=party.token(ann), client=b"a" * 16, attempt=2)
    assert party.last(back, Welcome).last_id == 9
    assert [type(said).__name__ for said in party.tell(back, Say(id=9, text="Hi"))] == ["Accepted"]


def test_a_watcher_with_an_unknown_token_who_took_a_seat_returns_to_it(game: Began) -> None:
    party, _peers = game(2, bots=1)
    hello = {"role": "watcher", "token": b"?" * 16, "client": b"w" * 16}
    watcher = party.join("Wim", **hello)
    party.ask(watcher, TakeSeat, 1)
    seat = party.last(watcher, Welcome).seat
    assert seat is not None
    party.lose(watcher)
    assert party.last(party.join("Wim", **hello, attempt=2), Welcome).seat == seat


def test_a_bots_client_id_without_token_is_a_newcomer_and_the_bot_stays(table: Open) -> None:
    party = table(bots=1)
    (bot,) = party.bots()
    again = party.join("Ann", client=bot.to_bytes(16, "big"), attempt=2)
    assert party.last(again, Welcome).seat == 2
    assert [chair.occupant for chair in party.news(again).seats[:3]] == ["person", "bot", "person"]
    assert len(party.room.bots) == 1
