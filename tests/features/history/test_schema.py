"""The JSON Schema of a game: made from its types, and true for what is exported."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from support.games import recorded
from support.json_schema import check_schema, validator
from support.lanes import with_soaks

from sixqp_protocol.facts import Variant
from sixqp_tui.features.history.record import Player, encode_record

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "docs" / "games.schema.json").read_text(encoding="utf-8")
SCHEMA: dict[str, Any] = json.loads(TEXT)


def test_the_schema_of_records_matches_the_types() -> None:
    assert runpy.run_path(str(ROOT / "tools" / "make_schema.py"))["render_games"]() == TEXT


@pytest.mark.soak
@pytest.mark.parametrize("variant", with_soaks(("draft", "classic", "tactic")))
def test_the_schema_accepts_every_exported_game(variant: Variant) -> None:
    record = recorded(
        variant, who=(Player("Ada", "aa" * 32), Player("Bo", level="hard"), Player("Ben", accuracy=73)), began=1
    )
    validator(SCHEMA).validate(json.loads(encode_record(record)))


@pytest.mark.soak
def test_the_schema_of_records_is_a_valid_schema() -> None:
    check_schema(SCHEMA)


@pytest.mark.slow
def test_the_schema_rejects_other_versions_and_facts() -> None:
    game = json.loads(encode_record(replace(recorded(rounds=1), title="x", facts=())))
    assert validator(SCHEMA).is_valid(game)
    assert not validator(SCHEMA).is_valid(game | {"version": 2})
    assert not validator(SCHEMA).is_valid(game | {"facts": [{"kind": "Other"}]})
