"""Proves a room code without sending it: SPAKE2, confirmed over the host's certificate (`SPEC.md`, Room codes).

Randomness is an argument. An eavesdropper learns nothing, and a participant can test one code per try. A relay
fails even if both ends know the code, because it shows the client another certificate.
"""

from collections.abc import Callable
from copy import copy
from functools import cache, lru_cache
from hmac import compare_digest, digest
from importlib import import_module  # noqa: TID251 (loaded beside the loop, before it is needed)
from typing import Any, Final

Draw = Callable[[int], bytes]

CLIENT: Final = b"sixqp.1 client"
HOST: Final = b"sixqp.1 host"
_CLIENT_SIDE, _HOST_SIDE = b"A", b"B"
_FIELD: Final = 2**255 - 19
"""The prime of Curve25519: the y of a point is below it (RFC 8032, 5.1.3)."""
_WITHOUT_SIGN: Final = 2**255 - 1


class BadShare(ValueError):
    """The bytes are not a share of this key exchange."""


def prepare() -> None:
    import_module("spake2")


class HostPairing:
    """The host's side of one try; call `verify` only once."""

    def __init__(self, code: str, certificate: bytes, draw: Draw) -> None:
        from spake2 import SPAKE2_B

        self._certificate = certificate
        self._exchange = SPAKE2_B(code.encode(), CLIENT, HOST, params=_parameters(), entropy_f=draw)
        self.share: bytes = self._exchange.start()[1:]

    def verify(self, share: bytes, proof: bytes) -> bytes | None:
        """Check the client's proof, and return the host's own; None if the client's is wrong."""
        try:
            key = _key(self._exchange, _CLIENT_SIDE, share)
        except BadShare:
            return None
        seen = self._certificate + share + self.share
        return _proof(key, HOST, seen) if compare_digest(proof, _proof(key, CLIENT, seen)) else None


class ClientPairing:
    """The client's side of one try.

    `certificate` is the SHA-256 of the certificate that the client sees. Raises BadShare.
    """

    def __init__(self, code: str, certificate: bytes, share_of_host: bytes, draw: Draw) -> None:
        from spake2 import SPAKE2_A

        exchange = SPAKE2_A(code.encode(), CLIENT, HOST, params=_parameters(), entropy_f=draw)
        self.share: bytes = exchange.start()[1:]
        key = _key(exchange, _HOST_SIDE, share_of_host)
        seen = certificate + self.share + share_of_host
        self.proof = _proof(key, CLIENT, seen)
        self._expected = _proof(key, HOST, seen)

    def proves(self, proof: bytes) -> bool:
        return compare_digest(proof, self._expected)


class _KnownMultiples:
    """A point of the package's parameters, multiplied once by each of the last codes.

    That is the only work of a try whose time depends on the code.
    """

    def __init__(self, point: Any) -> None:
        self.scalarmult = lru_cache(maxsize=16)(point.scalarmult)


@cache
def _parameters() -> Any:
    from spake2.parameters.ed25519 import ParamsEd25519

    parameters = copy(ParamsEd25519)
    parameters.M, parameters.N = _KnownMultiples(parameters.M), _KnownMultiples(parameters.N)
    return parameters


def _key(exchange: Any, side: bytes, share: bytes) -> bytes:
    """The shared key, equal at both ends if both know the code. Raises BadShare."""
    _demand_canonical(share)
    from spake2 import SPAKEError
    from spake2.ed25519_basic import NotOnCurve

    try:
        key: bytes = exchange.finish(side + share)
    except (SPAKEError, NotOnCurve, ValueError) as error:
        raise BadShare(type(error).__name__) from None
    return key


def _demand_canonical(share: bytes) -> None:
    """Raise BadShare for the point at infinity or any non-canonical encoding.

    spake2 only refuses the usual encoding of that point.
    """
    y = int.from_bytes(share, "little") & _WITHOUT_SIGN
    if y >= _FIELD or y == 1:
        raise BadShare("not the one spelling of a share")


def _proof(key: bytes, label: bytes, seen: bytes) -> bytes:
    return digest(key, label + seen, "sha256")
