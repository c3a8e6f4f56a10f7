"""The address of a gateway's guest, proved by a key that table and gateway share.

Guests of a gateway connect from this machine, so without this they would all have one address.
"""

from hashlib import sha256
from hmac import compare_digest, digest as hmac_digest
from ipaddress import ip_address
from typing import Final

HEADER: Final = "Sixqp-Gateway"
"""The header of the WebSocket upgrade."""
KEY_BYTES: Final = 32
"""Bytes of the key, which lasts for one run of the table's process."""


def credential(key: bytes, address: str) -> str:
    return f"{address} {_proof(key, address)}"


def vouched_address(key: bytes, text: str) -> str | None:
    """The address in a credential; None if the proof is wrong."""
    address, _, proof = text.partition(" ")
    if not compare_digest(proof.encode(), _proof(key, address).encode()):
        return None
    try:
        ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return address


def _proof(key: bytes, address: str) -> str:
    return hmac_digest(key, address.encode(errors="replace"), sha256).hex()
