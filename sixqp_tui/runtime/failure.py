"""What ends a command early: one sentence for the person, and the exit code."""

from collections.abc import Iterator
from contextlib import contextmanager

from sixqp_protocol.text import clean
from sixqp_tui.i18n import errors as errors_words

_PATH_CELLS = 200
"""Cells of a path that a sentence shows."""


class Failure(Exception):
    """The command cannot be done. The text is the whole sentence; `code` the exit code, not zero."""

    def __init__(self, sentence: str, code: int = 1) -> None:
        super().__init__(sentence)
        self.code = code


class ChangedCertificate(Failure):
    """The table shows another certificate than the one that is known."""


class CodeNeeded(Failure):
    """The table is locked, and no room code was given; or a `wrong` one."""

    wrong = False


class WrongCode(CodeNeeded):
    """The table is locked, and the room code was wrong."""

    wrong = True


@contextmanager
def os_errors_as_failures() -> Iterator[None]:
    """Makes a Failure that names the file of whatever the disk refuses in here."""
    try:
        yield
    except OSError as error:
        path = clean(str(error.filename or ""), _PATH_CELLS)
        raise Failure(errors_words.files_refused(path, clean(error.strerror or str(error), _PATH_CELLS))) from None
