"""Requests: what is refused changes nothing, what is accepted reaches everybody as one batch."""

from host.party import Party, begun

from sixqp_protocol.facts import CardChosen, CardLaid, HandDealt, StoodIn
from sixqp_protocol.messages import (
    Accepted,
    ChooseCard,
    ChooseRow,
    CloseTable,
    Goodbye,
    Happened,
    Leave,
    Pause,
    Rename,
    Resume,
    RoomNews,
    Said,
    Say,
    SetRules,
    Settings,
    Start,
    TakeBack,
    TakeSeat,
    Welcome,
)
from sixqp_protocol.refusals import Refusal
from sixqp_tui.engine.table import RowWanted


def test_an_accepted_card_is_acknowledged_and_shown_face_down() -> None:
    party, peers = begun()
    ann, bob = peers[:2]
    card = party.views[ann].hand[0]
    accepted, happened = party.ask(ann, ChooseCard, 1, 1, card)
    assert isinstance(accepted, Accepted) and isinstance(happened, Happened)
    assert happened.facts == (CardLaid(0, card), CardChosen(0))
    assert party.last(bob, Happened).facts == (CardChosen(0),)
    party.ask(ann, TakeBack, 1, 1)
    assert party.views[ann].laid is None and card in party.views[ann].hand


def test_nobody_sees_another_players_secrets() -> None:
    party, peers = begun(4)
    watcher = party.join("Wim", role="watcher")
    bots = party.bots()
    party.play(*peers)
    for peer in (*peers, watcher, *bots):
        seat = party.news(peer).you
        secrets = [fact for fact in party.facts[peer] if isinstance(fact, HandDealt | CardLaid)]
        assert {fact.seat for fact in secrets} <= {seat}
        assert bool(secrets) == (seat is not None)


def test_the_effects_of_the_last_card_are_sent_together() -> None:
    party, peers = begun(2)
    party.decide(peers[0])
    before = len(party.inbox[peers[0]])
    party.decide(peers[1])
    batches = [message for message in party.inbox[peers[0]][before:] if isinstance(message, Happened)]
    assert len(batches) == 1


def test_news_is_sent_with_each_new_question_but_not_each_card() -> None:
    party, peers = begun(3)
    news = party.news(peers[2])
    assert (news.waiting_for, news.milliseconds_left) == ((0, 1, 2), 90_000)
    party.wait(5)
    party.decide(peers[0])
    assert party.news(peers[2]) is news
    party.decide(peers[1])
    party.decide(peers[2])
    assert party.news(peers[2]) is not news
    assert party.news(peers[2]).milliseconds_left == 90_000


def test_without_a_clock_a_new_question_of_the_round_is_no_news() -> None:
    """The facts say all that has changed, so that ten players aren't sent ten times the same chairs."""
    party, peers = begun(2, timer=None)
    news = party.news(peers[1])
    party.decide(peers[0])
    party.decide(peers[1])
    assert party.has(peers[1], Happened) and party.news(peers[1]) is news


def test_a_pause_stops_the_clock_and_all_decisions() -> None:
    party, peers = begun(2)
    party.wait(30)
    party.ask(peers[0], Pause)
    assert party.news(peers[1]).paused and party.news(peers[1]).milliseconds_left == 60_000
    party.wait(500)
    assert party.refusal(peers[1], ChooseCard, 1, 1, party.views[peers[1]].hand[0]) is Refusal.PAUSED
    party.ask(peers[0], Resume)
    assert party.news(peers[1]).milliseconds_left == 60_000
    assert party.room.next_moment == party.now + 60
    assert party.decide(peers[1])


def test_the_player_who_must_choose_a_row_is_named_in_the_news() -> None:
    party, peers = begun(2, rounds=20)
    for _ in range(400):
        pending = party.views[peers[0]].table.pending
        if isinstance(pending, RowWanted):
            break
        party.play(*peers, steps=1)
    assert isinstance(pending, RowWanted)
    assert party.news(peers[0]).waiting_for == (pending.seat,)
    assert party.refusal(peers[1 - pending.seat], ChooseRow, 1, party.views[peers[0]].table.turn, 0)


def test_accepted_comes_before_the_effects_of_a_request() -> None:
    party, (olga, ann) = begun(2)
    asked = [
        (party.ask(ann, Say, "Hi"), Said),
        (party.ask(ann, ChooseCard, 1, 1, party.views[ann].hand[0]), Happened),
        (party.ask(olga, Pause), RoomNews),
        (party.ask(olga, Resume), RoomNews),
        (party.ask(ann, Leave), Goodbye),
    ]
    lobby = Party(bots=1)
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


def test_a_bot_for_a_player_who_left_is_not_a_stand_in() -> None:
    party, (olga, ann) = begun(2)
    party.ask(ann, Leave)
    party.play(*party.bots())
    stream = party.facts[olga]
    assert CardChosen(1) in stream and StoodIn(1) not in stream
