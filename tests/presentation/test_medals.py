"""The medals say what happened: each rule on a small game, and all of them against a second count."""

from collections.abc import Sequence

import pytest
from support.lanes import with_soaks
from support.medal_counts import count
from support.play import VARIANTS, played

from sixqp_protocol.facts import Rules, Variant
from sixqp_tui.engine import notation
from sixqp_tui.engine.table import Table
from sixqp_tui.i18n.medals import MedalKind
from sixqp_tui.presentation import medals
from sixqp_tui.presentation.medals import (
    FAMILIES,
    LENGTHS,
    MAX_MEDALS,
    MIN_MEDALS,
    RULES,
    SHARES,
    Medal,
    Play,
    PlayedGame,
    RoundStory,
    claims,
    describe_medals,
    describe_round,
    medals_of,
    read_game,
    story_of,
)

NAMES = ("Ann", "Bo", "Cy")


def sixth(seat: int, card: int, *taken: int, turn: int = 1, round: int = 1, row: int = 0) -> Play:
    return Play(round, turn, seat, card, row, 5, taken[-1], taken)


def low(seat: int, card: int, *taken: int, turn: int = 1, round: int = 1) -> Play:
    return Play(round, turn, seat, card, 0, len(taken), taken[-1], taken)


def placed(seat: int, card: int, end: int, length: int = 1, turn: int = 1, round: int = 1, row: int = 0) -> Play:
    return Play(round, turn, seat, card, row, length, end)


HEAVY = (11, 22, 33, 44, 55)
DULL = (1, 2, 3, 4, 6)
TWO_ROUNDS = ((1, 5), (2, 9))


@pytest.mark.parametrize(
    ("kind", "plays", "scores", "words"),
    [
        ("catastrophe", [sixth(1, 60, *HEAVY), sixth(0, 7, *DULL)], [(5, 27)], "Bo took 27 heads with the 60"),
        ("catastrophe", [sixth(0, 7, *DULL)], [(5, 0)], None),
        (
            "sixth cards",
            [sixth(0, 7, *DULL), sixth(0, 8, *DULL, turn=2), sixth(1, 9, *DULL, turn=3)],
            [(10, 5)],
            "Ann played 2 sixth cards in round 1",
        ),
        ("comeback", [], [(9, 1, 5), (0, 20, 6)], "Ann was 3rd after round 1 and came 1st"),
        ("dead heat", [], [(4, 9, 4)], "Ann and Cy share the win"),
        ("dead heat", [], [(4, 9, 5)], None),
        ("photo finish", [], [(4, 9, 5)], "Ann won by 1 head"),
        ("runaway", [], [(4, 30, 25)], "Ann won by 21 heads"),
        ("even field", [], [(4, 9, 5)], "Only 5 heads between first and last"),
        ("start to finish", [], TWO_ROUNDS, "Ann led after every round"),
        ("start to finish", [], [(1, 5)], None),
        ("lost lead", [], [(1, 5), (20, 9)], "Ann led after 1 round and didn't win"),
        ("lost lead", [], TWO_ROUNDS, None),
        ("fewest rows", [low(0, 3, 5)], [(2, 0)], "Bo took no row"),
        ("clean rounds", [], [(0, 0), (0, 4)], "Ann took nothing in 2 rounds"),
        (
            "safe streak",
            [placed(0, 4, 3), placed(0, 7, 6, turn=2), placed(1, 9, 7), low(1, 1, 7, turn=2)],
            [(0, 1)],
            "Ann played 2 cards running without taking a row",
        ),
        ("needle", [low(0, 2, 5), placed(1, 9, 5), placed(0, 12, 9)], [(2, 0)], "Bo got the 9 through"),
        (
            "trap",
            [placed(0, 30, 20, 4), sixth(1, 31, 5, 10, 15, 20, 30)],
            [(0, 14)],
            "Ann filled 1 row just before a sixth card",
        ),
        ("trap", [placed(0, 30, 20, 4), sixth(1, 31, 5, 10, 15, 20, 30, turn=2)], [(0, 14)], None),
        ("fifty-five", [low(1, 3, 55)], [(0, 7)], "Bo took the 55"),
        (
            "last card",
            [low(1, 3, 50, turn=10), low(0, 2, 55, turn=9)],
            [(7, 3)],
            "Bo took 3 heads with the last card, the 3",
        ),
        ("black round", [], [(4, 9, 5), (8, 0, 21)], "Cy took 21 heads in round 2"),
        (
            "row after row",
            [low(0, 3, 4), low(0, 2, 3, turn=2), low(1, 5, 6), placed(1, 8, 7, turn=2)],
            [(2, 1)],
            "Ann took a row 2 turns running",
        ),
        (
            "too low",
            [low(0, 3, 4), low(0, 2, 3, turn=2), sixth(1, 7, *DULL), sixth(1, 8, *DULL, turn=2)],
            [(2, 10)],
            "Ann was too low 2 times",
        ),
        ("most rows", [low(0, 3, 4), sixth(0, 7, *DULL, turn=2), low(1, 2, 3)], [(6, 1)], "Ann took 2 rows in all"),
        (
            "bargains",
            [low(0, 3, 4), low(0, 2, 3, turn=2), low(1, 5, 10), low(1, 6, 20, turn=2)],
            [(2, 6)],
            "Ann took 2 rows for a single head each",
        ),
        (
            "long jump",
            [placed(0, 90, 20), placed(1, 9, 8), low(1, 1, 100)],
            [(0, 3)],
            "Ann played the 90 behind the 20",
        ),
        (
            "snug fit",
            [placed(0, 9, 8), placed(0, 20, 19), placed(1, 31, 30), low(1, 3, 4)],
            [(0, 1)],
            "Ann played the very next number 2 times",
        ),
        (
            "fifth cards",
            [placed(0, 9, 8, 4), placed(0, 20, 19, 4, turn=2), placed(1, 31, 30, 3)],
            [(0, 0)],
            "Ann played the fifth card of 2 rows",
        ),
        ("steady", [], [(4, 9), (6, 1)], "Ann took 4 to 6 heads in every round"),
        ("steady", [], [(4, 9), (4, 1)], "Ann took 4 heads in every round"),
        ("landslide", [low(0, 3, 4), low(1, 5, 6)], [(1, 1)], "2 rows were taken in turn 1 of round 1"),
        (
            "calm",
            [low(0, 3, 4, turn=turn) for turn in (1, 2, 6, 7, 9, 10)],
            [(6, 0)],
            "Nobody took a row for 3 turns of round 1",
        ),
    ],
)
def test_a_medal_is_earned_by_its_rule(
    kind: MedalKind, plays: Sequence[Play], scores: Sequence[tuple[int, ...]], words: str | None
) -> None:
    game = PlayedGame(tuple(plays), tuple(scores))
    claim = claims(game).get(kind)
    medal = medals.medal_of(kind, claim, game) if claim else None
    assert (describe_medals([medal], NAMES)[0].sentence if medal else None) == words


