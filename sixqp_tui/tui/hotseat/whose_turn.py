"""Around one keyboard: whose view is on the screen. Pure; the views are those of the people and of a watcher."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from sixqp_tui.engine.pending import CardsWanted, DecisionId
from sixqp_tui.engine.view import View


class KeyboardHolder(NamedTuple):
    """Who has the keyboard, and for which decision: the next turn asks for it anew."""

    seat: int
    decision: DecisionId | None


class Perspective(NamedTuple):
    """What the screen shows.

    What all may see, to `all`, or with a `curtain` until `seat` has the keyboard, or with a decision of `seat` that
    is made in the `open`; or the `own` view of that seat, its hand with it.
    """

    kind: Literal["all", "curtain", "open", "own"]
    seat: int | None = None


EVERYBODY = Perspective("all")


def whose_turn(public: View, people: Sequence[View], holder: KeyboardHolder | None) -> Perspective:
    """Whose view is on, by what a watcher and the people (by their seats) know.

    Rows and drafted cards are chosen in the open: nothing that is asked there needs a hand to be shown (3.7, 5.2).
    Cards are chosen one after the other, each behind a curtain, the lowest seat first; where only one person plays,
    nobody is there to hide a hand from. While the views do not agree yet, everybody sees what all may see.
    """
    pending, now = public.table.pending, public.table.decision_id
    asked = [view for view in people if pending is not None and view.seat in pending.seats]
    ready = [view.seat for view in asked if view.decision_id == now]
    if not ready:
        return EVERYBODY
    if not isinstance(pending, CardsWanted):
        return Perspective("open", ready[0])
    if len(people) == 1 or (holder and holder.decision == now and holder.seat in ready):
        return Perspective("own", ready[0] if holder is None or len(people) == 1 else holder.seat)
    return Perspective("curtain", ready[0]) if ready[0] == asked[0].seat else EVERYBODY
