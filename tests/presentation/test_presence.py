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
    return RoomNews(phase, seats, 0, Settings(), False, (), None)


def ann(**now: Any) -> SeatNews:
    return SeatNews("Ann", **{"occupant": "person", "here": True, **now})


def news(**now: Any) -> RoomNews:
    return room(ann(**now), HAL)


def lines(*sentences: str) -> tuple[LogEntry, ...]:
    return tuple(map(LogEntry, sentences))


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
    played = "Ann has left the game. A stand-in takes over."
    assert [line.sentence for line in log.among(told)] == ["a", away, "b", back, "c", played, "d"]
    assert [line.sentence for line in log.among(told, 2)] == [back, "c", played, "d"]


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
        ((ann(),), (ann(here=False, level="easy"),), ["Ann has left the game. A stand-in takes over."]),
        ((ann(here=False, level="easy"),), (ann(),), ["Ann is back."]),
        ((ann(),), (ann(), SeatNews("Dana", "expected", False), SeatNews("", "open", False)), []),
    ],
)
def test_every_change_has_its_sentence(before: Any, after: Any, sentences: list[str]) -> None:
    assert [describe_change(change) for change in changes(room(*before), room(*after))] == sentences


@pytest.mark.parametrize("variant", ["classic", "draft"])
def test_a_chosen_seed_is_mentioned_just_before_the_first_decision(variant: Variant) -> None:
    opening = Game.start(Rules(variant), ("Ann", "Hal"), "a seed")[0]
    entries = Transcript().after(readable(opening, None)).entries
    assert PresenceLog().hear(news(), 1, 0).among(entries) == entries
    seeded = PresenceLog().hear(replace(news(), seeded=True), 1, 0)
    assert "known beforehand" in seeded.among(entries)[-1].sentence
    assert seeded.among((*entries, *entries), len(entries)) == entries, "it is none of the lines of a turn"


# -- what somebody has just said --------------------------------------------------------------------


def test_what_is_said_expires_or_is_replaced_by_the_next_words_of_its_seat() -> None:
    bubbles = Bubbles()
    for said, now in (
        (Said(1, "Ann", "my row!"), 100.0),
        (Said(2, "Bo", reaction="ouch"), 101.0),
        (Said(None, "Wim", reaction="haha"), 101.0),
    ):
        bubbles.hear(said, now)
    assert bubbles.at(101.0) == {1: "my row!", 2: "Ouch!"}
    assert bubbles.at(100.0 + SHOWN) == {2: "Ouch!"}
    bubbles.hear(Said(1, "Ann", reaction="haha"), 102.0)
    assert bubbles.at(102.0) == {1: "Ha ha!", 2: "Ouch!"}
    assert bubbles.at(102.0 + SHOWN) == {}
