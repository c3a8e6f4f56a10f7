"""The codec: what goes in comes out, what is no message is a BadMessage, and nothing of it is repeated."""

import tracemalloc
from random import Random
from typing import Any, get_args

import msgpack
import msgspec
import pytest
from hypothesis import given, strategies as st
from support.protocol_values import FROM_CLIENT, FROM_HOST

from sixqp_protocol import codec, messages
from sixqp_protocol.codec import BadMessage, decode_client, decode_host, encode

"""`tests/bench/fuzz.py` reads far more."""


@pytest.mark.slow
@given(FROM_CLIENT)
def test_client_messages_round_trip(message: messages.ClientMessage) -> None:
    assert decode_client(encode(message)) == message


@pytest.mark.slow
@given(FROM_HOST)
def test_host_messages_round_trip(message: messages.HostMessage) -> None:
    data = encode(message)
    if len(data) <= codec.HOST_LIMIT:
        assert decode_host(data) == message


@pytest.mark.slow
@given(FROM_CLIENT | FROM_HOST)
def test_a_message_means_the_same_whatever_the_order_of_its_keys(message: messages.Message) -> None:
    """A message as our own encoder writes it is read in another way than all others."""
    written = encode(message)
    reordered = msgpack.packb(dict(reversed(msgpack.unpackb(written).items())))
    assert [_decoded(decode, written) for decode in (decode_client, decode_host)] == [
        _decoded(decode, reordered) for decode in (decode_client, decode_host)
    ]


@pytest.mark.parametrize("text", ["é" * 700, "é" * 701, "é" * 1400, "é" * 1401])
def test_a_long_text_is_judged_by_its_bytes(text: str) -> None:
    long = encode(messages.Say(id=1, text=text))
    assert (_decoded(decode_client, long) is None) == (len(text) > 700)


def _decoded(decode: Any, data: bytes) -> messages.Message | None:
    try:
        message: messages.Message = decode(data)
    except BadMessage:
        return None
    return message


@given(st.binary(max_size=300))
def test_any_bytes_decode_or_are_rejected(data: bytes) -> None:
    _heard(data)


@pytest.mark.slow
@given(FROM_CLIENT | FROM_HOST, st.randoms(use_true_random=False))
def test_a_mangled_message_is_decoded_or_rejected(message: messages.Message, rng: Random) -> None:
    data = bytearray(encode(message))
    for _ in range(rng.randrange(1, 5)):
        place = rng.randrange(len(data))
        data[place : place + rng.randrange(3)] = rng.randbytes(rng.randrange(3))
        data = data or bytearray(1)
    _heard(bytes(data))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(max_size=9) | st.binary(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=6,
)
SHAPES = [
    (kind.__name__, [field.name for field in msgspec.structs.fields(kind)])
    for kind in (*get_args(messages.ClientMessage), *get_args(messages.HostMessage))
]


@pytest.mark.slow
@given(st.sampled_from(SHAPES), st.lists(VALUES, min_size=12, max_size=12))
def test_arbitrary_values_are_a_message_or_rejected(shape: tuple[str, list[str]], values: list[Any]) -> None:
    kind, keys = shape
    _heard(msgpack.packb({"kind": kind, **dict(zip(keys, values, strict=False))}))


def _heard(data: bytes) -> None:
    """Decoding gives a message, which can be said again, or BadMessage; nothing else."""
    for decode in (decode_client, decode_host):
        try:
            message = decode(data)
        except BadMessage as error:
            assert len(str(error)) < 120
        else:
            assert decode(encode(message)) == message


@pytest.mark.parametrize("kind", get_args(messages.AnyRequest), ids=lambda kind: kind.__name__)
def test_keys_filled_in_by_a_conversation_are_required(kind: Any) -> None:
    """Whoever makes a request leaves these keys to the conversation; on the wire they have no default."""
    given: dict[str, Any] = {"card": 7, "row": 0, "settings": {}, "seat": 0, "to": "bot", "name": "", "text": ""}
    given["reaction"] = "bravo"
    given["seats"] = [1, 0]
    whole = {"kind": kind.__name__} | {key: given.get(key, 1) for key in kind.__struct_fields__ if key != "level"}
    assert isinstance(decode_client(msgpack.packb(whole)), kind)
    for missing in {"id", "round", "turn", "pick"} & whole.keys():
        with pytest.raises(BadMessage):
            decode_client(msgpack.packb({key: value for key, value in whole.items() if key != missing}))


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


@pytest.mark.slow
@given(FROM_CLIENT, st.dictionaries(st.text(max_size=9).map("new ".__add__), VALUES, max_size=3))
def test_unknown_keys_are_ignored(message: messages.ClientMessage, more: dict[str, Any]) -> None:
    value = {**msgspec.to_builtins(message, builtin_types=(bytes,)), **more}
    if len(data := msgpack.packb(value)) <= codec.CLIENT_LIMIT:
        assert decode_client(data) == message


def test_the_last_value_of_a_repeated_key_counts() -> None:
    pairs = {"kind": "Ping", "mark": 1}
    data = b"\x83" + msgpack.packb(pairs)[1:] + msgpack.packb("mark") + msgpack.packb(2)
    assert decode_client(data) == messages.Ping(2)


@pytest.mark.parametrize("header", [b"\xdd", b"\xdf", b"\xdb", b"\xc6", b"\xdc\xff\xff"])
def test_hostile_headers_cost_no_memory(header: bytes) -> None:
    data = (header * codec.HOST_LIMIT)[: codec.HOST_LIMIT]
    tracemalloc.start()
    try:
        with pytest.raises(BadMessage, match="within the limits"):
            decode_host(data)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
