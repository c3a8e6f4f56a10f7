"""Quick reactions are shown for a few seconds, the newest of each seat."""

from sixqp_protocol.messages import Reacted
from sixqp_tui.presentation.reactions import SHOWN, Reactions


def test_a_reaction_is_shown_for_a_few_seconds_and_the_next_of_a_seat_replaces_it() -> None:
    shown = Reactions().hear(Reacted(1, "Ann", "bravo"), 100.0).hear(Reacted(2, "Bo", "ouch"), 101.0)
    assert shown.at(101.0) == ((1, "bravo"), (2, "ouch"))
    assert shown.at(100.0 + SHOWN) == ((2, "ouch"),)
    again = shown.hear(Reacted(1, "Ann", "haha"), 102.0)
    assert again.at(102.0) == ((2, "ouch"), (1, "haha"))
    assert again.at(102.0 + SHOWN) == ()


def test_a_watcher_has_no_name_to_show_it_at() -> None:
    assert Reactions().hear(Reacted(None, "Wim", "haha"), 100.0) == Reactions()
