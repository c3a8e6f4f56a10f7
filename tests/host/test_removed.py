"""Who is removed stays away until the owner lets them in."""

import pytest
from host.party import Began, Open, Party

from sixqp_protocol.messages import Goodbye, SetSeat, Welcome
from sixqp_protocol.refusals import Farewell
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


def came(party: Party, peer: int) -> bool:
    return not party.has(peer, Goodbye)


def test_a_removed_player_is_known_by_key_and_address(table: Open) -> None:
    party = table()
    ann = kicked(party, party.owner())
    for hello in (
        {"key": party.keys[ann], "address": THERE},
        {"key": party.keys[ann]},
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
    assert came(party, party.join("Bob", key=party.keys[bob], address=HERE))


@pytest.mark.slow
@pytest.mark.parametrize("address", [HOST, None])
def test_the_hosts_own_machine_is_never_locked_out(table: Open, address: str | None) -> None:
    party = table()
    ann = kicked(party, party.owner(), address)
    assert came(party, party.join("Bob", address=address))
    assert farewell_to(party, party.join("Ann", key=party.keys[ann], address=address)) is Farewell.KICKED


def test_the_owner_lets_removed_players_in_by_opening_an_open_chair(table: Open) -> None:
    party = table(bots=1)
    owner = party.owner()
    ann = kicked(party, owner)
    assert party.news(owner).removed == 1
    party.ask(owner, SetSeat, 1, "open")
    assert farewell_to(party, party.join("Ann", address=HERE)) is Farewell.KICKED
    party.ask(owner, SetSeat, 1, "open")
    assert party.news(owner).removed == 0
    assert came(party, party.join("Ann", key=party.keys[ann], address=HERE))


def test_only_the_owner_is_told_how_many_were_removed(table: Open) -> None:
    party = table()
    owner, bob = party.owner(), party.join("Bob", address=THERE)
    kicked(party, owner)
    assert party.news(bob).removed == 0


def test_a_removal_during_a_game_survives_a_restart(game: Began) -> None:
    party, peers = game(2)
    party.join("P1", key=party.keys[peers[1]], address=HERE)
    party.ask(peers[0], SetSeat, 1, "kick")
    assert [decoded(encoded(command)) for command in party.journal] == party.journal
    for _ in range(2):
        for role in ("player", "watcher"):
            assert farewell_to(party, party.join("P1", role=role, address=HERE)) is Farewell.KICKED
        assert farewell_to(party, party.join("P1", key=party.keys[peers[1]], address=THERE)) is Farewell.KICKED
        party.room.resume(party.journal, party.now)
