"""What a gateway proves to its table about a connection, with a shared key.

The connection is either a guest's, or the gateway's own, which lasts as long as its way in is open. All guests of a
gateway connect from this machine, so without this they would share an address.
"""

from hashlib import sha256
from hmac import compare_digest, digest as hmac_digest
from ipaddress import ip_address
from typing import Final, NamedTuple

import msgspec

from sixqp_protocol.messages import OpenWay, Way

HEADER: Final = "Sixqp-Gateway"
"""The header of the WebSocket upgrade."""
KEY_BYTES: Final = 32
"""Bytes; the key lasts for one run of the table's process."""


class Guest(NamedTuple):
    """A gateway's guest: their own address and way in."""

    address: str
    way: Way


def credential(key: bytes, way: Way, address: str) -> str:
    return _prove(key, f"{way} {address}")


def way_credential(key: bytes, way: OpenWay) -> str:
    return _prove(key, msgspec.json.encode(way).decode())


def read_credential(key: bytes, text: str) -> Guest | OpenWay | None:
    """The owner of this credential; None if the proof is wrong."""
    claim, _, proof = text.rpartition(" ")
    if not compare_digest(proof.encode(), _proof(key, claim).encode()):
        return None
    way, _, address = claim.partition(" ")
    try:
        if not address:
            return msgspec.json.decode(claim, type=OpenWay)
        ip_address(address.partition("%")[0])
        return Guest(address, msgspec.convert(way, Way))
    except (ValueError, msgspec.DecodeError):
        return None


def _prove(key: bytes, claim: str) -> str:
    return f"{claim} {_proof(key, claim)}"


def _proof(key: bytes, claim: str) -> str:
    return hmac_digest(key, claim.encode(errors="replace"), sha256).hex()
