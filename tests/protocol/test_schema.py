"""The JSON Schema of the messages: made from their types, and true for the test data."""

import json
import runpy
from functools import cache
from pathlib import Path
from typing import Any

from support.cases import for_each

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "protocol" / "vectors"
GAMES = sorted((VECTORS / "games").glob("*.json"), key=lambda path: (path.stat().st_size, path.stem))
SCHEMA: dict[str, Any] = json.loads((ROOT / "protocol" / "schema.json").read_text(encoding="utf-8"))


@cache
def _validator(part: str) -> Any:
    from jsonschema import Draft202012Validator  # two seconds, with all its formats

    return Draft202012Validator({**SCHEMA, "anyOf": [{"$ref": f"#/$defs/{part}"}]})


def _accepts(union: str, value: Any) -> bool:
    """Whether this is one of the union's kinds, and has its form."""
    named = {"$ref": f"#/$defs/{value['kind']}"} in SCHEMA["$defs"][union]["anyOf"]
    return named and bool(_validator(value["kind"]).is_valid(value))


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_message_schema_is_up_to_date() -> None:
    make = runpy.run_path(str(ROOT / "tools" / "make_schema.py"))
    assert make["render"]() == (ROOT / "protocol" / "schema.json").read_text(encoding="utf-8")


def test_the_schema_accepts_every_message() -> None:
    unions = {"client": "ClientMessage", "host": "HostMessage"}
    vectors = {path.stem: _read(path) for path in (VECTORS / "valid").glob("*.json")}
    assert [
        name for name, each in vectors.items() if not _accepts(unions[each["direction"]], each["message"])
    ] == []


@for_each(GAMES[:3], lambda path: path.stem)
def test_the_schema_accepts_every_fact_of_a_game(path: Path) -> None:
    game = _read(path)
    assert _validator("Rules").is_valid(game["rules"])
    assert all(_accepts("Fact", fact) for fact in game["facts"])
