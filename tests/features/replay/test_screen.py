"""A game that is over is looked at again: the film, its keys, and that nothing is decided in it."""

from typing import Any

import pytest
from features.replay.scenes import at_replay
from support.games import recorded
from support.pilots import press, shown
from textual.pilot import Pilot

from sixqp_protocol.facts import Variant
from sixqp_tui.features.history.record import session_of_record
from sixqp_tui.features.replay.playback import Playback
from sixqp_tui.features.replay.screen import PlaybackBar, ReplayScreen
from sixqp_tui.presentation.chapters import find_chapters
from sixqp_tui.tui.animation import timeline
from sixqp_tui.tui.game.log import LogScreen


def film(variant: Variant = "classic", players: int = 3, animates: bool = True, rounds: int = 2) -> Playback:
    """A game to look at, from its first step."""
    record = recorded(variant, players, rounds=rounds)
    return Playback(session_of_record(record), lambda: animates)


@pytest.mark.parametrize("variant", ["classic", "draft"])
@pytest.mark.parametrize("animates", [True, False])
def test_a_running_replay_reaches_every_part_and_stops_at_the_end(variant: Variant, animates: bool) -> None:
    playback = film(variant, animates=animates)
    playback.switch()
    moved, parts = 0, set[str]()
    while playback.playing:
        playback.run_on()
        while playback.timeline.frame:
            moved += 1
            playback.timeline.advance()
        parts.add(playback.timeline.part)
    assert playback.at_end
    assert playback.timeline.transcript.view.table.ended == "rounds"
    assert (moved > 0) == animates
    assert parts == {"table", "scores", "finish"} | ({"draft"} if variant == "draft" else set())
    playback.switch()
    assert playback.playing
    assert playback.position == playback.chapters.steps[0], "a film that is over begins again"


def test_a_step_forward_animates_and_a_second_one_skips_ahead() -> None:
    playback = film()
    turned_over = next(step for step in playback.chapters.steps if step > playback.chapters.steps[1])
    playback.step(1)
    playback.step(1)
    assert playback.timeline.frame
    playback.step(1)
    assert playback.timeline.frame is None
    assert playback.position > turned_over
    playback.step(-1)
    assert playback.timeline.frame is None
    assert playback.position == turned_over


def test_pausing_a_replay_in_mid_turn_keeps_what_is_shown() -> None:
    playback = film()
    playback.switch()
    playback.run_on()
    while playback.timeline.transcript.view.table.to_place[2:]:
        playback.timeline.advance()
    before = playback.timeline.transcript
    playback.pause()
    assert not playback.playing
    assert playback.timeline.frame is None
    assert playback.timeline.transcript == before
    assert playback.position == playback.session.position < playback.chapters.turns[1]


def test_scores_cover_the_table_only_when_a_round_has_just_ended() -> None:
    playback = film(rounds=3)
    parts = list[str]()
    for round_number in (1, 2):
        playback.go(playback.chapters.find(round_number, 11) or 0)
        for by in (1, -1, 0):
            parts.append(playback.timeline.part)
            playback.step(by) if by else None
    assert parts == ["scores", "table", "scores"] * 2
    playback.go(playback.chapters.find(3, 5) or 0)
    assert playback.timeline.part == "table", "nobody asked for the scores of two rounds at once"


def test_switching_seats_cycles_through_all_and_keeps_the_position() -> None:
    playback = film()
    playback.leap(playback.chapters.turns, 1)
    place, table = playback.position, playback.timeline.transcript.view.table
    seen = [playback.session.state.view.seat]
    for _ in range(4):
        playback.look_from_next()
        seen.append(playback.session.state.view.seat)
        assert playback.session.state.view.table.rows == table.rows
        assert playback.session.state.view.hands_open
    assert seen == [None, 0, 1, 2, None]
    playback.switch_hands()
    assert playback.timeline.transcript.view.table.hands == (None, None, None)
    assert playback.timeline.transcript.view.table.rows == table.rows
    playback.switch_hands()
    assert (playback.position, playback.timeline.transcript.view.table) == (place, table)


def screen_of(pilot: Pilot[Any]) -> ReplayScreen:
    """The replay."""
    assert isinstance(pilot.app.screen, ReplayScreen)
    return pilot.app.screen


async def test_video_player_keys_navigate_the_game() -> None:
    async with at_replay(session_of_record(recorded(players=4))) as pilot:
        playback = screen_of(pilot).playback
        chapters = playback.chapters
        for key, place in (
            ("right", chapters.steps[1]),
            ("left", chapters.steps[0]),
            ("n", chapters.turns[1]),
            ("shift+right", chapters.turns[2]),
            ("p", chapters.turns[1]),
            ("pagedown", chapters.rounds[1]),
            ("pageup", chapters.rounds[0]),
            ("end", chapters.end),
            ("home", chapters.steps[0]),
            ("d", (chapters.costliest or 0) + 1),
        ):
            await pilot.press(key)
            assert playback.position == place, key
        await press(pilot, *"g2.3", "enter")
        assert playback.position == chapters.find(2, 3)
        await press(pilot, *"g9", "enter")
        assert playback.position == chapters.find(2, 3)
        assert "Expected a round or round.turn of this game" in shown(pilot)
        await pilot.press("1", "enter", "backspace", "4", "r", "b")
        assert playback.position == chapters.find(2, 3), "the keys of a table do nothing here"
        await pilot.press("q")
    assert pilot.app.return_code == 0


async def test_space_plays_the_replay_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(timeline.TICKS, "fast", 0.00001)
    record = recorded(rounds=1)
    session = session_of_record(record, position=find_chapters(record.facts).turns[-3])
    async with at_replay(session, pace="fast") as pilot:
        playback = screen_of(pilot).playback
        await pilot.press("space")
        while playback.playing:
            await pilot.pause()
        assert playback.at_end
        assert "ORDER OF FINISH" in shown(pilot)


async def test_clicks_on_the_bar_seek_and_an_opened_sheet_pauses() -> None:
    async with at_replay(session_of_record(recorded())) as pilot:
        screen = screen_of(pilot)
        bar = screen.query_one(PlaybackBar)
        await pilot.click(PlaybackBar, offset=(bar.x_of(40), 0))
        assert abs(bar.at - 40) <= 1
        await pilot.click(PlaybackBar, offset=(1, 0))
        assert screen.playback.playing
        await pilot.press("l")
        assert isinstance(pilot.app.screen, LogScreen)
        assert not screen.playback.playing
        await press(pilot, "escape", "pagedown", "p")
        await pilot.click(screen.pane.prompt)
        assert screen.playback.playing, "what the prompt below the scores says is done once"
