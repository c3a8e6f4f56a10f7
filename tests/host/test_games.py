"""Whole games by messages alone; what everybody received is what the room holds for them."""

from collections.abc import Iterable
from random import Random

import pytest
from host.party import Began, Open
from hypothesis import HealthCheck, given, settings, strategies as st
from support.decisions import choose_card

from sixqp_protocol.facts import Fact, Rules, StoodIn, Variant
from sixqp_protocol.messages import Settings, Start
from sixqp_tui.bots import standin
from sixqp_tui.bots.standin import cheapest_row
from sixqp_tui.engine import game as engine_game
from sixqp_tui.engine.game import Batch, Game
from sixqp_tui.engine.reducer import apply_facts
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import View, readable
from sixqp_tui.host.gate import HostedGame
from sixqp_tui.host.participants import BOT_NAMES, bot_name, unique
from sixqp_tui.host.state import Clock


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["classic", "tactic", "draft"])
@pytest.mark.parametrize("players", [2, 4, 10])
def test_in_a_whole_game_every_view_agrees_with_the_host(game: Began, variant: Variant, players: int) -> None:
    party, peers = game(players, variant=variant)
    watcher = party.join("Wim", role="watcher")
    party.play(*peers, rng=Random(players))
    assert party.room.state.games_finished == 1
    for seat, peer in enumerate(peers):
        assert party.views[peer] == party.room.view(seat)
        assert party.views[peer].table.ended == "rounds"
    assert party.views[watcher] == party.room.view(None)


@pytest.mark.parametrize("variant", ["classic", "draft"])
def test_each_fact_is_folded_once_where_it_is_decided(
    game: Began, variant: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    folded: list[Fact] = []
    happened: list[Fact] = []
    record = HostedGame.record

    def counted(table: Table, facts: Iterable[Fact]) -> Table:
        batch = tuple(facts)
        folded.extend(batch)
        return apply_facts(table, batch)

    def recorded(self: HostedGame, batch: Batch, after: Game) -> None:
        happened.extend(batch)
        record(self, batch, after)

    monkeypatch.setattr(engine_game, "apply_facts", counted)
    monkeypatch.setattr(HostedGame, "record", recorded)
    party, peers = game(3, variant=variant)
    party.lose(peers[2])
    while party.phase() == "playing":
        party.play(*peers[:2])
        party.wait(100)
    assert any(isinstance(fact, StoodIn) for fact in happened)
    assert folded == happened


def test_the_same_seed_and_inputs_give_the_same_game(game: Began) -> None:
    first, second = game(3), game(3)
    for party, peers in (first, second):
        party.play(*peers, rng=Random(1))
    assert first[0].facts == second[0].facts


@pytest.mark.slow
@given(st.integers(0, 2**32), st.sampled_from(["classic", "tactic", "draft"]), st.integers(2, 5))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_folding_the_received_facts_gives_the_rooms_view(
    table: Open, rng: int, variant: Variant, players: int
) -> None:
    random = Random(rng)
    party = table(settings=Settings(Rules(variant, 66, "over", 1), timer=90))
    peers = [party.owner(), *(party.join("P") for _ in range(players - 1))]
    party.ask(peers[0], Start)
    lost: set[int] = set()
    while party.phase() == "playing":
        seat, happening = random.randrange(players), random.random()
        if happening < 0.05:
            party.lose(peers[seat])
            lost.add(seat)
        elif happening < 0.1:
            party.wait(random.randrange(100))
        elif seat in lost or happening < 0.15:
            lost.discard(seat)
            peers[seat] = party.back(peers[seat], random.randint(0, len(party.facts[peers[seat]])))
        else:
            party.play(peers[seat], rng=random, steps=1)
        for here in {*range(players)} - lost:
            assert party.views[peers[here]] == party.room.view(here)


def test_private_facts_reach_only_their_reader() -> None:
    batch, _ = Game.start(Rules(), ("A", "B", "C"), "seed")
    assert [fact.reader for fact in readable(batch, 1) if fact.reader is not None] == [1]
    assert all(fact.reader is None for fact in readable(batch, None))
    assert len(readable(batch, None)) == len(batch) - 3


def test_the_stand_in_takes_the_row_with_the_fewest_heads_8_1() -> None:
    assert cheapest_row(((10,), (1, 2), (3, 4), (6, 7, 8))) == 1
    assert cheapest_row(((1, 2), (15,), (25,), (55,))) == 1
    assert cheapest_row(((55,), (3,), (4,), (6,))) == 1


def test_the_stand_in_plays_a_legal_card_from_its_hand() -> None:
    batch, game = Game.start(Rules(), ("A", "B"), "seed")
    view = View(0).after(readable(batch, 0))
    assert standin.card(view) in view.hand
    assert choose_card(game, 0, standin.card(view))


def test_a_paused_clock_keeps_the_time_left() -> None:
    clock = Clock()
    clock.start(90, 100.0)
    clock.pause(130.0)
    assert (clock.ends, clock.left(999.0)) == (None, 60.0)
    clock.resume(1000.0)
    assert clock.ends == 1060.0
    clock.start(None, 0.0)
    assert clock.left(5.0) is None


def test_bot_names_are_unique() -> None:
    names: list[str] = ["hal"]
    for _ in range(12):
        names.append(bot_name(names))
    assert len({name.casefold() for name in names}) == 13
    assert len(BOT_NAMES) == 10
    assert unique("Ann", ["ann", "ANN 2"]) == "Ann 3"
