"""The medals say what happened, the most interesting first."""

from collections.abc import Sequence

import pytest

from sixqp_protocol.facts import Rules
from sixqp_tui.engine.table import Table
from sixqp_tui.presentation.medals import (
    Play,
    describe_medals,
    describe_round,
    medals_of,
)

NAMES = ("Ann", "Bo", "Cy")
HEAVY = (11, 22, 33, 44, 55)
DULL = (1, 2, 3, 4, 6)
FAR = (0, 9, 20)
"""Heads of a round after which only Ann can win, and by much."""


def sixth(seat: int, card: int, *taken: int, turn: int = 1, round: int = 1) -> Play:
    return Play(round, turn, seat, card, taken)


def low(seat: int, card: int, *taken: int, turn: int = 1, round: int = 1) -> Play:
    return Play(round, turn, seat, card, taken, too_low=True)


def medals(plays: Sequence[Play], *scores: tuple[int, ...]) -> dict[str, str]:
    """Titles and sentences of a game with these heads by round."""
    table = Table(rules=Rules(), names=NAMES[: len(scores[0])], ended="limit", scores=scores)
    return {text.title: text.sentence for text in describe_medals(medals_of(table, plays), NAMES)}


def rows(seat: int, *turns: int) -> list[Play]:
    """A row in each of these turns, and a harmless card in the others."""
    return [low(seat, 3, 4, turn=turn) if turn in turns else Play(1, turn, seat, 9) for turn in range(1, 10)]


@pytest.mark.parametrize(
    ("plays", "scores", "earned"),
    [
        ([], [(4, 9, 5)], {"Photo finish": "Ann won by only 1 head"}),
        ([], [(40, 9, 11)], {"Photo finish": "Bo won by only 2 heads"}),
        ([], [(4, 9, 4)], {}),
        (
            [],
            [(9, 1, 5), (0, 20, 30)],
            {
                "Comeback": "Ann was last after round 1 and still won",
                "So close": "Bo led until the last round",
            },
        ),
        ([], [(9, 1, 9), (0, 20, 30)], {"So close": "Bo led until the last round"}),
        ([], [(5, 5, 9), (20, 1, 9)], {}),
        (
            [sixth(1, 60, *HEAVY, turn=10), low(2, 3, 55, turn=10)],
            [FAR],
            {"Bitter end": "Bo took 27 heads with the last card of a round"},
        ),
        ([sixth(1, 7, *DULL, turn=10)], [FAR], {}),
        ([], [FAR, (0, 1, 20)], {"Spotless": "Ann finished 2 rounds without a single head"}),
        (rows(0, 2, 3, 4, 5, 6), [FAR], {"Row after row": "Ann took a row 5 turns in a row"}),
        (rows(0, 2, 3, 4, 5, 7, 8, 9), [FAR], {}),
        (
            [sixth(1, 60, 11, 22, 33, 44, 50), sixth(0, 7, *DULL)],
            [FAR],
            {"Catastrophe": "Bo took 23 heads with the 60"},
        ),
        ([sixth(1, 60, *HEAVY), sixth(2, 60, *HEAVY, round=2)], [FAR, (3, 9, 20)], {}),
        ([low(1, 3, 55)], [FAR], {"Fifty-five": "Bo took the 55"}),
        (
            [low(1, 3, 55), low(1, 2, 55, round=2), low(2, 1, 55, round=3)],
            [FAR, (1, 9, 20), (1, 9, 20)],
            {"Fifty-five": "Bo took the 55 in 2 rounds"},
        ),
    ],
)
def test_a_medal_says_what_one_player_did(
    plays: Sequence[Play], scores: Sequence[tuple[int, ...]], earned: dict[str, str]
) -> None:
    assert medals(plays, *scores) == earned


def test_a_game_has_three_medals_at_most_and_the_first_kinds_are_the_most_interesting() -> None:
    plays = [sixth(1, 60, *HEAVY), sixth(2, 70, *HEAVY[:4], 66, turn=10)]
    earned = medals(plays, (0, 9, 20), (9, 1, 5), (0, 9, 0))
    assert [*earned] == ["Bitter end", "Spotless", "Catastrophe"]


def test_an_abandoned_game_has_no_medals() -> None:
    assert medals_of(Table(names=("Ann", "Bo"), ended="abandoned", scores=((1, 2),)), ()) == ()


@pytest.mark.parametrize(
    ("plays", "scores", "words"),
    [
        ([], (0, 0, 0), "Nobody took a row in this round."),
        ([sixth(2, 60, *HEAVY)], (0, 3, 27), "Catastrophe: Cy took 27 heads with the 60. Ann took nothing."),
        (
            [sixth(2, 60, *HEAVY, turn=10)],
            (0, 3, 27),
            "Bitter end: Cy took 27 heads with the last card of a round. Ann took nothing.",
        ),
        ([sixth(2, 60, *DULL)], (0, 3, 5), "Cy took 5 heads with one 6th card. Ann took nothing."),
        (rows(1, 2, 4, 6, 8), (0, 4, 1), "Cattle drive: Bo drove 4 rows home. Ann took nothing."),
        ([low(0, 1, 7)], (1, 0, 0), "Ann took 1 head with one card too low. Bo and Cy took nothing."),
        ([low(0, 1, 7), low(0, 2, 8, turn=2)], (2, 1, 1), "Ann took 2 heads in 2 rows."),
        (
            [low(0, 1, 7), low(1, 2, 8)],
            (1, 1, 0),
            "Ann and Bo each took 1 head, the most in this round. Cy took nothing.",
        ),
    ],
)
def test_a_round_is_summed_up_in_one_line(plays: Sequence[Play], scores: tuple[int, ...], words: str) -> None:
    assert describe_round([*plays, low(1, 3, 55, round=2)], 1, scores, NAMES) == words
