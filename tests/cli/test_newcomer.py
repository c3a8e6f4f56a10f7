"""Who is asked whether they would like to learn the game."""

from sixqp_tui.joining.player import Player
from sixqp_tui.store import keys, paths
from sixqp_tui.terminal.app import is_newcomer
from sixqp_tui.terminal.player_name import keep_name


def test_a_returning_player_is_not_a_newcomer() -> None:
    assert is_newcomer(Player("Ann", keep_name=keep_name)) and not is_newcomer(Player("Ann"))
    keys.first_key(paths.data_path() / keys.FOLDER)
    assert not is_newcomer(Player("Ann", keep_name=keep_name))
