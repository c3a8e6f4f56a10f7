"""`sixqp learn`: a course of short lessons, on the table or line by line."""

import argparse
from collections.abc import Sequence

from sixqp_protocol.messages import ChooseRow
from sixqp_protocol.text import clean
from sixqp_tui.features.lessons.course import course
from sixqp_tui.features.lessons.lesson import Decision
from sixqp_tui.features.lessons.lesson_course import LessonCourse, explain_aim, explain_end, explain_turns
from sixqp_tui.i18n import _, errors as errors_words
from sixqp_tui.i18n.phrases import quoted
from sixqp_tui.joining.failure import Failure
from sixqp_tui.plain import table_text
from sixqp_tui.presentation import table_sentences
from sixqp_tui.presentation.prompts import Ask, ask
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.presentation.view_model import ViewModel
from sixqp_tui.terminal import arguments
from sixqp_tui.terminal.app import run_feature
from sixqp_tui.terminal.output import ask as ask_line, print_error, print_sentences
from sixqp_tui.terminal.player_name import find_name, is_at_terminal

Lines = Sequence[str]


def question(course: LessonCourse) -> str:
    if not course.done:
        return table_text.question(ask(_model(course)))
    return table_text.question(Ask(course.what_follows), ("Enter", "quit"))


def begin(course: LessonCourse) -> Lines:
    aim = (explain_aim(), explain_turns(), explain_end()) if course.is_first else ()
    return (*aim, *_opened(course), _list_commands())


def answer(course: LessonCourse, typed: str) -> Lines | None:
    """None at the end."""
    word = typed.strip().casefold()
    match word:
        case "skip":
            return _go(course, 1)
        case "back":
            return _go(course, -1)
        case "again":
            course.begin_again()
            return _opened(course)
        case "table":
            return (*_table(course), *table_sentences.seen(_model(course), ("theirs", "unseen")))
        case "quit":
            return None
    if course.done:
        return (_list_commands(),) if word else _go(course, 1)
    number = int(word) if word.isdecimal() and len(word) < 4 else 0
    before = len(_model(course).shown.entries)
    wanted = next((each for each in course.decisions if number == _number_of(each)), None)
    if wanted is None:
        if _model(course).table.drafting:
            sentence = _("Expected a card that is still in the deck, got {given}.")
        else:
            sentence = _("Expected one of your cards, or a row, got {given}.")
        return (f"{sentence.format(given=quoted(typed))} {_list_commands()}",)
    course.request(wanted)
    if course.why:
        return (course.text,)
    text = [each.sentence for each in _model(course).shown.entries[before:] if each.tone != "heading"]
    rows = () if course.done else table_text.open_cards(_model(course))
    return (*text, course.text, *rows)


def _model(course: LessonCourse) -> ViewModel:
    state = course.state
    shown = Transcript(state.view.before_all()).after(state.history)
    return ViewModel(shown, state.news, game=state.game)


def _opened(course: LessonCourse) -> Lines:
    return ("", course.heading, *_table(course), course.task)


def _table(course: LessonCourse) -> Lines:
    model = _model(course)
    held = table_text.hands(model) if model.table.drafting else (table_text.hand(model),)
    return (*table_text.open_cards(model), *held)


def _go(course: LessonCourse, by: int) -> Lines | None:
    if by > 0 and course.is_last:
        return None
    course.go(by)
    return _opened(course)


def _number_of(decision: Decision) -> int:
    return decision.row + 1 if isinstance(decision, ChooseRow) else decision.card


MAX_SHOWN = 60
"""Characters."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    # Translators: what is typed for a lesson
    lesson = _("number of a lesson (default: where you left off)")
    parser.add_argument("lesson", nargs="?", default=None, metavar=_("LESSON"), help=lesson)
    parser.add_argument("--plain", action="store_true", help=_("learn in plain text, line by line"))
    arguments.add_preferences(parser)


def run(parsed: argparse.Namespace) -> int:
    """Raises Failure."""
    if not (parsed.plain or is_at_terminal()):
        raise Failure(errors_words.no_terminal("learn"), code=2)
    lessons = LessonCourse(find_name(parsed).name, _code(parsed.lesson), print_error)
    return _teach(lessons) if parsed.plain else _show(lessons, parsed)


def _code(given: str | None) -> str | None:
    """Raises Failure."""
    if given is None:
        return None
    codes = tuple(course())
    number = int(given) if given.isdecimal() and len(given) < 4 else 0
    if not 1 <= number <= len(codes):
        sentence = _("Expected a lesson from 1 to {count}, got {given}.")
        raise Failure(sentence.format(count=len(codes), given=quoted(clean(given, MAX_SHOWN))), code=2)
    return codes[number - 1]


def _show(lessons: LessonCourse, parsed: argparse.Namespace) -> int:
    from sixqp_tui.features.lessons.screen import show_course  # 35 ms at the first line with --plain

    return run_feature("learn", parsed, lambda app, end: show_course(app, lessons, end))


def _teach(lessons: LessonCourse) -> int:
    """Until the course, or the input, ends."""
    lines: Lines | None = begin(lessons)
    while lines is not None:
        for line in lines:
            print_sentences(line)
        typed = ask_line(question(lessons))
        lines = None if typed is None else answer(lessons, clean(typed, MAX_SHOWN))
    return 0


def _list_commands() -> str:
    # Translators: skip, back, again, table and quit are typed as they stand
    return _("You can also type skip, back, again, table or quit.")
