"""A table that outlives its host, seen from the host: deals, confirmations, successors, promises."""

import sys
from typing import Any

import pytest
from host.party import OWNER, Party
from msgspec.structs import replace

from sixqp_protocol import messages
from sixqp_protocol.codec import encode
from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import (
    CanHost,
    CodeGiven,
    CodeWanted,
    Confirmed,
    Deal,
    Dealt,
    Goodbye,
    HandOver,
    HeldRound,
    Hosting,
    Inheritance,
    Moved,
    NewTable,
    Promise,
    PromiseWanted,
    SetRules,
    SetSeat,
    SetSuccessors,
    Settings,
    Start,
    TakeOver,
    Welcome,
)
from sixqp_protocol.pairing import ClientPairing
from sixqp_protocol.quorum import member_of
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_protocol.version import CURRENT
from sixqp_tui.engine.kept_table import KeptTable
from sixqp_tui.host.admission.room_code import Lock
from sixqp_tui.host.commands import Close, Send, key_of
from sixqp_tui.host.hosting import host_key, may_be_superseded, must_renew
from sixqp_tui.host.inheritance import NothingInherited, inherited_setup
from sixqp_tui.host.participants import Participant
from sixqp_tui.host.room import Room
from sixqp_tui.hosting.other_host import may_be_elsewhere

ROUNDS = Settings(Rules(limit=None, rounds=3), 10, None)
PIN = bytes(range(32))
HERE = CanHost(("192.0.2.7",), 4666, PIN)


def confirm(party: Party, *peers: int) -> None:
    """These programs confirm all that they are asked to, as far as they have read."""
    asked = True
    while asked:
        asked = False
        for peer in peers:
            if not party.has(peer, Dealt):
                continue
            deal = party.last(peer, Dealt).deal
            scores = len(party.views[peer].table.scores) if peer in party.views else 0
            said = Confirmed(deal.term, deal.number, deal.round == 0 or scores >= deal.round)
            if (peer, said) not in party.confirmed:
                party.confirmed.add((peer, said))
                party.tell(peer, said)
                asked = True


def members(many: int, **options: Any) -> tuple[Party, list[int]]:
    """A table with the owner and guests whose programs all confirm, and have confirmed each other."""
    party = Party(settings=ROUNDS, **options)
    peers = [party.owner(version=CURRENT, confirms=True)]
    peers += [party.join(f"P{n}", version=CURRENT, confirms=True) for n in range(1, many)]
    confirm(party, *peers)
    return party, peers


def play_round(party: Party, *peers: int) -> None:
    number = party.views[peers[0]].table.round
    while len(party.views[peers[0]].table.scores) < number:
        party.play(*peers, steps=1)


def test_the_next_round_waits_for_enough_confirmations_of_the_last() -> None:
    party, peers = members(3)
    party.ask(peers[0], Start)
    confirm(party, *peers)
    play_round(party, *peers)
    assert party.views[peers[0]].table.between_rounds
    confirm(party, peers[0])
    assert party.views[peers[0]].table.round == 1
    confirm(party, peers[1])
    assert party.views[peers[0]].table.round == 2


def test_a_round_that_becomes_final_in_a_pause_is_no_news_of_the_room() -> None:
    party, peers = members(3)
    party.ask(peers[0], SetRules, replace(ROUNDS, pause=60))
    party.ask(peers[0], Start)
    confirm(party, *peers)
    play_round(party, *peers)
    news = party.news(peers[0])
    confirm(party, *peers)
    assert party.room.state.deals.final == (1, 1) and party.views[peers[0]].table.between_rounds
    assert party.news(peers[0]) is news


def test_a_turn_under_the_clock_checks_nothing_about_the_next_host() -> None:
    party, peers = members(3)
    party.ask(peers[0], SetRules, replace(ROUNDS, timer=30))
    party.ask(peers[0], Start)
    confirm(party, *peers)
    called = set[str]()
    sys.setprofile(lambda frame, event, _: called.add(frame.f_code.co_name) if event == "call" else None)
    party.play(*peers, steps=6)
    sys.setprofile(None)
    assert "announce_clock" in called and party.views[peers[0]].table.turn > 1
    assert not called & {"update_deals", "send_hosting", "hosting_of", "renew_term", "hand_over", "members"}


def test_one_of_two_is_enough() -> None:
    party, peers = members(2)
    party.ask(peers[0], Start)
    confirm(party, *peers)
    play_round(party, *peers)
    confirm(party, peers[1])
    assert party.views[peers[0]].table.round == 2


def test_clients_that_do_not_confirm_are_not_waited_for() -> None:
    party = Party(settings=ROUNDS)
    olga = party.owner(version=CURRENT, confirms=True)
    others = [party.join("No disk"), party.join("Phone")]
    confirm(party, olga)
    party.ask(olga, Start)
    confirm(party, olga)
    play_round(party, olga, *others)
    confirm(party, olga)
    assert party.views[olga].table.round == 2
    assert not any(party.has(peer, Dealt) for peer in others)


def test_slow_confirmers_are_named_after_two_seconds_and_the_owner_may_go_on() -> None:
    party, peers = members(3)
    party.ask(peers[0], Start)
    confirm(party, *peers)
    play_round(party, *peers)
    confirm(party, peers[0])
    party.wait(1.9)
    assert party.last(peers[0], Hosting).unconfirmed == () if party.has(peers[0], Hosting) else True
    assert party.refusal(peers[0], NewTable) is Refusal.NOT_ASKED
    party.wait(0.2)
    assert party.last(peers[0], Hosting).unconfirmed == (1, 2)
    party.ask(peers[0], NewTable)
    moved = party.last(peers[1], Moved)
    assert moved.table != "table" and moved.addresses == ()
    confirm(party, *peers)
    assert party.views[peers[0]].table.round == 2


