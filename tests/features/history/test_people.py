"""The table of people says what the games say, and an evening is won at any table."""

from io import StringIO

import pytest
from rich.console import Console
from support.games import EVENING, recorded

from sixqp_protocol.facts import RoundEnded, Variant
from sixqp_tui import i18n
from sixqp_tui.engine.rules import ranks
from sixqp_tui.features.history.record import Player
from sixqp_tui.features.history.scores import PersonScore, Scores, count_scores, describe_scores
from sixqp_tui.features.history.summary import (
    GAP_SECONDS,
    GameSummary,
    SeatSummary,
    evenings,
    last_evening,
    summarize,
)

HOUR = 3600
Seat = tuple[str, str, tuple[int, ...]]


def seat(name: str, *heads: int, key: str = "") -> Seat:
    """Somebody and their heads in each round; a bot's name is in small letters."""
    return name, key or (f"bot:{name}" if name.islower() else name), heads


def played(
    ended: int, *seats: Seat, table: str = "t1", began: int | None = None, variant: Variant = "classic"
) -> GameSummary:
    """A game that ended this many seconds into the evening; `began` is counted likewise."""
    totals = tuple(sum(heads) for _name, _key, heads in seats)
    held = tuple(
        SeatSummary(name, key, sum(heads), rank, heads)
        for (name, key, heads), rank in zip(seats, ranks(totals), strict=True)
    )
    begin, end = None if began is None else EVENING + began, EVENING + ended
    return GameSummary(f"{table}-{ended}", table, ended, table, begin, end, variant, "limit", False, held)


def test_a_summary_has_the_heads_and_places_of_its_game() -> None:
    record = recorded(
        players=3, rounds=2, who=(Player("Ada", "aa" * 32), Player("Ben"), Player("Bo", level="hard"))
    )
    heads = list(zip(*(fact.heads for fact in record.facts if isinstance(fact, RoundEnded)), strict=True))
    totals = tuple(map(sum, heads))
    summary = summarize(record)
    assert [(each.rounds, each.heads, each.rank) for each in summary.seats] == [
        *zip(heads, totals, ranks(totals), strict=True)
    ]
    assert [(each.name, each.key) for each in summary.seats] == [
        ("Ada", "aa" * 32),
        ("Ben", "name:ben"),
        ("Bo", "bot:hard"),
    ]


# -- evenings ------------------------------------------------------------------------------------------


def test_games_form_one_evening_at_any_table_until_a_long_gap() -> None:
    night = HOUR + GAP_SECONDS
    games = [
        played(0, seat("Ada", 5), seat("Ben", 9)),
        played(HOUR - 1, seat("Eve", 1), seat("Ben", 9), table="t2"),
        played(HOUR, seat("Ada", 12), seat("Ben", 9)),
        played(night + 1, seat("Ada", 5), seat("Ben", 9)),
        played(night + 6 * HOUR, seat("Ada", 5), seat("Ben", 9), began=night + 4 * HOUR),
    ]
    later, first = evenings(reversed(games))
    assert first.games == tuple(game.id for game in games[:3]) and first.titles == ("t1", "t2")
    assert (first.began, first.ended) == (EVENING, EVENING + HOUR)
    assert [(line.name, line.games, line.wins) for line in first.lines] == [
        ("Eve", 1, 1),
        ("Ada", 2, 1),
        ("Ben", 3, 1),
    ]
    assert later.games == tuple(game.id for game in games[3:]) and later.began == EVENING + night + 1


def test_a_game_beside_a_long_one_belongs_to_its_evening() -> None:
    """The long game began before the short one at the other table, and ended after it."""
    games = [
        played(0, seat("Ada", 5), seat("Ben", 9)),
        played(5 * HOUR, seat("Eve", 1), seat("Bo", 9), table="t2", began=4 * HOUR),
        played(6 * HOUR, seat("Ada", 5), seat("Ben", 9), began=2 * HOUR),
    ]
    (evening,) = evenings(reversed(games))
    assert evening.began == EVENING and len(evening.games) == 3


@pytest.mark.parametrize(
    ("heads", "winners"),
    [
        ([(5, 9), (30, 9), (8, 9)], ["Ada"]),
        ([(5, 9), (30, 9)], ["Ben"]),
        ([(5, 5)], ["Ada", "Ben"]),
    ],
    ids=["most games", "fewest heads", "shared"],
)
def test_the_most_wins_win_the_evening_then_the_fewest_heads(
    heads: list[tuple[int, int]], winners: list[str]
) -> None:
    games = [played(at, seat("Ada", ada), seat("Ben", ben)) for at, (ada, ben) in enumerate(heads)]
    (evening,) = evenings(reversed(games))
    assert [line.name for line in evening.winners] == winners


