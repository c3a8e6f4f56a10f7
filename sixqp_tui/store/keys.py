"""The keys that seats belong to, one for each program of this user that runs at the same time.

A program locks the slot of its key. The system releases the lock with the process, so a program that starts again
after a crash has the same key, and two that run have two.
"""

import re
import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sixqp_protocol.keys import SECRET_BYTES, Key
from sixqp_tui.store import files, paths
from sixqp_tui.store.files import DamagedFile, hold_lock, read_or_create, read_private, restrict_permissions

if TYPE_CHECKING:
    from filelock import FileLock

FOLDER: Final = "keys"
SLOTS: Final = 16
"""More programs than one user runs at a party."""
GATEWAY: Final = "gateway.key"
"""The secret from which gateways derive their guests' keys."""
MAX_BYTES: Final = 200
"""More than a key takes."""
_PAIR: Final = re.compile(rb"([0-9a-f]{64}) ([0-9a-f]{64})\n")
"""The secret key and the public one, which is read without any arithmetic."""


class Slot:
    """A locked key, or one in memory, which has no `number` and is gone with this program."""

    def __init__(self, key: Key, number: int | None = None, lock: "FileLock | None" = None) -> None:
        self.key, self.number, self._lock = key, number, lock

    def release(self) -> None:
        if self._lock:
            self._lock.release()


def lock_slot(folder: Path, first: Iterable[int] = ()) -> Slot:
    """One of the `first` slots that is free, else the lowest free one, else a key in memory. Raises OSError."""
    from filelock import FileLock, Timeout  # not before the first frame

    paths.create_private_folder(folder)
    for number in dict.fromkeys((*first, *range(SLOTS))):
        lock = FileLock(folder / f"{number}.lock", mode=0o600, thread_local=False)
        with suppress(Timeout):
            lock.acquire(blocking=False)
            try:
                return Slot(_read_or_create(folder / f"{number}.key"), number, lock)
            except OSError:
                lock.release()
                raise
    return slot_in_memory()


def slot_in_memory() -> Slot:
    return Slot(Key.of(secrets.token_bytes(SECRET_BYTES)))


def own_keys(folder: Path) -> Mapping[bytes, int]:
    """The slots of this installation by public key; those that can't be read are missing."""
    found = {}
    for number in range(SLOTS):
        with suppress(OSError, DamagedFile):
            found[_read(folder / f"{number}.key").public] = number
    return found


def first_key(folder: Path) -> bytes:
    """The public key of the first slot, made if there is none. Raises OSError."""
    paths.create_private_folder(folder)
    return next(iter(own_keys(folder)), None) or _read_or_create(folder / "0.key").public


def is_locked(folder: Path, number: int) -> bool:
    """Whether another program has this slot."""
    try:
        return files.is_locked(folder / f"{number}.lock")
    except OSError:
        return True


def damaged_key(folder: Path) -> Path | None:
    """The first of these files that isn't a key; the program that needs it next sets it aside. Raises OSError."""
    for path in sorted(folder.glob("*.key")):
        try:
            _parse_and_check(read_private(path, MAX_BYTES))
        except DamagedFile:
            return path
    return None


def gateway_secret(folder: Path) -> bytes:
    """Made once for all gateways of this installation. Raises OSError."""
    paths.create_private_folder(folder)
    return _read_or_create(folder / GATEWAY).secret


def _read(path: Path) -> Key:
    return _parse(read_private(path, MAX_BYTES))


def _parse(data: bytes) -> Key:
    pair = _PAIR.fullmatch(data)
    if pair is None:
        raise DamagedFile
    return Key(bytes.fromhex(pair[1].decode()), bytes.fromhex(pair[2].decode()))


def _parse_and_check(data: bytes) -> Key:
    key = _parse(data)
    if key != Key.of(key.secret):
        raise DamagedFile
    return key


def _create() -> bytes:
    key = Key.of(secrets.token_bytes(SECRET_BYTES))
    return f"{key.secret.hex()} {key.public.hex()}\n".encode()


def _read_or_create(path: Path) -> Key:
    try:
        key = _parse_and_check(read_private(path, MAX_BYTES))
    except (FileNotFoundError, DamagedFile):
        with hold_lock(path.with_name("keys.lock"), path):
            key = read_or_create(path, MAX_BYTES, _parse_and_check, _create)
    with suppress(OSError):
        restrict_permissions(path)
    return key
