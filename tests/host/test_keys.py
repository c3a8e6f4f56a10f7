"""A seat belongs to a key: who proves it sits there, from anywhere; who is removed stays away."""

from collections.abc import Callable
from typing import Any

import pytest
from host.party import Party, begun
from host.test_resume import resumed
from host.test_room_code import Locked
from support.keys import CERTIFICATE, key_of

from sixqp_protocol.keys import Key, hello_text
from sixqp_protocol.messages import (
    Accepted,
    ChooseCard,
    CodeWanted,
    Goodbye,
    Leave,
    Refused,
    Rename,
    Say,
    SetSeat,
    TakeSeat,
    Welcome,
)
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_protocol.version import CURRENT
from sixqp_tui.host import handshake
from sixqp_tui.host.commands import Sitter, decoded, encoded

HERE, THERE = "192.0.2.7", "192.0.2.8"


# -- the signature ----------------------------------------------------------------------------------------


def relayed(key: Key) -> bytes:
    """Made for another certificate, such as that of a relay."""
    return key.sign(hello_text(bytes(32)))


@pytest.mark.parametrize(
    "signature",
    [lambda key: None, relayed, lambda key: key_of("Eve").sign(hello_text(CERTIFICATE))],
    ids=["none", "for another certificate", "with another key"],
)
def test_a_wrong_signature_ends_the_connection_and_changes_nothing(
    signature: Callable[[Key], bytes | None],
) -> None:
    party = Party()
    ann, key = party.join("Ann", address=HERE), key_of("peer 1")
    wim = party.join("Wim", role="watcher", address=HERE)
    before = len(party.journal)
    for claimed in (key, party.keys[wim], key_of("nobody")):
        eve = party.join("Eve", claimed, address=THERE, signature=signature(claimed))
        assert party.farewell(eve) is Farewell.BAD_MESSAGE and not party.has(eve, Welcome)
    assert ann not in party.closed and wim not in party.closed and len(party.journal) == before


def test_the_signature_is_verified_after_all_cheaper_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    verified: list[bytes] = []
    monkeypatch.setattr(handshake, "is_signed", lambda text, key, signature: verified.append(key))
    party, peers = begun(2)
    party.join("P1", party.keys[peers[1]], address=HERE)
    assert len(verified) == 1
    for hello in ({"version": (2, 0)}, {"table": "another"}):
        assert party.has(party.join("Eve", address=HERE, **hello), Goodbye)
    party.ask(peers[0], SetSeat, 1, "kick")
    party.join("P1", party.keys[peers[1]], address=HERE)
    assert len(verified) == 1
    crowd = [party.join("Eve", role="watcher", address=THERE) for _ in range(50)]
    busy = [peer for peer in crowd if party.farewell(peer) is Farewell.RESTART]
    assert busy and len(verified) == 1 + len(crowd) - len(busy)


def test_a_stranger_at_a_locked_table_is_asked_for_the_code_only_with_a_right_signature() -> None:
    party = Locked()
    assert party.has(party.join(address=HERE), CodeWanted)
    assert not party.has(party.join(address=HERE, signature=bytes(64)), CodeWanted)


# -- whose seat it is -------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["player", "watcher"])
def test_the_key_returns_to_the_seat_from_any_address_whatever_it_asks_for(role: str) -> None:
    party, peers = begun(2)
    for address in (None, HERE, THERE):
        party.lose(peers[1])
        assert not party.news(peers[0]).seats[1].here
        peers[1] = party.back(peers[1], role=role, address=address)
        assert party.seat(peers[1]) == 1 and party.news(peers[0]).seats[1].here
        assert party.news(peers[0]).seats[1].name == "P1" and len(party.views[peers[1]].hand) == 10


def test_the_newer_of_two_connections_with_a_key_wins() -> None:
    party = Party()
    for role in ("player", "watcher"):
        older = party.join("Ann", role=role)
        newer = party.back(older)
        assert party.farewell(older) is Farewell.ELSEWHERE and party.seat(newer) == party.seat(older)
        party.lose(older)
        assert newer not in party.closed and len(party.room.state.watchers) == (role == "watcher")


