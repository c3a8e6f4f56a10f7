"""A room code is proved without being said: the same code and the same certificate, or nothing."""

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from spake2 import SPAKE2_A, SPAKE2_B, ed25519_basic

from sixqp_protocol.pairing import CLIENT, HOST, BadShare, ClientPairing, HostPairing
from sixqp_protocol.room_code import LETTERS, code_of, draw_code

VECTOR = Path(__file__).parents[2] / "protocol" / "vectors" / "codes" / "pairing.json"
CERTIFICATE, RELAY = bytes(range(32)), bytes(32)
REFUSED = json.loads(VECTOR.with_name("refused-shares.json").read_text(encoding="utf-8"))


def rng(first: int) -> Callable[[int], bytes]:
    numbers = count(first)
    return lambda length: b"".join(next(numbers).to_bytes(4, "big") for _ in range(length))[:length]


def test_both_ends_match_the_test_data() -> None:
    vector = json.loads(VECTOR.read_text(encoding="utf-8"))
    code = vector.pop("code")
    data = {key: bytes.fromhex(value) for key, value in vector.items() if key not in ("description", "M", "N")}
    host = HostPairing(code, data["certificate"], lambda _length: data["host_scalar"])
    client = ClientPairing(code, data["certificate"], host.share, lambda _length: data["client_scalar"])
    assert (host.share, client.share) == (data["host_share"], data["client_share"])
    assert client.proof == data["client_proof"]
    assert host.verify(client.share, client.proof) == data["host_proof"]
    assert client.proves(data["host_proof"])


def test_a_share_is_a_spake2_message_without_the_side_byte() -> None:
    vector = json.loads(VECTOR.read_text(encoding="utf-8"))
    for side, key in ((SPAKE2_A, "client"), (SPAKE2_B, "host")):
        scalar = bytes.fromhex(vector[f"{key}_scalar"])
        exchange = side(vector["code"].encode(), CLIENT, HOST, entropy_f=lambda _length, scalar=scalar: scalar)
        assert exchange.start()[1:].hex() == vector[f"{key}_share"]


@pytest.mark.parametrize(("code", "seen"), [("k7w3qg", CERTIFICATE), ("k7w3qf", RELAY)])
def test_a_different_code_or_certificate_proves_nothing(code: str, seen: bytes) -> None:
    host = HostPairing("k7w3qf", CERTIFICATE, rng(1))
    client = ClientPairing(code, seen, host.share, rng(1000))
    assert host.verify(client.share, client.proof) is None
    assert not client.proves(client.proof)


def test_only_the_first_try_is_multiplied_by_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of a try shows no more of the code, however often somebody tries."""
    multiplied: list[int] = []
    by_package = ed25519_basic.scalarmult_element

    def watched(point: object, scalar: int) -> object:
        multiplied.append(scalar)
        return by_package(point, scalar)

    monkeypatch.setattr(ed25519_basic, "scalarmult_element", watched)
    for _try in range(3):
        host = HostPairing("fresh2", CERTIFICATE, rng(1))
        client = ClientPairing("fresh2", CERTIFICATE, host.share, rng(1000))
        assert host.verify(client.share, client.proof)
    of_code = SPAKE2_B(b"fresh2").pw_scalar
    assert [multiplied.count(scalar) for scalar in (of_code, ed25519_basic.L - of_code)] == [2, 2]


@pytest.mark.parametrize("vector", REFUSED, ids=lambda vector: vector["why"])
def test_an_invalid_share_is_rejected_by_both_ends(vector: dict[str, str]) -> None:
    share = bytes.fromhex(vector["share"])
    assert HostPairing("k7w3qf", CERTIFICATE, rng(1)).verify(share, bytes(32)) is None
    with pytest.raises(BadShare):
        ClientPairing("k7w3qf", CERTIFICATE, share, rng(1))


def test_a_reflected_share_proves_nothing() -> None:
    host = HostPairing("k7w3qf", CERTIFICATE, rng(1))
    assert host.verify(host.share, bytes(32)) is None


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("K7W 3QF", "k7w3qf"),
        (" k7w-3qf\n", "k7w3qf"),
        ("abc", None),
        ("a" * 17, None),
        ("k7w3qé", None),
        ("", None),
    ],
)
def test_a_code_may_be_typed_in_any_case_with_spaces(typed: str, code: str | None) -> None:
    assert code_of(typed) == code


def test_a_drawn_code_has_six_unambiguous_characters() -> None:
    draw = rng(0)
    codes = {draw_code(draw) for _ in range(50)}
    assert all(len(code) == 6 and code_of(code) == code and set(code) <= set(LETTERS) for code in codes)
    assert not set("01oil5s8b2zugq") & set(LETTERS)
    bytes_of = iter([255, 254, 0, 1, 2, 3, 4, 5])
    assert draw_code(lambda _length: bytes([next(bytes_of)])) == "acdefh"
