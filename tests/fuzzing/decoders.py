"""Every reader of bytes that others wrote, what it owes to any bytes, and one case of that."""

import gzip
import json
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from fuzzing.mutation import mangled
from fuzzing.walk import Walk
from support.games import recorded

from sixqp_protocol import codec, invitation
from sixqp_protocol.codec import BadMessage
from sixqp_protocol.invitation import BadInvitation
from sixqp_tui.discovery import broadcast
from sixqp_tui.features.history import store as kept_games
from sixqp_tui.features.history.record import UnreadableRecord, decode_record, encode_record
from sixqp_tui.host.commands import CannotRead, Entry, decoded, encoded
from sixqp_tui.store import journal
from sixqp_tui.store.journal import NoJournal

VECTORS = Path(__file__).parents[2] / "protocol" / "vectors"
MAX_MEMORY = 5 * 1024 * 1024
"""Bytes: a host's message of 64 KiB that is all headers becomes 4.5 million."""


class Broken(AssertionError):
    """A reader did not keep what it owes; `data` are the bytes."""

    def __init__(self, reader: str, data: bytes, what: str) -> None:
        super().__init__(f"{reader}: {what}, at {len(data)} bytes: {data[:2000].hex()}")


class Reader(NamedTuple):
    """Who reads bytes: what it may raise, and from how many bytes on it is not asked.

    `same` says whether a thing that was read is what it should be: what is written of it reads as the same.
    `memory` is how many bytes of memory reading may take.
    """

    read: Callable[[bytes], Any]
    error: type[ValueError] | None
    largest: int
    seeds: Callable[[], tuple[bytes, ...]]
    same: Callable[[Any], bool]
    memory: int = MAX_MEMORY


def case(name: str, rng: Random) -> bytes:
    """Bytes for this reader."""
    reader = READERS[name]
    return mangled(rng, reader.seeds(), reader.largest)


def outcome(name: str, data: bytes) -> Any:
    """What this reader makes of the bytes; None for a refusal. Raises Broken."""
    reader = READERS[name]
    try:
        value = reader.read(data)
    except Exception as error:
        if reader.error is not None and type(error) is reader.error and len(str(error)) < 1000:
            return None
        raise Broken(name, data, f"raised {type(error).__name__}: {error}") from error
    if value is not None and not reader.same(value):
        raise Broken(name, data, f"read {value!r}, and not the same again")
    return value


def peak(name: str, data: bytes) -> int:
    """How many bytes of memory reading these takes at most, while `tracemalloc` runs."""
    tracemalloc.reset_peak()
    before = tracemalloc.get_traced_memory()[0]
    with suppress(ValueError):
        READERS[name].read(data)
    return tracemalloc.get_traced_memory()[1] - before


# -- what there is to mangle --------------------------------------------------------------------------


@cache
def kept(kind: str, direction: str) -> dict[str, bytes]:
    """The vectors of this kind and direction, by their names."""
    found = ((path.stem, json.loads(path.read_text("utf-8"))) for path in sorted((VECTORS / kind).glob("*.json")))
    return {name: bytes.fromhex(vector["bytes"]) for name, vector in found if vector["direction"] == direction}


@cache
def _messages(direction: str) -> tuple[bytes, ...]:
    """Valid ones mostly: what is bad from its first byte on leads nowhere. Long ones are rare, as they are slow."""
    valid, invalid = kept("valid", direction), kept("invalid", direction)
    short = [data for data in valid.values() if len(data) < 1000]
    odd = [data for data in invalid.values() if len(data) < 1000]
    long = [data for data in (*valid.values(), *invalid.values()) if len(data) >= 1000]
    return (*short * 6, *odd, *long)


@cache
def _entries() -> tuple[bytes, ...]:
    """What stands in the journal of a table at which all happens."""
    crowd = Walk(4).go(300).crowd
    entries: tuple[Entry, ...] = (crowd.setup, *crowd.journal)
    return tuple(dict.fromkeys(map(encoded, entries)))


@cache
def _journals() -> tuple[bytes, ...]:
    return tuple(journal.MARK + journal.frame(_entries()[:count])[0] for count in (0, 1, 2, 5))


@cache
def _datagrams() -> tuple[bytes, ...]:
    known = json.loads((VECTORS / "discovery" / "datagrams.json").read_text("utf-8"))
    return tuple(bytes.fromhex(each["bytes"]) for each in known)


@cache
def _invitations() -> tuple[bytes, ...]:
    known = json.loads((VECTORS / "discovery" / "invitations.json").read_text("utf-8"))
    return tuple(each["text"].encode("utf-8", "surrogatepass") for each in known)


@cache
def _games() -> tuple[bytes, ...]:
    game = recorded(players=2, rounds=1)
    return encode_record(game), gzip.compress(encode_record(game), mtime=0)


# -- who reads ----------------------------------------------------------------------------------------


def _said_again(decode: Callable[[bytes], Any]) -> Callable[[Any], bool]:
    def same(message: Any) -> bool:
        again = codec.encode(message)
        return len(again) > codec.CLIENT_LIMIT or decode(again) == message

    return same


def _invited(data: bytes) -> Any:
    return invitation.read(data.decode("utf-8", "surrogateescape"))


def _invites_again(read: Any) -> bool:
    again = invitation.read(str(read))
    return bool(again == replace(read, addresses=again.addresses))


def _answers_again(read: Any) -> bool:
    return bool(broadcast.read_answer(broadcast.answer(*read)) == read)


def _begins_so(read: Any) -> bool:
    return bool(journal.frame(read.records)[1] == read.crc)


READERS = {
    "client": Reader(codec.decode_client, BadMessage, codec.CLIENT_LIMIT, lambda: _messages("client"),
                     _said_again(codec.decode_client)),
    "host": Reader(codec.decode_host, BadMessage, codec.HOST_LIMIT, lambda: _messages("host"),
                   _said_again(codec.decode_host)),
    "journal": Reader(journal.parse, NoJournal, journal.MAX_BYTES, _journals, _begins_so),
    "entry": Reader(decoded, CannotRead, journal.MAX_BYTES, _entries,
                    lambda entry: decoded(encoded(entry)) == entry),
    "invitation": Reader(_invited, BadInvitation, 4096, _invitations, _invites_again),
    "answer": Reader(broadcast.read_answer, None, 2048, _datagrams, _answers_again),
    "game": Reader(kept_games.unpack, UnreadableRecord, 64 * 1024, _games,
                   lambda game: decode_record(encode_record(game)) == game, 2 * kept_games.MAX_BYTES),
    "query": Reader(broadcast.read_query, None, 2048, _datagrams, lambda nonce: len(nonce) == 8),
}  # fmt: skip
