"""A table that lives again from its journal is the table that never went away."""

from random import Random

import pytest
from host.party import OWNER, Began, Party
from host.random_table import RandomTable, portrait
from support.keys import CERTIFICATE
from support.lanes import with_soaks

from sixqp_protocol.facts import Rules, Variant
from sixqp_protocol.messages import ChooseCard, CloseTable, Pause, Say, Settings, TakeBack, Welcome
from sixqp_tui.host.apply import CannotReplay
from sixqp_tui.host.commands import Command
from sixqp_tui.host.durability.journal_codec import decoded, encoded
from sixqp_tui.host.room import Room


def resumed(party: Party) -> Party:
    """A party at the same table in another process, with nobody there yet: it has the journal's bytes alone."""
    again = object.__new__(Party)
    again.__dict__.update(party.__dict__)
    again.inbox, again.facts, again.views, again.games, again.closed = {}, {}, {}, {}, {}
    kept = [decoded(encoded(entry)) for entry in party.journal]
    commands = [entry for entry in kept if isinstance(entry, Command)]
    again.journal = list(commands)
    again.room = Room(
        party.setup, again.draw_key, lambda number: f"seed {number}", again.journal.append,
        certificate=party.certificate,
    )  # fmt: skip
    again.room.resume(commands, again.now)
    return again


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["classic", "tactic", "draft"])
@pytest.mark.parametrize("seed", with_soaks(range(4)))
def test_a_table_resumed_at_any_moment_is_the_same(seed: int, variant: Variant) -> None:
    rng = Random(f"{seed} {variant}")
    settings = Settings(Rules(variant, None, "over", 1), 5, timer=30)
    party = Party(settings=settings, bots=seed % 3, expected=("Cid",) if seed % 2 else (), certificate=CERTIFICATE)
    table = RandomTable(party, rng)
    for _ in range(25):
        for _ in range(rng.randrange(1, 25)):
            table.step()
        assert portrait(resumed(party).room) == portrait(party.room)
    assert len(party.journal) > 20


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 5])
def test_a_game_that_crashes_after_every_decision_ends_the_same(game: Began, players: int) -> None:
    whole, peers = game(players, variant="tactic")
    whole.play(*peers)
    party, peers = game(players, variant="tactic")
    keys = [party.keys[peer] for peer in peers]
    while party.phase() == "playing":
        streams = [tuple(party.facts[peer]) for peer in peers]
        party = resumed(party)
        peers = []
        for key, stream in zip(keys, streams, strict=True):
            party.held = list(stream)
            peers.append(party.join("x", key, game=1, have=len(stream)))
            assert tuple(party.facts[peers[-1]]) == stream
        party.play(*peers, steps=1)
    assert portrait(party.room)["game"] == portrait(whole.room)["game"]
    assert portrait(party.room)["streams"] == portrait(whole.room)["streams"]


def test_a_request_accepted_before_the_crash_has_no_effect_when_resent(game: Began) -> None:
    party, peers = game(2)
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


def test_a_watchers_last_request_id_survives_a_crash(game: Began) -> None:
    party, _peers = game(2)
    wim = party.join("Wim", role="watcher")
    party.tell(wim, Say(id=3, text="hello"))
    again = resumed(party)
    back = again.join("Wim", party.keys[wim], role="watcher")
    assert again.last(back, Welcome).last_id == 3
    assert "hello" not in repr(party.journal)


def test_absent_players_get_their_full_time_after_a_crash(game: Began) -> None:
    party, _peers = game(2)
    party.wait(80)
    again = resumed(party)
    owner = again.join("x", key=OWNER)
    assert again.news(owner).milliseconds_left == 90_000
    again.wait(59)
    assert len(again.journal) == len(party.journal)


def test_a_pause_survives_a_crash(game: Began) -> None:
    party, peers = game(2)
    party.ask(peers[0], Pause)
    again = resumed(party)
    again.wait(1000)
    assert again.news(again.owner()).paused
    assert len(again.journal) == len(party.journal)


def test_a_closed_table_reopens_when_resumed(game: Began) -> None:
    party, peers = game(2)
    party.ask(peers[0], CloseTable)
    again = resumed(party)
    assert not again.room.state.closed
    assert again.last(again.owner(), Welcome).stream == len(party.facts[peers[0]])


def test_an_invalid_journal_entry_cannot_be_replayed(game: Began) -> None:
    party, _peers = game(2)
    party.journal.append(Command(TakeBack(id=1, round=1, turn=1), 0))
    with pytest.raises(CannotReplay):
        resumed(party)


def test_a_full_disk_is_told_and_the_game_goes_on(game: Began, monkeypatch: pytest.MonkeyPatch) -> None:
    party, peers = game(2)

    def refuse(_accepted: Command) -> None:
        raise OSError(28, "no space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(party.room.state, "journal", refuse)
        party.decide(peers[1])
        assert party.views[peers[0]].table.chosen == {1}
        assert [party.news(peer).saved for peer in peers] == [False, False]
        assert party.news(party.join("Wim", role="watcher")).saved is False
    party.decide(peers[0])
    assert [party.news(peer).saved for peer in peers] == [True, True]
