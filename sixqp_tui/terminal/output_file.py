"""Files that a command writes where its user wants them, never replacing one unasked."""

from pathlib import Path

from sixqp_protocol.text import clean_path, clean_reason, printable
from sixqp_tui.i18n import _, pgettext
from sixqp_tui.joining.failure import Failure
from sixqp_tui.store.files import write_atomically
from sixqp_tui.terminal.player_name import is_at_terminal


def may_write(path: Path, force: bool) -> bool:
    """Whether the file may be written: it doesn't exist yet, or the user agrees, by an option or when asked.

    Raises Failure if nobody is there to ask, or if it can be no file.
    """
    try:
        if not path.exists():
            return True
        if not path.is_file():
            raise Failure(_cannot_write(path, _("it is not a file")))
    except OSError as error:
        raise Failure(_cannot_write(path, error.strerror or str(error))) from None
    if force:
        return True
    there = _("“{path}” already exists.").format(path=clean_path(path))
    if not is_at_terminal():
        # Translators: follows “… already exists.”
        hint = _("Use --force to replace it, or choose another name with -o.")
        raise Failure(f"{there} {hint}")
    # Translators: a question in the terminal: y stands for yes and is typed, everything else means no
    question = _("Replace it? [y/N]")
    return _answer(f"{there} {question} ") in ("y", pgettext("typed answer", "y"))


def name_file(output: Path | None, name: str) -> Path:
    """The file that is meant: `name` in this folder, or in `output` if that is a folder. Raises Failure."""
    if output is None:
        return Path(name)
    try:
        return output / name if output.is_dir() else output
    except OSError as error:
        raise Failure(_cannot_write(output, error.strerror or str(error))) from None


def write_file(path: Path, data: bytes) -> None:
    """Write the whole file or nothing, readable as its folder allows. Raises Failure."""
    try:
        write_atomically(path, data, private=False)
    except OSError as error:
        raise Failure(_cannot_write(path, error.strerror or str(error))) from None


def _answer(question: str) -> str:
    try:
        return input(printable(question)).strip().casefold()[:1]
    except EOFError:
        print()
        return ""


def _cannot_write(path: Path, reason: str) -> str:
    return _("“{path}” can't be written ({reason}).").format(path=clean_path(path), reason=clean_reason(reason))
