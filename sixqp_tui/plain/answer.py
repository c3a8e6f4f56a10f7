"""What a command needs to know, and the result of a typed line."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from sixqp_protocol.messages import AnyRequest
from sixqp_protocol.refusals import Refusal
from sixqp_protocol.text import clean
from sixqp_tui.hosting.continuing import Evening
from sixqp_tui.presentation.view_model import ViewModel


class Context(NamedTuple):
    """What a command may need besides the view model.

    `join_line` and `invitation` lead others to a table that was opened from here, and `friends_line` to somebody
    else's. `alone`: the table is in this process. `now` is on the clock of the view model's deadline. `late`: the
    reader wanted a chair, and none was free. `resume_line` is None without a journal. `unnamed`: the reader's name
    wasn't set before this run. `commands` are listed beside the table's own. `offers_host_seat` is that of
    `WaysIn`.
    """

    join_line: str | None = None
    invitation: str | None = None
    alone: bool = False
    now: float = 0.0
    late: bool = False
    resume_line: str | None = None
    unnamed: bool = False
    commands: Mapping[str, "Command"] = {}
    friends_line: str | None = None
    evening: Evening | None = None
    offers_host_seat: Callable[[], bool] = lambda: False


class Question(NamedTuple):
    """A question to ask first, with the consequence of each answer."""

    prompt: str
    answers: dict[str, "Answer"]


class Answer(NamedTuple):
    """Lines to print, a request to send, or a question to ask.

    `waits`: the reader sits down once there is a chair. `picks_rest`: pick the rest of the draft for the reader.
    `then` is called after printing.
    """

    lines: tuple[str, ...] = ()
    request: AnyRequest | None = None
    question: Question | None = None
    waits: bool = False
    picks_rest: bool = False
    then: Callable[[], None] | None = None


Act = Callable[[ViewModel, str, Context], Answer]
Bar = Callable[[ViewModel, Context], Refusal | None]


def always(_model: ViewModel, _context: Context) -> Refusal | None:
    return None


class Command(NamedTuple):
    act: Act
    bar: Bar = always
    listed: Callable[[ViewModel], object] = lambda _model: True


def tell(*lines: str) -> Answer:
    return Answer(lines)


def shorten(typed: str) -> str:
    return clean(typed, 40)
