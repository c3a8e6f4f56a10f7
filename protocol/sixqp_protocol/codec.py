"""Messages to MessagePack and back, strictly. The only file that knows MessagePack."""

from typing import Any

import msgpack
import msgspec

from sixqp_protocol.messages import ClientMessage, HostMessage, Message

CLIENT_LIMIT = 4 * 1024
HOST_LIMIT = 64 * 1024
_CLIENT_LIMITS = {"max_str_len": 1400, "max_bin_len": 128, "max_array_len": 32, "max_map_len": 32}
_HOST_LIMITS = {"max_str_len": 4096, "max_bin_len": 128, "max_array_len": 2048, "max_map_len": 32}


class BadMessage(ValueError):
    """Bytes that are no message of this protocol. The text is for a log, and holds nothing of the bytes."""


def encode(message: Message) -> bytes:
    """The bytes of a message: one MessagePack map."""
    data: bytes = msgpack.packb(msgspec.to_builtins(message, builtin_types=(bytes,)))
    return data


def decode_client(data: bytes) -> ClientMessage:
    """What a client said, from at most `CLIENT_LIMIT` bytes. Raises BadMessage."""
    message: ClientMessage = _decode(data, CLIENT_LIMIT, _CLIENT_LIMITS, ClientMessage)
    return message


def decode_host(data: bytes) -> HostMessage:
    """What a host said, from at most `HOST_LIMIT` bytes. Raises BadMessage."""
    message: HostMessage = _decode(data, HOST_LIMIT, _HOST_LIMITS, HostMessage)
    return message


def _decode(data: bytes, size: int, limits: dict[str, int], kind: Any) -> Any:
    if len(data) > size:
        raise BadMessage(f"expected at most {size} bytes, got {len(data)}")
    try:
        value = msgpack.unpackb(data, raw=False, strict_map_key=True, max_ext_len=0, ext_hook=_no_ext, **limits)
        return msgspec.convert(value, type=kind, strict=True)
    except msgspec.ValidationError as error:
        _, at, path = str(error).rpartition(" - at ")
        raise BadMessage(f"no message of this protocol, at {path if at else '`$`'}") from None
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"not MessagePack within the limits: {type(error).__name__}") from None


def _no_ext(_code: int, _data: bytes) -> None:
    raise ValueError