def test_whoever_is_waited_for_keeps_the_chair_and_then_has_a_minute_to_return() -> None:
    party, peers = members(4)
    for peer in peers[2:]:
        party.lose(peer)
    party.wait(15.0)
    confirm(party, *peers[:2])
    party.wait(200.0)
    assert party.last(peers[0], Hosting).unconfirmed == (2, 3)
    back = party.back(peers[2], version=CURRENT, confirms=True)
    confirm(party, *peers[:2], back)
    assert not party.last(peers[0], Hosting).unconfirmed
    party.wait(59.0)
    assert len(party.room.state.seats.taken) == 4
    party.wait(2.0)
    assert len(party.room.state.seats.taken) == 3


def test_a_removed_member_who_is_waited_for_is_told_of_without_a_seat() -> None:
    party, peers = members(3)
    for peer in peers[1:]:
        party.lose(peer)
    party.wait(15.0)
    for _ in peers[1:]:
        party.ask(peers[0], SetSeat, 1, "kick")
    confirm(party, peers[0])
    party.wait(3.0)
    assert party.last(peers[0], Hosting).unconfirmed == (None,)
    assert party.last(party.back(peers[0], version=CURRENT, confirms=True), Hosting).unconfirmed == (None,)
    party.ask(len(party.inbox), NewTable)
    confirm(party, len(party.inbox))
    assert party.room.state.deals.open is None


def test_any_player_may_go_on_while_the_owner_is_away() -> None:
    party, peers = members(3)
    phone = party.join("Phone", version=CURRENT)
    party.lose(peers[0])
    party.lose(peers[1])
    party.wait(10.0)
    confirm(party, peers[2])
    party.wait(2.1)
    assert party.last(phone, Hosting).unconfirmed == (0, 1)
    wim = party.join("Wim", role="watcher", version=CURRENT)
    assert party.refusal(wim, NewTable) is Refusal.NOT_OWNER
    party.back(peers[0], version=CURRENT, confirms=True)
    assert party.refusal(phone, NewTable) is Refusal.NOT_OWNER
    party.lose(len(party.inbox))
    party.ask(phone, NewTable)
    assert party.last(phone, Moved).table != "table" and party.room.state.continues == "table"


def test_a_confirmation_counts_only_from_its_member_for_the_open_deal() -> None:
    party, peers = members(3)
    wim = party.join("Wim", role="watcher", version=CURRENT, confirms=True)
    party.ask(peers[0], Start)
    confirm(party, *peers)
    deal = party.last(peers[0], Dealt).deal
    play_round(party, *peers)
    for forged in (
        Confirmed(deal.term, deal.number - 1, True),
        Confirmed(deal.term + 1, deal.number, True),
        Confirmed(deal.term, deal.number + 1, True),
    ):
        party.tell(peers[1], forged)
        party.tell(peers[2], forged)
    for _ in range(3):
        party.tell(wim, Confirmed(deal.term, deal.number, True))
        party.tell(peers[0], Confirmed(deal.term, deal.number, True))
    party.tell(peers[1], Promise(2, True, 2, deal, 1, 1))
    party.tell(peers[1], HeldRound(1, 1, "round 1"))
    assert party.views[peers[0]].table.round == 1
    party.tell(peers[1], Confirmed(deal.term, deal.number, True))
    assert party.views[peers[0]].table.round == 2


def test_a_round_end_cannot_be_confirmed_in_advance() -> None:
    party, peers = members(3)
    party.ask(peers[0], Start)
    deal = party.last(peers[0], Dealt).deal
    for peer in peers:
        party.tell(peer, Confirmed(deal.term, deal.number, True))
    play_round(party, *peers)
    assert party.views[peers[0]].table.round == 1


@pytest.mark.parametrize("staying", [2, 1], ids=["two stay", "one is left alone"])
def test_a_member_that_leaves_is_no_longer_needed(staying: int) -> None:
    party, peers = members(staying + 2)
    party.ask(peers[0], Start)
    confirm(party, *peers)
    party.ask(peers[-2], messages.Leave)
    party.ask(peers[-1], messages.Leave)
    bots = party.bots()
    while len(party.views[peers[0]].table.scores) < 1:
        party.play(*peers[:staying], *bots, steps=1)
        confirm(party, *peers[:staying])
    confirm(party, *peers[:staying])
    assert party.views[peers[0]].table.round == 2


@pytest.mark.parametrize("playing", [False, True], ids=["in the lobby", "in a game"])
def test_a_table_whose_last_two_left_at_once_waits_for_neither(playing: bool) -> None:
    party, peers = members(2)
    if playing:
        party.ask(peers[0], Start)
        confirm(party, *peers)
    for peer in peers:
        party.ask(peer, messages.Leave)
    bots = party.bots()
    party.play(*bots)
    assert party.room.state.deals.open is None and party.phase() == "lobby"
    olga = party.owner(version=CURRENT, confirms=True)
    new = party.join("New", version=CURRENT, confirms=True)
    confirm(party, olga, new)
    party.ask(olga, Start)
    confirm(party, olga, new)
    play_round(party, olga, new, *bots, *party.bots())
    confirm(party, olga, new)
    assert party.views[new].table.round == 2


