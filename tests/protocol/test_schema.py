"""The JSON Schema of the messages: made from their types, and true for the test data."""

import json
import runpy
from functools import cache
from pathlib import Path
from typing import Any

import msgpack
import pytest
from support.cases import for_each
from support.json_schema import check_schema, validator
from support.lanes import with_soaks

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "protocol" / "vectors"
GAMES = sorted((VECTORS / "games").glob("*.json"), key=lambda path: (path.stat().st_size, path.stem))
SCHEMA: dict[str, Any] = json.loads((ROOT / "protocol" / "schema.json").read_text(encoding="utf-8"))
FLOATS = {"card-float", "count-float", "host-hand-float", "settings-timer-float", "version-float"}
"""1.0 is an integer to JSON."""
TOO_MUCH = {
    "array-too-long", "binary-too-long", "host-array-too-long", "host-arrays-long-ignored",
    "host-arrays-long-wide-headers", "host-arrays-too-many", "host-facts-513", "host-nested-17", "host-oversized",
    "map-too-long", "nested-17", "oversized", "text-too-many-bytes",
}  # fmt: skip
"""Limits of bytes, lengths and nesting that hold for any value, also of keys that are ignored (section 12)."""


_validator = cache(lambda part: validator({**SCHEMA, "anyOf": [{"$ref": f"#/$defs/{part}"}]}))


def _check(part: str, value: Any) -> bool:
    return bool(_validator(part).is_valid(value))


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _direction(vector: dict[str, Any]) -> str:
    return {"client": "ClientMessage", "host": "HostMessage"}[vector["direction"]]


def test_the_message_schema_is_up_to_date() -> None:
    make = runpy.run_path(str(ROOT / "tools" / "make_schema.py"))
    assert make["render"]() == (ROOT / "protocol" / "schema.json").read_text(encoding="utf-8")


@pytest.mark.soak
def test_the_schema_of_messages_is_a_valid_schema() -> None:
    check_schema(SCHEMA)


@pytest.mark.slow
def test_the_schema_accepts_every_message() -> None:
    vectors = {path.stem: _read(path) for path in (VECTORS / "valid").glob("*.json")}
    assert {name for name, each in vectors.items() if not _check(_direction(each), each["message"])} == set()


@pytest.mark.soak
def test_the_schema_rejects_invalid_messages_as_far_as_json_can_tell() -> None:
    vectors = {path.stem: _read(path) for path in (VECTORS / "invalid").glob("*.json")}
    taken = {name for name, each in vectors.items() if _is_taken(_direction(each), bytes.fromhex(each["bytes"]))}
    assert taken == FLOATS | TOO_MUCH


def _is_taken(direction: str, data: bytes) -> bool:
    """Whether it is JSON at all, and that of a message."""
    try:
        value = msgpack.unpackb(data, raw=False, object_hook=_hexadecimal, ext_hook=lambda *_: object())
        plain = json.loads(json.dumps(value, default=_binary, allow_nan=False))
    except (ValueError, RecursionError, TypeError):
        return False
    return _check(direction, plain)


def _hexadecimal(value: dict[Any, Any]) -> dict[Any, Any]:
    return {key: _binary(inner) if isinstance(inner, bytes) else inner for key, inner in value.items()}


def _binary(value: object) -> dict[str, str]:
    if not isinstance(value, bytes):
        raise TypeError
    return {"$bytes": value.hex()}


@pytest.mark.slow
@pytest.mark.parametrize("path", with_soaks(GAMES, 3), ids=lambda path: path.stem)
def test_the_schema_accepts_every_fact_of_a_game(path: Path) -> None:
    game = _read(path)
    assert _check("Rules", game["rules"])
    assert all(_check("Fact", fact) for fact in game["facts"])


@pytest.mark.slow
@for_each(sorted((VECTORS / "conversations").glob("*.json")), lambda path: path.stem)
def test_the_schema_accepts_every_message_of_a_conversation(path: Path) -> None:
    for step in _read(path)["steps"]:
        assert "client" not in step or _check("ClientMessage", step["client"])
        assert "host" not in step or _check("HostMessage", step["host"])
