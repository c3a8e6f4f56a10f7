"""Who is removed stays away until the owner lets them in, and whoever has seen a hand takes no other one."""

import pytest
from host.party import Began, Open, Party

from sixqp_protocol.messages import Accepted, Goodbye, Leave, SetSeat, TakeSeat, Welcome
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_tui.host.commands import Command
from sixqp_tui.host.durability.journal_codec import decoded, encoded

HERE, THERE = "192.0.2.7", "192.0.2.8"
HOST = "127.0.0.1"


def told(party: Party, peer: int) -> Farewell:
    return party.last(peer, Goodbye).code


def kicked(party: Party, owner: int, address: str | None = HERE) -> int:
    """Ann came from there, and the owner has removed her."""
    ann = party.join("Ann", address=address)
    party.ask(owner, SetSeat, party.last(ann, Welcome).seat, "kick")
    assert told(party, ann) is Farewell.KICKED
    return ann


def takes(party: Party, peer: int, seat: int) -> bool:
    return any(isinstance(message, Accepted) for message in party.ask(peer, TakeSeat, seat))


def came(party: Party, peer: int) -> bool:
    return not party.has(peer, Goodbye)


def test_who_was_removed_is_known_by_token_by_client_and_by_address(table: Open) -> None:
    party = table()
    ann = kicked(party, party.owner())
    for hello in (
        {"token": party.token(ann), "address": THERE},
        {"client": ann.to_bytes(16, "big"), "attempt": 2, "address": THERE},
        {"address": HERE},
        {"address": HERE, "role": "watcher"},
    ):
        assert told(party, party.join("Ann", **hello)) is Farewell.KICKED
    assert came(party, party.join("Bob", address=THERE))


def test_who_sits_or_watches_from_the_same_address_stays_and_comes_back(table: Open) -> None:
    party = table()
    owner, bob, wim = (
        party.owner(),
        party.join("Bob", address=HERE),
        party.join("Wim", role="watcher", address=HERE),
    )
    kicked(party, owner)
    assert came(party, bob) and came(party, wim)
    party.lose(bob)
    assert came(party, party.join("Bob", token=party.token(bob), address=HERE))


@pytest.mark.parametrize("address", [HOST, None])
def test_the_hosts_own_machine_is_never_locked_out(table: Open, address: str | None) -> None:
    party = table()
    ann = kicked(party, party.owner(), address)
    assert came(party, party.join("Bob", address=address))
    assert told(party, party.join("Ann", token=party.token(ann), address=address)) is Farewell.KICKED


def test_the_owner_lets_in_again_by_opening_an_open_chair(table: Open) -> None:
    party = table(bots=1)
    owner = party.owner()
    ann = kicked(party, owner)
    assert party.news(owner).removed == 1
    party.ask(owner, SetSeat, 1, "open")
    assert told(party, party.join("Ann", address=HERE)) is Farewell.KICKED
    party.ask(owner, SetSeat, 1, "open")
    assert party.news(owner).removed == 0
    assert came(party, party.join("Ann", token=party.token(ann), address=HERE))


def test_nobody_but_the_owner_is_told_how_many_were_removed(table: Open) -> None:
    party = table()
    owner, bob = party.owner(), party.join("Bob", address=THERE)
    kicked(party, owner)
    assert party.news(bob).removed == 0


def test_a_removal_in_a_game_holds_through_it_and_through_a_restart(game: Began) -> None:
    party, peers = game(2)
    party.join("P1", token=party.token(peers[1]), address=HERE)
    party.ask(peers[0], SetSeat, 1, "kick")
    assert [decoded(encoded(command)) for command in party.journal] == party.journal
    for _ in range(2):
        for role in ("player", "watcher"):
            assert told(party, party.join("P1", role=role, address=HERE)) is Farewell.KICKED
        assert told(party, party.join("P1", token=party.token(peers[1]), address=THERE)) is Farewell.KICKED
        party.room.resume(party.journal, party.now)


def test_a_journal_without_addresses_is_replayed(table: Open) -> None:
    party = table()
    old = b'{"entry":"Input","message":{"kind":"SetSeat","id":1,"seat":1,"to":"kick"},"seat":0}'
    command = decoded(old)
    assert isinstance(command, Command) and command.addresses == ()
    party.join("Ann")
    party.room.resume([*party.journal, command], party.now)
    assert len(party.room.state.seats.taken) == 1


def watcher(party: Party, address: str | None, **hello: object) -> int:
    return party.join("Wim", role="watcher", version=(1, 3), address=address, **hello)


def test_one_person_reads_one_hand_in_a_game_by_watching_and_taking_seats(game: Began) -> None:
    """The attack that it keeps out: look on, take a bot's seat, leave it, and take the next one."""
    party, _ = game(1, bots=4)
    party.bots()
    seen = 0
    for _ in range(4):
        wim = watcher(party, HERE)
        taken = [seat for seat in range(1, 5) if takes(party, wim, seat)]
        seen += bool(taken)
        if taken:
            party.ask(wim, Leave)
    assert seen == 1
    assert party.refusal(watcher(party, HERE), TakeSeat, 2) is Refusal.HAD_SEAT
    assert takes(party, watcher(party, THERE), 2)


def test_the_same_client_takes_no_second_seat_from_anywhere(game: Began) -> None:
    party, _ = game(1, bots=2)
    wim = watcher(party, None)
    party.ask(wim, TakeSeat, 1)
    party.join("Wim", token=party.token(wim), client=b"another process!")
    again = watcher(party, None, client=wim.to_bytes(16, "big"))
    assert party.refusal(again, TakeSeat, 2) is Refusal.HAD_SEAT


def test_at_the_hosts_own_machine_everybody_may_take_a_seat(game: Began) -> None:
    party, _ = game(1, bots=2)
    assert all(takes(party, watcher(party, HOST), seat) for seat in (1, 2))


def test_who_plays_takes_no_bots_seat_from_a_second_window(game: Began) -> None:
    party, peers = game(2, bots=1)
    party.join("P1", token=party.token(peers[1]), address=HERE)
    assert party.refusal(watcher(party, HERE), TakeSeat, 2) is Refusal.HAD_SEAT


def test_what_binds_to_a_seat_outlives_the_process(game: Began) -> None:
    party, _ = game(1, bots=2)
    party.ask(watcher(party, HERE), TakeSeat, 1)
    party.room.resume(party.journal, party.now)
    assert party.refusal(watcher(party, HERE), TakeSeat, 2) is Refusal.HAD_SEAT


def test_between_games_a_watcher_takes_any_bots_chair(table: Open) -> None:
    party = table(bots=1)
    party.owner()
    party.join("Ann", address=HERE)
    assert takes(party, watcher(party, HERE), 1)


def test_a_watcher_of_an_address_that_was_removed_takes_no_chair_in_the_lobby(table: Open) -> None:
    party = table(bots=1)
    owner, wim = party.owner(), watcher(party, HERE)
    kicked(party, owner)
    assert party.refusal(wim, TakeSeat, 1) is Refusal.HAD_SEAT


def test_an_older_client_is_told_a_code_that_it_knows(game: Began) -> None:
    party, _ = game(1, bots=2)
    party.ask(watcher(party, HERE), TakeSeat, 1)
    old = party.join("Old", role="watcher", version=(1, 2), address=HERE)
    assert party.refusal(old, TakeSeat, 2) is Refusal.NO_SUCH_SEAT
