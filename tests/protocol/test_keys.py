"""What keys sign is valid for one text, and so for one certificate."""

import json
from pathlib import Path
from typing import Any

import pytest

from sixqp_protocol.keys import Key, continue_text, guest_secret, hello_text, is_signed

VECTORS = Path(__file__).parents[2] / "protocol" / "vectors" / "keys"
HELLOS: list[dict[str, Any]] = json.loads((VECTORS / "hellos.json").read_text(encoding="utf-8"))
CONTINUATIONS: list[dict[str, Any]] = json.loads((VECTORS / "continuations.json").read_text(encoding="utf-8"))
CERTIFICATE = bytes(range(32))
ANN, EVE = Key.of(b"a" * 32), Key.of(b"e" * 32)


@pytest.mark.parametrize("vector", HELLOS, ids=lambda vector: vector["why"])
def test_signatures_are_accepted_or_rejected_as_the_test_data_say(vector: dict[str, Any]) -> None:
    key, signature, certificate = (bytes.fromhex(vector[name]) for name in ("key", "signature", "certificate"))
    assert is_signed(hello_text(certificate), key, signature) is vector["valid"]
    if "secret" in vector:
        own = Key.of(bytes.fromhex(vector["secret"]))
        assert (own.public, own.sign(hello_text(certificate))) == (key, signature)
        assert hello_text(certificate).decode() == vector["text"]


@pytest.mark.parametrize("vector", CONTINUATIONS, ids=lambda vector: vector["why"])
def test_who_may_continue_an_evening_is_proved_as_the_test_data_say(vector: dict[str, Any]) -> None:
    key, signature, certificate = (bytes.fromhex(vector[name]) for name in ("key", "signature", "certificate"))
    text = continue_text(vector["evening"], vector["table"], certificate)
    assert is_signed(text, key, signature) is vector["valid"]
    if "secret" in vector:
        own = Key.of(bytes.fromhex(vector["secret"]))
        assert (own.public, own.sign(text)) == (key, signature)
        assert text.decode() == vector["text"]


def test_the_key_of_a_gateways_guest_follows_from_the_secret_and_the_guest() -> None:
    secrets = {guest_secret(secret, guest) for secret in (b"1" * 32, b"2" * 32) for guest in ("page\na", "ssh\na")}
    assert len(secrets) == 4 and guest_secret(b"1" * 32, "page\na") in secrets


def test_a_keys_repr_hides_its_secret() -> None:
    assert ANN.secret.hex() not in repr(ANN) and repr(ANN.secret) not in repr(ANN)
