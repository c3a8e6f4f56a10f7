"""Persons whom this user has joined by hand: one who plays on two machines has two keys, or none at all.

A small file of its own, for it is what the user decided, and no index can rebuild it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from sixqp_tui.store import paths
from sixqp_tui.store.atomic_write import write_atomically
from sixqp_tui.store.file_lock import hold_lock
from sixqp_tui.store.paths import create_private_folder
from sixqp_tui.store.person_key import own_person_id
from sixqp_tui.store.private_json import read_private_json

FILE_NAME: Final = "persons.json"
MAX_BYTES: Final = 1024 * 1024
"""Bytes: thousands of persons, and a file that is read in a moment."""
LOCK_SECONDS: Final = 5.0
"""Seconds that a writer waits for another."""
Key = Annotated[str, Meta(min_length=1, max_length=160)]


class _File(Struct, frozen=True):
    """The whole file: each key that was joined, and that of whom it is now."""

    joined: dict[Key, Key]
    version: Literal[1] = 1


def own_keys() -> tuple[str, ...]:
    """The keys of this user: the one that tables are shown, and the one that stands for it where none was shown.

    Nothing where this user has none yet. Makes nothing.
    """
    own, unshown = own_person_id(), own_unshown_key()
    return () if own is None or unshown is None else (own.hex(), unshown)


def own_unshown_key() -> str | None:
    """The key of this user in records of games at which no person was shown; None as for `own_keys`.

    Who would not be known at a table is not known by a record of its games that they give away either.
    """
    own = own_person_id()
    return None if own is None else sha256(b"sixqp unshown " + own).hexdigest()[:32]


def persons_path() -> Path:
    return paths.data_path() / FILE_NAME


def joined_persons(path: Path | None = None) -> Mapping[str, str]:
    """For every key that was joined, that of its person; a file that cannot be read counts as empty."""
    kept = read_private_json(path or persons_path(), MAX_BYTES, _File)
    if kept is None:
        return {}
    return {key: person for key in kept.joined if (person := _follow(kept.joined, key)) != key}


def join_persons(keys: tuple[str, ...], into: str, path: Path | None = None) -> None:
    """These keys are one person from now on, who is counted by the key `into`. Raises OSError."""
    with _change(path or persons_path()) as joined:
        person = _follow(joined, into)
        roots = {_follow(joined, key) for key in keys} - {person}
        for root in roots:
            joined[root] = person


def separate_person(person: str, path: Path | None = None) -> tuple[str, ...]:
    """All keys that were joined into this person's are their own again; which these are. Raises OSError."""
    with _change(path or persons_path()) as joined:
        root = _follow(joined, person)
        apart = tuple(key for key in joined if _follow(joined, key) == root)
        for key in apart:
            del joined[key]
    return apart


def _follow(joined: Mapping[str, str], key: str) -> str:
    """The person of this key; a circle, which nobody has joined by this program, ends where it began."""
    seen = {key}
    while key in joined and joined[key] not in seen:
        key = joined[key]
        seen.add(key)
    return key


@contextmanager
def _change(path: Path) -> Iterator[dict[str, str]]:
    """The keys that are joined, to be changed: they are written when the context ends. Raises OSError."""
    create_private_folder(path.parent)
    with hold_lock(path.with_suffix(".lock"), LOCK_SECONDS, path):
        kept = read_private_json(path, MAX_BYTES, _File)
        joined = dict(kept.joined) if kept else {}
        yield joined
        text = msgspec.json.encode(_File(joined))
        write_atomically(path, msgspec.json.format(text, indent=1), private=True)
