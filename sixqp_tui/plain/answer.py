"""What follows from a typed line: lines to print, a wish for the table, or a question back."""

from collections.abc import Callable
from typing import NamedTuple

from sixqp_tui.client.requests import Wishes
from sixqp_tui.plain.knowledge import Known

Wish = Callable[[Wishes], None]


class Question(NamedTuple):
    """Something that must be answered first: its prompt, and what each answer does."""

    prompt: str
    answers: dict[str, "Answer"]


class Answer(NamedTuple):
    """What follows. `decides`: the wish is the decision at hand; `leaves`: it ends the stay at the table.

    `keeps`: a table that was opened from here stays open; `resumable`: it is closed, and its game is kept.
    """

    lines: tuple[str, ...] = ()
    wish: Wish | None = None
    question: Question | None = None
    decides: bool = False
    leaves: bool = False
    keeps: bool = False
    resumable: bool = False


def told(*lines: str) -> Answer:
    """Nothing but lines."""
    return Answer(lines)


Act = Callable[[Known, str, float], Answer]