def test_a_deal_and_its_number_survive_a_restart() -> None:
    party, peers = members(3)
    party.ask(peers[0], Start)
    confirm(party, *peers)
    before = party.room.state.deals
    again = Room(party.setup, party.draw_token, str)
    again.resume(party.journal, party.now)
    assert (again.state.deals.number, again.state.deals.needs) == (before.number, before.needs)
    assert again.state.deals.open == before.open


def test_successors_are_listed_in_the_owners_order() -> None:
    party, peers = members(4)
    for peer in peers[1:]:
        party.tell(peer, HERE)
    assert [each.seat for each in party.last(peers[0], Hosting).successors] == [1, 2, 3]
    party.ask(peers[0], SetSuccessors, (3, 1))
    assert [each.seat for each in party.last(peers[0], Hosting).successors] == [3, 1, 2]
    assert party.refusal(peers[1], SetSuccessors, (1,)) is Refusal.NOT_OWNER
    party.tell(peers[3], CanHost((), 1, PIN))
    assert [each.seat for each in party.last(peers[0], Hosting).successors] == [1, 2]


def test_a_successor_leads_nobody_to_a_public_address_but_its_own() -> None:
    for own, listed in (("10.0.0.5", ("10.0.0.5", "fe80::1%3")), ("9.9.9.9", ("9.9.9.9", "10.0.0.5", "fe80::1%3"))):
        party, peers = members(1)
        guest = party.join("Mallory", address=own, version=CURRENT, confirms=True)
        party.tell(guest, CanHost(("9.9.9.9", "10.0.0.5", "fe80::1%3", "somewhere.example"), 4666, PIN))
        assert sorted(party.last(peers[0], Hosting).successors[0].addresses) == sorted(listed)


def test_an_inheritance_holds_no_secret_and_only_successors_get_it() -> None:
    party, peers = members(3, bots=1)
    party.tell(peers[1], HERE)
    party.ask(peers[0], Start)
    confirm(party, *peers)
    party.room.state.code = "friday"
    party.ask(peers[0], messages.Pause)
    data = encode(party.last(peers[1], Inheritance))
    tokens = [OWNER, *(party.token(peer) for peer in peers), *party.room.bots]
    assert not any(token in data for token in tokens)
    seed = party.room.state.play and party.room.state.play.game.seed
    assert seed and seed.encode() not in data and b"friday" not in data
    assert not party.has(peers[0], Inheritance) and not party.has(peers[2], Inheritance)
    assert {seat.key for seat in party.last(peers[1], Inheritance).seats if seat.key} == {
        key_of(token) for token in (OWNER, *map(party.token, peers[1:]))
    }


def test_a_planned_handover_waits_for_the_round() -> None:
    party, peers = members(3)
    assert party.refusal(peers[0], HandOver, 1) is Refusal.NO_SUCH_SEAT
    party.tell(peers[1], HERE)
    party.ask(peers[0], Start)
    confirm(party, *peers)
    party.ask(peers[0], HandOver, 1)
    party.tell(peers[1], HERE)
    assert not party.has(peers[1], TakeOver) and not party.room.state.moved
    play_round(party, *peers)
    confirm(party, *peers)
    assert party.has(peers[1], TakeOver) and party.views[peers[0]].table.round == 1
    party.tell(peers[1], HERE)
    assert party.last(peers[2], Moved) == Moved("table", 2, HERE.addresses, HERE.port, PIN)
    assert party.last(peers[2], Goodbye).code is Farewell.RESTART
    late = party.join("Late")
    assert party.last(late, Goodbye).code is Farewell.RESTART, "a host that has handed over lets nobody in"
    assert party.room.is_over(lambda _peer: True, party.now)


def test_a_successor_that_does_not_listen_is_waited_for_ten_seconds() -> None:
    party, peers = members(2)
    party.tell(peers[1], HERE)
    party.ask(peers[0], HandOver, 1)
    assert party.has(peers[1], TakeOver)
    party.wait(11.0)
    party.ask(peers[0], Start)
    assert party.phase() == "playing" and not party.room.state.handing_over


def test_a_members_higher_term_supersedes_and_a_strangers_is_ignored() -> None:
    party, peers = members(3)
    party.back(peers[1], version=CURRENT, confirms=True, term=7)
    assert party.room.in_doubt and not party.room.state.closed
    again, _ = members(3)
    again.join("Mallory", version=CURRENT, confirms=True, term=99)
    assert not again.room.in_doubt


def test_one_member_cannot_make_a_host_believe_that_another_one_hosts() -> None:
    party, peers = members(3)
    party.tell(peers[2], HERE)
    party.back(peers[2], version=CURRENT, confirms=True, term=7)
    party.lose(peers[2])
    assert party.room.in_doubt and not may_be_elsewhere(party.room)
    party.lose(peers[1])
    assert may_be_elsewhere(party.room)


def test_a_deal_that_never_became_final_does_not_hide_that_others_play_elsewhere() -> None:
    party, peers = members(5)
    deals = party.room.state.deals
    [everybody] = deals.needs
    alone = (member_of(party.token(peers[1])),)
    for peer in peers[2:]:
        party.lose(peer)
    for needs in ((alone, everybody), (everybody,)):
        deals.needs = needs
        assert may_be_superseded(party.room.state)
    deals.needs = (everybody, alone)
    assert not may_be_superseded(party.room.state)


def obey_a_higher_term(party: Party, *peers: int) -> None:
    """These members are away, and say for ten seconds to obey only another host."""
    for peer in peers:
        party.lose(peer)
    for _ in range(2):
        for peer in peers:
            party.back(peer, version=CURRENT, confirms=True, term=7)
        party.wait(10.0)
    party.take(party.room.renew(party.now))


