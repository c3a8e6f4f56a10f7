"""The datagrams of the query by broadcast: as specified, and nothing hostile comes through."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st
from support.cases import for_each

from sixqp_tui.discovery.advertisement import Advertisement, encode
from sixqp_tui.discovery.datagrams import (
    QUERY_BYTES,
    SHOUT,
    answer,
    query,
    read_answer,
    read_query,
)

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "protocol/vectors/discovery/datagrams.json").read_text(encoding="utf-8")
)
NONCE = bytes(range(8))


@for_each(VECTORS, lambda vector: str(vector.get("why", vector["kind"])))
def test_the_datagram_vectors_match_the_code(vector: dict[str, Any]) -> None:
    data = bytes.fromhex(vector["bytes"])
    nonce, said = read_query(data), read_answer(data)
    assert (data == SHOUT) is (vector["kind"] == "shout")
    assert (nonce.hex() if nonce else None) == (vector["nonce"] if vector["kind"] == "query" else None)
    assert (said is not None) is (vector["kind"] == "answer")
    if said:
        assert (said.nonce.hex(), said.port, encode(said.advert)) == (
            vector["nonce"],
            vector["port"],
            vector["record"],
        )


@pytest.mark.slow
@given(st.text(min_size=1), st.integers(0, 65535))
def test_an_answer_is_never_longer_than_a_query_and_can_be_decoded(title: str, port: int) -> None:
    advert = Advertisement("f" * 32, title, 10, 10, "playing", "classic", True, "ab" * 32, 9999, 10)
    data = answer(NONCE, advert, port)
    assert len(data) <= QUERY_BYTES == len(query(NONCE))
    said = read_answer(data)
    assert said is not None and (said.nonce, said.port, said.advert.id) == (NONCE, port, advert.id)


@given(st.binary(max_size=600))
def test_any_datagram_is_decoded_or_dropped(tail: bytes) -> None:
    for head in (b"", query(NONCE), query(NONCE)[:15], answer(NONCE, Advertisement("a", "x"), 1), b"sixqp!\x01"):
        data = head + tail
        assert read_query(data) is None or len(data) == QUERY_BYTES
        said = read_answer(data)
        assert said is None or said.advert.title.isprintable()


def test_a_nonce_has_eight_bytes() -> None:
    with pytest.raises(ValueError, match="8 bytes, got 5"):
        query(b"short")