def test_an_unknown_key_is_a_newcomer_whatever_its_name() -> None:
    party = Party()
    ann, eve = party.join("Ann"), party.join("Ann")
    assert (party.seat(ann), party.seat(eve)) == (1, 2)
    playing, _ = begun()
    assert playing.farewell(playing.join("P1")) is Farewell.BEGUN


def test_everybody_is_told_which_key_a_seat_belongs_to() -> None:
    party, peers = begun(2, bots=1)
    wim = party.join("Wim", role="watcher")

    def told() -> list[bytes | None]:
        (keys,) = {tuple(chair.key for chair in party.news(peer).seats) for peer in (*peers[:1], wim)}
        return list(keys)

    people = [party.keys[peer].public for peer in peers]
    assert told() == [people[0], None, people[1]]
    party.ask(peers[1], Leave)
    assert told() == [people[0], None, people[1]], "a bot plays for them, and the seat stays theirs"
    party.ask(wim, TakeSeat, 1)
    assert told() == [people[0], party.keys[wim].public, people[1]]
    party.ask(peers[0], SetSeat, 2, "kick")
    assert told() == [people[0], party.keys[wim].public, None]


def test_within_one_process_nobody_signs_and_no_key_is_shown() -> None:
    sitters = (Sitter("Ann", key=b"a" * 32), Sitter("Hal"))
    party = Party(certificate=None, sitters=sitters)
    olga, ann = party.owner(), party.join("", Key.unsigned(b"a" * 32))
    assert (party.seat(olga), party.seat(ann)) == (0, 1)
    assert [chair.key for chair in party.news(olga).seats] == [None] * 10
    assert party.farewell(party.join("Eve", address=HERE, signature=bytes(64))) is Farewell.BAD_MESSAGE
    kept = party.setup
    assert decoded(encoded(kept)) == kept


def test_a_freed_chair_belongs_to_nobody() -> None:
    party = Party()
    left, lost = party.join("Ann"), party.join("Bob")
    party.ask(left, Leave)
    party.lose(lost)
    party.wait(60)
    assert len(party.room.state.seats.taken) == 1
    for name, peer in (("Cid", left), ("Dot", lost)):
        back = party.join(name, party.keys[peer])
        assert party.news(back).seats[party.seat(back) or 0].name == name


def test_the_key_of_a_bot_that_was_removed_is_rejected() -> None:
    party = Party(bots=1)
    owner = party.owner()
    (key,) = party.room.bots
    party.ask(owner, SetSeat, 1, "open")
    assert party.farewell(party.join("bot", Key.unsigned(key))) is Farewell.ELSEWHERE
    assert len(party.room.state.seats.taken) == 1


# -- a restart --------------------------------------------------------------------------------------------


def test_seats_and_keys_survive_a_restart_and_the_journal_holds_no_signature() -> None:
    party, peers = begun(2, bots=1)
    wim = party.join("Wim", role="watcher", address=HERE)
    party.ask(wim, TakeSeat, 1)
    again = resumed(party)
    for peer, at in (*zip(peers, (0, 2), strict=True), (wim, 1)):
        assert again.seat(again.join("x", party.keys[peer], address=THERE)) == at
    assert b"signature" not in b"".join(map(encoded, party.journal)).replace(b'"signature":null', b"")


def test_the_owner_is_the_key_that_opened_the_table_or_the_one_that_resumes_it() -> None:
    party = Party()
    olga = party.owner(address=HERE)
    assert party.last(olga, Welcome).owner
    assert not party.last(party.join("Olga"), Welcome).owner
    again = resumed(party)
    again.room.set_owner(party.keys[olga].public)
    assert len(again.journal) == len(party.journal)
    again.room.set_owner(key_of("new").public)
    third = resumed(again)
    assert third.last(third.join("Olga", key_of("new")), Welcome).owner
    assert not third.last(third.owner(), Welcome).owner


