"""An invitation to one table, as a line of text or a QR code (`SPEC.md`).

Invitations come from strangers. Reading one never does more than return a table's addresses, and the host must
still prove that it has the pinned certificate.
"""

import re
from base64 import b32decode, b32encode
from dataclasses import dataclass, replace
from ipaddress import ip_address
from typing import Final

from sixqp_protocol.text import PLAIN_ID
from sixqp_protocol.version import DEFAULT_PORT

SCHEME: Final = "sixqp://"
VERSION: Final = "1"
MAX_LENGTH: Final = 400
MAX_ADDRESSES: Final = 4

_FORMS = {"t": PLAIN_ID.pattern, "k": "[a-z2-7]{52}", "p": "[0-9]{1,5}", "c": "[0-9a-z]{4,16}"}
_PADDING = "===="


class BadInvitation(ValueError):
    """Not an invitation, or one of a `newer` version."""

    def __init__(self, newer: bool = False) -> None:
        super().__init__("a newer invitation" if newer else "no invitation")
        self.newer = newer


@dataclass(frozen=True)
class Invitation:
    """A table's id, the SHA-256 of its certificate in hex, and its addresses, best first."""

    table: str
    pin: str
    addresses: tuple[str, ...]
    port: int = DEFAULT_PORT
    code: str | None = None

    def __str__(self) -> str:
        pin = b32encode(bytes.fromhex(self.pin)).decode().rstrip("=")
        addresses = [each for each in self.addresses if not _scoped(each)]
        parts = [("t", self.table), *(("a", each) for each in addresses[:MAX_ADDRESSES])]
        parts += [("p", str(self.port))] if self.port != DEFAULT_PORT else []
        parts += [("k", pin), *([("c", self.code)] if self.code else [])]
        return "/".join((SCHEME + VERSION, *(f"{key}:{value}" for key, value in parts))).lower()

    @property
    def endpoints(self) -> tuple[tuple[str, int], ...]:
        return tuple((each, self.port) for each in self.addresses)


def with_code(line: str, code: str | None) -> str:
    """The same invitation with this room code, if there is one. Raises BadInvitation."""
    return str(replace(read(line), code=code)) if code else line


def looks_like_one(text: str) -> bool:
    return text.strip().lower().startswith(SCHEME.rstrip("/"))


def read(text: str) -> Invitation:
    """Read an invitation in either case, ignoring unknown parts. Raises BadInvitation."""
    line = "".join(text.split()).lower()
    if len(line) > MAX_LENGTH or not line.startswith(SCHEME) or not line.isascii():
        raise BadInvitation
    version, *parts = line.removeprefix(SCHEME).rstrip("/").split("/")
    if version != VERSION:
        raise BadInvitation(newer=version.isdecimal())
    pairs = [(key, value) for key, _, value in (part.partition(":") for part in parts)]
    fields = {"t": "", "k": "", "p": str(DEFAULT_PORT)} | dict(reversed(pairs))  # the first of a key counts
    if not all(re.fullmatch(form, fields[key]) for key, form in _FORMS.items() if key in fields):
        raise BadInvitation
    if not 1 <= int(fields["p"]) <= 65535:
        raise BadInvitation
    return Invitation(
        table=fields["t"],
        pin=b32decode(fields["k"].upper() + _PADDING).hex(),
        addresses=tuple(dict.fromkeys(_address(value) for key, value in pairs if key == "a"))[:MAX_ADDRESSES],
        port=int(fields["p"]),
        code=fields.get("c"),
    )


def _scoped(address: str) -> bool:
    parsed = ip_address(address.partition("%")[0])
    return parsed.version == 6 and parsed.is_link_local


def _address(text: str) -> str:
    try:
        address = ip_address(text)
    except ValueError:
        raise BadInvitation from None
    if address.is_multicast or address.is_unspecified or "%" in text:
        raise BadInvitation
    return str(address)
