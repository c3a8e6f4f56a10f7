"""What was found out about a game, kept in a file beside the game's. Nobody here knows what is in it."""

import gzip
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from sixqp_tui.features.history.game_files import games_path, path_of
from sixqp_tui.store.atomic_write import write_atomically
from sixqp_tui.store.private_files import read_private

MAX_BYTES: Final = 16 * 1024 * 1024
"""Bytes of such a file, packed or not: the review of 99 rounds of ten has 7 million."""


class CompanionFile(NamedTuple):
    """A kind of such file, by what their names end with behind the id of the game."""

    suffix: str

    def path(self, folder: Path, game: str) -> Path:
        return folder / f"{game}{self.suffix}"

    def read(self, game: str) -> bytes | None:
        """What is kept of the game of this id; None where there is nothing that can be read."""
        try:
            packed = read_private(self.path(games_path(), game), MAX_BYTES)
            unpacking = zlib.decompressobj(16 + zlib.MAX_WBITS)
            found = unpacking.decompress(packed, MAX_BYTES)
        except (OSError, zlib.error):
            return None
        return found if unpacking.eof else None

    def write(self, game: str, found: bytes) -> None:
        """Keep this in the place of what is older; nothing where the game itself is not kept. Raises OSError."""
        folder = games_path()
        if path_of(folder, game).exists():
            write_atomically(self.path(folder, game), gzip.compress(found, mtime=0), private=True)

    def delete(self, folder: Path, game: str) -> None:
        """Delete that of a game that is deleted, if there is one."""
        with suppress(OSError):
            self.path(folder, game).unlink()


REVIEW: Final = CompanionFile(".review.gz")
"""What its decisions cost."""
PUZZLES: Final = CompanionFile(".puzzles.gz")
"""The puzzles that it holds for this user."""
COMPANION_FILES: Final = (REVIEW, PUZZLES)
