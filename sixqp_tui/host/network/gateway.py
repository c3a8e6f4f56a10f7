"""For whom a gateway of this table comes: the address of its guest, vouched for by a key that both were given.

Guests of a gateway reach the table from this machine. Without this all of them together would be one address.
"""

from hashlib import sha256
from hmac import compare_digest
from hmac import digest as hmac_digest
from ipaddress import ip_address
from typing import Final

HEADER: Final = "Sixqp-Gateway"
"""The header of the upgrade to a WebSocket that bears it."""
KEY_BYTES: Final = 32
"""Bytes of the key, which is drawn for one run of one table's process."""


def credential(key: bytes, address: str) -> str:
    return f"{address} {_proof(key, address)}"


def vouched_address(key: bytes, text: str) -> str | None:
    """The address for which a credential stands; None where it does not prove one."""
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
