"""The tally as its reader sees it."""

from msgspec.structs import replace

from sixqp_protocol.messages import TallyLine
from sixqp_tui.presentation.tally import TallyRow, describe_wins, evening_medals, tally_rows

ANN = TallyLine("Ann", False, 0, games=3, won=1, rounds=9, heads=60, last=4, best=0)
BOB = TallyLine("Bob", False, None, games=1, won=1, rounds=2, heads=9, last=3, best=3)
HAL = TallyLine("Hal", True, 1, games=3, won=0, rounds=9, heads=40, last=0, best=0)


def test_most_wins_come_first_and_then_fewest_heads_per_round() -> None:
    rows = tally_rows((HAL, ANN, BOB), you=0)
    assert rows == (TallyRow(BOB), TallyRow(ANN, own=True, seat=0), TallyRow(HAL, seat=1))


def test_only_winners_are_listed_and_only_from_the_second_game_on() -> None:
    rows = tally_rows((HAL, ANN, BOB), you=0)
    assert describe_wins(rows) == "Games won: Bob 1 and you 1"
    assert describe_wins(tally_rows((BOB,), you=None)) == ""
    assert describe_wins(tally_rows((replace(HAL, won=3),), you=0)) == "Only bots have won so far"


def test_an_evening_medal_has_one_holder_with_at_least_two_games() -> None:
    assert evening_medals(tally_rows((HAL, ANN, BOB), you=0)) == (
        ("Champion", "Ann won 1 of 3 games", 0),
        ("Light hand", "Hal took 4.4 heads a round", 1),
        ("Cattle baron", "Ann took 6.7 heads a round", 0),
    )
    assert evening_medals(tally_rows((BOB,), you=None)) == ()


def test_beside_a_game_rows_have_its_seats_although_somebody_left_and_others_moved_up() -> None:
    rows = tally_rows((HAL, ANN, BOB), you=0, players=("Bob", "Ann", "Hal"))
    assert rows == (TallyRow(BOB, seat=0), TallyRow(ANN, own=True, seat=1), TallyRow(HAL, seat=2))
