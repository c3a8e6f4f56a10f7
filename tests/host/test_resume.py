"""A table that lives again from its journal is the table that never went away."""

from collections.abc import Iterable

import pytest
from fuzzing.walk import Walk
from host.party import OWNER, Party, begun
from support.keys import CERTIFICATE
from support.portrait import portrait

from sixqp_protocol.facts import Variant
from sixqp_protocol.messages import ChooseCard, CloseTable, TakeBack, Welcome
from sixqp_tui.host.commands import Command, Services, decoded, encoded
from sixqp_tui.host.requests import CannotReplay
from sixqp_tui.host.room import Room


def written(journal: Iterable[Command]) -> list[Command]:
    """The records that another process reads in this journal."""
    return [entry for entry in map(decoded, map(encoded, journal)) if isinstance(entry, Command)]


def resumed(party: Party) -> Party:
    """A party at the same table in another process, with nobody there yet: it has the journal's bytes alone."""
    again = object.__new__(Party)
    again.__dict__.update(party.__dict__)
    again.inbox, again.facts, again.views, again.games, again.closed = {}, {}, {}, {}, {}
    again.journal = written(party.journal)
    services = Services(again.draw, lambda number: f"seed {number}", again.journal.append, party.certificate)
    again.room = Room(party.setup, services)
    again.room.resume(tuple(again.journal), again.now)
    return again


@pytest.mark.parametrize(("seed", "variant"), [(0, "classic"), (3, "tactic"), (6, "draft")])
def test_a_table_resumed_at_any_moment_is_the_same(seed: int, variant: Variant) -> None:
    walk = Walk(seed, variant=variant, deciding=0.8)
    crowd = walk.crowd
    for _ in range(12):
        walk.go(42)
        again = Room(crowd.setup, Services(crowd.draw, crowd.seed_of, certificate=CERTIFICATE))
        again.resume(written(crowd.journal), crowd.now)
        assert portrait(again) == portrait(crowd.room)
    assert crowd.room.state.games_finished


def test_a_request_accepted_before_the_crash_has_no_effect_when_resent() -> None:
    party, peers = begun(2)
    card = party.views[peers[1]].hand[0]
    party.tell(peers[1], ChooseCard(id=7, game=1, round=1, turn=1, card=card))
    again = resumed(party)
    back = again.join("x", key=party.keys[peers[1]])
    assert again.last(back, Welcome).last_id == 7
    before = len(again.journal)
    again.tell(back, ChooseCard(id=7, game=1, round=1, turn=1, card=card))
    assert len(again.journal) == before
    again.tell(back, TakeBack(id=8, game=1, round=1, turn=1))
    assert again.views[back].laid is None


def test_absent_players_get_their_full_time_after_a_crash() -> None:
    party, _peers = begun(2)
    party.wait(80)
    again = resumed(party)
    owner = again.join("x", key=OWNER)
    assert again.news(owner).milliseconds_left == 90_000
    again.wait(59)
    assert len(again.journal) == len(party.journal)


def test_a_closed_table_reopens_when_resumed() -> None:
    party, peers = begun(2)
    party.ask(peers[0], CloseTable)
    again = resumed(party)
    assert not again.room.state.closed
    assert again.last(again.owner(), Welcome).stream == len(party.facts[peers[0]])


def test_an_invalid_journal_entry_cannot_be_replayed() -> None:
    party, _peers = begun(2)
    party.journal.append(Command(TakeBack(id=1, round=1, turn=1), 0))
    with pytest.raises(CannotReplay):
        resumed(party)


def test_a_full_disk_is_told_and_the_game_goes_on() -> None:
    party, peers = begun(2)
    party.disk_full = True
    party.decide(peers[1])
    assert party.views[peers[0]].table.chosen == {1}
    assert [party.news(peer).saved for peer in peers] == [False, False]
    assert party.news(party.join("Wim", role="watcher")).saved is False
    party.disk_full = False
    party.decide(peers[0])
    assert [party.news(peer).saved for peer in peers] == [True, True]
