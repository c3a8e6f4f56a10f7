"""What decisions cost over all games is what the reviews beside the games say."""

from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.games import EVENING, recorded
from support.made_up_reviews import keep_review, made_up_review

from sixqp_protocol.facts import Variant
from sixqp_tui.analysis.mistakes import kind_of
from sixqp_tui.analysis.result import Balance, Review
from sixqp_tui.features.history import game_index
from sixqp_tui.features.history.decisions import DecisionScore
from sixqp_tui.features.history.files import delete_review, games_path
from sixqp_tui.features.history.games import consult, list_games, save_game
from sixqp_tui.features.history.record import GameRecord, Holder, Player
from sixqp_tui.features.history.statistics import ParScore, Scores, Selection, count_scores

ADA, BEN = "aa" * 16, "bb" * 16
WHO = (Player("Ada", ADA), Player("Ben", BEN), Player("Bo", level="hard"))


def counted(selection: Selection | None = None, own: str = ADA) -> Scores:
    return consult(lambda index: count_scores(index, {}, (own,), selection=selection or Selection()))[0]


def score(selection: Selection | None = None, own: str = ADA) -> DecisionScore | None:
    scores = counted(selection, own)
    assert scores.details
    return scores.details.decisions


def accuracies() -> list[int | None]:
    (game,) = list_games().games
    return [seat.accuracy for seat in game.seats]


def reviewed(number: int, who: tuple[Player, ...] = WHO, variant: Variant = "classic") -> tuple[GameRecord, Review]:
    ended = EVENING + number
    record = save_game(recorded(variant, players=3, who=who, seed=f"{number}", number=number, ended=ended))
    review = made_up_review(record)
    keep_review(games_path(), record, review)
    return record, review


def test_the_score_sums_the_reviews_and_a_rebuilt_index_agrees(home: Path) -> None:
    kept = [reviewed(1), reviewed(2), reviewed(3, variant="draft")]
    save_game(recorded(players=3, who=WHO, number=4, ended=EVENING + 4))
    found = score()
    costs = Counter[str]()
    every = [each for _record, review in kept for each in review.seats[0].decisions]
    laid = [each for each in every if each.kind != "pick"]  # a pick is no kind of mistake
    assert sum(each.cost for each in every) > sum(each.cost for each in laid)
    for each in laid:
        costs[kind_of(each)] += each.cost
    assert found and found.waiting == 1
    assert [game.game for game in found.games] == [record.id for record, _review in kept]
    assert sum(game.cost.rounds for game in found.games) == 6
    assert {each.kind: each.mean for each in found.kinds} == pytest.approx(
        {each.kind: costs[each.kind] / 60 for each in found.kinds}
    )
    ada = next(each for each in counted().people if each.own)
    whole = sum((review.seats[0].balance for _record, review in kept), Balance(0, 0, 0, 0))
    assert ada.par == ParScore(6, (whole.taken - whole.par) / 10 / 6)
    assert found.mistakes[0].cost == max(each.cost for each in laid)
    (home / game_index.FILE_NAME).unlink()
    assert score() == found
    assert score(Selection(players=3)) == found


def test_a_changed_deleted_or_outdated_review_is_read_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record, _review = reviewed(1)
    first = score()
    assert first and first.games
    review = made_up_review(record, full_rows=0.0)
    keep_review(games_path(), record, review)
    changed = score()
    assert changed and not any(each.kind == "sixth" for each in changed.mistakes)
    assert accuracies() == [seat.accuracy for seat in review.seats]
    with monkeypatch.context() as patch:
        patch.setattr(game_index, "REVIEW_VERSION", 99)
        patch.setattr(game_index, "read_review", lambda game, folder: None)
        assert score() == DecisionScore(waiting=1)
    delete_review(games_path(), record.id)
    assert score() == DecisionScore(waiting=1)
    assert accuracies() == [None] * 3


def test_each_holder_of_a_seat_is_scored_on_their_own_decisions(home: Path) -> None:
    """Ben takes Ada's seat in round 2, and a stand-in decides once for him."""
    held = Player("Ben", BEN, holders=(Holder("Ada", 1, 1, ADA), Holder("Ben", 2, 1, BEN)))
    record, review = reviewed(1, (held, WHO[2], Player("Eve")))
    decisions = review.seats[0].decisions
    costly = next(each for each in decisions if each.round == 2 and each.cost)
    stood_in = tuple(replace(each, stood_in=each == costly) for each in decisions)
    seats = (replace(review.seats[0], decisions=stood_in), *review.seats[1:])
    keep_review(games_path(), record, replace(review, seats=seats))
    ada, ben = score(own=ADA), score(own=BEN)
    assert ada and {each.round for each in ada.mistakes} == {1}
    assert ben and {each.round for each in ben.mistakes} <= {2}
    assert (costly.round, costly.turn) not in {(each.round, each.turn) for each in ben.mistakes}
    assert [game.cost.rounds for game in (*ada.games, *ben.games)] == [1, 1]


@pytest.mark.slow
def test_an_incremental_index_lists_the_same_decisions_as_a_rebuilt_one(home: Path) -> None:
    """Many cost the same, and the order in which games were added may not choose among them."""
    for number in range(1, 7):
        record = save_game(recorded(players=3, who=WHO, seed=f"{number}", number=number, ended=EVENING + number))
        review = made_up_review(record, full_rows=0.7)
        seats = tuple(
            replace(seat, decisions=tuple(replace(each, cost=min(each.cost, 20)) for each in seat.decisions))
            for seat in review.seats
        )
        keep_review(games_path(), record, replace(review, seats=seats))
        grown = score()
    (home / game_index.FILE_NAME).unlink()
    assert score() == grown
