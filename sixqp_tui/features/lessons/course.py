"""The lessons that come with the program, and the course that a player asks for."""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec

from sixqp_protocol.text import clean
from sixqp_tui.features.lessons.lesson import MAX_BYTES, Lesson, LessonFault, parse_lesson
from sixqp_tui.features.lessons.lesson_course import LessonCourse, LessonProgress
from sixqp_tui.i18n import _, errors
from sixqp_tui.i18n.phrases import quoted
from sixqp_tui.joining.failure import Failure
from sixqp_tui.store import paths
from sixqp_tui.store.files import read_private
from sixqp_tui.store.progress_file import MAX_BYTES as MAX_PROGRESS_BYTES, ProgressFile

FILE_NAME: Final = "lessons.json"
FOLDER: Final = files(__package__) / "course"


@cache
def lesson_files() -> dict[str, bytes]:
    """By code, which is the name without number and suffix."""
    found = sorted((each for each in FOLDER.iterdir() if each.name.endswith(".toml")), key=lambda each: each.name)
    return {each.name.removesuffix(".toml").partition("-")[2]: each.read_bytes() for each in found}


@cache
def course() -> dict[str, Lesson]:
    return {code: parse_lesson(data) for code, data in lesson_files().items()}


MAX_SHOWN = 60
"""Characters."""
MAX_FAULT_CHARACTERS = 300
"""Characters."""


def open_course(name: str, tell: Callable[[str], None]) -> LessonCourse:
    """Where the learner left off; `tell` gets each new problem with the file of the progress."""
    file = ProgressFile(paths.data_path() / FILE_NAME, LessonProgress())

    def keep(progress: LessonProgress) -> None:
        before = file.problem
        file.change(lambda _saved: progress)
        if file.problem and file.problem != before:
            tell(errors.unsaved_progress(file.problem, file.path))

    if file.problem:
        tell(errors.unsaved_progress(file.problem, file.path))
    return LessonCourse(course(), name, file.progress, keep)


def next_lesson() -> tuple[int, int] | None:
    """The number of the next lesson (0: none is left), and of how many, without variants; None before the first.

    Blocks. `open_course` reports a file that can't be read.
    """
    try:
        content = read_private(paths.data_path() / FILE_NAME, MAX_PROGRESS_BYTES)
        progress = msgspec.json.decode(content, type=LessonProgress)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return progress.next_of(course())


def find_course(given: str | None, name: str, tell: Callable[[str], None]) -> LessonCourse:
    """The course from the lesson with this number, or the one lesson of a file. Raises Failure."""
    if given is None:
        return open_course(name, tell)
    if given.isdecimal():
        codes = tuple(course())
        if not 1 <= int(given) <= len(codes):
            raise Failure(_no_such_lesson(clean(given, MAX_SHOWN), len(codes)), code=2)
        lessons = open_course(name, tell)
        lessons.open(codes[int(given) - 1])
        return lessons
    path = Path(given)
    try:
        lesson = parse_lesson(read_private(path, MAX_BYTES))
    except FileNotFoundError:
        raise Failure(_no_such_lesson(clean(given, MAX_SHOWN), len(course())), code=2) from None
    except OSError as error:
        problem = error.strerror or str(error)
        raise Failure(_impossible_lesson(clean(given, MAX_SHOWN), problem)) from None
    except LessonFault as fault:
        problem = clean(str(fault), MAX_FAULT_CHARACTERS)
        raise Failure(_impossible_lesson(clean(given, MAX_SHOWN), problem), code=2) from None
    return LessonCourse({path.stem: lesson}, name, LessonProgress())


def _no_such_lesson(given: str, count: int) -> str:
    sentence = _("Expected a lesson from 1 to {count}, or a file, got {given}.")
    return sentence.format(count=count, given=quoted(given))


def _impossible_lesson(path: str, fault: str) -> str:
    # Translators: {fault} says in English what is wrong with the file
    return _("{path} isn't a playable lesson: {fault}").format(path=path, fault=fault)
