"""The codec: what is no message is a BadMessage, and nothing of it is repeated. The vectors say what is one."""

from typing import Any

import msgpack
import pytest

from sixqp_protocol import messages
from sixqp_protocol.codec import BadMessage, decode_client, decode_host

SECRET = "correct horse battery staple"
LEAKS: list[Any] = [
    SECRET,
    [SECRET],
    {SECRET: 1},
    {"kind": SECRET},
    {"kind": f"{SECRET} - at {SECRET}", "mark": 1},
    {"kind": SECRET.encode()},
    {"kind": "Ping", "mark": SECRET},
    {"kind": "Ping", "mark": {SECRET: SECRET}},
    {"kind": "Ping", "mark": 1, SECRET.encode(): 1},
    {"kind": "Say", "id": 1, "text": SECRET * 60},
    {"kind": "SetRules", "id": 1, "settings": {"rules": {"variant": SECRET}}},
    {"kind": "SetRules", "id": 1, "settings": {SECRET: 1, "seats": SECRET}},
    {"kind": "Happened", "game": 1, "first": 0, "facts": [{"kind": SECRET}]},
    {"kind": "Happened", "game": 1, "first": 0, "facts": [{SECRET: SECRET}]},
    {"kind": "Refused", "id": 1, "code": SECRET},
]


@pytest.mark.parametrize("value", LEAKS)
def test_error_texts_repeat_nothing_of_the_bytes(value: Any) -> None:
    data = msgpack.packb(value)
    for given_bytes in (data, data + SECRET.encode(), data[:-1], SECRET.encode()):
        for decode in (decode_client, decode_host):
            with pytest.raises(BadMessage) as error:
                decode(given_bytes)
            assert not any(word in str(error.value) for word in SECRET.split())


def test_error_texts_name_the_location() -> None:
    with pytest.raises(BadMessage, match=r"at `\$\.settings\.seats`"):
        decode_client(msgpack.packb({"kind": "SetRules", "id": 1, "settings": {"seats": 11}}))
    with pytest.raises(BadMessage, match=r"at `\$`"):
        decode_client(msgpack.packb([]))


@pytest.mark.parametrize(("decode", "limit"), [(decode_client, 4096), (decode_host, 65536)])
def test_a_message_over_the_limit_is_rejected_by_its_length(decode: Any, limit: int) -> None:
    with pytest.raises(BadMessage, match=f"expected at most {limit} bytes, got {limit + 1}"):
        decode(bytes(limit + 1))


def test_the_last_value_of_a_repeated_key_counts() -> None:
    pairs = {"kind": "Ping", "mark": 1}
    data = b"\x83" + msgpack.packb(pairs)[1:] + msgpack.packb("mark") + msgpack.packb(2)
    assert decode_client(data) == messages.Ping(2)
