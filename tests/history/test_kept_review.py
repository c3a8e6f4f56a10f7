"""A review is kept beside its game, and goes with it."""

from pathlib import Path

from support.games import recorded

from sixqp_tui.history.game_files import games_path
from sixqp_tui.history.games import delete_games, list_games, save_game
from sixqp_tui.history.kept_review import keep_review, kept_review_path, read_kept_review


def test_a_review_is_kept_beside_its_game_until_the_game_is_deleted() -> None:
    game = save_game(recorded()).id
    keep_review(game, b"what was found out")
    assert read_kept_review(game) == b"what was found out"
    assert [summary.id for summary in list_games().games] == [game]
    delete_games((game,))
    assert read_kept_review(game) is None
    assert not kept_review_path(games_path(), game).exists()


def test_the_review_of_a_game_of_somebody_else_is_not_kept() -> None:
    keep_review("0123456789ab", b"found out")
    assert read_kept_review("0123456789ab") is None


def test_a_damaged_review_is_none(home: Path) -> None:
    game = save_game(recorded()).id
    for damage in (b"", b"\x1f\x8b", b"no review"):
        kept_review_path(games_path(), game).write_bytes(damage)
        assert read_kept_review(game) is None
