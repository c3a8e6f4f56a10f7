"""Strategies for values of the protocol, made from its types and their ranges."""

from collections.abc import Callable
from functools import cache
from typing import Any, get_args

from hypothesis import strategies as st
from msgspec import inspect

from sixqp_protocol import messages
from sixqp_protocol.facts import AnyFact

Strategy = st.SearchStrategy[Any]
LETTERS = st.characters(exclude_categories=["Cs"])


@cache
def values_of(kind: Any) -> Strategy:
    return _strategy(inspect.type_info(kind))


def _strategy(info: Any) -> Strategy:
    return _MAKERS[type(info)](info)


def _integers(info: inspect.IntType) -> Strategy:
    lowest, highest = info.ge or 0, info.le
    return st.integers(lowest, highest) | st.sampled_from([lowest, highest])


def _texts(info: inspect.StrType) -> Strategy:
    """Short enough that no letters, of four bytes each, go beyond the limit in bytes."""
    if info.pattern:
        return st.from_regex(info.pattern)
    return st.text(LETTERS, max_size=min(info.max_length or 350, 350))


def _tuples(info: inspect.VarTupleType) -> Strategy:
    most = min(info.max_length or 6, 10)
    return st.lists(_strategy(info.item_type), min_size=info.min_length or 0, max_size=most).map(tuple)


def _structs(info: inspect.StructType) -> Strategy:
    return st.builds(info.cls, **{field.name: _strategy(field.type) for field in info.fields})


_MAKERS: dict[type, Callable[[Any], Strategy]] = {
    inspect.IntType: _integers,
    inspect.StrType: _texts,
    inspect.VarTupleType: _tuples,
    inspect.StructType: _structs,
    inspect.BytesType: lambda info: st.binary(min_size=info.min_length or 0, max_size=info.max_length),
    inspect.TupleType: lambda info: st.tuples(*map(_strategy, info.item_types)),
    inspect.UnionType: lambda info: st.one_of(*map(_strategy, info.types)),
    inspect.LiteralType: lambda info: st.sampled_from(info.values),
    inspect.EnumType: lambda info: st.sampled_from(list(info.cls)),
    inspect.BoolType: lambda info: st.booleans(),
    inspect.NoneType: lambda info: st.none(),
}

FACTS = st.one_of(*map(values_of, get_args(AnyFact)))
FROM_CLIENT = st.one_of(*map(values_of, get_args(messages.ClientMessage)))
FROM_HOST = st.one_of(*map(values_of, get_args(messages.HostMessage)))
