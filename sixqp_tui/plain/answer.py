"""What a command needs to know, and what a typed line leads to."""

from typing import NamedTuple

from sixqp_protocol.messages import AnyRequest
from sixqp_protocol.text import clean
from sixqp_tui.analysis.moments import Moment


class Context(NamedTuple):
    """What a command may need besides the view model.

    `join_line` and `invitation` lead others to a table opened here. `alone`: the table is in this process and ends
    when the reader leaves. `now` is on the clock of the model's deadline. `late`: the reader wanted a chair and
    found none. `resume_line` resumes the game after its owner closes the table, if it is kept. `unnamed`: nobody
    has set the reader's name. `coached`: the reader plays with the coach.
    """

    join_line: str | None = None
    invitation: str | None = None
    alone: bool = False
    now: float = 0.0
    late: bool = False
    resume_line: str | None = None
    unnamed: bool = False
    coached: bool = False


class Question(NamedTuple):
    """A question that comes first, with the consequence of each answer."""

    prompt: str
    answers: dict[str, "Answer"]


class Answer(NamedTuple):
    """Lines to print, a request to send, or a question to ask.

    `waits`: the reader takes the first free chair. `weigh`: a decision to ask the coach about.
    """

    lines: tuple[str, ...] = ()
    request: AnyRequest | None = None
    question: Question | None = None
    waits: bool = False
    weigh: Moment | None = None


def tell(*lines: str) -> Answer:
    return Answer(lines)


def shorten(typed: str) -> str:
    return clean(typed, 40)
