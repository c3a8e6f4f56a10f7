"""A hosted table at which nobody is: how long it waits, and for whom."""

import pytest
from host.party import Began, Open

from sixqp_protocol.messages import Leave
from sixqp_tui.host.timers import KEPT_SECONDS, LOST_SECONDS, ORPHANED_SECONDS


def test_a_table_stays_open_while_a_seated_player_is_here(table: Open) -> None:
    party = table(bots=1)
    assert party.room.abandonment_timeout == LOST_SECONDS
    owner = party.owner()
    assert party.room.abandonment_timeout is None
    guest = party.join()
    party.lose(owner)
    assert party.room.abandonment_timeout is None
    party.lose(guest)
    assert party.room.abandonment_timeout == ORPHANED_SECONDS


@pytest.mark.parametrize("watched", [False, True])
def test_an_owner_who_vanishes_without_leaving_is_not_waited_for_long(game: Began, watched: bool) -> None:
    party, (owner, *_) = game(1, bots=2)
    if watched:
        party.join("Wim", role="watcher")
    party.lose(owner)
    assert party.room.abandonment_timeout == LOST_SECONDS


def test_a_table_left_open_stays_open_until_the_owner_has_returned(game: Began) -> None:
    party, (owner, *_) = game(1, bots=2)
    party.ask(owner, Leave)
    assert party.room.abandonment_timeout == KEPT_SECONDS
    watcher = party.join("Wim", role="watcher")
    assert party.room.abandonment_timeout is None
    party.lose(watcher)
    again = party.owner()
    assert party.room.abandonment_timeout is None
    party.lose(again)
    assert party.room.abandonment_timeout == LOST_SECONDS


def test_a_guest_who_left_the_seat_to_a_bot_may_come_back(game: Began) -> None:
    party, (owner, guest) = game(2)
    party.ask(guest, Leave)
    party.lose(owner)
    assert party.room.abandonment_timeout == ORPHANED_SECONDS
