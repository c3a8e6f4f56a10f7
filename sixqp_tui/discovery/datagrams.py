"""Asking for tables by UDP broadcast, where multicast does not pass: the three datagrams (`SPEC.md`, Discovery)."""

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from sixqp_tui.discovery.advertisement import Advertisement, decode, encode
from sixqp_tui.engine.token_bucket import TokenBucket

NONCE_BYTES: Final = 8
"""Bytes of a query's nonce: whoever has not heard the query cannot guess it."""
QUERY_BYTES: Final = 512
"""Every query is so long; an answer never is longer, so that nobody can use a table to flood somebody else."""
GONE: Final = 0
"""The port of a table that is closed."""
SHOUT: Final = b"sixqp+\x01"
"""What a table broadcasts when there is something new to ask it; it says nothing else, and proves nothing."""
ANSWERS_A_SECOND: Final = 20.0
"""What a flood makes a table send at most. Six lists that are opened within one second are answered at once, the
others when they ask again."""
ANSWERS_TO_ONE_A_SECOND: Final = 4.0
"""A list asks three times in its first second, and hears one shout more."""
MAX_REMEMBERED: Final = 256
"""Addresses that are told apart: all of a home network. Whoever makes up more has no more than all may have."""

_QUERY = b"sixqp?\x01"
_ANSWER = b"sixqp!\x01"
_AFTER_PORT = len(_ANSWER) + NONCE_BYTES + 2


class Answer(NamedTuple):
    """What a table says of itself: to which query, the table, and the TCP port where it is (0: it is closed)."""

    nonce: bytes
    advert: Advertisement
    port: int


def query(nonce: bytes) -> bytes:
    """The question which tables are here, with 8 random bytes that the answers have to bear."""
    if len(nonce) != NONCE_BYTES:
        raise ValueError(f"a nonce has {NONCE_BYTES} bytes, got {len(nonce)}")
    return (_QUERY + nonce).ljust(QUERY_BYTES, b"\0")


def read_query(data: bytes) -> bytes | None:
    """The nonce of a query, or None for anything else; a shorter query gets no answer."""
    if len(data) != QUERY_BYTES or not data.startswith(_QUERY):
        return None
    return data[len(_QUERY) :][:NONCE_BYTES]


def answer(nonce: bytes, advert: Advertisement, port: int) -> bytes:
    """A table's answer; what would not fit any more is left out, and cannot be with titles of ours."""
    data = _ANSWER + nonce + port.to_bytes(2, "big")
    for key, value in encode(advert).items():
        string = f"{key}={value}".encode()
        if len(data) + 1 + len(string) <= QUERY_BYTES:
            data += bytes((len(string),)) + string
    return data


def read_answer(data: bytes) -> Answer | None:
    """What an answer says, cleaned; None for anything that no table would answer."""
    if not _AFTER_PORT < len(data) <= QUERY_BYTES or not data.startswith(_ANSWER):
        return None
    record = _record(data[_AFTER_PORT:])
    advert = decode(record) if record is not None else None
    if advert is None:
        return None
    nonce_at = len(_ANSWER)
    return Answer(
        data[nonce_at : nonce_at + NONCE_BYTES],
        advert,
        int.from_bytes(data[_AFTER_PORT - 2 : _AFTER_PORT], "big"),
    )


def _record(data: bytes) -> Mapping[bytes, bytes | None] | None:
    """The strings of a TXT record, `key=value`; the first of a key counts. None where the last one is cut."""
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
    """Allows `in_all` datagrams a second, `of_one` of them of any one address, and a second's worth at once."""

    def __init__(self, in_all: float = ANSWERS_A_SECOND, of_one: float = ANSWERS_TO_ONE_A_SECOND) -> None:
        self._of_one = of_one
        self._all = TokenBucket(in_all, in_all, 0.0)
        self._each: OrderedDict[str, TokenBucket] = OrderedDict()

    def allow(self, address: str, now: float) -> bool:
        """Whether one more of this address may be dealt with now; if so, it counts. `now` in seconds."""
        mine = self._each.setdefault(address, TokenBucket(self._of_one, self._of_one, now))
        self._each.move_to_end(address)
        if len(self._each) > MAX_REMEMBERED:
            self._each.popitem(last=False)
        return mine.has(now) and self._all.take(now) and mine.take(now)
