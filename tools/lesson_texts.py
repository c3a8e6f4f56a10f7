"""Finds the texts of lessons for the catalogs: what babel calls for each of their files (`tools/babel.cfg`)."""

import tomllib
from collections.abc import Iterator
from typing import Any, BinaryIO

from sixqp_tui.features.lessons.lesson import texts


def extract(
    file: BinaryIO, _keywords: object, _comment_tags: object, options: object
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Every text of a lesson with the line that it stands on, as babel wants it."""
    data = file.read().decode()
    lesson: dict[str, Any] = tomllib.loads(data)
    for text in texts(lesson):
        line = data[: max(0, data.find(text))].count("\n") + 1
        yield line, None, text, ["Translators: a lesson; at most 150 characters, a title 40"]
