"""The table of people says what the facts say, and the evenings who won them."""

from collections.abc import Iterator
from io import StringIO

import pytest
from rich.console import Console
from support.games import EVENING, recorded

from sixqp_protocol.facts import RoundEnded, Variant
from sixqp_tui import i18n
from sixqp_tui.engine.rules import ranks
from sixqp_tui.features.history.games import delete_games, read_games, save_game
from sixqp_tui.features.history.record import GameRecord, Player
from sixqp_tui.features.history.scores import PersonScore, Scores, count_scores, describe_scores

ADA, BEN, EVE = "aa" * 32, "bb" * 32, "ee" * 32
OWN = (ADA,)


def counted(variant: Variant | None = None, own: tuple[str, ...] = OWN) -> Scores:
    return count_scores(read_games().games, own, variant)


def by_person() -> dict[str, PersonScore]:
    return {each.person: each for each in counted().people}


def a_game(number: int, *who: Player, variant: Variant = "classic") -> GameRecord:
    seed, ended = f"seed {number}", EVENING + 600 * number
    return save_game(
        recorded(variant, len(who), rounds=1 + number % 2, seed=seed, number=number, ended=ended, who=who)
    )


def heads_of(record: GameRecord) -> list[tuple[int, ...]]:
    return [fact.heads for fact in record.facts if isinstance(fact, RoundEnded)]


@pytest.fixture
def kept() -> list[GameRecord]:
    """Ada plays with everybody, now and then under another name."""
    ada, ben, eve, bot = Player("Ada", ADA), Player("Ben", BEN), Player("Eve"), Player("Bo", level="hard")
    return [
        a_game(1, ada, ben),
        a_game(2, ben, ada, bot),
        a_game(3, ada, eve, bot),
        a_game(4, Player("EVE"), Player("Ada L.", ADA), variant="tactic"),
        a_game(5, ben, bot),
    ]


def naive(games: list[GameRecord], person: str) -> Iterator[tuple[int, bool, list[int]]]:
    """When each game of this person ended, whether they won it, and their heads in each round."""
    for record in games:
        for seat, player in enumerate(record.players):
            if (player.key or f"name:{player.name.casefold()}") == person and not player.level:
                rounds = heads_of(record)
                places = ranks(tuple(map(sum, zip(*rounds, strict=True))))
                yield record.ended, places[seat] == 1, [heads[seat] for heads in rounds]


@pytest.mark.slow
@pytest.mark.parametrize("variant", [None, "classic", "tactic", "draft"])
def test_everybodys_figures_match_the_facts(kept: list[GameRecord], variant: Variant | None) -> None:
    chosen = [record for record in kept if variant in (None, "tactic" if record.number == 4 else "classic")]
    scores = counted(variant)
    assert scores.games == len(chosen) and scores.variants == ("classic", "tactic")
    people = {player.key or "name:eve" for record in chosen for player in record.players if not player.level}
    assert {each.person for each in scores.people} == people
    for each in scores.people:
        played = list(naive(chosen, each.person))
        rounds = [heads for _ended, _won, of_game in played for heads in of_game]
        assert (each.games, each.wins) == (len(played), sum(won for _ended, won, _rounds in played))
        assert (each.rounds, each.best, each.worst) == (len(rounds), min(rounds), max(rounds))
        assert each.mean == pytest.approx(sum(rounds) / len(rounds))
        assert each.last == played[-1][0]
    assert [each.games for each in scores.people] == sorted((each.games for each in scores.people), reverse=True)


@pytest.mark.slow
@pytest.mark.usefixtures("kept")
def test_people_go_by_their_last_name_and_bots_are_not_listed() -> None:
    assert {each.name: each.own for each in counted().people} == {"Ada L.": True, "Ben": False, "EVE": False}


@pytest.mark.slow
@pytest.mark.usefixtures("kept")
def test_your_own_games_count_under_each_of_your_keys() -> None:
    a_game(6, Player("Ada", "dd" * 32), Player("Ben", BEN))
    assert [(each.person, each.games) for each in counted(own=(ADA, "dd" * 32)).people if each.own] == [(ADA, 5)]


@pytest.mark.slow
def test_a_deleted_game_no_longer_counts(kept: list[GameRecord]) -> None:
    before = counted()
    past = a_game(7, Player("Ada", ADA), Player("Ben", BEN))
    assert counted().people != before.people
    delete_games((past.id,))
    assert counted() == before


def test_only_evenings_with_others_are_listed_and_none_for_a_variant() -> None:
    a_game(1, Player("Ada", ADA), Player("Bo", level="hard"))
    assert counted().evenings == ()
    a_game(2, Player("Ada", ADA), Player("Ben", BEN))
    (evening,) = counted().evenings
    assert len(evening.games) == 2
    assert counted("classic").evenings == ()


def table_text(scores: Scores, variant: Variant | None = None) -> list[str]:
    console = Console(file=StringIO(), width=100)
    console.print(describe_scores(scores, variant))
    assert isinstance(console.file, StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


@pytest.mark.slow
@pytest.mark.usefixtures("kept")
def test_the_tables_show_every_figure_once() -> None:
    title, head, first, *_others = table_text(counted())
    score = counted().people[0]
    assert title == "EVERYBODY" and head.split("  ")[0] == "player"
    name, *figures = [part for part in first.split("  ") if part]
    assert name == "Ada L. (you)"
    assert [part.strip() for part in figures] == [
        str(score.games), str(score.wins), f"{score.mean:.1f}", str(score.best), str(score.worst),
        "14 November 2023",
    ]  # fmt: skip
    assert table_text(counted("tactic"), "tactic")[0] == "EVERYBODY · tactic"
    evening = table_text(counted())[-1]
    assert evening.split("  ")[0] == "14 November 2023" and " 5 " in evening and "Ada's" in evening


def test_a_name_is_never_markup_and_french_has_a_decimal_comma() -> None:
    score = PersonScore(ADA, "[red]Ada[/]", False, 3, 1, 9, 7.25, 0, 20, EVENING)
    with i18n.speaking("fr"):
        _title, _head, line = table_text(Scores(3, ("classic",), (score,), ()))
    assert line.startswith("[red]Ada[/] ") and " 7,2 " in line
