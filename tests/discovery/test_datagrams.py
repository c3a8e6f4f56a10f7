"""The datagrams of the query by broadcast: as specified, and nothing hostile comes through."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, strategies as st
from support.cases import for_each

from sixqp_tui.discovery.advertisement import Advertisement, Continues, encode
from sixqp_tui.discovery.broadcast import (
    QUERY_BYTES,
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
    assert (nonce.hex() if nonce else None) == (vector["nonce"] if vector["kind"] == "query" else None)
    assert (said is not None) is (vector["kind"] == "answer")
    if said:
        assert (said.nonce.hex(), said.port, encode(said.advert)) == (
            vector["nonce"],
            vector["port"],
            vector["record"],
        )


@given(st.text(min_size=1), st.integers(1, 65535))
@example("\U0001d15e\u0323\u0323" * 24, 4666)
def test_an_answer_is_never_longer_than_a_query_and_lacks_nothing(title: str, port: int) -> None:
    continues = Continues("1" * 8, bytes(32), bytes(64), 100, tuple(range(10)))
    advert = Advertisement("f" * 8, title, 10, 10, "playing", "classic", True, "ab" * 32, 1, 10, continues)
    data = answer(NONCE, advert, port)
    assert len(data) <= QUERY_BYTES == len(query(NONCE))
    said = read_answer(data)
    assert said is not None and (said.nonce, said.port, encode(said.advert)) == (NONCE, port, encode(advert))


def test_a_nonce_has_eight_bytes() -> None:
    with pytest.raises(ValueError, match="8 bytes, got 5"):
        query(b"short")
