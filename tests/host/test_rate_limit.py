"""Whoever says too much is told so, and whoever goes on is let go; a fast game is no offence."""

from host.party import Party, begun

from sixqp_protocol.messages import (
    Accepted,
    Goodbye,
    Leave,
    Ping,
    Pong,
    Refused,
    Rename,
    Said,
    Say,
    Settings,
    Start,
    Welcome,
)
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_tui.host.commands import RoomLimits
from sixqp_tui.host.rate_limit import OF_ADDRESS

EVE, ANN = "10.0.0.66", "10.0.0.1"


def spoken(party: Party, peer: int, times: int) -> list[Refusal | None]:
    """What becomes of this many words."""
    answers = [answer for _ in range(times) for answer in party.ask(peer, Say, "a word")]
    return [
        answer.code if isinstance(answer, Refused) else None
        for answer in answers
        if isinstance(answer, Refused | Accepted)
    ]


def test_five_chat_messages_at_once_then_one_per_second() -> None:
    party = Party()
    olga = party.owner()
    assert spoken(party, olga, 6) == [None] * 5 + [Refusal.TOO_FAST]
    party.now += 1
    assert spoken(party, olga, 2) == [None, Refusal.TOO_FAST]


def test_forty_messages_at_once_then_twenty_per_second() -> None:
    party = Party()
    olga = party.owner()
    assert sum(bool(party.tell(olga, Ping(1))) for _ in range(45)) == 40
    party.now += 0.5
    assert sum(bool(party.tell(olga, Ping(1))) for _ in range(13)) == 10


def test_an_accepted_request_is_not_refused_when_resent_too_fast() -> None:
    party = Party()
    ann = party.join()
    party.tell(ann, Rename(id=1, name=" "))
    party.tell(ann, Say(id=2, text="Hi"))
    for _ in range(40):
        party.tell(ann, Ping(1))
    assert party.tell(ann, Say(id=2, text="Hi")) == [Accepted(2)]
    assert party.tell(ann, Rename(id=1, name=" ")) == [Refused(1, Refusal.TOO_FAST)]
    assert party.tell(ann, Say(id=3, text="Hi")) == [Refused(3, Refusal.TOO_FAST)]


def test_the_tenth_offence_within_a_minute_ends_the_connection() -> None:
    party = Party()
    ann = party.join()
    assert spoken(party, ann, 14)[5:] == [Refusal.TOO_FAST] * 9 and ann not in party.closed
    party.ask(ann, Say, "once more")
    assert party.farewell(ann) is Farewell.TOO_FAST
    assert party.ask(ann, Say, "and more") == []


def test_offences_are_forgotten_after_a_minute() -> None:
    party = Party()
    ann = party.join()
    spoken(party, ann, 14)
    party.now += 60
    assert spoken(party, ann, 14)[5:] == [Refusal.TOO_FAST] * 9 and ann not in party.closed


def test_reconnecting_resets_no_limit_but_keeps_the_seat() -> None:
    party = Party()
    ann = party.join()
    spoken(party, ann, 15)
    back = party.back(ann)
    assert party.seat(back) == party.seat(ann)
    assert spoken(party, back, 1) == [] and party.farewell(back) is Farewell.TOO_FAST
    party.wait(60)
    assert spoken(party, party.back(ann), 6) == [None] * 5 + [Refusal.TOO_FAST]


def test_watchers_who_keep_reconnecting_share_one_address_limit() -> None:
    party = Party()
    olga = party.owner()
    said = 0
    for _ in range(10):
        party.wait(1)
        for _ in range(6):
            wim = party.join("Wim", address=EVE, role="watcher")
            if party.has(wim, Welcome):
                said += spoken(party, wim, 5).count(None)
                party.lose(wim)
    rate, at_once = OF_ADDRESS[Say]
    assert at_once < said <= at_once + 10 * rate
    assert sum(isinstance(message, Said) for message in party.inbox[olga]) == said
    assert spoken(party, party.join("Ann", address=ANN), 5) == [None] * 5


