"""A person proves a key: to this table, by this client, and to nobody else."""

import json
from pathlib import Path
from typing import Any

import pytest

from sixqp_protocol.person import PersonKey, person_id, proved_id

VECTORS = Path(__file__).parents[2] / "protocol" / "vectors" / "persons" / "proofs.json"
PROOFS: list[dict[str, Any]] = json.loads(VECTORS.read_text(encoding="utf-8"))
CERTIFICATE, CLIENT = bytes(range(32)), b"a client of Anns"
ANN, EVE = PersonKey.of(b"a" * 32), PersonKey.of(b"e" * 32)


@pytest.mark.parametrize("vector", PROOFS, ids=lambda vector: vector["why"])
def test_proofs_are_accepted_or_rejected_as_the_test_data_say(vector: dict[str, Any]) -> None:
    public, proof, certificate, client = (
        bytes.fromhex(vector[key]) for key in ("person", "person_proof", "certificate", "client")
    )
    found = proved_id(public, proof, certificate, client)
    assert (found.hex() if found else None) == vector["id"]
    if "secret" in vector:
        key = PersonKey.of(bytes.fromhex(vector["secret"]))
        assert (key.public, key.prove(certificate, client), key.id.hex()) == (public, proof, vector["id"])


def test_half_a_proof_proves_nothing() -> None:
    proof = ANN.prove(CERTIFICATE, CLIENT)
    assert proved_id(ANN.public, proof, CERTIFICATE, CLIENT) == ANN.id == person_id(ANN.public)
    assert proved_id(ANN.public, None, CERTIFICATE, CLIENT) is None
    assert proved_id(None, proof, CERTIFICATE, CLIENT) is None


def test_a_proof_is_valid_only_for_its_key_table_and_client() -> None:
    heard = ANN.prove(CERTIFICATE, CLIENT)
    assert proved_id(ANN.public, EVE.prove(CERTIFICATE, CLIENT), CERTIFICATE, CLIENT) is None
    assert proved_id(ANN.public, heard, bytes(32), CLIENT) is None
    assert proved_id(ANN.public, heard, CERTIFICATE, b"a client of Eves") is None


def test_a_keys_repr_hides_its_secret() -> None:
    assert ANN.secret.hex() not in repr(ANN) and repr(ANN.secret) not in repr(ANN)
