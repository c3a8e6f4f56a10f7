"""Persons who are known by a key, for tables in tests."""

from functools import cache
from typing import Any

from sixqp_protocol.person import PersonKey
from sixqp_tui.joining.player import Player

CERTIFICATE = bytes(range(32))
"""The SHA-256 of the certificate of a table at which persons prove who they are."""


@cache
def key_of(name: str) -> PersonKey:
    return PersonKey.of(name.encode().ljust(32, b"."))


def proof(name: str, client: bytes, certificate: bytes = CERTIFICATE) -> dict[str, Any]:
    """What a Hello of this client says, so that it proves this person at the table of this certificate."""
    key = key_of(name)
    return {"person": key.public, "person_proof": key.prove(certificate, client)}


def named(name: str) -> Player:
    """A player who sits down under this name, and no other."""
    return Player(name, given=True)