# -- requests ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["player", "watcher"])
def test_a_program_that_starts_again_goes_on_with_the_request_ids_of_its_key(role: str) -> None:
    party = Party()
    ann = party.join("Ann", role=role)
    party.tell(ann, Say(id=9, text="Hi"))
    party.lose(ann)
    assert party.last(party.back(ann, role=role), Welcome).last_id == 9
    assert party.last(party.join("Bob", role=role), Welcome).last_id == 0
    party.room.resume(tuple(party.journal), party.now)
    assert party.last(party.back(ann, role=role), Welcome).last_id == 9


def test_a_refused_request_stays_refused_after_a_later_one_is_accepted() -> None:
    """What was refused is never said to be accepted, also by a process that knows it from the journal alone."""
    party = Party()
    ann = party.join("Ann")
    assert [type(said).__name__ for said in party.tell(ann, Rename(id=1, name=" "))] == ["Refused"]
    party.tell(ann, Say(id=3, text="Hi"))
    for _ in range(2):
        back = party.back(ann)
        assert party.last(back, Welcome).last_id == 3
        for unaccepted in (0, 1, 2):
            assert party.tell(back, Rename(id=unaccepted, name="Eve")) == [Refused(unaccepted, Refusal.STALE)]
        assert party.tell(back, Say(id=3, text="Hi")) == [Accepted(3)]
        assert party.news(back).seats[1].name == "Ann"
        party.room.resume(tuple(party.journal), party.now)


def test_a_refused_request_may_be_retried_until_a_later_one_is_accepted() -> None:
    party = Party()
    ann = party.join("Ann")
    party.tell(ann, Rename(id=5, name=" "))
    assert Accepted(5) in party.tell(ann, Rename(id=5, name="Eve"))
    assert party.tell(ann, Rename(id=5, name=" ")) == [Accepted(5)]


# -- one hand in a round ----------------------------------------------------------------------------------


def takes(party: Party, peer: int, at: int) -> bool:
    return any(isinstance(message, Accepted) for message in party.ask(peer, TakeSeat, at))


def watcher(party: Party, key: Key | None = None, **hello: Any) -> int:
    return party.join("Wim", key, role="watcher", version=CURRENT, **hello)


def test_one_key_sees_one_hand_in_a_round() -> None:
    """The attack that it keeps out: take a bot's seat, be removed and let in again, and take the next one."""
    party, peers = begun(1, bots=4, rounds=2)
    party.bots()
    wim = watcher(party)
    assert takes(party, wim, 1)
    for _ in range(2):
        party.ask(peers[0], SetSeat, 1, "kick")
        party.room.state.removed.clear()
        again = watcher(party, party.keys[wim])
        assert party.refusal(again, TakeSeat, 2) is Refusal.HAD_SEAT
        assert takes(party, again, 1)
        party.room.resume(party.journal, party.now)
        peers[0] = party.owner()
    party.ask(peers[0], SetSeat, 1, "kick")
    party.room.state.removed.clear()
    party.play(peers[0], *party.bots(), steps=60)
    assert party.views[peers[0]].table.round == 2
    assert takes(party, watcher(party, party.keys[wim]), 2)


def test_two_windows_at_one_address_see_one_hand() -> None:
    party, peers = begun(2, bots=2)
    party.back(peers[1], address=HERE)
    assert party.refusal(watcher(party, address=HERE), TakeSeat, 1) is Refusal.HAD_SEAT
    assert takes(party, watcher(party, address=THERE), 1)
    party.room.resume(party.journal, party.now)
    party.owner()
    assert party.refusal(watcher(party, address=THERE), TakeSeat, 2) is Refusal.HAD_SEAT


def test_anybody_on_the_hosts_machine_may_take_a_seat() -> None:
    party, _ = begun(1, bots=2)
    assert all(takes(party, watcher(party, address="127.0.0.1"), at) for at in (1, 2))


