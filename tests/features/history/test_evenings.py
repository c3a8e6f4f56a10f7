"""Games with less than four hours between them are one evening, at any table, which somebody wins."""

import pytest
from support.games import EVENING

from sixqp_tui.features.history.summary import GAP_SECONDS, GameSummary, SeatSummary, evenings, last_evening

HOUR = 3600


def a_game(
    number: int, ended: int, *seats: tuple[str, int], table: str = "t1", began: int | None = None
) -> GameSummary:
    ordered = sorted(heads for _name, heads in seats)
    held = tuple(
        SeatSummary(name, f"bot:{name}" if name.islower() else name, heads, 1 + ordered.index(heads), (heads,))
        for name, heads in seats
    )
    return GameSummary(f"{table}-{number}", table, number, table, began, ended, "classic", "limit", False, held)


def test_games_form_one_evening_at_any_table_until_a_long_gap() -> None:
    night = EVENING + HOUR + GAP_SECONDS
    games = [
        a_game(1, EVENING, ("Ada", 5), ("Ben", 9)),
        a_game(1, EVENING + HOUR - 1, ("Eve", 1), ("Ben", 9), table="t2"),
        a_game(2, EVENING + HOUR, ("Ada", 12), ("Ben", 9)),
        a_game(3, night + 1, ("Ada", 5), ("Ben", 9)),
        a_game(4, night + 6 * HOUR, ("Ada", 5), ("Ben", 9), began=night + 4 * HOUR),
    ]
    later, first = evenings(reversed(games))
    assert first.games == ("t1-1", "t2-1", "t1-2") and first.titles == ("t1", "t2")
    assert (first.began, first.ended) == (EVENING, EVENING + HOUR)
    assert [(line.name, line.games, line.wins) for line in first.lines] == [
        ("Eve", 1, 1), ("Ada", 2, 1), ("Ben", 3, 1)
    ]  # fmt: skip
    assert later.games == ("t1-3", "t1-4") and (later.began, later.ended) == (night + 1, night + 6 * HOUR)


def test_a_game_beside_a_long_one_belongs_to_its_evening() -> None:
    """The long game began before the short one at the other table, and ended after it."""
    games = [
        a_game(1, EVENING, ("Ada", 5), ("Ben", 9)),
        a_game(1, EVENING + 5 * HOUR, ("Eve", 1), ("Bo", 9), table="t2", began=EVENING + 4 * HOUR),
        a_game(2, EVENING + 6 * HOUR, ("Ada", 5), ("Ben", 9), began=EVENING + 2 * HOUR),
    ]
    (evening,) = evenings(reversed(games))
    assert evening.began == EVENING and len(evening.games) == 3


@pytest.mark.parametrize(
    ("games", "winners"),
    [
        ([(("Ada", 5), ("Ben", 9)), (("Ada", 30), ("Ben", 9)), (("Ada", 8), ("Ben", 9))], ["Ada"]),
        ([(("Ada", 5), ("Ben", 9)), (("Ada", 30), ("Ben", 9))], ["Ben"]),
        ([(("Ada", 5), ("Ben", 5))], ["Ada", "Ben"]),
    ],
    ids=["most games", "fewest heads", "shared"],
)
def test_the_most_wins_win_the_evening_then_the_fewest_heads(
    games: list[tuple[tuple[str, int], ...]], winners: list[str]
) -> None:
    played = [a_game(number, EVENING + number, *seats) for number, seats in enumerate(games, 1)]
    (evening,) = evenings(reversed(played))
    assert [line.name for line in evening.winners] == winners
    assert sum(line.wins for line in evening.lines) == len(games) + (len(winners) == 2)


def test_an_evening_with_bots_alone_is_not_with_others() -> None:
    (evening,) = evenings(
        [a_game(2, EVENING + 1, ("Ada", 3), ("bo", 9)), a_game(1, EVENING, ("Ada", 5), ("bo", 9))]
    )
    assert [(line.person, line.games, line.heads) for line in evening.lines] == [("Ada", 2, 8), ("bot:bo", 2, 18)]
    assert not evening.with_others


def test_your_last_evening_is_the_newest_one_that_you_played_with_others() -> None:
    games = [
        a_game(1, EVENING, ("Ada", 1), ("Bob", 2)),
        a_game(2, EVENING + 8 * HOUR, ("Ada", 1), ("Bob", 2)),
        a_game(1, EVENING + 9 * HOUR, ("Ada", 5), ("Bob", 2), table="t2"),
        a_game(3, EVENING + 10 * HOUR, ("Ada", 1), ("bot", 2)),
        a_game(4, EVENING + 20 * HOUR, ("Cleo", 1), ("Bob", 2)),
        a_game(5, EVENING + 30 * HOUR, ("Ada", 1), ("bot", 2)),
    ]
    newest = list(reversed(games))
    now = EVENING + 10 * HOUR
    assert last_evening(newest, ("Ada",), now + GAP_SECONDS) == (3, 2, True)
    assert last_evening(newest, ("Ada",), now + GAP_SECONDS + 1) == (3, 2, False)
    assert last_evening(newest, ("Dana",), now) is None
