"""Strict conversion of messages to MessagePack and back. Nothing else knows MessagePack."""

import re
from itertools import islice
from typing import Any, get_args

import msgpack
import msgspec

from sixqp_protocol.messages import ADDRESS, ClientMessage, HostMessage, Message, Request

CLIENT_LIMIT = 4 * 1024
HOST_LIMIT = 64 * 1024
_CLIENT_LIMITS = {"max_str_len": 1400, "max_bin_len": 128, "max_array_len": 32, "max_map_len": 32}
_HOST_LIMITS = {"max_str_len": 4096, "max_bin_len": 128, "max_array_len": 512, "max_map_len": 32}
_SMALL = 8 * 1024
"""Bytes; no smaller message can hold enough maps and arrays to matter."""
_MAX_INSIDE = 4000
"""Maps and arrays in one message; 512 facts have at most 1,536."""
_MAX_LONG = 16
"""Arrays of more than 128 values in one message, of which the protocol needs one. msgpack allocates an array as
soon as it reads the header, so nested headers could claim a lot of memory.
"""
MAX_NESTED = 16
"""Nested maps and arrays. The protocol needs 4; the rest leaves room for later keys."""
_ENCODER = msgspec.msgpack.Encoder()
_OF_CLIENT: dict[object, Any] = {kind.__name__: kind for kind in get_args(ClientMessage)}
_OF_HOST: dict[object, Any] = {kind.__name__: kind for kind in get_args(HostMessage)}
"""Messages by their `kind`. Looking the class up here is much faster than a union of all of them."""
_LONG = re.compile(rb"(?:\xdc|\xdd\x00\x00)(?:\x00[\x81-\xff]|[\x01\x02])")
"""The header of an array of more than 128 values; these bytes never occur in UTF-8 text."""


class _Decoders(dict[bytes, Any]):
    """Decoders by the `kind` that they read, each made at its first message."""

    def __init__(self, kinds: dict[object, Any]) -> None:
        self._kinds = kinds

    def __missing__(self, name: bytes) -> Any:
        decoder = self[name] = msgspec.msgpack.Decoder(self._kinds[name.decode()])
        return decoder


_CLIENT_DECODERS, _HOST_DECODERS = _Decoders(_OF_CLIENT), _Decoders(_OF_HOST)


class BadMessage(ValueError):
    """Bytes that are not a message of this protocol. The text never repeats any of them, so it is safe to log."""


def encode(message: Message) -> bytes:
    return _ENCODER.encode(message)


def decode_client(data: bytes) -> ClientMessage:
    """Raises BadMessage, also above `CLIENT_LIMIT` bytes."""
    message: ClientMessage = _decode_own(data, _CLIENT_LIMITS, _CLIENT_DECODERS) or _decode(
        data, CLIENT_LIMIT, _CLIENT_LIMITS, _OF_CLIENT
    )
    return message


def decode_host(data: bytes) -> HostMessage:
    """Raises BadMessage, also above `HOST_LIMIT` bytes."""
    message: HostMessage = _decode_own(data, _HOST_LIMITS, _HOST_DECODERS) or _decode(
        data, HOST_LIMIT, _HOST_LIMITS, _OF_HOST
    )
    return message


def _decode_own(data: bytes, limits: dict[str, int], decoders: _Decoders) -> Any:
    """The message, if the encoder here would write exactly these bytes for it; otherwise None.

    Such a message needs none of the checks of `_decode`: it has all its keys and no others, and its types limit
    everything in it.
    """
    name = 9 if data[:1] == b"\xde" else 7  # the encoder gives a map without its defaults a long header
    if data[name - 6 : name - 1] != b"\xa4kind" or len(data) > limits["max_str_len"]:
        return None
    if b"\xdc" in data or b"\xdd" in data:
        return None
    try:
        message = decoders[data[name : name + data[name - 1] - 0xA0]].decode(data)
    except (msgspec.DecodeError, LookupError, ValueError, RecursionError):
        return None
    return message if _ENCODER.encode(message) == data else None


def _decode(data: bytes, size: int, limits: dict[str, int], kinds: dict[object, Any]) -> Any:
    if len(data) > size:
        raise BadMessage(f"expected at most {size} bytes, got {len(data)}")
    if (b"\xdc" in data or b"\xdd" in data) and any(islice(_LONG.finditer(data), _MAX_LONG, None)):
        raise BadMessage("too many long arrays")
    inside = _Counted() if len(data) > _SMALL else None
    try:
        value = msgpack.unpackb(
            data, raw=False, strict_map_key=True, max_ext_len=0, ext_hook=_no_ext,
            object_hook=inside, list_hook=inside, **limits,
        )  # fmt: skip
        kind = _kind(value, kinds)
        _check_structure(value, binaries=b"\xc4" in data or b"\xc5" in data or b"\xc6" in data)
        message = msgspec.convert(value, type=kind, strict=True, builtin_types=(bytes,))
    except msgspec.ValidationError as error:
        _, at, path = str(error).rpartition(" - at ")
        raise BadMessage(f"no message of this protocol, at {path if at else '`$`'}") from None
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"not MessagePack within the limits: {type(error).__name__}") from None
    if isinstance(message, Request) and not value.keys() >= ADDRESS.intersection(message.__struct_fields__):
        raise BadMessage("no message of this protocol, at `$`: a request without its id, round, turn or pick")
    return message


def _kind(value: Any, kinds: dict[object, Any]) -> Any:
    named = value.get("kind") if type(value) is dict else None
    if type(named) is not str or named not in kinds:
        raise msgspec.ValidationError("no kind")
    return kinds[named]


class _Counted:
    """Counts maps and arrays, and raises ValueError when there are too many."""

    def __init__(self) -> None:
        self._left = _MAX_INSIDE

    def __call__(self, value: Any) -> Any:
        self._left -= 1
        if self._left < 0:
            raise ValueError
        return value


def _check_structure(message: dict[str, Any], binaries: bool) -> None:
    """Raise ValueError for deep nesting or a binary key, which msgpack accepts."""
    level: list[Any] = [message]
    for _ in range(MAX_NESTED):
        if binaries:
            for each in level:
                if type(each) is dict and bytes in map(type, each):
                    raise ValueError
        level = [
            inner
            for each in level
            for inner in (each.values() if type(each) is dict else each)
            if type(inner) is dict or type(inner) is list
        ]
        if not level:
            return
    raise ValueError


def _no_ext(_code: int, _data: bytes) -> None:
    raise ValueError
