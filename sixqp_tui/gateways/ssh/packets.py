"""What gateway and guest's process say to each other over standard streams: the packets of Textual's WebDriver.

Each is a letter (`D` what a terminal sends or gets, `M` an object of JSON), four bytes of length, and the content.
"""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

import msgspec

MAX_BYTES: Final = 4 * 1024 * 1024
"""Bytes of a packet: a hundred times a screen that is drawn anew."""
Kind = Literal["D", "M", "P"]
_KINDS: Final[Mapping[int, Kind]] = {ord("D"): "D", ord("M"): "M", ord("P"): "P"}
_HEAD: Final = 5
_BANNER: Final = b"_"
"""Textual's driver says a line that begins so when it starts, outside of any packet."""
MAX_BANNER: Final = 64
"""Bytes of that line."""


class NoPacket(Exception):
    """What has come is no packet."""


class GuestOptions(msgspec.Struct, frozen=True):
    """What a guest's process is told when it starts: one line of JSON, before any packet.

    The table is at `addresses`, with this id and certificate; `credential` proves for whom the gateway comes.
    `token` is that of the guest's seat, `code` the room code, as far as either is known. `word` brings its guest
    back.
    """

    addresses: tuple[tuple[str, int], ...]
    table: str
    pin: str
    credential: str
    name: str
    language: str
    join_line: str = ""
    token: bytes | None = None
    code: str | None = None
    word: str = ""


class Report(msgspec.Struct, frozen=True):
    """What a guest's process says of its guest; Textual's driver says more, which nobody needs.

    `seated`: the guest has the seat of this `token` (none: looks on), under this `name`. `refused`: there is no
    place, for this `reason`. `left`: the session is over. `text` is a sentence for the guest.
    """

    type: str
    token: bytes | None = None
    name: str = ""
    reason: str = ""
    text: str = ""


class Packet(NamedTuple):
    """One packet."""

    kind: Kind
    content: bytes


def encode(kind: Literal["D", "M"], content: bytes) -> bytes:
    return kind.encode() + len(content).to_bytes(4, "big") + content


def encode_meta(content: object) -> bytes:
    return encode("M", msgspec.json.encode(content))


def decode_report(content: bytes) -> Report | None:
    """What a guest's process says; None where that is not for us."""
    try:
        return msgspec.json.decode(content, type=Report)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


class PacketReader:
    """Takes bytes as they come, and gives the packets in them."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, data: bytes) -> Iterator[Packet]:
        """The packets that are whole with these bytes. Raises NoPacket."""
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
