"""What a gateway proves to its table about a guest's connection, with a shared key.

All guests of a gateway connect from this machine, so without this they would share an address.
"""

from hashlib import sha256
from hmac import compare_digest, digest as hmac_digest
from ipaddress import ip_address
from typing import Final, NamedTuple

import msgspec

from sixqp_protocol.messages import Way

HEADER: Final = "Sixqp-Gateway"
"""The header of the WebSocket upgrade."""
KEY_BYTES: Final = 32
"""Bytes; the key lasts for one run of the table's process."""


class GuestOrigin(NamedTuple):
    """A gateway's guest: their own address and way in."""

    address: str
    way: Way


def credential(key: bytes, way: Way, address: str) -> str:
    claim = f"{way} {address}"
    return f"{claim} {_proof(key, claim)}"


def read_credential(key: bytes, text: str) -> GuestOrigin | None:
    """The owner of this credential; None if the proof is wrong."""
    claim, _, proof = text.rpartition(" ")
    if not compare_digest(proof.encode(), _proof(key, claim).encode()):
        return None
    way, _, address = claim.partition(" ")
    try:
        ip_address(address.partition("%")[0])
        return GuestOrigin(address, msgspec.convert(way, Way))
    except (ValueError, msgspec.ValidationError):
        return None


def _proof(key: bytes, claim: str) -> str:
    return hmac_digest(key, claim.encode(errors="replace"), sha256).hex()
