"""Private files of JSON that the game itself writes. Apart from the other private files: it loads msgspec."""

from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from sixqp_tui.store.private_files import move_aside, read_private

Content = TypeVar("Content")


def read_private_json(path: Path, most: int, kind: type[Content]) -> Content | None:
    """What a file of at most so many bytes holds; None where there is none, or it cannot be read.

    What cannot be understood is moved aside, for the file is written anew.
    """
    try:
        return msgspec.json.decode(read_private(path, most), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        with suppress(OSError):
            move_aside(path)
    except OSError:
        return None
    return None
