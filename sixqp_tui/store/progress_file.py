"""A player's progress, in one small private file."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, Generic, Literal, TypeVar

import msgspec

from sixqp_tui.store.files import hold_lock, move_aside, read_private, write_atomically
from sixqp_tui.store.paths import create_private_folder

MAX_BYTES: Final = 1024 * 1024
"""Some fifty thousand checked games of challenges."""
LOCK_SECONDS: Final = 2.0

FileProblem = Literal["damaged", "unreadable", "unwritable"]
r"""Why progress isn't saved.

- `damaged`: the file was moved aside, and a new one begins.
- `unreadable`, `unwritable`: the disk refuses.
"""


P = TypeVar("P", bound=msgspec.Struct)


class ProgressFile(Generic[P]):
    """A disk that refuses never stops the player; `problem` is the last problem."""

    def __init__(self, path: Path, empty: P) -> None:
        self.path = path
        self.problem: FileProblem | None = None
        self._empty = empty
        self.progress = self._read() or empty

    @property
    def _is_unreadable(self) -> bool:
        return self.problem == "unreadable"

    def change(self, change: Callable[[P], P]) -> None:
        """Apply a change to the file's current content, so that other programs' progress isn't lost."""
        if self._is_unreadable:
            self.progress = change(self.progress)
            return
        try:
            create_private_folder(self.path.parent)
            with hold_lock(self.path.with_suffix(".lock"), LOCK_SECONDS, self.path):
                self.progress = change(self._read() or self.progress)
                if not self._is_unreadable:
                    write_atomically(self.path, msgspec.json.encode(self.progress), private=True)
        except OSError:
            self.problem = "unwritable"
            self.progress = change(self.progress)

    def _read(self) -> P | None:
        try:
            content = read_private(self.path, MAX_BYTES)
        except FileNotFoundError:
            return None
        except OSError:
            self.problem = "unreadable"
            return None
        try:
            return msgspec.json.decode(content, type=type(self._empty))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            self.problem = "damaged"
            with suppress(OSError):
                move_aside(self.path)
        return None
