"""Messages to MessagePack and back, strictly. The only file that knows MessagePack."""

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
"""Messages up to this size hold too few maps and arrays to cost anything."""
_MAX_INSIDE = 4000
"""Maps and arrays in one message; 512 facts have 1,536 at most."""
_MAX_LONG = 16
"""Arrays of over 128 values in one message, of which a message of the protocol has one. Room for all the values
that an array announces is made when its header is read, so these must not be many, one within the other."""
MAX_NESTED = 16
"""Maps and arrays one within the other. Those of the protocol have 4 at most; the rest is for keys to come."""
_ENCODER = msgspec.msgpack.Encoder()
_OF_CLIENT: dict[object, Any] = {kind.__name__: kind for kind in get_args(ClientMessage)}
_OF_HOST: dict[object, Any] = {kind.__name__: kind for kind in get_args(HostMessage)}
"""Messages by their `kind`: to look that up is far quicker than to hand msgspec all of them for each message."""
_LONG = re.compile(rb"(?:\xdc|\xdd\x00\x00)(?:\x00[\x81-\xff]|[\x01\x02])")
"""The header of such an array; no text in UTF-8 has these bytes."""


class BadMessage(ValueError):
    """Bytes that are no message of this protocol. The text is for a log, and holds nothing of the bytes."""


def encode(message: Message) -> bytes:
    """The bytes of a message: one MessagePack map."""
    return _ENCODER.encode(message)


def decode_client(data: bytes) -> ClientMessage:
    """What a client said, from at most `CLIENT_LIMIT` bytes. Raises BadMessage."""
    message: ClientMessage = _decode(data, CLIENT_LIMIT, _CLIENT_LIMITS, _OF_CLIENT)
    return message


def decode_host(data: bytes) -> HostMessage:
    """What a host said, from at most `HOST_LIMIT` bytes. Raises BadMessage."""
    message: HostMessage = _decode(data, HOST_LIMIT, _HOST_LIMITS, _OF_HOST)
    return message


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
    """Which message this says that it is. Raises ValidationError where it says none of these."""
    named = value.get("kind") if type(value) is dict else None
    if type(named) is not str or named not in kinds:
        raise msgspec.ValidationError("no kind")
    return kinds[named]


class _Counted:
    """Lets so many maps and arrays of one message pass, and no more."""

    def __init__(self) -> None:
        self._left = _MAX_INSIDE

    def __call__(self, value: Any) -> Any:
        self._left -= 1
        if self._left < 0:
            raise ValueError
        return value


def _check_structure(message: dict[str, Any], binaries: bool) -> None:
    """Raise ValueError where maps and arrays are nested too deep, level by level, or a key is a binary.

    msgpack takes a binary for a key; it is looked for where the message has `binaries`, or may have them.
    """
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
