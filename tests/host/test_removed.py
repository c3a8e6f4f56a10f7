"""Who is removed stays away until the owner lets them in, and whoever has seen a hand takes no other one."""

import pytest
from host.party import Began, Open, Party

from sixqp_protocol.messages import Accepted, Goodbye, Leave, SetSeat, TakeSeat, Welcome
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_tui.host.durability.journal_codec import decoded, encoded

HERE, THERE = "192.0.2.7", "192.0.2.8"
HOST = "127.0.0.1"


def farewell_to(party: Party, peer: int) -> Farewell:
    return party.last(peer, Goodbye).code


def kicked(party: Party, owner: int, address: str | None = HERE) -> int:
    """Ann came from there, and the owner has removed her."""
    ann = party.join("Ann", address=address)
    party.ask(owner, SetSeat, party.last(ann, Welcome).seat, "kick")
    assert farewell_to(party, ann) is Farewell.KICKED
    return ann


def takes(party: Party, peer: int, seat: int) -> bool:
    return any(isinstance(message, Accepted) for message in party.ask(peer, TakeSeat, seat))


def came(party: Party, peer: int) -> bool:
    return not party.has(peer, Goodbye)


def test_a_removed_player_is_known_by_token_client_id_and_address(table: Open) -> None:
    party = table()
    ann = kicked(party, party.owner())
    for hello in (
        {"token": party.token(ann), "address": THERE},
        {"client": ann.to_bytes(16, "big"), "attempt": 2, "address": THERE},
        {"address": HERE},
        {"address": HERE, "role": "watcher"},
    ):
        assert farewell_to(party, party.join("Ann", **hello)) is Farewell.KICKED
    assert came(party, party.join("Bob", address=THERE))


def test_others_at_the_same_address_stay_and_may_return(table: Open) -> None:
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


@pytest.mark.slow
@pytest.mark.parametrize("address", [HOST, None])
def test_the_hosts_own_machine_is_never_locked_out(table: Open, address: str | None) -> None:
    party = table()
    ann = kicked(party, party.owner(), address)
    assert came(party, party.join("Bob", address=address))
    assert farewell_to(party, party.join("Ann", token=party.token(ann), address=address)) is Farewell.KICKED


def test_the_owner_lets_removed_players_in_by_opening_an_open_chair(table: Open) -> None:
    party = table(bots=1)
    owner = party.owner()
    ann = kicked(party, owner)
    assert party.news(owner).removed == 1
    party.ask(owner, SetSeat, 1, "open")
    assert farewell_to(party, party.join("Ann", address=HERE)) is Farewell.KICKED
    party.ask(owner, SetSeat, 1, "open")
    assert party.news(owner).removed == 0
    assert came(party, party.join("Ann", token=party.token(ann), address=HERE))


def test_only_the_owner_is_told_how_many_were_removed(table: Open) -> None:
    party = table()
    owner, bob = party.owner(), party.join("Bob", address=THERE)
    kicked(party, owner)
    assert party.news(bob).removed == 0


def test_a_removal_during_a_game_survives_a_restart(game: Began) -> None:
    party, peers = game(2)
    party.join("P1", token=party.token(peers[1]), address=HERE)
    party.ask(peers[0], SetSeat, 1, "kick")
    assert [decoded(encoded(command)) for command in party.journal] == party.journal
    for _ in range(2):
        for role in ("player", "watcher"):
            assert farewell_to(party, party.join("P1", role=role, address=HERE)) is Farewell.KICKED
        assert farewell_to(party, party.join("P1", token=party.token(peers[1]), address=THERE)) is Farewell.KICKED
        party.room.resume(party.journal, party.now)


def watcher(party: Party, address: str | None, **hello: object) -> int:
    return party.join("Wim", role="watcher", address=address, **hello)


def test_one_person_sees_only_one_hand_per_game_by_taking_seats(game: Began) -> None:
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


def test_the_same_client_cannot_take_a_second_seat(game: Began) -> None:
    party, _ = game(1, bots=2)
    wim = watcher(party, None)
    party.ask(wim, TakeSeat, 1)
    party.join("Wim", token=party.token(wim), client=b"another process!")
    again = watcher(party, None, client=wim.to_bytes(16, "big"))
    assert party.refusal(again, TakeSeat, 2) is Refusal.HAD_SEAT


def test_anybody_on_the_hosts_machine_may_take_a_seat(game: Began) -> None:
    party, _ = game(1, bots=2)
    assert all(takes(party, watcher(party, HOST), seat) for seat in (1, 2))


def test_a_player_cannot_take_a_bots_seat_from_a_second_window(game: Began) -> None:
    party, peers = game(2, bots=1)
    party.join("P1", token=party.token(peers[1]), address=HERE)
    assert party.refusal(watcher(party, HERE), TakeSeat, 2) is Refusal.HAD_SEAT


def test_the_binding_to_a_seat_survives_a_restart(game: Began) -> None:
    party, _ = game(1, bots=2)
    party.ask(watcher(party, HERE), TakeSeat, 1)
    party.room.resume(party.journal, party.now)
    assert party.refusal(watcher(party, HERE), TakeSeat, 2) is Refusal.HAD_SEAT


def test_between_games_a_watcher_takes_any_bots_chair(table: Open) -> None:
    party = table(bots=1)
    party.owner()
    party.join("Ann", address=HERE)
    assert takes(party, watcher(party, HERE), 1)


def test_a_watcher_from_a_removed_address_cannot_take_a_chair(table: Open) -> None:
    party = table(bots=1)
    owner, wim = party.owner(), watcher(party, HERE)
    kicked(party, owner)
    assert party.refusal(wim, TakeSeat, 1) is Refusal.HAD_SEAT