def test_your_last_evening_is_the_newest_one_that_you_played_with_others() -> None:
    games = [
        played(0, seat("Ada", 1), seat("Bob", 2)),
        played(8 * HOUR, seat("Ada", 1), seat("Bob", 2)),
        played(9 * HOUR, seat("Ada", 5), seat("Bob", 2), table="t2"),
        played(10 * HOUR, seat("Ada", 1), seat("bot", 2)),
        played(20 * HOUR, seat("Cleo", 1), seat("Bob", 2)),
        played(30 * HOUR, seat("Ada", 1), seat("bot", 2)),
    ]
    now = EVENING + 10 * HOUR + GAP_SECONDS
    assert last_evening(reversed(games), ("Ada",), now) == (3, 2, True)
    assert last_evening(reversed(games), ("Ada",), now + 1) == (3, 2, False)
    assert last_evening(reversed(games), ("Dana",), now) is None
    alone, _strangers, with_others, _first = evenings(reversed(games))
    assert with_others.with_others and not alone.with_others


# -- everybody -----------------------------------------------------------------------------------------

LAPTOP, DESKTOP = "aa" * 32, "dd" * 32
OWN = (LAPTOP, DESKTOP)
GAMES = (
    played(HOUR, seat("Ben", 9, 3), seat("hal", 4, 4), variant="tactic"),
    played(600, seat("Ada L.", 0, key=DESKTOP), seat("Ben", 20)),
    played(0, seat("Ada", 6, 7, key=LAPTOP), seat("Ben", 3, 4), seat("hal", 9, 9)),
)
"""Newest first."""


def test_everybody_has_one_line_under_their_last_name_and_bots_have_none() -> None:
    """Also who plays with two programs, and so with two keys."""
    scores = count_scores(GAMES, OWN)
    assert (scores.games, scores.variants) == (3, ("classic", "tactic"))
    assert scores.people == (
        PersonScore("Ben", "Ben", False, 3, 1, 5, 7.8, 3, 20, EVENING + HOUR),
        PersonScore(LAPTOP, "Ada L.", True, 2, 1, 3, 13 / 3, 0, 7, EVENING + 600),
    )
    assert [evening.games for evening in scores.evenings] == [tuple(game.id for game in GAMES[::-1])]


def test_the_games_of_one_variant_are_counted_by_themselves_and_make_no_evening() -> None:
    scores = count_scores(GAMES, OWN, "tactic")
    assert [(each.name, each.games, each.rounds) for each in scores.people] == [("Ben", 1, 2)]
    assert (scores.games, scores.variants, scores.evenings) == (1, ("classic", "tactic"), ())
    assert count_scores(GAMES, OWN, "draft").people == ()


def table_text(scores: Scores, variant: Variant | None = None) -> list[str]:
    file = StringIO()
    Console(file=file, width=100).print(describe_scores(scores, variant))
    return [line.rstrip() for line in file.getvalue().splitlines()]


def test_the_tables_show_every_figure_once() -> None:
    title, head, *people, _blank, _title, _head, evening = table_text(count_scores(GAMES, OWN))
    assert title == "EVERYBODY" and head.split("  ")[0] == "player"
    assert [[part.strip() for part in line.split("  ") if part] for line in people] == [
        ["Ben", "3", "1", "7.8", "3", "20", "14 November 2023"],
        ["Ada L. (you)", "2", "1", "4.3", "0", "7", "14 November 2023"],
    ]
    assert [part.strip() for part in evening.split("  ") if part][:3] == ["14 November 2023", "3", "t1"]
    assert table_text(count_scores(GAMES, OWN, "tactic"), "tactic")[0] == "EVERYBODY · tactic"


def test_a_name_is_never_markup_and_french_has_a_decimal_comma() -> None:
    score = PersonScore(LAPTOP, "[red]Ada[/]", False, 3, 1, 9, 7.25, 0, 20, EVENING)
    with i18n.speaking("fr"):
        _title, _head, line = table_text(Scores(3, ("classic",), (score,), ()))
    assert line.startswith("[red]Ada[/] ") and " 7,2 " in line