@pytest.mark.parametrize("many", [3, 4, 5])
def test_one_member_cannot_make_a_host_give_up(many: int) -> None:
    party, peers = members(many)
    obey_a_higher_term(party, peers[-1])
    assert not party.room.state.moved
    party.ask(peers[0], Start)
    assert party.phase() == "playing"


def test_one_that_is_here_by_another_connection_is_bound_to_nothing() -> None:
    party, peers = members(3)
    party.lose(peers[1])
    party.back(peers[2], version=CURRENT, confirms=True, term=7)
    party.wait(11.0)
    assert not must_renew(party.room.state)


def test_a_host_without_enough_who_obey_it_lets_its_people_choose_another_one() -> None:
    party, peers = members(4)
    obey_a_higher_term(party, *peers[2:])
    assert party.room.state.moved and party.last(peers[0], Goodbye).code is Farewell.RESTART


def test_a_member_that_obeys_this_host_again_ends_its_doubt() -> None:
    party, peers = members(4)
    party.lose(peers[2])
    party.lose(peers[3])
    party.back(peers[3], version=CURRENT, confirms=True, term=7)
    party.wait(11.0)
    assert must_renew(party.room.state)
    party.back(peers[3], version=CURRENT, confirms=True)
    assert not must_renew(party.room.state) and not party.room.in_doubt


# -- a host that raises its term ---------------------------------------------------------------------------


def claim(party: Party, peer: int, term: int = 7) -> None:
    """This member is away, and says that it obeys no lower term."""
    party.lose(peer)
    party.back(peer, version=CURRENT, confirms=True, term=term)


def asked(party: Party, peer: int) -> list[PromiseWanted]:
    return [each for each in party.inbox[peer] if isinstance(each, PromiseWanted)]


def promise(party: Party, *peers: int, deal: Deal | None = None) -> None:
    """These programs promise what they were asked for last."""
    for peer in peers:
        wanted = party.last(peer, PromiseWanted)
        party.tell(peer, Promise(wanted.term, wanted.firm, wanted.term, deal, wanted.game, wanted.rounds))


def test_a_host_goes_on_at_a_higher_term_and_its_bound_member_is_back() -> None:
    party, peers = members(3)
    claim(party, peers[2])
    assert asked(party, peers[0])[-1] == PromiseWanted("table", 8, 0, 0, False)
    promise(party, *peers[:2])
    assert asked(party, peers[1])[-1] == PromiseWanted("table", 8, 0, 0, True)
    promise(party, peers[1])
    assert party.room.state.deals.term == 1, "its own player's program has not promised"
    promise(party, peers[0])
    assert [party.last(peer, Welcome).term for peer in peers[:2]] == [8, 8]
    back = party.back(peers[2], version=CURRENT, confirms=True, term=8)
    confirm(party, *peers[:2], back)
    assert party.last(back, Welcome).term == 8 and party.room.state.deals.open is None
    again = Room(party.setup, party.draw_token, str)
    again.resume(party.journal, 0.0)
    assert again.state.deals.term == 8


def test_both_of_two_promise_also_the_one_who_is_bound() -> None:
    party, peers = members(2)
    claim(party, peers[1])
    bound = len(party.inbox)
    for _firm in (False, True):
        promise(party, peers[0])
        assert party.room.state.deals.term == 1
        promise(party, bound)
    assert party.room.state.deals.term == 8 and party.last(bound, Goodbye).code is Farewell.RESTART


def test_false_claims_raise_the_term_of_a_host_at_most_every_thirty_seconds() -> None:
    party, peers = members(4)
    for term in (7, 50, 0xFFFFFFFF):
        claim(party, peers[3], term)
        promise(party, *peers[:3])
        promise(party, *peers[:3])
        assert party.room.state.deals.term == 8
    assert not party.room.state.moved
    party.wait(31.0)
    assert party.last(peers[0], PromiseWanted).term == 51, "a claim without an end is no term"


def test_somebody_whose_chair_was_given_away_sits_down_again_once_the_term_is_higher() -> None:
    party, peers = members(3)
    former = {"version": CURRENT, "confirms": True, "token": bytes(16), "table": "table"}
    refused = party.join("Bob", **former, term=7)
    assert party.last(refused, Goodbye) == Goodbye(Farewell.RESTART, retry_after=1000)
    assert not party.room.in_doubt
    for _firm in (False, True):
        promise(party, *peers)
    confirm(party, *peers)
    party.join("Mallory", **former, term=99)
    assert asked(party, peers[0])[-1].term == 8, "the next attempt comes after thirty seconds"
    back = party.join("Bob", **former, term=7)
    assert party.last(back, Welcome).term == 8
    assert [chair.name for chair in party.room.state.seats.taken] == ["Olga", "P1", "P2", "Bob"]


def test_somebody_without_a_chair_raises_no_term_during_a_game() -> None:
    party, peers = members(3)
    party.ask(peers[0], Start)
    confirm(party, *peers)
    refused = party.join("Bob", version=CURRENT, confirms=True, token=bytes(16), table="table", term=7)
    assert party.last(refused, Goodbye).code is Farewell.RESTART
    while not party.views[peers[0]].table.between_rounds:
        party.play(*peers)
    assert not asked(party, peers[0])