def test_a_tied_count_earns_nothing() -> None:
    game = PlayedGame((low(0, 3, 55), low(1, 2, 55, turn=2)), ((7, 7),))
    assert "fifty-five" not in claims(game) and "black round" not in claims(game)


def test_an_abandoned_game_has_no_medals() -> None:
    assert medals_of(Table(names=("Ann", "Bo"), ended="abandoned", scores=((1, 2),)), ()) == ()


def agree(variant: Variant, players: int, seed: str) -> None:
    whole = played(Rules(variant, rounds=3), players, seed)
    table, plays = read_game(whole)
    made = {kind: (claim.value, claim.seat) for kind, claim in claims(PlayedGame(plays, table.scores)).items()}
    assert made == count(notation.write(whole))
    awarded = medals_of(table, plays)
    assert MIN_MEDALS <= len(awarded) <= MAX_MEDALS and {medal.kind for medal in awarded} <= set(made)
    assert all(len({medal.kind for medal in awarded} & set(family)) < 2 for family in FAMILIES)


@pytest.mark.parametrize("variant", VARIANTS)
def test_medal_counts_agree_with_the_notation(variant: Variant) -> None:
    agree(variant, 3, "a medal")


@pytest.mark.soak
@pytest.mark.parametrize("variant", with_soaks(VARIANTS))
def test_medal_counts_of_many_games_agree_with_the_notation(variant: Variant) -> None:
    for players in range(2, 11):
        for number in range(4):
            agree(variant, players, f"medals {number}")


def test_the_frequencies_cover_every_possible_game() -> None:
    known = medals.thresholds()
    assert {*known} == {
        f"{variant} {players} {length}" for variant in VARIANTS for players in range(2, 11) for length in LENGTHS
    }
    for kinds in known.values():
        assert {*kinds} <= {*RULES}
        assert all(len(limits) == len(SHARES) and list(limits) == sorted(limits) for limits in kinds.values())


def test_every_medal_has_its_own_text() -> None:
    words = describe_medals([Medal(kind, (0,), 2, 3, 4, 5) for kind in RULES], NAMES)
    assert len({text.title for text in words}) == len(RULES) and all(text.sentence for text in words)


@pytest.mark.parametrize(
    ("plays", "scores", "words"),
    [
        ([], (0, 0, 0), "Nobody took a row in this round."),
        ([sixth(2, 60, *HEAVY)], (0, 3, 27), "Cy took 27 heads with one 6th card. Ann took nothing."),
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
    story = story_of([*plays, low(1, 3, 55, round=2)], scores, 1)
    assert isinstance(story, RoundStory) and describe_round(story, NAMES) == words
