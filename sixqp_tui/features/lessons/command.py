"""`sixqp learn`: the game in a few short lessons, on the table or line by line."""

import argparse
import sys
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from sixqp_protocol.text import clean, printable
from sixqp_tui.features.lessons.lesson_course import LessonCourse
from sixqp_tui.features.lessons.open_course import find_course
from sixqp_tui.i18n import errors as errors_words
from sixqp_tui.joining.failure import Failure
from sixqp_tui.terminal.app import run_app
from sixqp_tui.terminal.output import print_error, print_sentences
from sixqp_tui.terminal.player_name import find_name, is_at_terminal
from sixqp_tui.terminal.progress_line import ProgressLine

if TYPE_CHECKING:
    from sixqp_tui.tui.services import Opening

MAX_SHOWN = 60
"""Characters of a typed line that a sentence repeats."""


def run(parsed: argparse.Namespace) -> int:
    """Teach; the exit code. Raises Failure."""
    if not (parsed.plain or is_at_terminal()):
        raise Failure(errors_words.no_terminal("learn"), code=2)
    troubles: list[str] = []
    lessons = find_course(parsed.lesson, find_name(parsed).name, troubles.append)
    for sentence in troubles:
        print_error(sentence)
    return _tell(lessons) if parsed.plain else _show(lessons, parsed)


def _show(lessons: LessonCourse, parsed: argparse.Namespace) -> int:
    from sixqp_tui.tui.services import AtLessons

    async def at_lessons(_stack: AsyncExitStack, _progress: ProgressLine) -> "Opening":
        return AtLessons(lessons)

    return run_app("learn", find_name(parsed), at_lessons, parsed)


def _tell(lessons: LessonCourse) -> int:
    """Teach by lines: each is answered, until the end of the lessons or of what is typed."""
    from sixqp_tui.features.lessons.lines import LineLessons

    teacher = LineLessons(lessons)
    lines = teacher.begin()
    while True:
        for line in lines:
            print_sentences(line)
        if teacher.over:
            return 0
        sys.stdout.flush()
        try:
            typed = input(printable(teacher.prompt))
        except EOFError:
            return 0
        lines = teacher.answer(clean(typed, MAX_SHOWN))
