"""A recorded game shows at every moment what its reader knew then: the fold of the facts up to it."""

from random import Random

import pytest
from support.play import names, played

from sixqp_protocol.facts import GameEnded, Rules, Variant
from sixqp_protocol.messages import SeatNews
from sixqp_tui.client.recorded_session import RecordedSession
from sixqp_tui.engine.open_hands import open_hands
from sixqp_tui.engine.reducer import apply_facts
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import View, readable
from sixqp_tui.plain.narrator import Narrator
from sixqp_tui.presentation.chapters import after, before, find_chapters
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.tui.animation.timeline import Timeline

GAMES: list[tuple[Variant, int, str]] = [("tactic", 2, "tactic2"), ("draft", 5, "draft5")]


def recorded(variant: Variant, players: int, seed: str) -> RecordedSession:
    whole = open_hands(played(Rules(variant, rounds=2), players, seed))
    return RecordedSession(whole, [SeatNews(name, "person", True) for name in names(players)], title="Barn")


@pytest.mark.parametrize(("variant", "players", "seed"), GAMES)
def test_every_moment_is_the_fold_of_the_facts_up_to_it(variant: Variant, players: int, seed: str) -> None:
    session, rng = recorded(variant, players, seed), Random(seed)
    timeline = Timeline(session)
    for _ in range(60):
        if rng.random() < 0.3:
            session.look_from(rng.choice([None, *range(players)]), rng.random() < 0.5)
        event = session.seek(rng.randrange(len(session.facts) + 1))
        timeline.catch_up(moving=rng.random() < 0.5)
        timeline.skip()
        happened, reader = session.facts[: session.position], session.state.view.before_all()
        read = happened if reader.hands_open else readable(happened, reader.seat)
        assert session.state.history == read
        assert event.facts == read[event.first :]
        assert session.state.view == reader.after(read)
        assert timeline.transcript.view.table == session.state.view.table
        assert timeline.transcript.entries == Transcript(reader).after(read).entries
        assert session.position_of(len(read)) == session.position
        if reader.hands_open:
            assert session.state.view.table == apply_facts(Table(), happened)
        elif reader.seat is not None:
            others = [hand for at, hand in enumerate(session.state.view.table.hands) if at != reader.seat]
            assert variant == "draft" or set(others) <= {None}, "no hand of another seat shows"


def test_the_narrator_follows_a_recorded_game_like_a_live_one() -> None:
    session = recorded("classic", 3, "lines")
    session.look_from(1, hands_open=False)
    narrator, told = Narrator(session), list[str]()
    for position in find_chapters(session.facts).rests:
        told += narrator.tell(session.seek(position), 0.0)
    assert narrator.model.table == session.state.view.table
    assert any(line.startswith("Round 2 ends") for line in told)


@pytest.mark.parametrize(("variant", "players", "seed"), GAMES)
def test_the_index_finds_the_start_of_every_turn(variant: Variant, players: int, seed: str) -> None:
    facts = recorded(variant, players, seed).facts
    chapters = find_chapters(facts)
    for (round_number, turn), position in zip(chapters.places, chapters.turns, strict=True):
        table = View(hands_open=True).after(facts[:position]).table
        assert table.round == round_number
        assert chapters.find(round_number, turn) == position
        if 1 <= turn <= 10:
            assert (table.turn, table.chosen) == (turn, frozenset())
    assert len(chapters.places) == 2 * (11 + (variant == "draft"))
    assert chapters.find(1) == chapters.turns[0]
    assert chapters.find(3) is chapters.find(1, 12) is None
    assert set(chapters.turns) <= set(chapters.rests) <= set(chapters.steps)
    assert chapters.steps[-1] == chapters.turns[-1] == chapters.end
    assert isinstance(facts[-1], GameEnded)


def test_stepping_visits_every_stop_and_stays_within_the_game() -> None:
    chapters = find_chapters(recorded("draft", 3, "steps").facts)
    position, way = chapters.steps[0], [chapters.steps[0]]
    while (position := after(chapters.steps, position, chapters.end)) != way[-1]:
        way.append(position)
    assert tuple(way) == chapters.steps
    back = [chapters.end]
    while (position := before(chapters.steps, back[-1])) != back[-1]:
        back.append(position)
    assert tuple(reversed(back)) == chapters.steps
