"""How long a game takes."""

from sixqp_tui.presentation.game_length import minutes


def test_longer_games_and_drafts_take_longer() -> None:
    for players in range(1, 11):
        one_round, short, full = minutes(None, 1, players), minutes(33, None, players), minutes(66, None, players)
        draft = minutes(None, 1, players, "draft")
        assert one_round and short and full and draft and one_round < short < full and one_round < draft


def test_the_first_end_counts() -> None:
    assert minutes(66, 1, 4) == minutes(None, 1, 4) and minutes(66, 99, 4) == minutes(66, None, 4)
