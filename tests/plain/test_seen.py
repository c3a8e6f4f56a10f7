"""The cards seen this round, told on demand, and the settings that are typed."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
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


def test_a_table_with_the_list_off_says_so() -> None:
    at = BackToBack(a_room(replace(settings("tactic", 1), cards_seen=False)))
    olga = Listener(at, "Olga", OWNER)
    Listener(at)
    olga.type("start")
    assert olga.type("seen") == ["This table doesn't list the cards seen."]


def test_the_owner_switches_it_in_the_lobby() -> None:
    at = BackToBack(a_room(settings("tactic", 1)))
    olga = Listener(at, "Olga", OWNER)
    olga.type("cards-seen off")
    olga.hear()
    assert olga.player.model.news is not None and not olga.player.model.news.settings.cards_seen
    assert "on or off" in olga.type("cards-seen maybe")[0]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("cartes-vues non", lambda settings: not settings.cards_seen),
        ("durée courte", lambda settings: settings.rules.limit == 33),
        ("limite sans", lambda settings: settings.rules.limit is None),
        ("variante draft", lambda settings: settings.rules.variant == "draft"),
        ("enjeu Rapide", lambda settings: settings.stake == "Rapide"),
        ("timer none", lambda settings: settings.timer is None),
    ],
)
def test_a_setting_is_typed_in_french_or_english(typed: str, read: Callable[[Settings], bool]) -> None:
    i18n.use("fr")
    olga = Listener(BackToBack(a_room(settings("classic", 3))), "Olga", OWNER)
    olga.type(typed)
    olga.hear()
    assert olga.player.model.news is not None and read(olga.player.model.news.settings)
