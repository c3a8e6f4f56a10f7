"""What the host reads about a way in on opening it."""

import pytest

from sixqp_protocol.messages import OpenWay
from sixqp_tui.i18n.lobby import way_lines
from sixqp_tui.presentation.ways_in import open_way
from sixqp_tui.tui.ways_in import way_hints

LISTENER = "Anyone listening in on this network can see these guests' hands."


@pytest.mark.parametrize("locked", [False, True])
def test_the_host_is_warned_that_hands_may_be_seen(locked: bool) -> None:
    hints = way_hints("page", locked)
    assert LISTENER in hints and LISTENER in way_lines("page", "http://192.0.2.1:4669", "")
    assert ("room code" in hints[0]) == locked


def test_the_shown_url_can_be_opened_by_a_browser() -> None:
    plain = open_way(OpenWay("page", 4669), "192.0.2.7")
    assert plain.line == plain.link and plain.line.startswith("http://") and plain.line.endswith(":4669")
