"""Asking for tables by UDP broadcast, where multicast doesn't pass: the three datagrams (`SPEC.md`, Discovery)."""

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from sixqp_tui.discovery.advertisement import Advertisement, decode, encode
from sixqp_tui.engine.token_bucket import TokenBucket

NONCE_BYTES: Final = 8
"""Enough that a nonce can't be guessed."""
QUERY_BYTES: Final = 512
"""All queries are this long, and no answer is longer, so a table can't be used to flood others."""
GONE: Final = 0
"""The port that stands for a closed table."""
TO_EVERYBODY: Final = bytes(NONCE_BYTES)
"""The nonce of an answer that is broadcast because some asker gets none."""
SHOUT: Final = b"sixqp+\x01"
"""A table's broadcast that there is news to ask for; it says nothing else, and proves nothing."""
ANSWERS_A_SECOND: Final = 400.0
"""Limits a flood to two percent of a core. Others are safe, because an answer is no longer than its query and one
address gets few.
"""
ANSWERS_TO_ONE_A_SECOND: Final = 4.0
"""A list asks three times in its first second, and once after a shout."""
MAX_REMEMBERED: Final = 256
"""Addresses that are remembered, enough for a home network."""

_QUERY = b"sixqp?\x01"
_ANSWER = b"sixqp!\x01"
_AFTER_PORT = len(_ANSWER) + NONCE_BYTES + 2


class Answer(NamedTuple):
    """What a table says about itself; `port` 0 means closed."""

    nonce: bytes
    advert: Advertisement
    port: int


def query(nonce: bytes) -> bytes:
    if len(nonce) != NONCE_BYTES:
        raise ValueError(f"a nonce has {NONCE_BYTES} bytes, got {len(nonce)}")
    return (_QUERY + nonce).ljust(QUERY_BYTES, b"\0")


def read_query(data: bytes) -> bytes | None:
    """The nonce of a query; None for anything else, and for shorter queries."""
    if len(data) != QUERY_BYTES or not data.startswith(_QUERY):
        return None
    return data[len(_QUERY) :][:NONCE_BYTES]


def answer(nonce: bytes, advert: Advertisement, port: int) -> bytes:
    """A table's answer. Entries that don't fit are left out; our own always fit."""
    data = _ANSWER + nonce + port.to_bytes(2, "big")
    for key, value in encode(advert).items():
        string = f"{key}={value}".encode()
        if len(data) + 1 + len(string) <= QUERY_BYTES:
            data += bytes((len(string),)) + string
    return data


def nonce_of(data: bytes) -> bytes:
    return data[len(_ANSWER) :][:NONCE_BYTES]


def read_answer(data: bytes) -> Answer | None:
    """An answer's content, cleaned; None if no table would send this."""
    if not _AFTER_PORT < len(data) <= QUERY_BYTES or not data.startswith(_ANSWER):
        return None
    record = _record(data[_AFTER_PORT:])
    advert = decode(record) if record is not None else None
    if advert is None:
        return None
    return Answer(nonce_of(data), advert, int.from_bytes(data[_AFTER_PORT - 2 : _AFTER_PORT], "big"))


def _record(data: bytes) -> Mapping[bytes, bytes | None] | None:
    """The `key=value` strings of a TXT record; the first of a key counts. None if the last one is cut off."""
    record: dict[bytes, bytes | None] = {}
    for string in _strings(data):
        if string is None:
            return None
        key, _, value = string.partition(b"=")
        record.setdefault(key, value)
    return record


def _strings(data: bytes) -> Iterator[bytes | None]:
    at = 0
    while at < len(data):
        end = at + 1 + data[at]
        yield data[at + 1 : end] if end <= len(data) else None
        at = end


class RateLimit:
    """Allows `in_all` datagrams a second, and `of_one` from one address; a second's worth at once."""

    def __init__(self, in_all: float = ANSWERS_A_SECOND, of_one: float = ANSWERS_TO_ONE_A_SECOND) -> None:
        self._of_one = of_one
        self._all = TokenBucket(in_all, in_all, 0.0)
        self._each: OrderedDict[str, TokenBucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._each)

    def allow(self, address: str, now: float) -> bool:
        """Whether to handle one more datagram from this address; if so, it counts."""
        mine = self._each.setdefault(address, TokenBucket(self._of_one, self._of_one, now))
        self._each.move_to_end(address)
        if len(self._each) > MAX_REMEMBERED:
            self._each.popitem(last=False)
        return mine.has(now) and self._all.take(now) and mine.take(now)
