"""A value in a file that only its user can read, and that any number of programs change without losing anything."""

from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from sixqp_tui.store.files import DamagedFile, hold_lock, move_aside, read_private, write_atomically
from sixqp_tui.store.paths import create_private_folder

Content = TypeVar("Content")


class PrivateFile(Generic[Content]):
    """JSON of this kind, in at most so many bytes.

    Every method raises OSError, and blocks: never call one on an event loop.
    """

    def __init__(self, path: Path, kind: type[Content], most: int) -> None:
        self.path, self._kind, self._most = path, kind, most

    def read(self) -> Content | None:
        """None if there is no file. Raises DamagedFile."""
        try:
            return msgspec.json.decode(read_private(self.path, self._most), type=self._kind)
        except FileNotFoundError:
            return None
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise DamagedFile from None

    def change(self, change: Callable[[Content | None], Content]) -> Content:
        """Replace what is there. A damaged file counts as none, and is set aside.

        Raises ValueError if the new content couldn't be read again.
        """
        create_private_folder(self.path.parent)
        with hold_lock(self.path.with_suffix(".lock"), self.path):
            damaged = False
            try:
                before = self.read()
            except DamagedFile:
                before, damaged = None, True
            after = change(before)
            data = msgspec.json.format(msgspec.json.encode(after), indent=1)
            msgspec.json.decode(data, type=self._kind)
            if damaged:
                move_aside(self.path)
            write_atomically(self.path, data)
        return after
