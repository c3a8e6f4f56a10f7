"""The cards seen this round, told on demand, and the settings that are typed."""

from collections.abc import Callable

import pytest
from support.conversations import BackToBack
from support.plain import Listener
from support.tables import OWNER, a_room, settings

from sixqp_protocol.messages import Settings
from sixqp_tui import i18n


def test_every_card_is_listed_once() -> None:
    at = BackToBack(a_room(settings("tactic", 1)))
    olga = Listener(at, "Olga", OWNER)
    Listener(at)
    olga.type("start")
    printed = olga.type("seen")
    assert [line.split(":")[0] for line in printed] == ["On the table", "Yours", "Not seen yet this round"]
    assert len(printed[0].split(":")[1].split(",")) <= 4


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("limite sans", lambda settings: settings.rules.limit is None),
        ("variante draft", lambda settings: settings.rules.variant == "draft"),
        ("timer none", lambda settings: settings.timer is None),
    ],
)
def test_a_setting_is_typed_in_french_or_english(typed: str, read: Callable[[Settings], bool]) -> None:
    i18n.use("fr")
    olga = Listener(BackToBack(a_room(settings("classic", 3))), "Olga", OWNER)
    olga.type(typed)
    olga.hear()
    assert olga.player.model.news is not None and read(olga.player.model.news.settings)
