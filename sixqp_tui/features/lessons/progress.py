"""A player's progress in the lessons: one small private file."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from sixqp_tui.store.files import move_aside, read_private, write_atomically
from sixqp_tui.store.paths import create_private_folder

FILE_NAME: Final = "lessons.json"
VERSION: Final = 1
MAX_BYTES: Final = 64 * 1024

FileProblem = Literal["damaged", "newer", "unreadable", "unwritable"]
Code = Annotated[str, Meta(max_length=64)]


class LessonProgress(Struct, frozen=True):
    """`at` is the lesson to begin with, "" for the first."""

    at: Code = ""
    learned: tuple[Code, ...] = ()


class _File(Struct, frozen=True):
    version: int
    at: Code = ""
    learned: tuple[Code, ...] = ()


class _Version(Struct, frozen=True):
    version: Annotated[int, Meta(ge=1)]


class LessonProgressFile:
    """`on_problem` gets the first problem; the lessons continue without the file.

    A damaged file is moved aside. One that is unreadable, or of a newer version, is left alone.
    """

    def __init__(self, path: Path, on_problem: Callable[[FileProblem, Path], None]) -> None:
        self.path = path
        self._on_problem = on_problem
        self._keeps = True

    def read(self) -> LessonProgress:
        try:
            data = read_private(self.path, MAX_BYTES)
        except FileNotFoundError:
            return LessonProgress()
        except OSError:
            self._give_up("unreadable")
            return LessonProgress()
        try:
            if msgspec.json.decode(data, type=_Version).version > VERSION:
                self._give_up("newer")
                return LessonProgress()
            kept = msgspec.json.decode(data, type=_File)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            self._set_aside()
            return LessonProgress()
        return LessonProgress(kept.at, kept.learned)

    def keep(self, progress: LessonProgress) -> None:
        if not self._keeps:
            return
        try:
            create_private_folder(self.path.parent)
            text = msgspec.json.encode(_File(VERSION, progress.at, progress.learned))
            write_atomically(self.path, msgspec.json.format(text, indent=1), private=True)
        except OSError:
            self._give_up("unwritable")

    def _set_aside(self) -> None:
        try:
            self._on_problem("damaged", move_aside(self.path))
        except OSError:
            self._give_up("unreadable")

    def _give_up(self, problem: FileProblem) -> None:
        self._keeps = False
        self._on_problem(problem, self.path)
