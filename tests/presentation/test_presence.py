"""Who comes, goes, drops out, comes back or is played for by a bot; and what somebody has just said."""

from typing import Any

import pytest

from sixqp_protocol.messages import RoomNews, Said, SeatNews, Settings
from sixqp_tui.presentation.presence import SHOWN, Bubbles, changes

HAL = SeatNews("Hal", "bot", True, level="easy")


def room(*seats: SeatNews, phase: Any = "playing") -> RoomNews:
    return RoomNews(phase, seats, 0, Settings(), False, (), None)


def ann(**now: Any) -> SeatNews:
    return SeatNews("Ann", **{"occupant": "person", "here": True, **now})


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
    assert [change.sentence for change in changes(room(*before), room(*after))] == sentences


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
