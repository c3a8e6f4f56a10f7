"""Who comes when no chair is open: a bot gives way, else they look on, and sit down when a chair is free."""

from host.party import Began, Open, Party

from sixqp_protocol.messages import (
    Leave,
    RoomNews,
    SetSeat,
    Settings,
    Start,
    TakeSeat,
    Welcome,
)
from sixqp_protocol.refusals import Farewell, Refusal


def names(party: Party, peer: int) -> list[str]:
    """Who sits there, in order."""
    return [seat.name for seat in party.news(peer).seats]


def test_a_newcomer_gets_a_bots_chair_when_no_chair_is_open(table: Open) -> None:
    party = table(settings=Settings(seats=3), bots=2)
    owner = party.owner()
    (*_, last_bot) = party.bots()
    ann = party.join("Ann")
    assert names(party, owner) == ["Olga", "Hal", "Ann"]
    assert party.news(ann).you == 2
    assert party.closed[last_bot].farewell is Farewell.ELSEWHERE
    assert len(party.room.state.seats.bots) == 1
    assert party.news(party.join("Bob")).you == 1
    assert party.closed[party.join("Cleo")].farewell is Farewell.FULL


def test_an_open_chair_goes_first_then_a_bots_then_an_expected_one(table: Open) -> None:
    party = table(settings=Settings(seats=4), bots=1, expected=("Dana",))
    owner = party.owner()
    party.join("Ann")
    assert names(party, owner) == ["Olga", "Hal", "Ann", "Dana"]
    party.join("Bob")
    assert names(party, owner) == ["Olga", "Bob", "Ann", "Dana"]
    assert party.news(party.join("Dana")).you == 3
    party.ask(owner, SetSeat, 1, "kick")
    assert party.news(party.join("Eve")).you == 3


def test_with_autostart_an_expected_chair_goes_before_a_bots(table: Open) -> None:
    party = table(settings=Settings(seats=4), bots=2, expected=("Cid", "Dana"), owned=False, autostart=4)
    party.join("Ann")
    party.join("Bob")
    assert party.phase() == "playing" and len(party.room.state.seats.bots) == 2


def test_a_table_where_a_newcomer_took_a_bots_chair_resumes_unchanged(table: Open) -> None:
    party = table(settings=Settings(seats=3), bots=2)
    party.owner()
    ann = party.join("Ann")
    again = table(settings=Settings(seats=3), bots=2)
    again.room.resume(party.journal, again.now)
    assert again.news(again.join("", key=party.keys[ann])).you == 2


def test_a_latecomer_willing_to_watch_is_let_in_without_a_chair(game: Began) -> None:
    party, peers = game(2, bots=1)
    assert party.closed[party.join("Late")].farewell is Farewell.BEGUN
    late = party.join("Late", look_on=True)
    assert party.last(late, Welcome).seat is None
    assert party.news(peers[0]).watchers == 1
    party.ask(late, TakeSeat, 1)
    assert party.news(late).you == 1


def test_a_latecomer_takes_an_open_chair_between_games(game: Began) -> None:
    party, peers = game(2)
    late = party.join("Late", look_on=True)
    assert party.refusal(late, TakeSeat, 2) is Refusal.NO_SUCH_SEAT
    party.play(*peers)
    assert party.phase() == "lobby"
    party.ask(late, TakeSeat, 5)
    assert party.news(late).you == 2
    assert names(party, peers[0])[:3] == ["Olga", "P1", "Late"]
    party.ask(peers[0], Start)
    assert party.views[late].table.names == ("Olga", "P1", "Late")
    party.ask(late, Leave)
    assert party.news(party.join("", key=party.keys[late])).you == 2


def test_at_a_full_table_a_latecomer_gets_a_chair_that_becomes_free(table: Open) -> None:
    party = table(settings=Settings(seats=2))
    party.owner()
    ann = party.join("Ann")
    late = party.join("Late", look_on=True)
    assert party.last(late, RoomNews).you is None
    assert party.refusal(late, TakeSeat, 1) is Refusal.NO_SUCH_SEAT
    party.ask(ann, Leave)
    party.ask(late, TakeSeat, 1)
    assert party.news(late).you == 1
