"""How long a game takes, and which game ends so."""

from sixqp_tui.presentation.game_length import GAMES, game_of, minutes


def test_a_longer_game_takes_longer_and_picks_count() -> None:
    for players in range(1, 11):
        assert minutes("quick", players) < minutes("short", players) < minutes("full", players)
        assert minutes("quick", players, "draft") > minutes("quick", players)


def test_every_game_is_known_by_its_ends_and_other_ends_are_none_of_them() -> None:
    assert [game_of(*ends) for ends in GAMES.values()] == list(GAMES)
    assert game_of(50, None) is game_of(66, 3) is None
