"""Any bytes are read, or refused by the one documented error, and cost little."""

from random import Random

import pytest
from fuzzing.decoders import MAX_MEMORY, READERS, Broken, case, kept, outcome, peak

CASES = 1000
VECTORS = [(name, direction) for direction in ("client", "host") for name in kept("invalid", direction)]


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_any_bytes_are_decoded_or_rejected(name: str) -> None:
    rng = Random(name)
    read = sum(outcome(name, case(name, rng)) is not None for _ in range(CASES))
    assert 0 < read < CASES


@pytest.mark.soak
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


@pytest.mark.parametrize("name", NASTY)
def test_the_worst_host_messages_use_little_memory(name: str) -> None:
    assert len(NASTY[name]) <= READERS["host"].largest
    assert peak("host", NASTY[name]) <= MAX_MEMORY


def test_text_with_bytes_like_array_headers_is_accepted() -> None:
    syriac = "܀܁܂" * 200  # its bytes begin with those of such headers
    assert outcome("host", b"\x84\xa4kind\xa4Said\xa4seat\xc0\xa4name\xa1a\xa4text\xda\x04\xb0" + syriac.encode())


@pytest.mark.parametrize("error", [KeyError, UnicodeError, MemoryError])
def test_a_decoder_that_raises_another_error_fails(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(_data: bytes) -> None:
        raise error

    monkeypatch.setitem(READERS, "client", READERS["client"]._replace(read=failing))
    with pytest.raises(Broken):
        outcome("client", b"")
