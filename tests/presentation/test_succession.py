"""What players read of the next host, and a guest by ssh of the way there."""

from msgspec.structs import replace
from support.fake_session import GUEST, OWNER, FakeSession

from sixqp_protocol.messages import Hosting, OpenWay, Successor
from sixqp_tui.client.events import News
from sixqp_tui.client.status import Connected, Reconnecting
from sixqp_tui.gateways.page.page_model import PageView, page_view
from sixqp_tui.presentation.feed import Feed
from sixqp_tui.presentation.prompts import unconfirmed_prompt
from sixqp_tui.presentation.succession import (
    describe_lost_host,
    host_changed,
    others,
    ssh_return,
    unconfirmed_names,
)

ANN, BOB = (Successor(seat, (f"192.168.1.{seat + 10}",), 4666, bytes((seat,)) * 32) for seat in range(2))
SEAT = bytes(range(16))
LINE = "ssh -p 4700 000102030405060708090a0b0c0d0e0f@192.168.1."


def test_a_guest_by_ssh_reads_where_the_seat_is_if_the_host_is_gone_and_when_the_table_has_moved() -> None:
    session = FakeSession()
    news = replace(session.news, ways=(OpenWay("ssh", 4700),))
    state = session.state.updated(news=news, hosting=Hosting(2, 0, (ANN, BOB)))
    assert ssh_return(state, SEAT).endswith(f"come back to your seat with: {LINE}11")
    assert ssh_return(state, SEAT, ANN.pin).endswith(f"Return to your seat with: {LINE}10")
    nowhere = (
        state.updated(hosting=Hosting(2, 0, (ANN,))),
        state.updated(hosting=None),
        state.updated(news=replace(news, ways=())),
    )
    assert [ssh_return(each, SEAT) for each in nowhere] == [""] * 3
    assert ssh_return(state, None) == ""


def test_a_player_who_is_away_is_the_last_to_take_over() -> None:
    cat, chairs = replace(BOB, seat=2), [OWNER, GUEST, replace(GUEST, name="Cat"), replace(GUEST, name="Dan")]
    hosting = Hosting(2, 3, (ANN, BOB, cat))
    assert others(hosting, chairs) == [ANN, BOB, cat]
    chairs[0] = replace(OWNER, here=False)
    assert others(hosting, chairs) == [BOB, cat, ANN]


def test_players_read_that_the_standby_takes_over_and_that_the_table_is_there() -> None:
    session, spare = FakeSession(), Successor(None, ("192.168.1.20",), 4666, bytes(32))
    lost = Reconnecting(0.0, 3)
    hosting = Hosting(1, None, (spare, BOB), standby="srv2")
    chairs = tuple(replace(chair, owner=False) for chair in session.news.seats)
    state = session.state.updated(status=lost, news=replace(session.news, seats=chairs, you=None), hosting=hosting)
    assert describe_lost_host(state, 20.0) == "The host's machine is gone. srv2 takes over the table."
    moved = replace(hosting, term=2, on_standby=True, successors=(BOB, spare))
    assert host_changed(moved, chairs) == "The table continues on srv2."
    assert others(moved, chairs) == [BOB] and others(hosting, chairs) == [spare, BOB]


def waiting(you: int, here: bool = True, seats: int = 4) -> FakeSession:
    """A lobby that waits for all but the first two; `here`: its owner is."""
    chairs = [replace(OWNER, here=here), GUEST, *(replace(GUEST, name=f"Person {n}") for n in range(2, seats))]
    session = FakeSession(chairs, you)
    session.update(hosting=Hosting(1, None, (), tuple(range(2, seats))))
    return session


def prompt_of(session: FakeSession, room: int = 76) -> str:
    state = session.state
    return unconfirmed_prompt(unconfirmed_names(state.hosting, session.news.seats), state.standing, room)


def test_whom_a_table_waits_for_and_the_key_that_does_not_wait_fit_in_the_prompt() -> None:
    assert prompt_of(waiting(0)) == "No answer from Person 2 and Person 3. h: a new table with the same scores"
    assert prompt_of(waiting(0), 60) == "No answer from Person 2 and Person 3. h: a new table"
    assert len(prompt_of(waiting(0, seats=10), 60)) <= 60
    assert prompt_of(waiting(1)) == "No answer from Person 2 and Person 3: the table is waiting"
    assert prompt_of(waiting(1, here=False)) == prompt_of(waiting(0))


def test_a_page_offers_to_continue_to_whom_the_table_grants_it() -> None:
    def page(session: FakeSession) -> PageView:
        return page_view(Feed(session).hear(News(session.news), 0.0), "lobby", "Salon", Connected(), 0.0)

    assert page(waiting(1, here=False)).act == "new_table"
    assert page(waiting(1)).act != "new_table"
    assert page(waiting(1)).prompt == "No answer from Person 2 and Person 3: the table is waiting"
