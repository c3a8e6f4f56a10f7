"""What `SPEC.md` says of a host, sentence by sentence, tried at a room; what the other tests here do not say."""

import pytest
from host.party import Began, Open
from msgspec.structs import replace

from sixqp_protocol.facts import CardChosen, StoodIn
from sixqp_protocol.messages import (
    Accepted,
    AnyRequest,
    ChooseCard,
    CloseTable,
    Goodbye,
    Happened,
    Leave,
    NextRound,
    Pause,
    Ready,
    Rename,
    Resume,
    RoomNews,
    Said,
    Say,
    SetRules,
    SetSeat,
    Settings,
    Start,
    TakeSeat,
    Welcome,
)
from sixqp_protocol.refusals import Refusal


def test_hello_role_and_name_only_count_for_newcomers(table: Open) -> None:
    party = table()
    ann = party.join("Ann")
    back = party.join("Somebody else", role="watcher", key=party.keys[ann])
    assert party.last(back, Welcome).seat == 1
    assert party.news(back).seats[1].name == "Ann"


@pytest.mark.parametrize(
    ("request_kind", "words"),
    [(SetRules, (Settings(),)), (SetSeat, (1, "kick")), (Start, ()), (Pause, ()), (Resume, ()), (CloseTable, ())],
)
def test_at_a_table_without_an_owner_nobody_has_owner_rights(
    table: Open, request_kind: type[AnyRequest], words: tuple[object, ...]
) -> None:
    party = table(owned=False, autostart=2)
    ann = party.join("Ann")
    assert not party.last(ann, Welcome).owner
    assert party.refusal(ann, request_kind, *words) is Refusal.NOT_OWNER
    party.join("Bob")
    assert party.phase() == "playing"
    assert party.refusal(ann, request_kind, *words) is Refusal.NOT_OWNER


def test_accepted_comes_before_the_effects_of_a_request(table: Open, game: Began) -> None:
    party, (olga, ann) = game(2)
    asked = [
        (party.ask(ann, Say, "Hi"), Said),
        (party.ask(ann, ChooseCard, 1, 1, party.views[ann].hand[0]), Happened),
        (party.ask(olga, Pause), RoomNews),
        (party.ask(olga, Resume), RoomNews),
        (party.ask(ann, Leave), Goodbye),
    ]
    lobby = table(bots=1)
    olga, watcher = lobby.owner(), lobby.join("Wim", role="watcher")
    asked += [
        (lobby.ask(olga, SetRules, Settings(timer=30)), RoomNews),
        (lobby.ask(watcher, TakeSeat, 1), Welcome),
        (lobby.ask(watcher, Rename, "Will"), RoomNews),
        (lobby.ask(olga, Start), Happened),
        (lobby.ask(olga, CloseTable), Goodbye),
    ]
    for (first, second, *_), kind in asked:
        assert isinstance(first, Accepted) and isinstance(second, kind)


def test_the_first_matching_refusal_of_the_list_is_given(game: Began) -> None:
    party, (olga, ann) = game(2)
    watcher = party.join("Wim", role="watcher")
    party.decide(ann)
    laid = party.views[ann].laid
    assert party.refusal(ann, ChooseCard, 1, 1, laid) is Refusal.ALREADY_CHOSEN
    assert party.refusal(ann, ChooseCard, 2, 1, laid) is Refusal.STALE
    party.ask(olga, Pause)
    assert party.refusal(ann, ChooseCard, 2, 1, laid) is Refusal.PAUSED
    assert party.refusal(watcher, ChooseCard, 2, 1, laid) is Refusal.NOT_SEATED
    assert party.refusal(ann, Start) is Refusal.NOT_OWNER
    assert party.refusal(olga, Start) is Refusal.NOT_IN_LOBBY


def test_a_bot_for_a_player_who_left_is_not_a_stand_in(game: Began) -> None:
    party, (olga, ann) = game(2)
    party.ask(ann, Leave)
    party.play(*party.bots())
    stream = party.facts[olga]
    assert CardChosen(1) in stream and StoodIn(1) not in stream


def test_a_pause_refuses_decisions_and_nothing_else(game: Began) -> None:
    party, (olga, ann, bob) = game()
    wim = party.join("Wim", role="watcher")
    for _ in range(2):
        assert isinstance(party.ask(olga, Pause)[0], Accepted)
    assert party.refusal(olga, Start) is party.refusal(ann, Rename, "A") is Refusal.NOT_IN_LOBBY
    assert party.refusal(olga, NextRound, 2) is party.refusal(ann, ChooseCard, 1, 1, 1) is Refusal.PAUSED
    assert party.refusal(ann, Ready, 2) is Refusal.NOT_ASKED
    timer = (SetRules, (replace(party.news(olga).settings, timer=30),))
    asked: list[tuple[int, type[AnyRequest], tuple[object, ...]]] = [(olga, *timer), (ann, Say, ("", "haha"))]
    party.lose(bob)
    asked += [(olga, SetSeat, (2, "bot")), (wim, Say, ("Hi",)), (ann, Leave, ())]
    assert all(Accepted in map(type, party.ask(peer, kind, *words)) for peer, kind, words in asked)
    for _ in range(2):
        assert isinstance(party.ask(olga, Resume)[0], Accepted)


def test_a_seated_player_cannot_switch_seats_and_a_watcher_may_name_any_chair(table: Open) -> None:
    party = table(expected=("Zoe",), settings=Settings(seats=5))
    ann, wim = party.join("Ann"), party.join("Wim", role="watcher")
    assert party.refusal(ann, TakeSeat, 3) is party.refusal(wim, TakeSeat, 1) is Refusal.NO_SUCH_SEAT
    party.ask(wim, TakeSeat, 4)
    assert party.last(wim, Welcome).seat == 2
