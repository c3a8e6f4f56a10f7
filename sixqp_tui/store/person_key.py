"""The key by which this user's person is known at every table: made once, kept in private among the game's data.

It does not lie beside the preferences: a folder of settings is what people publish and share between machines, and
whoever has the key is this person. Who wants to be one person on two machines copies the file.
"""

import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from sixqp_protocol.messages import Octets32
from sixqp_protocol.person import SECRET_BYTES, PersonKey
from sixqp_protocol.text import clean_name
from sixqp_tui.store import paths
from sixqp_tui.store.atomic_write import write_atomically
from sixqp_tui.store.file_lock import hold_lock
from sixqp_tui.store.private_files import move_aside, read_private, restrict_permissions

FILE: Final = "person-key.json"
MAX_BYTES: Final = 4 * 1024
"""Bytes. A key takes two hundred."""
LOCK_SECONDS: Final = 5.0
"""Seconds to wait for another program that makes the key: longer than that takes on a slow disk."""


class DamagedKey(ValueError):
    """What stands in the file cannot be understood."""


class _Kept(msgspec.Struct, frozen=True):
    """The file. `check` are the first bytes of a hash of the others: what was damaged is no other person's key."""

    secret: Octets32
    public: Octets32
    check: bytes


def read(folder: Path) -> PersonKey | None:
    """The key that is kept in this folder; None where there is none. Raises DamagedKey, and OSError."""
    try:
        kept = msgspec.json.decode(read_private(folder / FILE, MAX_BYTES), type=_Kept)
    except FileNotFoundError:
        return None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise DamagedKey from None
    if kept.check != _check(kept.secret, kept.public):
        raise DamagedKey
    return PersonKey(kept.secret, kept.public)


def load_or_create(folder: Path) -> PersonKey:
    """The key that is kept in this folder; made, with the folder, where there is none. Raises OSError.

    Of two programs that make one at the same moment, both end up with the same. One that cannot be understood is
    set aside. A key that others could read, such as a copied one, is the user's alone again.
    """
    with suppress(DamagedKey):
        if key := read(folder):
            _restrict(folder / FILE)
            return key
    paths.create_private_folder(folder)
    with hold_lock(folder / f"{FILE}.lock", LOCK_SECONDS, folder / FILE):
        return _create(folder)


def own_person_id() -> bytes | None:
    """The person id of this user; None where there is none yet, or where it cannot be read. Makes nothing."""
    key = _kept_key()
    return key.id if key else None


def own_keyboard_ids(names: Iterable[str]) -> Mapping[str, bytes]:
    """By name the person id of who plays by it at this user's keyboard; nothing where there is no key yet."""
    key = _kept_key()
    return {name: keyboard_person_id(key.public, name) for name in names} if key else {}


def keyboard_person_id(public: bytes, name: str) -> bytes:
    """The person id of who plays by this name at the keyboard of this key's holder.

    Names around one keyboard differ without regard to case, as at every table.
    """
    return sha256(public + clean_name(name, "").casefold().encode()).digest()[:16]


def _kept_key() -> PersonKey | None:
    with suppress(OSError, DamagedKey):
        return read(paths.data_path())
    return None


def _create(folder: Path) -> PersonKey:
    path = folder / FILE
    try:
        if key := read(folder):
            return key
    except DamagedKey:
        move_aside(path)
    key = PersonKey.of(secrets.token_bytes(SECRET_BYTES))
    kept = _Kept(key.secret, key.public, _check(key.secret, key.public))
    write_atomically(path, msgspec.json.encode(kept), private=True)
    return key


def _check(secret: bytes, public: bytes) -> bytes:
    return sha256(secret + public).digest()[:6]


def _restrict(path: Path) -> None:
    """Let nobody else read it, where the disk takes that: a key on one that takes nothing serves all the same."""
    with suppress(OSError):
        restrict_permissions(path)
