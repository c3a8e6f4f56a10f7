"""A decision of a game that is reviewed, where it stands in the facts, and the table as its player saw it. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from sixqp_protocol.facts import AnyFact, RowTaken
from sixqp_tui.analysis.result import Decision
from sixqp_tui.engine.rules import Rows, landing
from sixqp_tui.engine.view import View
from sixqp_tui.presentation.chapters import Chapters


class Scene(NamedTuple):
    """The table when it was decided: the rows, the card that was decided about, and where it would go.

    `card` is the one that was laid, for a row the one that was too low. `row` is None where it is too low.
    """

    rows: Rows
    card: int
    row: int | None


def position_of_decision(decision: Decision, facts: Sequence[AnyFact], chapters: Chapters) -> int:
    """How many facts of the game had happened when it was decided: for a card those before the turn.

    Raises LookupError where the game has no such decision.
    """
    begin = chapters.find(decision.round, decision.turn)
    if begin is None:
        raise LookupError(f"no turn {decision.turn} in round {decision.round}")
    if decision.kind == "card":
        return begin
    for position, fact in enumerate(facts[begin:], begin):
        if isinstance(fact, RowTaken) and fact.too_low and fact.seat == decision.seat:
            return position
    raise LookupError("no row that was taken")


def scene_of_decision(decision: Decision, view: View) -> Scene:
    """The table when it was decided, from what its player could read by then."""
    rows = view.table.rows
    if decision.kind == "row":
        return Scene(rows, dict(view.table.to_place)[decision.seat], None)
    return Scene(rows, decision.made, landing(rows, decision.made).row)
