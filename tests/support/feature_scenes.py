"""The scenes of the features, from `tests/features/NAME/scenes.py`."""

from importlib import import_module  # noqa: TID251 (a deleted feature takes its scenes with it)
from pathlib import Path
from typing import Any

FEATURES = Path(__file__).parents[1] / "features"


def of_features(table: str) -> dict[str, Any]:
    """All entries of this table, `EVERY` or `STATES`."""
    found: dict[str, Any] = {}
    for path in sorted(FEATURES.glob("*/scenes.py")):
        found |= getattr(import_module(f"features.{path.parent.name}.scenes"), table, {})
    return found
