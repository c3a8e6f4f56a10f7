"""Where a learner left off: the key `lesson` in the preferences."""

from collections.abc import Callable
from typing import Final

from sixqp_tui.features.lessons.course import course
from sixqp_tui.features.lessons.lesson_course import LessonCourse
from sixqp_tui.store import paths
from sixqp_tui.store.preferences import FILE_NAME, read_word
from sixqp_tui.terminal.preferences import save_words

KEY: Final = "lesson"


def open_course(name: str, tell: Callable[[str], None], at: str | None = None) -> LessonCourse:
    """From the lesson `at`, or where the learner left off; `tell` gets each new problem with the file."""
    told = set[str]()

    def keep(at: str) -> None:
        sentence = save_words({KEY: at})
        if sentence and sentence not in told:
            told.add(sentence)
            tell(sentence)

    return LessonCourse(name, _read() if at is None else at, keep)


def next_lesson() -> tuple[int, int] | None:
    """The number of the next lesson (0: none is left), and of how many, without variants; None before the first."""
    at = _read()
    classic = [code for code, lesson in course().items() if lesson.variant == "classic"]
    return (classic.index(at) + 1 if at in classic else 0, len(classic)) if at else None


def _read() -> str:
    return read_word(paths.config_path() / FILE_NAME, KEY)