def test_somebody_without_a_chair_must_prove_the_room_code_before_a_claim_counts() -> None:
    party, peers = members(3)
    party.room.lock = Lock("k7w3qf", PIN, bytes)
    stranger = party.join("Mallory", version=CURRENT, confirms=True, token=bytes(16), table="table", term=7)
    assert party.has(stranger, CodeWanted) and not asked(party, peers[0])


def test_a_host_asks_only_when_all_whom_it_needs_are_connected() -> None:
    party, peers = members(3)
    claim(party, peers[2])
    stays = len(party.inbox)
    party.lose(peers[0])
    party.wait(31.0)
    party.lose(stays)
    claim(party, peers[2])
    waiting = len(party.inbox)
    assert not asked(party, waiting) and waiting not in party.closed, "the owner's program is away"
    party.wait(1.0)
    party.back(peers[0], version=CURRENT, confirms=True)
    assert asked(party, waiting) and asked(party, len(party.inbox))


def test_a_bound_member_waits_two_seconds_for_the_others_and_keeps_its_chair() -> None:
    party, peers = members(3)
    party.lose(peers[0])
    claim(party, peers[2])
    for _ in range(30):
        waiting = len(party.inbox)
        party.wait(1.9)
        assert waiting not in party.closed
        party.wait(0.2)
        assert party.last(waiting, Goodbye).code is Farewell.RESTART
        party.wait(1.0)
        claim(party, peers[2])
    assert [chair.person and chair.person.name for chair in party.room.state.seats.taken] == ["Olga", "P1", "P2"]


def test_a_hosts_player_who_has_lost_the_chair_and_sits_down_again_still_promises() -> None:
    party, peers, tokens = after_one_round()
    kept = kept_of(party, peers[1])
    successor = Successor(kept, tokens[1])
    state = successor.room.state
    assert host_key(state) == key_of(tokens[1])
    state.certificate, chair = PIN, state.seats.taken[1]
    chair.person = Participant(b"another key", "P1", can_host=HERE)
    assert host_key(state) == b"another key"
    chair.person = Participant(b"another key", "P1", can_host=replace(HERE, pin=bytes(32)))
    assert host_key(state) == key_of(tokens[1])


def test_a_host_that_was_replaced_raises_no_term() -> None:
    party, peers = members(3)
    claim(party, peers[2])
    later = replace(party.last(peers[1], Dealt).deal, term=2)
    for _firm in (False, True):
        promise(party, *peers[:2], deal=later)
    assert party.room.state.deals.term == 1


def test_a_host_asks_nobody_while_a_round_is_played_and_goes_on_after_it() -> None:
    party, peers = members(4)
    party.ask(peers[0], Start)
    confirm(party, *peers)
    claim(party, peers[3])
    assert not asked(party, peers[0])
    while not party.views[peers[0]].table.between_rounds:
        party.play(*peers[:3])
        party.wait(1.0)  # until the host decides for the one who is away
        assert not asked(party, peers[0]) or party.views[peers[0]].table.between_rounds
    promise(party, *peers[:3])
    promise(party, *peers[:3])
    assert party.room.state.deals.term == 8 and party.views[peers[0]].table.round == 1
    confirm(party, *peers[:3])
    assert party.views[peers[0]].table.round == 2


# -- a successor ------------------------------------------------------------------------------------------


def kept_of(party: Party, peer: int) -> KeptTable:
    """What the program at this connection would have on its disk, as a successor."""
    inheritance = party.last(peer, Inheritance)
    deal = party.last(peer, Dealt).deal
    view, facts = party.views.get(peer), tuple(party.facts.get(peer, ()))
    kept = KeptTable("table", "Title", 1, bytes(32), hosting=party.last(peer, Hosting), inheritance=inheritance)
    return kept.confirming(deal, 1 if view and facts else 0, facts)  # type: ignore[arg-type]


class Successor:
    """The room of a successor, and the programs that come to it."""

    def __init__(
        self, kept: KeptTable, token: bytes, new_table: str | None = None, lock: Lock | None = None
    ) -> None:
        self.setup = inherited_setup(kept, key_of(token), new_table)
        self.journal: list[Any] = []
        self.room = Room(self.setup, lambda: bytes(16), lambda _game: "new seed", self.journal.append, lock)
        self.said: dict[int, list[Any]] = {}

    def tell(self, peer: int, message: Any) -> list[Any]:
        before = {each: len(said) for each, said in self.said.items()}
        for effect in self.room.handle(peer, message, 0.0):
            if isinstance(effect, Send):
                self.said.setdefault(effect.peer, []).append(effect.message)
            assert isinstance(effect, Send | Close)
        return self.said.get(peer, [])[before.get(peer, 0) :]

    def hello(self, peer: int, token: bytes | None, **words: Any) -> list[Any]:
        client = peer.to_bytes(16, "big")
        hello = messages.Hello(CURRENT, "test", "player", "x", client, 1, token=token, confirms=True, **words)
        return self.tell(peer, hello)


def after_one_round(many: int = 3) -> tuple[Party, list[int], list[bytes]]:
    party, peers = members(many)
    party.tell(peers[1], HERE)
    party.ask(peers[0], Start)
    confirm(party, *peers)
    play_round(party, *peers)
    confirm(party, *peers)
    return party, peers, [OWNER, *map(party.token, peers[1:])]