def test_exceeding_the_shared_address_limit_is_no_offence() -> None:
    party = Party(settings=Settings(seats=10))
    crowd = [party.join(address=EVE) for _ in range(8)]
    assert [answer for peer in crowd for answer in spoken(party, peer, 5)].count(None) == 20
    for _ in range(4):
        party.now += 1
        assert sum(spoken(party, peer, 1) == [None] for peer in crowd) == 4
    assert not party.closed


def test_people_behind_one_address_may_join_chat_and_rename_at_once() -> None:
    party = Party(settings=Settings(seats=10))
    crowd = [party.join(address=EVE) for _ in range(9)]
    for minute in range(6):
        party.wait(5)
        for peer in crowd:
            assert spoken(party, peer, 2) == [None, None]
            if minute % 4 == 0:
                renamed = party.ask(peer, Rename, f"{peer} {minute}")
                assert not any(isinstance(answer, Refused) for answer in renamed)


def test_too_many_joins_from_one_address_are_asked_to_come_later() -> None:
    party = Party()
    crowd = [party.join(address=EVE, role="watcher") for _ in range(41)]
    assert party.last(crowd[-1], Goodbye) in (Goodbye(Farewell.RESTART, 500), Goodbye(Farewell.FULL))
    for peer in crowd:
        party.lose(peer)
    assert party.has(party.join(address=ANN), Welcome)


def test_a_player_who_leaves_and_returns_again_and_again_fills_no_journal() -> None:
    party, (_olga, ann) = begun(2)
    key, told = party.keys[ann], 0
    for _ in range(100):
        party.now += 0.1
        party.ask(ann, Leave)
        back = party.join(key=key, address=EVE)
        if party.has(back, Welcome):
            ann = back
        else:
            told += party.last(back, Goodbye).code is Farewell.RESTART
    assert sum(isinstance(entry.message, Leave) for entry in party.journal) < 65 and told > 30
    party.now += 1
    assert party.has(party.join(key=key, address=EVE), Welcome)


def test_reactions_share_the_limit_of_chat_and_count_as_asides() -> None:
    party, (_olga, ann) = begun(2)
    said = (("hello",), ("", "ouch"), ("", "haha"), ("row 2!",), ("", "ouch"), ("", "ouch"), ("bye",))
    answers = [answer for words in said for answer in party.ask(ann, Say, *words)]
    assert sum(isinstance(answer, Accepted) for answer in answers) == 5
    assert [answer.code for answer in answers if isinstance(answer, Refused)] == [Refusal.TOO_FAST] * 2
    assert party.room.state.non_game_requests == 5


def test_the_journal_limits_requests_that_do_not_advance_the_game() -> None:
    party, peers = begun(2, rounds=6, limits=RoomLimits(requests=30))
    for _ in range(60):
        party.now += 1
        spoken(party, peers[0], 1)
    assert sum(isinstance(entry.message, Say) for entry in party.journal) == 30
    assert spoken(party, peers[1], 1) == [Refusal.TOO_FAST] and not party.closed
    party.play(*peers)
    assert party.room.state.games_finished == 1
    party.ask(peers[0], Start)
    party.now += 1
    assert spoken(party, peers[0], 1) == [None]


def test_a_resumed_table_remembers_how_much_was_written() -> None:
    party, peers = begun(2, rounds=6, limits=RoomLimits(requests=5))
    spoken(party, peers[0], 5)
    party.room.resume(tuple(party.journal), party.now)
    assert spoken(party, party.back(peers[0]), 1) == [Refusal.TOO_FAST]


def test_a_game_may_be_played_as_fast_as_possible() -> None:
    party, peers = begun(2, rounds=6)
    party.play(*peers)
    assert party.room.state.games_finished == 1 and not party.closed
    assert [type(answer) for answer in party.tell(peers[0], Ping(7))] == [Pong]


def test_a_refused_request_counts_for_the_rate_limit() -> None:
    party = Party()
    ann = party.join()
    codes = [answer.code for _ in range(41) for answer in party.ask(ann, Start) if isinstance(answer, Refused)]
    assert codes == [Refusal.NOT_OWNER] * 40 + [Refusal.TOO_FAST]
