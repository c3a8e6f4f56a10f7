"""Any bytes are read, or refused by the one documented error, and cost little."""

import tracemalloc
from collections.abc import Iterator
from random import Random

import pytest
from fuzzing.decoders import MAX_MEMORY, READERS, case, kept, outcome, peak

CASES = 250
VECTORS = [(name, direction) for direction in ("client", "host") for name in kept("invalid", direction)]


@pytest.fixture
def traced() -> Iterator[None]:
    tracemalloc.start()
    yield
    tracemalloc.stop()


@pytest.mark.parametrize("name", READERS)
def test_any_bytes_are_decoded_or_rejected(name: str, random_seed: int) -> None:
    rng = Random(f"{name} {random_seed}")
    outcomes = [outcome(name, case(name, rng)) for _ in range(CASES)]
    assert None in outcomes


@pytest.mark.parametrize("name", READERS)
def test_what_is_mangled_can_be_decoded(name: str) -> None:
    assert any(outcome(name, data) is not None for data in READERS[name].seeds())


@pytest.mark.usefixtures("traced")
def test_rejected_messages_use_little_memory() -> None:
    peaks = {(name, direction): peak(direction, kept("invalid", direction)[name]) for name, direction in VECTORS}
    assert [vector for vector, most in peaks.items() if most > MAX_MEMORY] == []


def _pong(ignored: bytes) -> bytes:
    return b"\x83\xa4kind\xa4Pong\xa4mark\x01\xa1x" + ignored


NASTY = {
    "long arrays within each other": b"\xdc\x02\x00" * 21_000,
    "arrays of 128 within each other": b"\xdc\x00\x80" * 21_000,
    "empty maps": _pong(b"\xdc\x00\xfa" + (b"\xdc\x00\xfa" + b"\x80" * 250) * 250),
    "empty arrays": _pong(b"\xdc\x00\x80" + (b"\xdc\x01\xf0" + b"\x90" * 496) * 128),
    "maps of one": _pong(b"\xdc\x00\x7d" + (b"\xdc\x00\x80" + b"\x81\xa1a\x00" * 128) * 125),
    "maps within each other": b"\x81\xa1a" * 21_000,
    "numbers": _pong(b"\xdc\x00\x0a" + (b"\xdc\x02\x00" + b"\xcd\xff\xff" * 512) * 10),
}


@pytest.mark.usefixtures("traced")
def test_the_worst_host_messages_use_little_memory() -> None:
    assert max(map(len, NASTY.values())) <= READERS["host"].largest
    assert {name: most for name, data in NASTY.items() if (most := peak("host", data)) > MAX_MEMORY} == {}


def test_text_with_bytes_like_array_headers_is_accepted() -> None:
    syriac = "܀܁܂" * 200  # its bytes begin with those of such headers
    assert outcome("host", b"\x84\xa4kind\xa4Said\xa4seat\xc0\xa4name\xa1a\xa4text\xda\x04\xb0" + syriac.encode())
