"""Who comes, goes, drops out, comes back or is played for by a bot, and where in a game that is told."""

from typing import Any

import pytest
from msgspec.structs import replace

from sixqp_protocol.facts import Rules, Variant
from sixqp_protocol.messages import RoomNews, Said, SeatNews, Settings
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.view import readable
from sixqp_tui.i18n.facts import LogEntry
from sixqp_tui.presentation.presence import SHOWN, Bubbles, PresenceLog, changes, describe_change
from sixqp_tui.presentation.transcript import Transcript

HAL = SeatNews("Hal", "bot", True, level="easy")


def room(*seats: SeatNews, phase: Any = "playing") -> RoomNews:
    return RoomNews(phase, seats, 0, Settings(), 0, False, (), None)


def ann(**now: Any) -> SeatNews:
    return SeatNews("Ann", **{"occupant": "person", "here": True, **now})


def news(**now: Any) -> RoomNews:
    return room(ann(**now), HAL)


def lines(*sentences: str) -> tuple[LogEntry, ...]:
    return tuple(LogEntry(line, line) for line in sentences)


def test_each_change_is_logged_where_it_happened() -> None:
    log = PresenceLog()
    for shown, now in (
        (1, {}),
        (1, {"here": False}),
        (2, {"here": False}),
        (2, {"here": True}),
        (3, {"here": False, "level": "easy"}),
        (3, {"occupant": "bot"}),
    ):
        log = log.hear(news(**now), 1, shown)
    told = lines("a", "b", "c", "d")
    away, back = "Ann has lost the connection. Their seat is kept.", "Ann is back."
    played = "Ann has left the game. A bot takes over."
    assert [line.sentence for line in log.among(told)] == ["a", away, "b", back, "c", played, "d"]
    assert [line.sentence for line in log.among(told, 2)] == [back, "c", played, "d"]


def test_another_game_starts_with_an_empty_log() -> None:
    log = PresenceLog().hear(news(), 1, 1).hear(news(here=False), 1, 1).hear(news(here=False), 2, 0)
    assert log.among(lines("a")) == lines("a")


def test_taking_over_a_bots_seat_is_in_the_games_log() -> None:
    log = PresenceLog().hear(room(ann(), HAL), 1, 1).hear(room(ann(), SeatNews("Cleo", "person", True)), 1, 1)
    assert [line.sentence for line in log.among(lines("a", "b"))] == ["a", "Cleo takes over the seat of Hal.", "b"]


def test_a_bots_level_change_is_not_logged() -> None:
    better = SeatNews("Hal", "bot", True, level="hard")
    log = PresenceLog().hear(room(ann(), HAL), 1, 0).hear(room(ann(), better), 1, 0)
    assert log.among(lines("a")) == lines("a")


@pytest.mark.parametrize(
    ("before", "after", "sentences"),
    [
        ((), (ann(),), ["Ann sits down."]),
        ((ann(),), (ann(), HAL), ["Hal (bot, easy) sits down."]),
        ((ann(), HAL), (ann(),), ["Hal has left."]),
        ((ann(),), (SeatNews("Anna", "person", True),), ["Ann is now called Anna."]),
        ((HAL,), (ann(),), ["Ann takes over the seat of Hal."]),
        ((HAL,), (SeatNews("Hal", "bot", True, level="hard"),), ["Hal now plays at level hard."]),
        ((ann(),), (ann(here=False),), ["Ann has lost the connection. Their seat is kept."]),
        ((ann(here=False),), (ann(),), ["Ann is back."]),
        ((ann(),), (ann(here=False, level="easy"),), ["Ann has left the game. A bot takes over."]),
        ((ann(here=False, level="easy"),), (ann(),), ["Ann is back."]),
        ((ann(),), (ann(), SeatNews("Dana", "expected", False), SeatNews("", "open", False)), []),
    ],
)
def test_every_change_has_its_sentence(before: Any, after: Any, sentences: list[str]) -> None:
    assert [describe_change(change) for change in changes(room(*before), room(*after))] == sentences


def test_after_a_game_a_bot_that_played_on_is_not_reported() -> None:
    before, after = room(ann(here=False, level="easy")), room(ann(here=False), phase="lobby")
    assert list(changes(before, after)) == []


@pytest.mark.parametrize("variant", ["classic", "draft"])
def test_a_chosen_seed_is_mentioned_just_before_the_first_decision(variant: Variant) -> None:
    opening = Game.start(Rules(variant), ("Ann", "Hal"), "a seed")[0]
    entries = Transcript().after(readable(opening, None)).entries
    assert PresenceLog().hear(news(), 1, 0).among(entries) == entries
    seeded = PresenceLog().hear(replace(news(), seeded=True), 1, 0)
    assert "known beforehand" in seeded.among(entries)[-1].short
    assert seeded.among((*entries, *entries), len(entries)) == entries, "it is none of the lines of a turn"


# -- what somebody has just said --------------------------------------------------------------------


def test_what_is_said_expires_or_is_replaced_by_the_next_words_of_its_seat() -> None:
    shown = Bubbles().hear(Said(1, "Ann", "my row!"), 100.0).hear(Said(2, "Bo", reaction="ouch"), 101.0)
    assert shown.at(101.0) == {1: "my row!", 2: "Ouch!"}
    assert shown.at(100.0 + SHOWN) == {2: "Ouch!"}
    again = shown.hear(Said(1, "Ann", reaction="haha"), 102.0)
    assert again.at(102.0) == {1: "Ha ha!", 2: "Ouch!"}
    assert again.at(102.0 + SHOWN) == {}


def test_a_watchers_words_stand_beside_no_name() -> None:
    assert Bubbles().hear(Said(None, "Wim", reaction="haha"), 100.0) == Bubbles()
