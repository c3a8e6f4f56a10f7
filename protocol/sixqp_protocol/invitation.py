"""An invitation to one table, as a line of text or a QR code (`SPEC.md`).

Invitations come from strangers. Reading one never does more than return a table's addresses, and the host must
still prove that it has the pinned certificate.
"""

import re
from base64 import b32decode, b32encode
from binascii import Error
from dataclasses import dataclass, replace
from ipaddress import ip_address
from typing import Final

from sixqp_protocol.text import PLAIN_ID
from sixqp_protocol.version import DEFAULT_PORT

SCHEME: Final = "sixqp://"
VERSION: Final = "1"
MAX_LENGTH: Final = 400
MAX_ADDRESSES: Final = 4

_CODE = re.compile(r"[0-9a-z]{4,16}")
_PORT = re.compile(r"[0-9]{1,5}")
_PIN_BYTES = 32


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
    fields: dict[str, list[str]] = {}
    for part in parts:
        key, _, value = part.partition(":")
        fields.setdefault(key, []).append(value)
    return Invitation(
        table=_one(fields, "t", PLAIN_ID),
        pin=_pin(fields.get("k", [""])[0]),
        addresses=tuple(dict.fromkeys(map(_address, fields.get("a", ()))))[:MAX_ADDRESSES],
        port=_port(fields.get("p", [str(DEFAULT_PORT)])[0]),
        code=_one(fields, "c", _CODE) if "c" in fields else None,
    )


def _scoped(address: str) -> bool:
    parsed = ip_address(address.partition("%")[0])
    return parsed.version == 6 and parsed.is_link_local


def _one(fields: dict[str, list[str]], key: str, form: re.Pattern[str]) -> str:
    value = fields.get(key, [""])[0]
    if not form.fullmatch(value):
        raise BadInvitation
    return value


def _pin(text: str) -> str:
    try:
        pin = b32decode(text.upper() + "=" * (-len(text) % 8))
    except (Error, ValueError):
        raise BadInvitation from None
    if len(pin) != _PIN_BYTES:
        raise BadInvitation
    return pin.hex()


def _port(text: str) -> int:
    if not _PORT.fullmatch(text) or not 1 <= int(text) <= 65535:
        raise BadInvitation
    return int(text)


def _address(text: str) -> str:
    try:
        address = ip_address(text)
    except ValueError:
        raise BadInvitation from None
    if address.is_multicast or address.is_unspecified or "%" in text:
        raise BadInvitation
    return str(address)
