"""What follows from a typed line: lines to print, a request to the table, or a question back."""

from collections.abc import Callable
from typing import NamedTuple

from sixqp_protocol.messages import AnyRequest
from sixqp_tui.plain.knowledge import Known


class Question(NamedTuple):
    """Something that must be answered first: its prompt, and what each answer does."""

    prompt: str
    answers: dict[str, "Answer"]


class Answer(NamedTuple):
    """What follows.

    The table is left by it and `keeps`: a table that was opened from here stays open; `resumable`: it is closed,
    and its game is kept.
    """

    lines: tuple[str, ...] = ()
    request: AnyRequest | None = None
    question: Question | None = None
    keeps: bool = False
    resumable: bool = False


def told(*lines: str) -> Answer:
    """Nothing but lines."""
    return Answer(lines)


Act = Callable[[Known, str, float], Answer]
