"""Writes JSON Schemas from the types: of all messages `protocol/schema.json`, of a game `docs/games.schema.json`.

`python tools/make_schema.py`. The first speaks of the JSON in which messages stand in `protocol/vectors/`: a binary
is `{"$bytes": "00ff…"}`.
"""

import json
import re
from pathlib import Path
from typing import Any

import msgspec

from sixqp_protocol.facts import AnyFact
from sixqp_protocol.messages import ClientMessage, HostMessage, Request
from sixqp_protocol.version import CURRENT
from sixqp_tui.features.history.record import VERSION, GameRecord

SCHEMA = Path(__file__).parents[1] / "protocol" / "schema.json"
GAMES = Path(__file__).parents[1] / "docs" / "games.schema.json"
UNIONS = {"ClientMessage": ClientMessage, "HostMessage": HostMessage, "Fact": AnyFact}
ADDRESS = {"id", "game", "round", "turn", "pick"}
"""What the conversation fills in."""
BYTES_OF_BASE64 = {12: 8, 24: 16, 44: 32, 88: 64}
"""How long a binary is that msgspec would write with this many characters."""
Json = dict[str, Any]


def schema() -> Json:
    """The schema. Its root is any message; `$defs` has each kind, and `ClientMessage`, `HostMessage` and `Fact`."""
    unions, kinds = msgspec.json.schema_components(UNIONS.values(), ref_template="#/$defs/{name}")
    for request in Request.__subclasses__():
        _require_address(kinds[request.__name__], request)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The messages of the sixqp protocol, version {CURRENT}",
        "description": "Made by tools/make_schema.py; SPEC.md says what they mean. Unknown keys are ignored.",
        "anyOf": [{"$ref": "#/$defs/ClientMessage"}, {"$ref": "#/$defs/HostMessage"}],
        "$defs": _in_json({**dict(zip(UNIONS, unions, strict=True)), **kinds}),
    }


def game_schema() -> Json:
    """The schema of a game that is over, as it is kept and given away."""
    (root,), kinds = msgspec.json.schema_components((GameRecord,), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A game of sixqp that is over, version {VERSION}",
        "description": "Made by tools/make_schema.py; games.md says what it means. Unknown keys are ignored.",
        **root,
        "$defs": _in_json(kinds),
    }


def _require_address(kind: Json, request: type[Request]) -> None:
    """Demand what places a request in its conversation: a default only says that the maker does not fill it in."""
    address = [key for key in request.__struct_fields__ if key in ADDRESS]
    kind["required"] = [*kind["required"], *address]
    for key in address:
        del kind["properties"][key]["default"]


def _in_json(value: Any) -> Any:
    """The same part of a schema, as the vectors write values, and without what means nothing outside of Python."""
    if isinstance(value, list):
        return [_in_json(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    if value.get("contentEncoding") == "base64":
        return _binary(BYTES_OF_BASE64[value["minLength"]])
    plain = {key: _in_json(inner) for key, inner in value.items() if key != "discriminator"}
    if isinstance(plain.get("title"), str):
        del plain["title"]
    if isinstance(text := plain.get("description"), str):
        plain["description"] = re.sub(r"\bNone\b", "null", " ".join(text.split()))
    if isinstance(pattern := plain.get("pattern"), str):
        plain["pattern"] = pattern.replace(r"\A", "^").replace(r"\Z", "$")
    return plain


def _binary(length: int) -> Json:
    return {
        "type": "object",
        "properties": {"$bytes": {"type": "string", "pattern": f"^([0-9a-f]{{2}}){{{length}}}$"}},
        "required": ["$bytes"],
        "additionalProperties": False,
    }


def render() -> str:
    return _text(schema())


def render_games() -> str:
    return _text(game_schema())


def _text(value: Json) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write both schemas."""
    SCHEMA.write_text(render(), encoding="utf-8", newline="\n")
    GAMES.write_text(render_games(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