def test_between_games_a_watcher_takes_any_bots_chair() -> None:
    party = Party(bots=1)
    party.owner()
    party.join("Ann", address=HERE)
    assert takes(party, watcher(party, address=HERE), 1)


# -- decisions of a key -----------------------------------------------------------------------------------


def test_nobody_decides_for_the_seat_of_another_key() -> None:
    party, peers = begun(2)
    card = party.views[peers[1]].hand[0]
    eve = watcher(party)
    assert party.refusal(eve, ChooseCard, 1, 1, card) is Refusal.NOT_SEATED
    again = party.back(peers[1])
    assert party.tell(peers[1], ChooseCard(id=1, round=1, turn=1, card=card)) == []
    party.ask(again, ChooseCard, 1, 1, card)
    assert party.views[again].laid == card


# -- removal -----------------------------------------------------------------------------------------------


def kicked(party: Party, owner: int, address: str | None = HERE) -> int:
    """Ann came from there, and the owner has removed her."""
    ann = party.join("Ann", address=address)
    party.ask(owner, SetSeat, party.seat(ann), "kick")
    assert party.farewell(ann) is Farewell.KICKED
    return ann


def test_a_removed_player_is_known_by_key_and_address() -> None:
    party = Party()
    ann = kicked(party, party.owner())
    for hello in (
        {"key": party.keys[ann], "address": THERE},
        {"key": party.keys[ann]},
        {"address": HERE},
        {"address": HERE, "role": "watcher"},
    ):
        assert party.farewell(party.join("Ann", **hello)) is Farewell.KICKED
    assert not party.farewell(party.join("Bob", address=THERE))


def test_others_at_the_same_address_stay_and_may_return() -> None:
    party = Party()
    owner, bob, wim = (
        party.owner(),
        party.join("Bob", address=HERE),
        party.join("Wim", role="watcher", address=HERE),
    )
    kicked(party, owner)
    assert not party.farewell(bob) and not party.farewell(wim)
    party.lose(bob)
    assert not party.farewell(party.join("Bob", key=party.keys[bob], address=HERE))


def test_the_hosts_own_machine_is_never_locked_out() -> None:
    party = Party()
    ann = kicked(party, party.owner(), "127.0.0.1")
    assert not party.farewell(party.join("Bob", address="127.0.0.1"))
    assert party.farewell(party.join("Ann", key=party.keys[ann], address="127.0.0.1")) is Farewell.KICKED


def test_the_owner_lets_removed_players_in_by_opening_an_open_chair() -> None:
    party = Party(bots=1)
    owner = party.owner()
    ann = kicked(party, owner)
    assert party.news(owner).removed == 1
    party.ask(owner, SetSeat, 1, "open")
    assert party.farewell(party.join("Ann", address=HERE)) is Farewell.KICKED
    party.ask(owner, SetSeat, 1, "open")
    assert party.news(owner).removed == 0
    assert not party.farewell(party.join("Ann", key=party.keys[ann], address=HERE))


def test_only_the_owner_is_told_how_many_were_removed() -> None:
    party = Party()
    owner, bob = party.owner(), party.join("Bob", address=THERE)
    kicked(party, owner)
    assert party.news(bob).removed == 0


def test_a_removal_during_a_game_survives_a_restart() -> None:
    party, peers = begun(2)
    party.join("P1", key=party.keys[peers[1]], address=HERE)
    party.ask(peers[0], SetSeat, 1, "kick")
    assert [decoded(encoded(command)) for command in party.journal] == party.journal
    for _ in range(2):
        for role in ("player", "watcher"):
            assert party.farewell(party.join("P1", role=role, address=HERE)) is Farewell.KICKED
        assert party.farewell(party.join("P1", key=party.keys[peers[1]], address=THERE)) is Farewell.KICKED
        party.room.resume(party.journal, party.now)
