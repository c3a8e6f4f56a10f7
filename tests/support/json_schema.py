"""JSON Schema, imported by the tests that validate: with all its formats that takes a process two seconds."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator


def validator(schema: dict[str, Any]) -> "Draft202012Validator":
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema)


def check_schema(schema: dict[str, Any]) -> None:
    """Raise SchemaError if it is no valid schema."""
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(schema)
