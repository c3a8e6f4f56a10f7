"""A person is known by a key, and not by a name that anybody can type (`SPEC.md`, Persons).

Pure: the 32 random bytes that a key is made of are an argument. A proof is bound to the certificate that its client
sees and to that client, so whoever gets one can show it nowhere else. `cryptography` is loaded when it is needed.
"""

from dataclasses import dataclass, field
from hashlib import sha256
from importlib import import_module  # noqa: TID251 (loaded beside the loop, before it is needed)
from typing import Final

PROOF: Final = b"sixqp.1 person"
"""What a proof begins with, so that it proves nothing else."""
SECRET_BYTES: Final = 32
_ARITHMETIC: Final = "cryptography.hazmat.primitives.asymmetric.ed25519"


def person_id(public: bytes) -> bytes:
    """The 16 bytes by which everybody at a table knows the holder of this public key."""
    return sha256(public).digest()[:16]


@dataclass(frozen=True, slots=True)
class PersonKey:
    """The key of one person: an Ed25519 private key (RFC 8032), 32 bytes, with its public one."""

    secret: bytes = field(repr=False)
    public: bytes

    @classmethod
    def of(cls, secret: bytes) -> "PersonKey":
        """The key that is made of these random bytes."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return cls(secret, Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw())

    @property
    def id(self) -> bytes:
        return person_id(self.public)

    def prove(self, certificate: bytes, client: bytes) -> bytes:
        """The proof for a table whose certificate has this SHA-256, by the client process of these 16 bytes."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.secret).sign(PROOF + certificate + client)


def proved_id(public: bytes | None, proof: bytes | None, certificate: bytes, client: bytes) -> bytes | None:
    """The person id that a Hello of this client proves to the host of this certificate (SHA-256); None for none."""
    if public is None or proof is None:
        return None
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(proof, PROOF + certificate + client)
    except (InvalidSignature, ValueError):
        return None
    return person_id(public)


def prepare() -> None:
    import_module(_ARITHMETIC)
