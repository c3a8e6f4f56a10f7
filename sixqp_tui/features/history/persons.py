"""Persons whom this user has joined: somebody who plays on two machines has two keys.

The file can't be rebuilt from the games, because it holds the user's decisions.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from sixqp_tui.features.history.record import account_person
from sixqp_tui.store import paths
from sixqp_tui.store.files import hold_lock, read_private_json, write_atomically
from sixqp_tui.store.paths import create_private_folder
from sixqp_tui.store.person_key import own_person_id
from sixqp_tui.store.preferences import FILE_NAME as PREFERENCES, read_name

FILE_NAME: Final = "persons.json"
MAX_BYTES: Final = 1024 * 1024
"""Enough for thousands of persons."""
LOCK_SECONDS: Final = 5.0
Key = Annotated[str, Meta(min_length=1, max_length=160)]


class _File(Struct, frozen=True):
    joined: dict[Key, Key]
    version: Literal[1] = 1


def own_keys() -> tuple[str, ...]:
    """The key that tables see, and the one for tables that saw none; () before the first.

    Then those in games with others of this account.
    """
    own, unshown = own_person_id(), own_unshown_key()
    if own is None or unshown is None:
        return ()
    keys = (own.hex(), unshown)
    name = read_name(paths.config_path() / PREFERENCES)
    return (*keys, *(account_person(key, name) for key in keys)) if name else keys


def own_unshown_key() -> str | None:
    """This user's key in games of tables that saw no person; None before the first.

    A hash of the own key, so an exported game reveals nobody who stayed anonymous.
    """
    own = own_person_id()
    return None if own is None else sha256(b"sixqp unshown " + own).hexdigest()[:32]


def persons_path() -> Path:
    return paths.data_path() / FILE_NAME


def joined_persons(path: Path | None = None) -> Mapping[str, str]:
    """For each joined key, that of its person; empty if the file can't be read."""
    kept = read_private_json(path or persons_path(), MAX_BYTES, _File)
    if kept is None:
        return {}
    return {key: person for key in kept.joined if (person := _follow(kept.joined, key)) != key}


def join_persons(keys: tuple[str, ...], into: str, path: Path | None = None) -> None:
    """Raises OSError."""
    with _change(path or persons_path()) as joined:
        person = _follow(joined, into)
        roots = {_follow(joined, key) for key in keys} - {person}
        for root in roots:
            joined[root] = person


def separate_person(person: str, path: Path | None = None) -> tuple[str, ...]:
    """Undo what was joined into this person, and return those keys. Raises OSError."""
    with _change(path or persons_path()) as joined:
        root = _follow(joined, person)
        apart = tuple(key for key in joined if _follow(joined, key) == root)
        for key in apart:
            del joined[key]
    return apart


def _follow(joined: Mapping[str, str], key: str) -> str:
    """A circle, which this program never writes, ends where it began."""
    seen = {key}
    while key in joined and joined[key] not in seen:
        key = joined[key]
        seen.add(key)
    return key


@contextmanager
def _change(path: Path) -> Iterator[dict[str, str]]:
    """Write the joined keys when the context ends. Raises OSError."""
    create_private_folder(path.parent)
    with hold_lock(path.with_suffix(".lock"), LOCK_SECONDS, path):
        kept = read_private_json(path, MAX_BYTES, _File)
        joined = dict(kept.joined) if kept else {}
        yield joined
        text = msgspec.json.encode(_File(joined))
        write_atomically(path, msgspec.json.format(text, indent=1), private=True)
