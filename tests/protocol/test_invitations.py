"""Invitations: written as specified, read in any case, and nothing else is taken for one."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st
from support.cases import for_each

from sixqp_protocol.invitation import MAX_LENGTH, BadInvitation, Invitation, looks_like_one, read

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "protocol/vectors/discovery/invitations.json").read_text(encoding="utf-8")
)
PIN = "ab" * 32


@for_each(VECTORS, lambda vector: str(vector.get("why", vector["text"][:40])))
def test_the_invitation_vectors_match_the_code(vector: dict[str, Any]) -> None:
    if vector["invitation"] is None:
        with pytest.raises(BadInvitation) as bad:
            read(vector["text"])
        assert bad.value.newer is vector.get("newer", False)
    else:
        found = read(vector["text"])
        assert found == Invitation(
            **(vector["invitation"] | {"addresses": tuple(vector["invitation"]["addresses"])})
        )
        assert (str(found) == vector["text"]) is vector["canonical"]


@given(
    st.from_regex("[0-9a-f]{8}", fullmatch=True),
    st.binary(min_size=32, max_size=32),
    st.lists(st.ip_addresses(), max_size=4, unique=True),
    st.integers(1, 65535),
    st.none() | st.from_regex("[a-z0-9]{6}", fullmatch=True),
)
def test_a_written_invitation_is_read_back(
    table: str, pin: bytes, addresses: list[Any], port: int, code: str | None
) -> None:
    usable = [str(each) for each in addresses if not (each.is_multicast or each.is_unspecified)]
    sent = [each for each in usable if not each.startswith(("fe8", "fe9", "fea", "feb"))]
    invitation = Invitation(table, pin.hex(), tuple(sent), port, code)
    line = str(invitation)
    assert len(line) <= MAX_LENGTH and set(line.upper()) <= set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
    assert read(line) == read(line.upper()) == invitation


def test_link_local_addresses_are_left_out() -> None:
    assert "a:" not in str(Invitation("1a2b3c4d", PIN, ("fe80::1%2", "fe80::2")))


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for each in (text, f"sixqp://1/{text}", f"sixqp://1/t:1a2b3c4d/k:{text}"):
        try:
            read(each)
        except BadInvitation:
            continue


@pytest.mark.parametrize(
    ("text", "meant"), [("SIXQP://1/x", True), (" sixqp:1", True), ("sixqp", False), ("192.168.1.20", False)]
)
def test_an_intended_invitation_is_recognized(text: str, meant: bool) -> None:
    assert looks_like_one(text) is meant
