"""Around one keyboard: who asks in whose name, and what is offered."""

import pytest
from support.fake_session import BOT, GUEST, OWNER, FakeSession

from sixqp_protocol.messages import (
    AnyRequest,
    ChooseCard,
    CloseTable,
    Leave,
    Pause,
    Say,
    SetSeat,
    Start,
    TakeBack,
    TakeSeat,
)
from sixqp_tui.engine.permissions import bar, withheld
from sixqp_tui.tui.hotseat import CompositeSession

SEATS = (OWNER, GUEST, BOT)


@pytest.mark.parametrize("request_", [ChooseCard(card=7), TakeBack(), Say(text="hi"), TakeSeat(seat=2)])
def test_the_deciding_player_makes_their_own_requests(request_: AnyRequest) -> None:
    watcher, ann, olga = FakeSession(SEATS, None), FakeSession(SEATS, 1), FakeSession(SEATS, 0)
    CompositeSession(watcher, ann, olga).request(request_)
    assert (watcher.requests, ann.requests, olga.requests) == ([], [request_], [])


@pytest.mark.parametrize("request_", [Start(), Pause(), SetSeat(seat=1, to="kick"), CloseTable()])
def test_owner_requests_go_to_the_owner(request_: AnyRequest) -> None:
    watcher, ann, olga = FakeSession(SEATS, None), FakeSession(SEATS, 1), FakeSession(SEATS, 0)
    CompositeSession(watcher, ann, olga).request(request_)
    assert (watcher.requests, ann.requests, olga.requests) == ([], [], [request_])


def test_leaving_the_keyboard_closes_the_table() -> None:
    ann, olga = FakeSession(SEATS, 1), FakeSession(SEATS, 0)
    CompositeSession(ann, ann, olga).request(Leave())
    assert (ann.requests, olga.requests) == ([], [CloseTable()])


def test_everybody_has_owner_rights_and_nobody_is_offered_another_seat() -> None:
    everybody = CompositeSession(FakeSession(SEATS, None), FakeSession(SEATS, 1), FakeSession(SEATS, 0))
    assert bar(Start, everybody.state.standing) is None
    assert withheld(TakeSeat(seat=2), everybody.state.standing) is not None


def test_the_watcher_of_the_shared_screen_is_hidden() -> None:
    ann, olga = FakeSession(SEATS, 1), FakeSession(SEATS, 0)
    ann.becomes(watchers=1, watcher_names=("Watcher 1",))
    news = CompositeSession(ann, ann, olga).state.news
    assert news is not None and not (news.watchers or news.watcher_names)