def test_a_successor_opens_after_enough_firm_promises_and_redeals_the_round() -> None:
    party, peers, tokens = after_one_round()
    kept = kept_of(party, peers[1])
    assert kept.deal
    before = tuple(sorted(map(member_of, tokens[1:])))
    latest = replace(kept.deal, number=kept.deal.number + 1, needs=(before,))
    successor = Successor(kept, tokens[1])
    given = Promise(2, False, 2, kept.deal, 1, 1)
    firm = Promise(2, True, 2, latest, 1, 1)
    [wanted] = successor.hello(1, tokens[1])
    assert wanted == PromiseWanted("table", 2, 1, 1, False)
    successor.hello(3, tokens[2])
    successor.tell(1, firm)
    successor.tell(3, firm)
    assert successor.room.candidate, "what was not asked for firmly counts for nothing"
    successor.tell(1, given)
    assert not any(isinstance(each, PromiseWanted) and each.firm for each in successor.said[1])
    successor.tell(3, given)
    assert successor.said[1][-1] == successor.said[3][-1] == PromiseWanted("table", 2, 1, 1, True)
    successor.tell(3, firm)
    assert successor.room.candidate
    successor.tell(1, firm)
    assert not successor.room.candidate
    welcomed = next(each for each in successor.said[3] if isinstance(each, Welcome))
    assert (welcomed.term, welcomed.table, welcomed.seat, welcomed.game) == (2, "table", 2, 1)
    deal = next(each for each in successor.said[3] if isinstance(each, Dealt)).deal
    assert deal.number == latest.number + 1 and set(deal.needs) == {latest.people, before}
    successor.tell(1, Confirmed(2, deal.number, True))
    successor.tell(3, Confirmed(2, deal.number, True))
    table = successor.room.view(None).table
    assert table.round == 2 and table.totals == party.views[1].table.totals
    again = Room(successor.setup, lambda: bytes(16), lambda _game: "new seed")
    again.resume(successor.journal, 0.0)
    assert again.view(None).table == successor.room.view(None).table
    assert not again.candidate and again.state.deals.term == 2


def test_a_successor_who_is_the_only_member_left_opens_alone() -> None:
    party, peers, tokens = after_one_round()
    kept = kept_of(party, peers[1])
    assert kept.deal
    alone = replace(kept.deal, people=(member_of(tokens[1]),), needs=())
    successor = Successor(replace(kept, deal=alone), tokens[1])
    successor.hello(1, tokens[1])
    for firm in (False, True):
        assert successor.room.candidate
        successor.tell(1, Promise(2, firm, 2, alone, 1, 1))
    assert not successor.room.candidate


@pytest.mark.parametrize("token", [None, b"a stranger's tok"])
def test_a_successor_asks_only_those_who_prove_a_seat(token: bytes | None) -> None:
    party, peers, tokens = after_one_round()
    kept = kept_of(party, peers[1])
    successor = Successor(kept, tokens[1])
    [gone] = successor.hello(1, token)
    assert gone.code is Farewell.RESTART
    successor.tell(2, Promise(2, True, 2, kept.deal, 1, 1))
    assert successor.room.promises == frozenset()


def test_a_refusal_restarts_the_succession_with_a_higher_term() -> None:
    party, peers, tokens = after_one_round()
    kept = kept_of(party, peers[1])
    successor = Successor(kept, tokens[1])
    successor.hello(1, tokens[1])
    successor.hello(3, tokens[2])
    successor.tell(3, Promise(2, False, 7, kept.deal, 1, 1))
    assert successor.said[1][-1] == PromiseWanted("table", 8, 1, 1, False)


def test_a_member_that_keeps_refusing_does_not_hold_up_the_others() -> None:
    party, peers, tokens = after_one_round(4)
    kept = kept_of(party, peers[1])
    successor = Successor(kept, tokens[1])
    for peer, token in enumerate(tokens):
        successor.hello(peer, token)
    for _ in range(6):
        for peer in (0, 1, 2, 3):
            wanted = next(each for each in reversed(successor.said[peer]) if isinstance(each, PromiseWanted))
            promised = wanted.term + (5 if peer == 0 else 0)
            successor.tell(peer, Promise(wanted.term, wanted.firm, promised, kept.deal, 1, 1))
            if not successor.room.candidate:
                break
    assert not successor.room.candidate and successor.room.state.deals.term == 8


def test_one_refusal_raises_the_term_by_a_thousand_at_most() -> None:
    party, peers, tokens = after_one_round()
    kept = kept_of(party, peers[1])
    successor = Successor(kept, tokens[1])
    successor.hello(1, tokens[1])
    successor.hello(3, tokens[2])
    successor.tell(3, Promise(2, False, 0xFFFFFFFF, kept.deal, 1, 1))
    assert successor.said[1][-1] == PromiseWanted("table", 1002, 1, 1, False)


def test_a_successor_continues_the_furthest_history_that_is_valid() -> None:
    party, peers, tokens = after_one_round()
    furthest = kept_of(party, peers[2] if party.has(peers[2], Inheritance) else peers[1])
    behind = KeptTable(
        "table", "Title", 1, bytes(32), hosting=furthest.hosting, inheritance=furthest.inheritance,
        deal=furthest.deal, game=1, text=furthest.text.partition("round 1")[0],
    )  # fmt: skip
    true = furthest.promising(2, PIN).answer(PromiseWanted("table", 2, 1, 0, True), PIN)
    told = true[0]
    assert isinstance(told, HeldRound) and isinstance(true[1], Promise)
    for lie in (True, False):
        successor = Successor(behind, tokens[1])
        successor.hello(1, tokens[1])
        successor.hello(3, tokens[2])
        for firm in (False, True):
            successor.tell(1, Promise(2, firm, 2, behind.deal, 1, 0))
            text = told.text.replace("heads ", "heads 9") if lie else told.text
            successor.tell(3, HeldRound(1, 1, text))
            successor.tell(3, Promise(2, firm, 2, furthest.deal, 1, 1))
        assert successor.room.candidate is lie
        if not lie:
            assert successor.room.view(None).table.totals == party.views[1].table.totals


