"""The packets between the gateway and a guest's process, those of Textual's WebDriver."""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

import msgspec

DEFAULT_SIZE: Final = (80, 24)
MAX_BYTES: Final = 4 * 1024 * 1024
"""A hundred times a full redraw of the screen."""
Kind = Literal["D", "M", "P"]
_KINDS: Final[Mapping[int, Kind]] = {ord("D"): "D", ord("M"): "M", ord("P"): "P"}
_HEAD: Final = 5
_BANNER: Final = b"_"
"""Begins the line that Textual's driver writes before the first packet."""
MAX_BANNER: Final = 64
KEYS_DROPPED: Final = "keys_dropped"
"""The `type` of the object that tells a guest's process that keys were dropped."""


class NoPacket(Exception): ...


class GuestOptions(msgspec.Struct, frozen=True):
    """The options of a guest's process: one line of JSON before the first packet.

    `pin` is the table's certificate, `credential` proves the guest's address to the table, the seat belongs to the
    key with the `secret`, and `word` lets the guest come back.
    """

    addresses: tuple[tuple[str, int], ...]
    table: str
    pin: str
    credential: str
    secret: bytes
    name: str
    language: str
    join_line: str = ""
    code: str | None = None
    word: str = ""
    size: tuple[int, int] = DEFAULT_SIZE


class Report(msgspec.Struct, frozen=True):
    """A report of a guest's process; Textual's driver sends others, which the gateway ignores.

    The `type` is `welcomed`, `refused` for a `reason`, or `left`. `seated`: the guest doesn't only watch. `text` is
    for the guest.
    """

    type: str
    seated: bool = False
    name: str = ""
    reason: str = ""
    text: str = ""


class Packet(NamedTuple):
    kind: Kind
    content: bytes


def encode(kind: Literal["D", "M"], content: bytes) -> bytes:
    return kind.encode() + len(content).to_bytes(4, "big") + content


def encode_meta(content: object) -> bytes:
    return encode("M", msgspec.json.encode(content))


def decode_report(content: bytes) -> Report | None:
    try:
        return msgspec.json.decode(content, type=Report)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


class PacketReader:
    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, data: bytes) -> Iterator[Packet]:
        """The packets that these bytes complete. Raises NoPacket."""
        self._bytes += data
        while (packet := self._next()) is not None:
            yield packet

    def _next(self) -> Packet | None:
        if self._bytes.startswith(_BANNER):
            end = self._bytes.find(b"\n")
            if end < 0 and len(self._bytes) < MAX_BANNER:
                return None
            del self._bytes[: end + 1]
        if len(self._bytes) < _HEAD:
            return None
        size = int.from_bytes(self._bytes[1:_HEAD], "big")
        kind = _KINDS.get(self._bytes[0])
        if kind is None or size > MAX_BYTES:
            raise NoPacket
        if len(self._bytes) < _HEAD + size:
            return None
        content = bytes(self._bytes[_HEAD : _HEAD + size])
        del self._bytes[: _HEAD + size]
        return Packet(kind, content)
