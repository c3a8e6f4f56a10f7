"""The cards seen this round, told on demand."""

from msgspec.structs import replace
from support.conversations import BackToBack
from support.plain import Listener
from support.tables import OWNER, a_room, settings


def test_every_card_is_told_once() -> None:
    at = BackToBack(a_room(settings("tactic", 1)))
    olga = Listener(at, "Olga", OWNER)
    Listener(at)
    olga.type("start")
    told = olga.type("seen")
    assert [line.split(":")[0] for line in told] == ["On the table", "Yours", "Not seen yet this round"]
    assert len(told[0].split(":")[1].split(",")) <= 4


def test_a_table_that_has_it_off_says_so() -> None:
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
