"""A game's review is kept beside it, and goes with it."""

from pathlib import Path

from support.games import recorded
from support.made_up_reviews import made_up_review

from sixqp_tui.features.history.files import games_path, read_review, review_path, write_review
from sixqp_tui.features.history.games import delete_games, read_games, save_game


def test_a_review_is_kept_until_its_game_is_deleted() -> None:
    record = save_game(recorded())
    review = made_up_review(record)
    write_review(record.id, review)
    assert read_review(record.id) == review
    assert [summary.id for summary in read_games().games] == [record.id]
    delete_games((record.id,))
    assert not review_path(games_path(), record.id).exists()


def test_the_review_of_an_unknown_game_is_not_kept() -> None:
    write_review("0123456789ab", made_up_review(recorded()))
    assert read_review("0123456789ab") is None


def test_a_damaged_review_is_ignored(home: Path) -> None:
    game = save_game(recorded()).id
    for damage in (b"", b"\x1f\x8b", b"no review"):
        review_path(games_path(), game).write_bytes(damage)
        assert read_review(game) is None
