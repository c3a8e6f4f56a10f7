"""A recorded game shows at every moment what its reader knew then: the fold of the facts up to it."""

from random import Random

import pytest
from support.play import VARIANTS, names, played, stream

from sixqp_protocol.facts import GameEnded, Rules, Variant
from sixqp_tui.client.recorded_session import RecordedSession, session_of_stream
from sixqp_tui.engine.open_hands import HandsUnknown, open_hands
from sixqp_tui.engine.reducer import apply_facts
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import View, readable
from sixqp_tui.history.record import Player
from sixqp_tui.plain.narrator import Narrator
from sixqp_tui.presentation.game_index import after, before, index_game
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.tui.animation.timeline import Timeline

GAMES = [(variant, players, f"{variant}{players}") for variant in VARIANTS for players in (2, 5, 10)]


def recorded(variant: Variant, players: int, seed: str) -> RecordedSession:
    whole = open_hands(played(Rules(variant, rounds=2), players, seed))
    return RecordedSession(whole, [Player(name) for name in names(players)], title="Barn")


@pytest.mark.parametrize(("variant", "players", "seed"), GAMES)
def test_every_moment_is_the_fold_of_the_facts_up_to_it(variant: Variant, players: int, seed: str) -> None:
    session, lots = recorded(variant, players, seed), Random(seed)
    timeline = Timeline(session)
    for _ in range(60):
        if lots.random() < 0.3:
            session.look_from(lots.choice([None, *range(players)]), lots.random() < 0.5)
        event = session.seek(lots.randrange(len(session.facts) + 1))
        timeline.catch_up(moving=lots.random() < 0.5)
        timeline.skip()
        happened, reader = session.facts[: session.position], session.view.before_all()
        read = happened if reader.hands_open else readable(happened, reader.seat)
        assert session.history == read
        assert event.facts == read[event.first :]
        assert session.view == reader.after(read)
        assert timeline.transcript.view.table == session.view.table
        assert timeline.transcript.told == Transcript(reader).after(read).told
        assert session.position_of(len(read)) == session.position
        if reader.hands_open:
            assert session.view.table == apply_facts(Table(), happened)
        elif reader.seat is not None:
            others = [hand for at, hand in enumerate(session.view.table.hands) if at != reader.seat]
            assert variant == "draft" or set(others) <= {None}, "no hand of another seat shows"


def test_lines_follow_a_recorded_game_as_they_follow_one_that_is_played() -> None:
    session = recorded("classic", 3, "lines")
    session.look_from(1, hands_open=False)
    narrator, told = Narrator(session), list[str]()
    for position in index_game(session.facts).rests:
        told += narrator.tell(session.seek(position), 0.0)
    assert narrator.model.table == session.view.table
    assert any(line.startswith("Round 2 ends") for line in told)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_guest_looks_again_at_the_game_they_were_in(variant: Variant) -> None:
    whole = played(Rules(variant, rounds=1), 4, "guest")
    players = [Player(name) for name in names(4)]
    of_guest = session_of_stream(stream(whole, 2), players, title="Barn", seat=2)
    of_host = session_of_stream(whole, players, title="Barn", seat=2)
    assert of_guest.facts == of_host.facts == open_hands(whole)
    with pytest.raises(HandsUnknown):
        session_of_stream(stream(whole, 2)[:-1], players, title="Barn", seat=2)


@pytest.mark.parametrize(("variant", "players", "seed"), GAMES)
def test_the_index_finds_every_turn_where_nobody_has_chosen(variant: Variant, players: int, seed: str) -> None:
    facts = recorded(variant, players, seed).facts
    index = index_game(facts)
    for (round_number, turn), position in zip(index.places, index.turns, strict=True):
        table = View(hands_open=True).after(facts[:position]).table
        assert table.round == round_number
        assert index.find(round_number, turn) == position
        if 1 <= turn <= 10:
            assert (table.turn, table.chosen) == (turn, frozenset())
    assert len(index.places) == 2 * (11 + (variant == "draft"))
    assert index.find(1) == index.turns[0]
    assert index.find(3) is index.find(1, 12) is None
    assert set(index.turns) <= set(index.rests) <= set(index.steps)
    assert index.steps[-1] == index.turns[-1] == index.end
    assert isinstance(facts[-1], GameEnded)


def test_stepping_goes_over_all_stops_and_stays_within_the_game() -> None:
    index = index_game(recorded("draft", 3, "steps").facts)
    position, way = index.steps[0], [index.steps[0]]
    while (position := after(index.steps, position, index.end)) != way[-1]:
        way.append(position)
    assert tuple(way) == index.steps
    back = [index.end]
    while (position := before(index.steps, back[-1])) != back[-1]:
        back.append(position)
    assert tuple(reversed(back)) == index.steps