@pytest.mark.slow
def test_a_locked_table_stays_locked_at_its_successor_and_newcomers_get_in_with_the_code() -> None:
    party, peers, tokens = after_one_round()
    kept = kept_of(party, peers[1])
    locked = Lock("k7w3qf", PIN, bytes)
    successor = Successor(kept, tokens[1], lock=locked)
    for firm in (False, True):
        for peer, token in ((1, tokens[1]), (3, tokens[2])):
            if not firm:
                assert isinstance(successor.hello(peer, token)[0], PromiseWanted), "a token proves enough"
            successor.tell(peer, Promise(2, firm, 2, kept.deal, 1, 1))
    assert not successor.room.candidate
    for peer, code in ((4, "zzzzzz"), (5, "k7w3qf")):
        [wanted] = successor.hello(peer, None, look_on=True)
        proof = ClientPairing(code, PIN, wanted.share, bytes)
        said = successor.tell(peer, CodeGiven(proof.share, proof.proof))
        assert any(isinstance(each, Welcome) for each in said) is (peer == 5)


def test_a_new_table_needs_no_promises_and_names_its_predecessor() -> None:
    party, peers, tokens = after_one_round()
    successor = Successor(kept_of(party, peers[1]), tokens[1], "9f8e7d6c")
    said = successor.hello(1, tokens[1], table="table", term=2)  # as it obeys nobody else at the table before
    welcomed = next(each for each in said if isinstance(each, Welcome))
    assert (welcomed.table, welcomed.continues, welcomed.term, welcomed.seat) == ("9f8e7d6c", "table", 1, 1)
    assert successor.room.view(None).table.totals == party.views[1].table.totals
    assert member_of(tokens[1]) in {
        each for deal in [successor.room.state.deals.open] if deal for each in deal.people
    }


def test_a_non_successor_cannot_open_a_table() -> None:
    with pytest.raises(NothingInherited):
        inherited_setup(KeptTable("table"), bytes(32))


# -- a standby --------------------------------------------------------------------------------------------


SPARE: dict[str, Any] = {"role": "watcher", "version": CURRENT, "confirms": True, "stands_by": True}


def served(many: int, **options: Any) -> tuple[Party, list[int], int]:
    """A table without an owner, `many` guests whose programs confirm, and the standby."""
    party = Party(settings=ROUNDS, owned=False, autostart=max(many, 2), **options)
    peers = [party.join(f"P{n}", version=CURRENT, confirms=True) for n in range(many)]
    spare = party.join("spare", **SPARE)
    party.tell(spare, HERE)
    return party, peers, spare


def test_only_a_table_without_an_owner_takes_one_standby_from_a_program_that_confirms() -> None:
    party, _peers, spare = served(1)
    assert party.token(spare) and party.last(spare, Welcome).seat is None
    hosting = party.last(spare, Hosting)
    assert (hosting.standby, [each.seat for each in hosting.successors]) == ("spare", [None])
    owned = Party(settings=ROUNDS)
    closed = Party(settings=ROUNDS, owned=False, outlives=False)
    for other in (party, owned, closed):
        assert other.last(other.join("second", **SPARE), Welcome).token is None
    without = served(0)[0]
    without.lose(1)
    without.wait(9.9)
    assert without.last(without.join("early", **SPARE), Welcome).token is None
    without.wait(0.2)
    assert without.last(without.join("phone", **{**SPARE, "confirms": False}), Welcome).token is None
    assert without.last(without.join("next", **SPARE), Welcome).token


def test_a_standby_gets_no_chair_and_no_secret_and_is_known_after_a_restart() -> None:
    party, peers, spare = served(2)
    assert party.refusal(spare, messages.TakeSeat, 3) is Refusal.HAD_SEAT
    confirm(party, *peers, spare)
    assert party.views[spare].seat is None and not party.views[spare].hand
    party.ask(spare, messages.Rename, "other")
    data = encode(party.last(spare, Inheritance))
    assert not any(party.token(peer) in data for peer in (*peers, spare))
    again = Room(party.setup, party.draw_token, str)
    again.resume(party.journal, party.now)
    assert again.state.standby and again.state.standby.key == key_of(party.token(spare))


def test_the_only_member_beside_phones_takes_over_alone_and_the_table_waits_for_it() -> None:
    party, _none, spare = served(0)
    phones = [party.join(f"Phone{n}", version=CURRENT) for n in range(2)]
    confirm(party, spare)
    play_round(party, *phones)
    party.wait(2.1)
    assert party.last(phones[0], Hosting).unconfirmed == (None,) and party.views[phones[0]].table.round == 1
    kept = kept_of(party, spare)
    confirm(party, spare)
    assert party.views[phones[0]].table.round == 2
    token = party.token(spare)
    successor = Successor(kept_of(party, spare), token)
    for firm in (False, True):
        if not firm:
            [wanted] = successor.hello(1, token)
            assert isinstance(wanted, PromiseWanted)
        successor.tell(1, Promise(2, firm, 2, kept.deal, 1, 1))
    [welcomed] = (each for each in successor.said[1] if isinstance(each, Welcome))
    hosting = [each for each in successor.said[1] if isinstance(each, Hosting)]
    assert (welcomed.token, welcomed.seat, welcomed.term) == (token, None, 2)
    assert hosting[-1].on_standby and hosting[-1].host is None and hosting[-1].standby == "spare"
    assert successor.room.view(None).table.totals == party.views[phones[0]].table.totals
    assert successor.room.abandonment_timeout is None


