"""Decisions: what is refused changes nothing, what is accepted reaches everybody as one batch."""

from host.party import Began

from sixqp_protocol.facts import CardChosen, CardLaid, HandDealt
from sixqp_protocol.messages import Accepted, ChooseCard, ChooseRow, DraftCard, Happened, Pause, Resume, TakeBack
from sixqp_protocol.refusals import Refusal
from sixqp_tui.engine.table import RowWanted


def test_decisions_for_another_turn_are_stale(game: Began) -> None:
    party, peers = game()
    card = party.views[peers[0]].hand[0]
    for round_, turn in ((1, 2), (2, 1), (0, 0)):
        assert party.refusal(peers[0], ChooseCard, round_, turn, card) is Refusal.STALE
        assert party.refusal(peers[0], TakeBack, round_, turn) is Refusal.STALE
        assert party.refusal(peers[0], ChooseRow, round_, turn, 0) is Refusal.STALE


def test_moves_against_the_rules_are_refused(game: Began) -> None:
    party, peers = game()
    ann, bob = peers[:2]
    assert party.refusal(ann, ChooseCard, 1, 1, party.views[bob].hand[0]) is Refusal.NOT_IN_HAND
    assert party.refusal(ann, TakeBack, 1, 1) is Refusal.NOTHING_LAID
    assert party.refusal(ann, ChooseRow, 1, 1, 0) is Refusal.NOT_ASKED
    party.decide(ann)
    assert party.refusal(ann, ChooseCard, 1, 1, party.views[ann].hand[0]) is Refusal.ALREADY_CHOSEN


def test_picks_out_of_turn_and_of_taken_cards_are_refused(game: Began) -> None:
    party, peers = game(variant="draft")
    first = party.views[peers[0]].table.first
    assert first is not None
    picker, other = peers[first], peers[first - 1]
    assert party.refusal(other, DraftCard, 1, 1, 7) is Refusal.NOT_ASKED
    party.ask(picker, DraftCard, 1, 1, 7)
    following = peers[(first + 1) % 3]
    assert party.refusal(following, DraftCard, 1, 1, 8) is Refusal.STALE
    assert party.refusal(following, DraftCard, 1, 2, 7) is Refusal.NOT_IN_DECK


def test_every_pick_is_stale_without_a_draft(game: Began) -> None:
    party, peers = game(players=2)
    for pick in range(1, 30):
        assert party.refusal(peers[0], DraftCard, 1, pick, 7) is Refusal.STALE
    assert party.refusal(peers[0], DraftCard, 1, 0, 7) is Refusal.NOT_ASKED


def test_every_turn_is_stale_during_the_draft(game: Began) -> None:
    party, (ann, _) = game(players=2, variant="draft")
    for request, words in ((ChooseCard, (7,)), (TakeBack, ()), (ChooseRow, (0,))):
        assert party.refusal(ann, request, 1, 1, *words) is Refusal.STALE
        assert party.refusal(ann, request, 1, 0, *words) is Refusal.NOT_ASKED


def test_an_accepted_card_is_acknowledged_and_shown_face_down(game: Began) -> None:
    party, peers = game()
    ann, bob = peers[:2]
    card = party.views[ann].hand[0]
    accepted, happened = party.ask(ann, ChooseCard, 1, 1, card)
    assert isinstance(accepted, Accepted) and isinstance(happened, Happened)
    assert happened.facts == (CardLaid(0, card), CardChosen(0))
    assert party.last(bob, Happened).facts == (CardChosen(0),)
    party.ask(ann, TakeBack, 1, 1)
    assert party.views[ann].laid is None and card in party.views[ann].hand


def test_nobody_sees_another_players_secrets(game: Began) -> None:
    party, peers = game(4)
    watcher = party.join("Wim", role="watcher")
    bots = party.bots()
    party.play(*peers)
    for peer in (*peers, watcher, *bots):
        seat = party.news(peer).you
        secrets = [fact for fact in party.facts[peer] if isinstance(fact, HandDealt | CardLaid)]
        assert {fact.seat for fact in secrets} <= {seat}
        assert bool(secrets) == (seat is not None)


def test_the_effects_of_the_last_card_are_sent_together(game: Began) -> None:
    party, peers = game(2)
    party.decide(peers[0])
    before = len(party.inbox[peers[0]])
    party.decide(peers[1])
    batches = [message for message in party.inbox[peers[0]][before:] if isinstance(message, Happened)]
    assert len(batches) == 1


def test_news_is_sent_with_each_new_question_but_not_each_card(game: Began) -> None:
    party, peers = game(3)
    news = party.news(peers[2])
    assert (news.waiting_for, news.milliseconds_left) == ((0, 1, 2), 90_000)
    party.wait(5)
    party.decide(peers[0])
    assert party.news(peers[2]) is news
    party.decide(peers[1])
    party.decide(peers[2])
    assert party.news(peers[2]) is not news
    assert party.news(peers[2]).milliseconds_left == 90_000


def test_without_a_clock_a_new_question_of_the_round_is_no_news(game: Began) -> None:
    """The facts say all that has changed, so that ten players aren't sent ten times the same chairs."""
    party, peers = game(2, timer=None)
    news = party.news(peers[1])
    party.decide(peers[0])
    party.decide(peers[1])
    assert party.has(peers[1], Happened) and party.news(peers[1]) is news


def test_a_pause_stops_the_clock_and_all_decisions(game: Began) -> None:
    party, peers = game(2)
    party.wait(30)
    party.ask(peers[0], Pause)
    assert party.news(peers[1]).paused and party.news(peers[1]).milliseconds_left == 60_000
    party.wait(500)
    assert party.refusal(peers[1], ChooseCard, 1, 1, party.views[peers[1]].hand[0]) is Refusal.PAUSED
    party.ask(peers[0], Resume)
    assert party.news(peers[1]).milliseconds_left == 60_000
    assert party.room.next_moment == party.now + 60
    assert party.decide(peers[1])


def test_the_player_who_must_choose_a_row_is_named_in_the_news(game: Began) -> None:
    party, peers = game(2, rounds=20)
    for _ in range(400):
        pending = party.views[peers[0]].table.pending
        if isinstance(pending, RowWanted):
            break
        party.play(*peers, steps=1)
    assert isinstance(pending, RowWanted)
    assert party.news(peers[0]).waiting_for == (pending.seat,)
    assert party.refusal(peers[1 - pending.seat], ChooseRow, 1, party.views[peers[0]].table.turn, 0)
