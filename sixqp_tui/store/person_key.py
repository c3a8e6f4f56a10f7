"""The key by which tables know this user, created once and kept private.

It isn't stored with the preferences, because people share folders of settings, and anyone with the key is this
person. To be the same person on two machines, copy the file.
"""

import secrets
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from sixqp_protocol.messages import Octets32
from sixqp_protocol.person import SECRET_BYTES, PersonKey
from sixqp_protocol.text import clean_name
from sixqp_tui.store import paths
from sixqp_tui.store.files import (
    DamagedFile,
    hold_lock,
    move_aside,
    read_json,
    restrict_permissions,
    write_atomically,
)

FILE: Final = "person-key.json"
MAX_BYTES: Final = 4 * 1024
"""A key takes two hundred."""
LOCK_SECONDS: Final = 5.0
"""Seconds to wait for another program that creates the key."""


class _Kept(msgspec.Struct, frozen=True):
    """`check` is the start of a hash of the rest: a damaged key must not become another person's."""

    secret: Octets32
    public: Octets32
    check: bytes


def read(folder: Path) -> PersonKey | None:
    try:
        kept = read_json(folder / FILE, MAX_BYTES, _Kept)
    except FileNotFoundError:
        return None
    if kept.check != _check(kept.secret, kept.public):
        raise DamagedFile
    return PersonKey(kept.secret, kept.public)


def load_or_create(folder: Path) -> PersonKey:
    """Created if there is none.

    Raises OSError. Two programs that create one at the same time get the same. A damaged one is moved aside, and
    one that others could read becomes private.
    """
    with suppress(DamagedFile):
        if key := read(folder):
            with suppress(OSError):
                restrict_permissions(folder / FILE)
            return key
    paths.create_private_folder(folder)
    with hold_lock(folder / f"{FILE}.lock", LOCK_SECONDS, folder / FILE):
        return _create(folder)


def own_person_id() -> bytes | None:
    with suppress(OSError, DamagedFile):
        key = read(paths.data_path())
        return key.id if key else None
    return None


def keyboard_person_id(public: bytes, name: str) -> bytes:
    """The person id of a player at the key owner's keyboard; names are compared without case."""
    return sha256(public + clean_name(name, "").casefold().encode()).digest()[:16]


def _create(folder: Path) -> PersonKey:
    path = folder / FILE
    try:
        if key := read(folder):
            return key
    except DamagedFile:
        move_aside(path)
    key = PersonKey.of(secrets.token_bytes(SECRET_BYTES))
    kept = _Kept(key.secret, key.public, _check(key.secret, key.public))
    write_atomically(path, msgspec.json.encode(kept), private=True)
    return key


def _check(secret: bytes, public: bytes) -> bytes:
    return sha256(secret + public).digest()[:6]