def test_a_standby_that_dies_at_an_empty_table_does_not_block_the_first_players() -> None:
    party, _none, spare = served(0)
    confirm(party, spare)
    party.lose(spare)
    party.wait(10)
    phones = [party.join(f"Phone{n}", version=CURRENT) for n in range(2)]
    play_round(party, *phones)
    assert party.views[phones[0]].table.round == 2


def test_a_standby_counts_at_the_next_host_and_is_not_needed_after_it_has_left() -> None:
    party, peers, spare = served(2)
    party.tell(peers[0], CanHost(("192.0.2.8",), 4666, bytes(32)))
    confirm(party, *peers, spare)
    tokens = [party.token(peers[0]), party.token(spare)]
    kept = kept_of(party, peers[0])
    successor = Successor(kept, tokens[0])
    for firm in (False, True):
        for number, token in enumerate(tokens, 1):
            if not firm:
                successor.hello(number, token)
            successor.tell(number, Promise(2, firm, 2, kept.deal, 0, 0))
    assert not successor.room.candidate, "two of three have promised"
    party.ask(spare, messages.Leave)
    assert party.last(spare, Goodbye).code is Farewell.LEFT
    confirm(party, *peers)
    assert member_of(tokens[1]) not in party.room.state.deals.people
    assert party.last(peers[0], Hosting).standby is None


# -- a phone takes the seat of a program ------------------------------------------------------------------


def to_phone(party: Party, program: int, resigns: bool = True) -> int:
    """A phone takes this program's seat, and the program says that it promises nothing any more."""
    phone = party.back(program, version=CURRENT)
    assert party.last(program, Goodbye).code is Farewell.ELSEWHERE
    if resigns:
        said = party.back(program, version=CURRENT, confirms=True, resigned=True)
        assert party.last(said, Goodbye).code is Farewell.ELSEWHERE and phone not in party.closed
    return phone


def test_nobody_waits_for_the_program_of_a_host_who_plays_on_a_phone() -> None:
    party, (olga,) = members(1)
    phone = to_phone(party, olga)
    bob = party.join("Bob", version=CURRENT, confirms=True)
    confirm(party, bob)
    party.wait(10.0)
    assert not party.has(phone, Hosting)
    assert party.refusal(phone, NewTable) is Refusal.NOT_ASKED
    party.ask(phone, Start)
    confirm(party, bob)
    play_round(party, phone, bob)
    confirm(party, bob)
    assert party.views[phone].table.round == 2


def test_a_host_on_a_phone_plays_with_bots_and_guests_without_a_program() -> None:
    party, (olga,) = members(1, bots=1)
    phone, other = to_phone(party, olga), party.join("Other phone", version=CURRENT)
    bots = party.bots()
    party.ask(phone, Start)
    for _ in range(2):
        play_round(party, phone, other, *bots)
    assert party.views[phone].table.round == 3


def test_a_phone_takes_the_seat_of_a_program_during_a_round() -> None:
    party, (olga, bob) = members(2)
    party.ask(olga, Start)
    confirm(party, olga, bob)
    phone = to_phone(party, olga)
    confirm(party, bob)
    play_round(party, phone, bob)
    confirm(party, bob)
    assert party.views[phone].table.round == 2
    assert party.last(bob, Dealt).deal.people == (member_of(party.token(bob)),)


def test_a_program_that_may_still_promise_is_waited_for() -> None:
    party, (olga,) = members(1)
    phone = to_phone(party, olga, resigns=False)
    bob = party.join("Bob", version=CURRENT, confirms=True)
    confirm(party, bob)
    party.wait(2.1)
    assert party.last(phone, Hosting).unconfirmed == (0,)
    party.ask(phone, NewTable)
    party.confirmed.clear()
    confirm(party, bob)
    party.ask(phone, Start)
    confirm(party, bob)
    play_round(party, phone, bob)
    confirm(party, bob)
    assert party.views[phone].table.round == 2


@pytest.mark.parametrize("resigns", [True, False])
def test_a_phone_at_its_seat_does_not_bind_a_members_program(resigns: bool) -> None:
    party, peers = members(3)
    party.tell(peers[2], HERE)
    party.lose(peers[2])
    to_phone(party, peers[1], resigns)
    party.wait(11.0)
    assert may_be_superseded(party.room.state) is not resigns


def test_another_program_at_the_seat_stays_a_member() -> None:
    party, (olga, _) = members(2)
    other = party.back(olga, version=CURRENT, confirms=True)
    party.lose(other)
    party.back(olga, version=CURRENT, confirms=True, resigned=True)
    assert party.room.state.deals.left == set()


def test_the_program_that_takes_its_seat_back_is_a_member_again() -> None:
    party, (olga, bob) = members(2)
    to_phone(party, olga)
    confirm(party, bob)
    back = party.back(olga, version=CURRENT, confirms=True)
    confirm(party, back, bob)
    assert member_of(OWNER) in party.last(bob, Dealt).deal.people
    assert party.room.state.deals.left == set()


def test_a_program_that_has_resigned_stays_so_after_a_restart() -> None:
    party, (olga,) = members(1)
    to_phone(party, olga)
    room = Room(party.setup, party.draw_token, lambda number: f"seed {number}")
    room.resume(party.journal, 0.0)
    assert room.state.deals.left == {member_of(OWNER)}
