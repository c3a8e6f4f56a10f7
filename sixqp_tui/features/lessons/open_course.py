"""The lessons that somebody wants to learn from, and where it is kept how far they came."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from sixqp_protocol.text import clean
from sixqp_tui.features.lessons import words as lesson_words
from sixqp_tui.features.lessons.course import course
from sixqp_tui.features.lessons.lesson import MAX_BYTES, LessonFault, parse_lesson
from sixqp_tui.features.lessons.lesson_course import LessonCourse
from sixqp_tui.features.lessons.progress import FILE_NAME, LessonProgress, LessonProgressFile, Trouble
from sixqp_tui.i18n import _
from sixqp_tui.joining.failure import Failure
from sixqp_tui.store import paths
from sixqp_tui.store.private_files import read_private

MAX_SHOWN = 60
"""Characters of what was typed that a sentence repeats."""
MAX_FAULT_CHARACTERS = 300
"""Characters of what is wrong with a lesson."""


def open_course(name: str, tell: Callable[[str], None]) -> LessonCourse:
    """The program's lessons, where their learner left off; `tell` hears what is wrong with the file of that."""

    def tell_trouble(trouble: Trouble, path: Path) -> None:
        tell(_progress_trouble(trouble, str(path)))

    kept = LessonProgressFile(paths.data_path() / FILE_NAME, tell_trouble)
    return LessonCourse(course(), name, kept.read(), kept.keep)


def find_course(given: str | None, name: str, tell: Callable[[str], None]) -> LessonCourse:
    """The lessons from the one that is meant by its number, or the one of a file. Raises Failure."""
    if given is None:
        return open_course(name, tell)
    if given.isdecimal():
        codes = tuple(course())
        if not 1 <= int(given) <= len(codes):
            raise Failure(lesson_words.no_such_lesson(clean(given, MAX_SHOWN), len(codes)), code=2)
        lessons = open_course(name, tell)
        lessons.open(codes[int(given) - 1])
        return lessons
    path = Path(given)
    try:
        lesson = parse_lesson(read_private(path, MAX_BYTES))
    except FileNotFoundError:
        raise Failure(lesson_words.no_such_lesson(clean(given, MAX_SHOWN), len(course())), code=2) from None
    except OSError as error:
        told = error.strerror or str(error)
        raise Failure(lesson_words.impossible_lesson(clean(given, MAX_SHOWN), told)) from None
    except LessonFault as fault:
        told = clean(str(fault), MAX_FAULT_CHARACTERS)
        raise Failure(lesson_words.impossible_lesson(clean(given, MAX_SHOWN), told), code=2) from None
    return LessonCourse({path.stem: lesson}, name, LessonProgress())


def _progress_trouble(trouble: Literal["damaged", "newer", "unreadable", "unwritable"], path: str) -> str:
    """What is wrong with the file of what was learned."""
    return {
        "damaged": _("Your progress couldn't be read; it was set aside as {path}."),
        "newer": _("{path} is from a newer version and stays as it is: your progress won't be saved."),
        "unreadable": _("{path} can't be read: your progress won't be saved."),
        "unwritable": _("{path} can't be written: your progress won't be saved."),
    }[trouble].format(path=path)
