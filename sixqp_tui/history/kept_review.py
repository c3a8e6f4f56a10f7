"""What a review has found out about a game, kept beside the game's file. Nobody here knows what is in it."""

import gzip
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Final

from sixqp_tui.history.game_files import games_path, path_of
from sixqp_tui.store.files.atomic_write import write_atomically
from sixqp_tui.store.files.private_files import read_private

SUFFIX: Final = ".review.gz"
LARGEST: Final = 16 * 1024 * 1024
"""Bytes of a kept review, packed or not: one of 99 rounds of ten has 7 million."""


def kept_review_path(folder: Path, game: str) -> Path:
    """Where the review of the game of this id lies, or would lie."""
    return folder / f"{game}{SUFFIX}"


def read_kept_review(game: str) -> bytes | None:
    """The review that is kept of the game of this id; None where there is none that can be read."""
    try:
        packed = read_private(kept_review_path(games_path(), game), LARGEST)
        unpacking = zlib.decompressobj(16 + zlib.MAX_WBITS)
        review = unpacking.decompress(packed, LARGEST)
    except (OSError, zlib.error):
        return None
    return review if unpacking.eof else None


def keep_review(game: str, review: bytes) -> None:
    """Keep this review, in the place of an older one; nothing where the game itself is not kept. Raises OSError."""
    folder = games_path()
    if path_of(folder, game).exists():
        write_atomically(kept_review_path(folder, game), gzip.compress(review, mtime=0), private=True)


def delete_kept_review(folder: Path, game: str) -> None:
    """Delete the review of a game that is deleted, if there is one."""
    with suppress(OSError):
        kept_review_path(folder, game).unlink()
