"""The host key of this installation's ssh gateway."""

from base64 import b64decode, b64encode
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from sixqp_tui.store.files import move_aside, read_private, restrict_permissions, write_unless_there

FILE: Final = "ssh-key.pem"
MAX_BYTES: Final = 16 * 1024
"""A key takes four hundred."""


@dataclass(frozen=True, slots=True)
class SshKey:
    private: bytes
    fingerprint: str


def load_or_create(folder: Path) -> SshKey:
    """An unreadable key is moved aside.

    Concurrent processes end up with the same key. Only the user can read it. Raises OSError.
    """
    path = folder / FILE
    if not path.exists():
        write_unless_there(path, _create())
    try:
        key = _read(path)
        restrict_permissions(path)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        move_aside(path)
        write_unless_there(path, _create())
        key = _read(path)
    return key


def _read(path: Path) -> SshKey:
    private = read_private(path, MAX_BYTES)
    key = serialization.load_ssh_private_key(private, password=None)
    public = key.public_key().public_bytes(serialization.Encoding.OpenSSH, serialization.PublicFormat.OpenSSH)
    return SshKey(private, fingerprint_of(public))


def fingerprint_of(public: bytes) -> str:
    """The fingerprint of a public key in OpenSSH's format, `ssh-ed25519 AAAA…`. Raises ValueError."""
    return "SHA256:" + b64encode(sha256(b64decode(public.split()[1])).digest()).decode().rstrip("=")


def _create() -> bytes:
    return Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.OpenSSH, serialization.NoEncryption()
    )
