"""Sessions that return at once."""

import pytest


@pytest.fixture
def quick_returns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A session that lost its table waits no quarter of a second before it tries again."""
    monkeypatch.setattr("sixqp_tui.client.session.MIN_WAIT", 0.01)
