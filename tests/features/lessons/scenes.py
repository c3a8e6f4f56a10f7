"""Lessons on the screen: what the tests of looks and the pictures walk through."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from support.pilots import State, app_at, press, run, settled
from textual.pilot import Pilot

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
            await press(pilot, "enter")
        yield pilot


def lesson(code: str, *keys: str) -> State:
    @asynccontextmanager
    async def scene() -> AsyncIterator[Pilot[Any]]:
        async with at_lessons(LessonCourse("Camille", code)) as pilot:
            await press(pilot, *keys)
            yield pilot

    return scene


STATES: dict[str, State] = {
    "lesson": lesson("rising"),
    "lesson_wrong": lesson("sixth", "1", "enter"),
    "lesson_draft": lesson("draft"),
}
