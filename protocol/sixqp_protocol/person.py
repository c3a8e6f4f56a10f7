"""Recognizes a person by a key, not by a name that anybody can type (`SPEC.md`, Persons).

A proof holds for one certificate and one client, so nobody can use it elsewhere.
"""

from dataclasses import dataclass, field
from hashlib import sha256
from importlib import import_module  # noqa: TID251 (loaded beside the loop, before it is needed)
from typing import Final

PROOF: Final = b"sixqp.1 person"
"""The prefix of the signed text, which keeps the proof from meaning anything else."""
SECRET_BYTES: Final = 32
_ARITHMETIC: Final = "cryptography.hazmat.primitives.asymmetric.ed25519"


def person_id(public: bytes) -> bytes:
    return sha256(public).digest()[:16]


@dataclass(frozen=True, slots=True)
class PersonKey:
    """An Ed25519 key pair (RFC 8032)."""

    secret: bytes = field(repr=False)
    public: bytes

    @classmethod
    def of(cls, secret: bytes) -> "PersonKey":
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return cls(secret, Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw())

    @property
    def id(self) -> bytes:
        return person_id(self.public)

    def prove(self, certificate: bytes, client: bytes) -> bytes:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.secret).sign(PROOF + certificate + client)


def proved_id(public: bytes | None, proof: bytes | None, certificate: bytes, client: bytes) -> bytes | None:
    """The person id that a Hello proves to the host with this certificate, if any."""
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
