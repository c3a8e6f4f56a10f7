"""Private files of JSON. Apart from the other private files, because this imports msgspec."""

from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from sixqp_tui.store.private_files import move_aside, read_private

Content = TypeVar("Content")


def read_private_json(path: Path, most: int, kind: type[Content]) -> Content | None:
    """The content of a file of at most this many bytes; None if there is none, or if it can't be read.

    A file that can't be understood is set aside: it will be replaced.
    """
    try:
        return msgspec.json.decode(read_private(path, most), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        with suppress(OSError):
            move_aside(path)
    except OSError:
        return None
    return None
