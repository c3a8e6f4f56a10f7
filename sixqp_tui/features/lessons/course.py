"""The lessons that come with the program, in their order."""

from functools import cache
from importlib.resources import files
from typing import Final

from sixqp_tui.features.lessons.lesson import Lesson, parse_lesson

FOLDER: Final = files(__package__) / "course"


@cache
def lesson_files() -> dict[str, bytes]:
    """The files by the codes of their lessons, which are their names without number and ending."""
    found = sorted((each for each in FOLDER.iterdir() if each.name.endswith(".toml")), key=lambda each: each.name)
    return {each.name.removesuffix(".toml").partition("-")[2]: each.read_bytes() for each in found}


@cache
def course() -> dict[str, Lesson]:
    return {code: parse_lesson(data) for code, data in lesson_files().items()}
