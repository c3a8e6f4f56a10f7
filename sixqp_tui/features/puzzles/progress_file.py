"""The file in which somebody's progress with the puzzles is kept: private, and replaced whole."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

import msgspec
from filelock import FileLock, Timeout
from msgspec import Struct

from sixqp_tui.features.puzzles.progress import VERSION, PuzzleProgress
from sixqp_tui.store.atomic_write import write_atomically
from sixqp_tui.store.paths import create_private_folder
from sixqp_tui.store.private_files import move_aside, read_private

FILE_NAME: Final = "puzzles.json"
MAX_BYTES: Final = 1024 * 1024
"""Bytes: two years of days and some ten thousand puzzles."""
LOCK_SECONDS: Final = 2.0

Trouble = Literal["damaged", "newer", "unreadable", "unwritable"]
"""Why progress is not kept as it should be:

- `damaged`: the file could not be understood; it lies aside, and a new one begins.
- `newer`: a newer program wrote it; it is left alone, and nothing is kept.
- `unreadable`, `unwritable`: the disk does not give it, or does not take it.
"""


class _Version(Struct):
    version: int


class PuzzleProgressFile:
    """Progress that outlives the program, where the disk allows it; whoever plays is never stopped by it.

    `trouble` tells what went wrong so far, None where nothing did.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.trouble: Trouble | None = None
        self.progress = self._read() or PuzzleProgress()

    def change(self, change: Callable[[PuzzleProgress], PuzzleProgress]) -> None:
        """Change the progress by what the file holds now, so that no other program's answers are lost."""
        if self.trouble in ("newer", "unreadable"):
            self.progress = change(self.progress)
            return
        try:
            create_private_folder(self.path.parent)
            with FileLock(self.path.with_suffix(".lock"), timeout=LOCK_SECONDS, mode=0o600):
                self.progress = change(self._read() or self.progress)
                if self.trouble not in ("newer", "unreadable"):
                    write_atomically(self.path, msgspec.json.encode(self.progress), private=True)
        except (OSError, Timeout):
            self.trouble = "unwritable"
            self.progress = change(self.progress)

    def _read(self) -> PuzzleProgress | None:
        """What the file holds; None where there is none, or it cannot be had."""
        try:
            content = read_private(self.path, MAX_BYTES)
        except FileNotFoundError:
            return None
        except OSError:
            self.trouble = "unreadable"
            return None
        try:
            if msgspec.json.decode(content, type=_Version).version > VERSION:
                self.trouble = "newer"
                return None
            return msgspec.json.decode(content, type=PuzzleProgress)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            self.trouble = "damaged"
            with suppress(OSError):
                move_aside(self.path)
        return None
