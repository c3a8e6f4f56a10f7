"""Bytes that nobody would send, mangled by lots from those that somebody would."""

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgpack

HEADERS = (
    b"\x80", b"\x81", b"\x8f", b"\x90", b"\x91", b"\x9f", b"\xa0", b"\xa1", b"\xbf", b"\xc0", b"\xc1", b"\xc2",
    b"\xc4\x00", b"\xc4\xff", b"\xc5\xff\xff", b"\xc6\xff\xff\xff\xff", b"\xc7\x00\xff", b"\xc8\x00\x01\x05",
    b"\xc9\x7f\xff\xff\xff\x00", b"\xca\x7f\xc0\x00\x00", b"\xcb\x7f\xf0" + bytes(6), b"\xcc\xff", b"\xcd\xff\xff",
    b"\xce\xff\xff\xff\xff", b"\xcf" + b"\xff" * 8, b"\xd0\x80", b"\xd3\x80" + bytes(7), b"\xd4\xff\x00",
    b"\xd7\xff" + bytes(8), b"\xd9\xff", b"\xda\x05\x78", b"\xda\xff\xff", b"\xdb\xff\xff\xff\xff", b"\xdc\x00\x20",
    b"\xdc\x00\x81", b"\xdc\x02\x00", b"\xdc\xff\xff", b"\xdd\x00\x00\x02\x00", b"\xdd\xff\xff\xff\xff",
    b"\xde\x00\x20", b"\xde\xff\xff", b"\xdf\x00\x00\x00\x20", b"\xdf\xff\xff\xff\xff", b"\xff", b"\xed\xa0\x80",
    b"\xc0\x80", b"\x81\xa1a", b"\x91\xcd\xff\xff",
)  # fmt: skip
"""Beginnings of values in MessagePack, the shortest and the longest, and bytes that are no UTF-8."""
PIECES = (
    b"[", b"]", b"{", b"}", b'"', b"\\u0000", b"\\ud800", b"1e999", b"-1", b"99999999999999999999", b"null", b":",
    b"/", b"%", b"=", b"&", b"//", b"0x1", b"::ffff:1.2.3.4", b"%eth0", b"\0", b"\r\n", "٣".encode(), "ß".encode(),
    "İ".encode(), "\u202e".encode(), b"A" * 60,
)  # fmt: skip
"""Pieces at which readers of text stumble."""
MAX_TREE = 2000
"""Longer ones are mangled as bytes only."""
Way = Callable[[bytearray, Random, Sequence[bytes]], None]


def mangled(rng: Random, seeds: Sequence[bytes], largest: int) -> bytes:
    """One of the seeds, mangled in one to six ways; at most one byte longer than anybody may send."""
    seed = rng.choice(seeds)
    data = bytearray(seed)
    if len(seed) <= MAX_TREE and rng.random() < 0.3:
        data = bytearray(_with_another_value(seed, rng))
    for _ in range(rng.choice((0, 1, 1, 2, 3, 6))):
        rng.choices(_WAYS, _WEIGHTS)[0](data, rng, seeds)
    del data[largest + 1 :]
    return bytes(data)


def _span(data: bytearray, rng: Random) -> tuple[int, int]:
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + int(2 ** (rng.random() * 7)))


def _flip(data: bytearray, rng: Random, _seeds: Sequence[bytes]) -> None:
    if data:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def _put_byte(data: bytearray, rng: Random, _seeds: Sequence[bytes]) -> None:
    if data:
        data[rng.randrange(len(data))] = rng.randrange(256)


def _take_out(data: bytearray, rng: Random, _seeds: Sequence[bytes]) -> None:
    start, end = _span(data, rng)
    del data[start:end]


def _cut(data: bytearray, rng: Random, _seeds: Sequence[bytes]) -> None:
    del data[rng.randrange(len(data) + 1) :]


def _repeat(data: bytearray, rng: Random, _seeds: Sequence[bytes]) -> None:
    start, end = _span(data, rng)
    data[start:start] = data[start:end] * int(2 ** (rng.random() * 6))


def _put(pieces: Sequence[bytes]) -> Way:
    def put(data: bytearray, rng: Random, _seeds: Sequence[bytes]) -> None:
        start, _ = _span(data, rng)
        data[start : start + rng.randrange(3)] = rng.choice(pieces)

    return put


def _splice(data: bytearray, rng: Random, seeds: Sequence[bytes]) -> None:
    other = bytearray(rng.choice(seeds))
    start, end = _span(other, rng)
    at, until = _span(data, rng)
    data[at:until] = other[start:end]


def _flood(data: bytearray, rng: Random, _seeds: Sequence[bytes]) -> None:
    start, _ = _span(data, rng)
    header = b"".join(rng.choices(HEADERS, k=rng.choice((1, 1, 2, 3))))
    data[start:start] = header * int(2 ** (rng.random() * 14))


_CHANCES: tuple[tuple[Way, int], ...] = (
    (_flip, 8), (_put_byte, 6), (_take_out, 6), (_cut, 2), (_repeat, 4), (_put(HEADERS), 10), (_put(PIECES), 4),
    (_splice, 6), (_flood, 1),
)  # fmt: skip
_WAYS, _WEIGHTS = zip(*_CHANCES, strict=True)

ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 4, 10, 104, 105, 2**16, 2**31, 2**32 - 1, 2**32, 2**63, -(2**63), 0.0, 1.5,
    math.inf, math.nan, "", "a", "classic", "bot", "\0", "\u202e", "ß" * 700, "a" * 1400, "a" * 1401, "a" * 4097,
    b"", b"\0" * 15, b"\0" * 16, b"\0" * 129, [], [None] * 33, {}, {"kind": "Ping", "mark": 1}, {"": {}}, {b"a": 1},
    {1: 2}, [[[[]]]],
)  # fmt: skip
"""Values of every type, at the edges of what somebody may expect."""


def _with_another_value(seed: bytes, rng: Random) -> bytes:
    """The same message with one value, or one key, exchanged; the seed itself where it is no MessagePack."""
    try:
        tree = msgpack.unpackb(seed, strict_map_key=False)
        changed = _changed(tree, rng, 6)
        data: bytes = msgpack.packb(changed, use_single_float=rng.random() < 0.5)
    except (ValueError, TypeError, OverflowError):
        return seed
    return data


def _changed(value: Any, rng: Random, depth: int) -> Any:
    if depth and isinstance(value, dict) and value and rng.random() < 0.9:
        return _changed_map(value, rng, depth)
    if depth and isinstance(value, list) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        return [*value[:at], _changed(value[at], rng, depth - 1), *value[at + rng.choice((1, 1, 0)) :]]
    return rng.choice(ODD)


def _changed_map(value: dict[Any, Any], rng: Random, depth: int) -> dict[Any, Any]:
    key, chance = rng.choice(list(value)), rng.random()
    if chance < 0.1:
        return {other: inner for other, inner in value.items() if other != key}
    if chance < 0.2:
        return {**value, rng.choice(("", "kind", "id", "new", b"kind")): rng.choice(ODD)}
    return {**value, key: _changed(value[key], rng, depth - 1)}
