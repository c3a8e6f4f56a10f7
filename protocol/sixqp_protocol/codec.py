"""Strict conversion of messages to MessagePack and back. Nothing else knows MessagePack."""

from typing import Any, get_args

import msgpack
import msgspec

from sixqp_protocol.cleaning import cleaned
from sixqp_protocol.messages import ClientMessage, HostMessage, Message

CLIENT_LIMIT = 4 * 1024
HOST_LIMIT = 64 * 1024
MAX_VALUES = 512
"""In one array or map, so that no header claims memory for more than what follows it can fill."""
_OF_CLIENT: dict[object, Any] = {kind.__name__: kind for kind in get_args(ClientMessage)}
_OF_HOST: dict[object, Any] = {kind.__name__: kind for kind in get_args(HostMessage)}
"""By `kind`: msgspec would look at a union of all of them anew each time, which takes 60 µs."""


class BadMessage(ValueError):
    """The bytes are no message of this protocol. The text quotes none of them."""


def encode(message: Message) -> bytes:
    packed: bytes = msgpack.packb(msgspec.to_builtins(message, builtin_types=(bytes,)))
    return packed


def decode_client(data: bytes) -> ClientMessage:
    """With clean texts. Raises BadMessage, also above `CLIENT_LIMIT` bytes."""
    message: ClientMessage = _decode(data, CLIENT_LIMIT, _OF_CLIENT)
    return message


def decode_host(data: bytes) -> HostMessage:
    """With clean texts. Raises BadMessage, also above `HOST_LIMIT` bytes."""
    message: HostMessage = _decode(data, HOST_LIMIT, _OF_HOST)
    return message


def _decode(data: bytes, limit: int, kinds: dict[object, Any]) -> Any:
    if len(data) > limit:
        raise BadMessage(f"expected at most {limit} bytes, got {len(data)}")
    try:
        value = msgpack.unpackb(data, max_array_len=MAX_VALUES, max_map_len=MAX_VALUES, max_ext_len=0)
        named = value.get("kind") if isinstance(value, dict) else None
        return cleaned(
            msgspec.convert(value, kinds[named if isinstance(named, str) else None], builtin_types=(bytes,))
        )
    except LookupError:
        raise BadMessage("no message of this protocol, at `$`: no such kind") from None
    except msgspec.ValidationError as error:
        _, at, path = str(error).rpartition(" - at ")
        raise BadMessage(f"no message of this protocol, at {path if at else '`$`'}") from None
    except (ValueError, RecursionError) as error:
        raise BadMessage(f"not MessagePack: {type(error).__name__}") from None
