"""Texts that are cleaned by their types, so that no new message can forget it (`text.py`)."""

from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct, inspect
from msgspec.structs import replace

from sixqp_protocol.text import clean, clean_chat, clean_name, clean_title

MAX_TEXT = 1400
"""Code points of the longest text."""
_ID_CELLS = 24
"""Terminal cells. Our ids have 8 digits; a longer one is cut."""
_ARTICLE_CELLS = 8
"""Terminal cells; articles have 3."""
_Cleaners = dict[type[Any], Callable[[Any], Any]]
"""By the class of a value; classes without texts are left out."""
Value = TypeVar("Value", bound=Struct)

Name = Annotated[str, Meta(max_length=MAX_TEXT, extra={"clean": lambda text: clean_name(text, "")})]
"""A name, empty if nothing visible is left of it."""
ShownName = Annotated[str, Meta(max_length=MAX_TEXT, extra={"clean": lambda text: text and clean_name(text, "?")})]
"""The name of somebody at a table."""
GameName = Annotated[str, Meta(max_length=64, extra={"clean": lambda text: clean_name(text, "?")})]
Title = Annotated[str, Meta(max_length=MAX_TEXT, extra={"clean": lambda text: clean_title(text, "?")})]
Chat = Annotated[str, Meta(max_length=MAX_TEXT, extra={"clean": clean_chat})]
Id = Annotated[str, Meta(max_length=MAX_TEXT, extra={"clean": lambda text: clean(text, _ID_CELLS)})]
Article = Annotated[str, Meta(max_length=MAX_TEXT, extra={"clean": lambda text: clean(text, _ARTICLE_CELLS)})]


def cleaned(value: Value) -> Value:
    """The same value with clean texts."""
    clean = _cleaners_of(type(value)).get(type(value))
    return value if clean is None else clean(value)


@cache
def _cleaners_of(kind: type[Struct]) -> _Cleaners:
    return _cleaners(inspect.type_info(kind))


def _cleaners(kind: inspect.Type) -> _Cleaners:
    match kind:
        case inspect.Metadata(extra={"clean": clean}):
            return {str: lru_cache(256)(clean)}  # a table says its few names again and again
        case inspect.Metadata(type=inner):
            return _cleaners(inner)
        case inspect.UnionType(types=kinds):
            return {each: clean for inner in kinds for each, clean in _cleaners(inner).items()}
        case inspect.VarTupleType(item_type=item) if of_item := _cleaners(item):
            return {tuple: partial(_clean_items, of_item)}
        case inspect.StructType(cls=cls, fields=fields):
            of_fields = {field.name: found for field in fields if (found := _cleaners(field.type))}
            return {cls: partial(_clean_fields, of_fields)} if of_fields else {}
    return {}


def _clean_items(cleaners: _Cleaners, items: tuple[Any, ...]) -> tuple[Any, ...]:
    if cleaners.keys().isdisjoint(map(type, items)):
        return items
    found = tuple([clean(item) if (clean := cleaners.get(type(item))) else item for item in items])
    return items if found == items else found


def _clean_fields(cleaners: dict[str, _Cleaners], value: Struct) -> Struct:
    changed = {}
    for name, of_field in cleaners.items():
        before = getattr(value, name)
        if (clean := of_field.get(type(before))) and (found := clean(before)) is not before and found != before:
            changed[name] = found
    return replace(value, **changed) if changed else value
