"""Who may ask for what: what is offered, beyond what `tests/fuzzing` tries of what is granted."""

from msgspec.structs import replace

from sixqp_protocol import messages
from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import RoomNews, SeatNews, Settings
from sixqp_protocol.refusals import Refusal
from sixqp_tui.engine.decisions import Forbidden
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.permissions import Standing, refusal, standing_of
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
