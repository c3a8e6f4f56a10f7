"""Lessons on the screen: what the tests of looks and the pictures walk through."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from support.pilots import app_at, at_home, run, settled, shown, until
from support.scenes import Scene
from support.screens import FakeWorld
from support.states import home
from textual.pilot import Pilot

from sixqp_tui.features.lessons import progress
from sixqp_tui.features.lessons.lesson_course import LessonCourse
from sixqp_tui.features.lessons.screen import show_course
from sixqp_tui.store.preferences import PaceName
from sixqp_tui.tui.openings import AtFeature


@asynccontextmanager
async def at_lessons(
    course: LessonCourse, pace: PaceName = "off", *, aim: bool = False
) -> AsyncIterator[Pilot[Any]]:
    """The app, opened with lessons; `aim`: at the screen before the first one."""
    async with run(app_at(AtFeature(lambda app, end: show_course(app, course, end)), pace=pace)) as pilot:
        await settled(pilot)
        if course.is_first and not aim:
            await pilot.press("enter")
            await settled(pilot)
        yield pilot


def lessons_in_memory(at: str = "") -> dict[str, object]:
    """What stands in the place of the preferences, for the home screen."""
    kept = [at]

    def open_course(player: str, _warn: object) -> LessonCourse:
        return LessonCourse(player, kept[-1], kept.append)

    return {
        "sixqp_tui.features.lessons.screen.open_course": open_course,
        "sixqp_tui.tui.home.read_next_lesson": lambda: progress.next_lesson(kept[-1]),
    }


def lesson(code: str, *keys: str) -> Scene:
    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        async with at_lessons(LessonCourse("Camille", code)) as pilot:
            await pilot.press(*keys)
            await settled(pilot)
            yield pilot

    return scene


@asynccontextmanager
async def _home_lessons_left() -> AsyncIterator[Pilot[Any]]:
    """The first screen, for who left the lessons before the third one."""
    async with at_home(FakeWorld(newcomer=True, instead=lessons_in_memory("sixth"))) as pilot:
        await until(pilot, lambda: "3 of 6" in shown(pilot) or "3 sur 6" in shown(pilot))
        yield pilot


EVERY: dict[str, Scene] = {
    "lesson, aim": home(lambda: FakeWorld(instead=lessons_in_memory()), "l"),
    "lesson, wrong": lesson("sixth", "1", "enter"),
    "lesson, done": lesson("nearest", "2", "enter"),
}
STATES: dict[str, Scene] = {
    "home_lessons_left": _home_lessons_left,
    "lesson_aim": home(lambda: FakeWorld(instead=lessons_in_memory()), "l"),
    "lesson": lesson("rising"),
    "lesson_wrong": lesson("sixth", "1", "enter"),
    "lesson_row": lesson("too-low", "1", "enter", "3", "enter"),
    "lesson_lifted": lesson("filled", "3"),
    "lesson_done": lesson("nearest", "2", "enter"),
    "lesson_over": lesson("draft", "right", "right", "enter"),
    "lesson_before_variants": lesson("gone", "1", "enter"),
    "lesson_tactic_wrong": lesson("tactic", "2", "enter"),
    "lesson_draft": lesson("draft"),
    "lesson_draft_wrong": lesson("draft", "right", "enter"),
    "lesson_help": lesson("rising", "question_mark"),
}
