"""People who read lines and type answers."""

import re
from collections.abc import Callable
from io import StringIO

from sixqp_tui.plain.console_session import Inbox
from sixqp_tui.plain.line_player import End


class Answering(StringIO):
    """An output that somebody reads who types an answer to each prompt; `answer` gives it, or None."""

    def __init__(self, inbox: Inbox, answer: Callable[[str], str | End | None]) -> None:
        super().__init__()
        self._inbox, self._answer = inbox, answer

    def write(self, text: str) -> int:
        for line in text.splitlines():
            typed = self._answer(line)
            if typed is not None:
                self._inbox.put_nowait(typed)
        return super().write(text)


def first_choice(line: str) -> str | None:
    """The first number that answers a question; None where it isn't answered by a number."""
    choices = re.search(r"\((\d+)(?:\D.*)?\): ?$", line)
    return choices[1] if choices else None
