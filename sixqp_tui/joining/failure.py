"""What ends a command early: one sentence for the person, and the exit code."""

from collections.abc import Iterator
from contextlib import contextmanager

from sixqp_protocol.text import clean_path, clean_reason
from sixqp_tui.i18n import _
from sixqp_tui.i18n import errors as errors_words
from sixqp_tui.i18n.home import CodeAsked


class Failure(Exception):
    """The command cannot be done. The text is the whole sentence; `code` the exit code, not zero."""

    def __init__(self, sentence: str, code: int = 1) -> None:
        super().__init__(sentence)
        self.code = code


class ChangedCertificate(Failure):
    """The table shows another certificate than the one that is known."""


class CodeNeeded(Failure):
    """The table is locked, and a room code has to be typed; `why` tells what became of the one that was given."""

    why: CodeAsked = "first"


class UnansweredCode(CodeNeeded):
    """The line ended while the room code was checked. Nobody knows whether it was right."""

    why = "unanswered"


class WrongCode(CodeNeeded):
    """The table is locked, and the room code was wrong."""

    why = "wrong"


@contextmanager
def os_errors_as_failures() -> Iterator[None]:
    """Makes a Failure that names the file of whatever the disk refuses in here."""
    try:
        yield
    except OSError as error:
        raise Failure(errors_words.files_refused(*_file_and_reason(error))) from None


def nothing_kept(error: OSError) -> str:
    """What to say where a game can be played although the disk refuses what it would keep."""
    path, reason = _file_and_reason(error)
    return _("Nothing will be saved: can't write “{path}” ({reason}).").format(path=path, reason=reason)


def game_not_kept(error: OSError) -> str:
    """What to say where a game that is over is not in the history, because the disk refused it."""
    path, reason = _file_and_reason(error)
    sentence = _("The game you played isn't in your history: can't write “{path}” ({reason}).")
    return sentence.format(path=path, reason=reason)


def _file_and_reason(error: OSError) -> tuple[str, str]:
    return clean_path(error.filename or ""), clean_reason(error.strerror or str(error))
