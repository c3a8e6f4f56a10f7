"""Who may ask for what: what is offered, beyond what `tests/fuzzing` tries of what is granted."""

from typing import get_args

import pytest
from msgspec.structs import replace

from sixqp_protocol import messages
from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import AnyRequest, RoomNews, SeatNews, Settings
from sixqp_protocol.refusals import Refusal
from sixqp_tui.engine.decisions import Forbidden, at_hand
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.permissions import Standing, bar, refusal, standing_of, withheld
from sixqp_tui.engine.table import Table
from sixqp_tui.engine.view import View

SEATS = (SeatNews("Olga", "person", True, owner=True), SeatNews("Ann", "person", True), SeatNews("", "open", False))
LOBBY = RoomNews("lobby", SEATS, 0, Settings(), 0, False, (), None)
OWNER_ONLY = {
    "SetRules", "SetSeat", "Start", "Pause", "NextRound", "Resume", "CloseTable",
}  # fmt: skip


def playing(seat: int | None, **changes: bool) -> Standing:
    """Somebody who reads the first turn of a game, as this seat or as a watcher."""
    batch, _ = Game.start(Rules(), ("Olga", "Ann"), "seed")
    view = View(seat).after(fact for fact in batch if fact.reader in (None, seat))
    return standing_of(replace(LOBBY, phase="playing", seats=SEATS[:2], you=seat, **changes), view.table)


def code(forbidden: Forbidden | None) -> Refusal | None:
    return forbidden.code if forbidden else None


def test_without_news_nobody_has_a_seat() -> None:
    standing = standing_of(None, Table())
    assert (standing.seat, standing.owner, standing.seats) == (None, False, ())
    assert code(refusal(messages.Start(), standing)) is Refusal.NOT_OWNER


@pytest.mark.parametrize("kind", get_args(AnyRequest), ids=lambda kind: kind.__name__)
def test_owner_requests_are_refused_to_everyone_else(kind: type[AnyRequest]) -> None:
    for you in (1, None):
        refused = code(bar(kind, standing_of(replace(LOBBY, you=you), Table()))) is Refusal.NOT_OWNER
        assert refused is (kind.__name__ in OWNER_ONLY)
    assert code(bar(kind, standing_of(LOBBY, Table()))) is not Refusal.NOT_OWNER


def test_a_decision_is_offered_only_for_the_current_moment() -> None:
    standing = playing(1)
    card = (standing.table.hands[1] or ())[0]
    decision = messages.ChooseCard(card=card)
    assert code(refusal(decision, standing)) is Refusal.STALE
    assert refusal(at_hand(decision, standing.table), standing) is None
    assert withheld(decision, standing) is None
    assert withheld(messages.TakeBack(), standing) == Forbidden(Refusal.NOTHING_LAID, "3.1")
    assert withheld(messages.ChooseRow(row=0), standing) == Forbidden(Refusal.NOT_ASKED, "3.7")
    assert code(withheld(decision, playing(1, paused=True))) is Refusal.PAUSED
    assert code(withheld(decision, playing(None))) is Refusal.NOT_SEATED


def test_pause_is_offered_while_running_and_resume_while_paused() -> None:
    running, paused = playing(0), playing(0, paused=True)
    assert withheld(messages.Pause(), running) is None and withheld(messages.Resume(), paused) is None
    assert code(withheld(messages.Pause(), paused)) is Refusal.PAUSED
    assert code(withheld(messages.Resume(), running)) is Refusal.NOT_ASKED
    assert refusal(messages.Pause(), paused) is None and refusal(messages.Resume(), running) is None


def test_a_watcher_is_not_offered_a_rename_though_it_is_permitted() -> None:
    watcher = standing_of(replace(LOBBY, you=None), Table())
    assert code(withheld(messages.Rename(name="Zoe"), watcher)) is Refusal.NOT_SEATED
    assert refusal(messages.Rename(name="Zoe"), watcher) is None


@pytest.mark.parametrize("kind", get_args(AnyRequest), ids=lambda kind: kind.__name__)
def test_nothing_is_permitted_that_cannot_be_recorded(kind: type[AnyRequest]) -> None:
    assert code(bar(kind, playing(0, kept=False))) is Refusal.NOT_KEPT
