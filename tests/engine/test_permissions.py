"""Who may ask for what: what `tests/fuzzing` doesn't try of what is granted."""

from sixqp_protocol import messages
from sixqp_protocol.refusals import Refusal
from sixqp_tui.engine.permissions import refusal, standing_of
from sixqp_tui.engine.table import Table


def test_without_news_nobody_has_a_seat() -> None:
    standing = standing_of(None, Table())
    assert (standing.seat, standing.owner, standing.seats) == (None, False, ())
    refused = refusal(messages.Start(), standing)
    assert refused is not None and refused.code is Refusal.NOT_OWNER
