"""The games of one table belong together for an evening, which somebody wins."""

import pytest
from support.games import EVENING

from sixqp_tui.features.history.summary import GAP_SECONDS, GameSummary, SeatSummary, evenings, last_evening


def a_game(
    number: int, ended: int, *seats: tuple[str, int], table: str = "t1", began: int | None = None
) -> GameSummary:
    ordered = sorted(heads for _name, heads in seats)
    held = tuple(
        SeatSummary(
            name, f"bot:{name}" if name.islower() else name, heads, 1 + ordered.index(heads), (heads,), 0, 0
        )
        for name, heads in seats
    )
    return GameSummary(f"{table}-{number}", table, number, "Ada's", began, ended, "classic", "limit", False, held)


def test_games_of_one_table_form_one_evening_until_a_long_gap() -> None:
    hour, night = 3600, GAP_SECONDS
    games = [
        a_game(1, EVENING, ("Ada", 5), ("Ben", 9)),
        a_game(2, EVENING + hour, ("Ada", 12), ("Ben", 9)),
        a_game(1, EVENING + hour + 1, ("Eve", 1), ("Ben", 9), table="t2"),
        a_game(3, EVENING + hour + night + 1, ("Ada", 5), ("Ben", 9)),
        a_game(4, EVENING + 3 * night, ("Ada", 5), ("Ben", 9), began=EVENING + night + 3 * hour),
    ]
    found = evenings(reversed(games))
    assert [each.games for each in found] == [("t1-3", "t1-4"), ("t2-1",), ("t1-1", "t1-2")]
    assert (found[2].began, found[2].ended) == (EVENING, EVENING + hour)


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
    (evening,) = evenings(a_game(number, EVENING + number, *seats) for number, seats in enumerate(games, 1))
    assert [line.name for line in evening.winners] == winners
    assert sum(line.wins for line in evening.lines) == len(games) + (len(winners) == 2)


def test_joined_persons_share_one_line_in_an_evening() -> None:
    games = [
        a_game(1, EVENING, ("Ada", 5), ("bo", 9), ("Ada 2", 7)),
        a_game(2, EVENING + 1, ("Ada 2", 3), ("bo", 9)),
    ]
    (evening,) = evenings(games, {"Ada 2": "Ada"})
    assert [(line.person, line.games, line.heads) for line in evening.lines] == [("Ada", 2, 15), ("bot:bo", 2, 18)]
    assert evening.persons == 1


def test_your_last_evening_spans_tables_and_skips_solo_games() -> None:
    hour = 3600
    games = [
        a_game(1, EVENING, ("Ada", 1), ("Bob", 2)),
        a_game(2, EVENING + 8 * hour, ("Ada", 1), ("Bob", 2)),
        a_game(3, EVENING + 9 * hour, ("Ada", 5), ("Bob", 2)),
        a_game(4, EVENING + 10 * hour, ("Ada", 1), ("bot", 2)),
        a_game(5, EVENING + 11 * hour, ("Cleo", 1), ("Bob", 2)),
    ]
    newest = list(reversed(games))
    now = EVENING + 10 * hour
    assert last_evening(newest, ("Ada",), now) == (2, 1, True)
    assert last_evening(newest, ("Ada",), now + 24 * hour) == (2, 1, False)
    assert last_evening(newest, ("Zoé",), now, {"Zoé": "Ada"}) == (2, 1, True)
    assert last_evening(newest, ("Dana",), now) is None
