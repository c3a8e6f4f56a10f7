"""A seat belongs to an Ed25519 key (RFC 8032), which signs each Hello (`SPEC.md`, Identity).

A signature names the host's certificate, so a relay, which has another one, can't pass it on.
"""

from dataclasses import dataclass, field
from hashlib import sha256
from hmac import digest
from typing import Final

SECRET_BYTES: Final = 32
PUBLIC_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Key:
    """Within one process nothing is signed, so any 32 bytes are a public key, and there is no secret."""

    secret: bytes = field(repr=False)
    public: bytes

    @classmethod
    def of(cls, secret: bytes) -> "Key":
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return cls(secret, Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw())

    @classmethod
    def unsigned(cls, public: bytes) -> "Key":
        return cls(b"", public)

    def sign(self, text: bytes) -> bytes:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.secret).sign(text)


def is_signed(text: bytes, public: bytes, signature: bytes | None) -> bool:
    if signature is None:
        return False
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, text)
    except (InvalidSignature, ValueError):
        return False
    return True


def hello_text(certificate: bytes) -> bytes:
    """What a Hello signs, for the SHA-256 of the host's certificate on this connection."""
    return f"sixqp 1 hello\n{certificate.hex()}".encode()


def continue_text(evening: str, table: str, certificate: bytes) -> bytes:
    """What a player signs who continues an evening at this table, for the SHA-256 of its certificate."""
    return f"sixqp 1 continue\n{evening}\n{table}\n{certificate.hex()}".encode()


def guest_secret(gateway_secret: bytes, guest: str) -> bytes:
    """The secret of a gateway's guest, who can't keep one."""
    return digest(gateway_secret, guest.encode(), sha256)
