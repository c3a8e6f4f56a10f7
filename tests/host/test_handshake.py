"""Who comes in, to which place, and who is sent away with which code."""

from host.party import Party, begun

from sixqp_protocol.messages import Leave, Rename, RoomNews, SetSeat, Settings, Start, TakeSeat, Welcome
from sixqp_protocol.refusals import Farewell, Refusal


def test_a_newcomer_gets_a_chair_and_the_room() -> None:
    party = Party()
    peer = party.join("Ann")
    welcome, news = party.inbox[peer]
    assert isinstance(welcome, Welcome) and isinstance(news, RoomNews)
    assert (welcome.seat, welcome.owner, welcome.game, welcome.stream, welcome.last_id) == (1, False, 0, 0, 0)
    assert [seat.name for seat in news.seats[:2]] == ["Olga", "Ann"]
    assert news.you == 1


def test_the_owner_has_seat_0_before_and_after_connecting() -> None:
    party = Party()
    ann = party.join("Ann")
    before = party.news(ann).seats[0]
    assert (before.occupant, before.here, before.owner) == ("person", False, True)
    owner = party.owner()
    assert party.last(owner, Welcome).owner
    assert party.seat(owner) == 0
    assert party.news(ann).seats[0].here


def test_invalid_bytes_close_the_connection_but_keep_the_seat() -> None:
    party = Party()
    ann, bob = party.join("Ann"), party.join("Bob")
    party.act(party.room.receive_bad_message, ann)
    assert party.farewell(ann) is Farewell.BAD_MESSAGE
    assert not party.news(bob).seats[1].here
    assert party.seat(party.join("x", key=party.keys[ann])) == 1


def test_the_twenty_first_watcher_is_rejected_until_one_disconnects() -> None:
    party = Party()
    watchers = [party.join("Wim", role="watcher") for _ in range(20)]
    assert party.farewell(party.join("Wim", role="watcher")) is Farewell.FULL
    party.lose(watchers[0])
    assert party.join("Wim", role="watcher") not in party.closed


def test_names_are_sanitized_and_made_unique() -> None:
    party = Party()
    peers = [party.join(name) for name in ("Bob", "bob", "\x1b[31m", "BOB", "x" * 40, "X" * 16, "\u200b")]
    names = [seat.name for seat in party.news(peers[-1]).seats[1:8]]
    assert names == ["Bob", "bob 2", "[31m", "BOB 3", "x" * 16, "X" * 14 + " 2", "Player 8"]
    assert party.join("", role="watcher") and len(party.news(peers[0]).watchers) == 1


def test_a_bot_gives_its_name_up_to_a_person() -> None:
    party = Party(bots=2)
    ada = party.join("Ada")
    assert party.names(ada)[1:4] == ["Hal", "Deep", "Ada"]
    party.ask(ada, Rename, "hal")
    assert party.names(ada)[1:4] == ["Marvin", "Deep", "hal"]


def test_an_open_chair_goes_first_then_a_bots_then_an_expected_one() -> None:
    party = Party(settings=Settings(seats=4), bots=1, expected=("Dana",))
    owner = party.owner()
    party.join("Ann")
    assert party.names(owner) == ["Olga", "Hal", "Ann", "Dana"]
    party.join("Bob")
    assert party.names(owner) == ["Olga", "Bob", "Ann", "Dana"]
    assert party.news(party.join("Dana")).you == 3
    party.ask(owner, SetSeat, 1, "kick")
    assert party.news(party.join("Eve")).you == 3


def test_with_autostart_an_expected_chair_goes_before_a_bots() -> None:
    party = Party(settings=Settings(seats=4), bots=2, expected=("Cid", "Dana"), owned=False, autostart=4)
    party.join("Ann")
    party.join("Bob")
    assert party.phase() == "playing" and len(party.room.state.seats.bots) == 2


def test_a_latecomer_willing_to_watch_is_let_in_without_a_chair() -> None:
    party, peers = begun(2, bots=1)
    assert party.farewell(party.join("Late")) is Farewell.BEGUN
    late = party.join("Late", look_on=True)
    assert party.seat(late) is None
    assert len(party.news(peers[0]).watchers) == 1
    party.ask(late, TakeSeat, 1)
    assert party.news(late).you == 1


def test_a_latecomer_takes_an_open_chair_between_games() -> None:
    party, peers = begun(2)
    late = party.join("Late", look_on=True)
    assert party.refusal(late, TakeSeat, 2) is Refusal.NO_SUCH_SEAT
    party.play(*peers)
    assert party.phase() == "lobby"
    party.ask(late, TakeSeat, 5)
    assert party.news(late).you == 2
    assert party.names(peers[0])[:3] == ["Olga", "P1", "Late"]
    party.ask(peers[0], Start)
    assert party.views[late].table.names == ("Olga", "P1", "Late")
    party.ask(late, Leave)
    assert party.news(party.join("", key=party.keys[late])).you == 2
