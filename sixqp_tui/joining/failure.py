"""Errors that end a command, with a sentence for the player."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sixqp_protocol.text import clean_path, clean_reason
from sixqp_tui.i18n import _, errors as errors_words
from sixqp_tui.i18n.home import CodeAsked


class Failure(Exception):
    """The command can't be done. The text is a whole sentence; `code` is the exit code, never 0."""

    def __init__(self, sentence: str, code: int = 1) -> None:
        super().__init__(sentence)
        self.code = code


class ChangedCertificate(Failure):
    pass


class CodeNeeded(Failure):
    """The table is locked; `why` says what happened to the code that was given."""

    def __init__(self, sentence: str, why: CodeAsked = "first") -> None:
        super().__init__(sentence)
        self.why = why


@contextmanager
def os_errors_as_failures() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Failure(errors_words.files_refused(*_file_and_reason(error))) from None


@contextmanager
def failures_shown(show: Callable[[str], object]) -> Iterator[None]:
    """End the block at a Failure, and show its sentence."""
    try:
        yield
    except Failure as failure:
        show(str(failure))


def nothing_kept(error: OSError) -> str:
    """For a game that can be played although the disk refuses to store anything."""
    path, reason = _file_and_reason(error)
    return _("Nothing will be saved: can't write “{path}” ({reason}).").format(path=path, reason=reason)


def game_not_kept(error: OSError) -> str:
    path, reason = _file_and_reason(error)
    sentence = _("The game you played isn't in your history: can't write “{path}” ({reason}).")
    return sentence.format(path=path, reason=reason)


def _file_and_reason(error: OSError) -> tuple[str, str]:
    return clean_path(error.filename or ""), clean_reason(error.strerror or str(error))
