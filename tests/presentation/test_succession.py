"""What players read of the next host, and a guest by ssh of the way there."""

from msgspec.structs import replace
from support.fake_session import FakeSession

from sixqp_protocol.messages import Hosting, OpenWay, Successor
from sixqp_tui.client.status import Reconnecting
from sixqp_tui.presentation.succession import describe_lost_host, host_changed, others, ssh_return

ANN, BOB = (Successor(seat, (f"192.168.1.{seat + 10}",), 4666, bytes((seat,)) * 32) for seat in range(2))
SEAT = bytes(range(16))
LINE = "ssh -p 4700 000102030405060708090a0b0c0d0e0f@192.168.1."


def test_a_guest_by_ssh_reads_where_the_seat_is_if_the_host_is_gone_and_when_the_table_has_moved() -> None:
    session = FakeSession()
    news = replace(session.news, ways=(OpenWay("ssh", 4700),))
    state = session.state.updated(news=news, hosting=Hosting(2, 0, (ANN, BOB)))
    assert ssh_return(state, SEAT).endswith(f"come back to your seat with: {LINE}11")
    assert ssh_return(state, SEAT, ANN.pin).endswith(f"Come back to your seat with: {LINE}10")
    nowhere = (
        state.updated(hosting=Hosting(2, 0, (ANN,))),
        state.updated(hosting=None),
        state.updated(news=replace(news, ways=())),
    )
    assert [ssh_return(each, SEAT) for each in nowhere] == [""] * 3
    assert ssh_return(state, None) == ""


def test_players_read_that_the_standby_takes_over_and_that_the_table_is_there() -> None:
    session, spare = FakeSession(), Successor(None, ("192.168.1.20",), 4666, bytes(32))
    lost = Reconnecting(0.0, 3)
    hosting = Hosting(1, None, (spare, BOB), standby="srv2")
    chairs = tuple(replace(chair, owner=False) for chair in session.news.seats)
    state = session.state.updated(status=lost, news=replace(session.news, seats=chairs, you=None), hosting=hosting)
    assert describe_lost_host(state, 20.0) == "The host's machine is gone. srv2 takes over the table."
    moved = replace(hosting, term=2, on_standby=True, successors=(BOB, spare))
    assert host_changed(moved, chairs, 3) == "The table continues on srv2. Round 3 is dealt again."
    assert others(moved, chairs) == [BOB] and others(hosting, chairs) == [spare, BOB]
