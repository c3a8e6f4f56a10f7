"""How long a game takes, and which game ends so."""

from sixqp_tui.presentation.game_length import GAMES, game_of, minutes


def test_longer_games_and_drafts_take_longer() -> None:
    for players in range(1, 11):
        assert minutes("quick", players) < minutes("short", players) < minutes("full", players)
        assert minutes("quick", players, "draft") > minutes("quick", players)


def test_each_preset_game_is_recognized_by_its_end_rules() -> None:
    assert [game_of(*ends) for ends in GAMES.values()] == list(GAMES)
    assert game_of(50, None) is game_of(66, 3) is None
