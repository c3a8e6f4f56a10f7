"""Whatever text the protocol or a journal has, or will have: its type says how it is cleaned."""

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from msgspec import Struct, inspect
from support.hostile import NASTY, WIRE

from sixqp_protocol import facts, messages
from sixqp_protocol.cleaning import cleaned
from sixqp_protocol.codec import decode_client, decode_host, encode
from sixqp_protocol.messages import ClientMessage, HostMessage, RoomNews, SeatNews, Settings
from sixqp_protocol.refusals import Refusal
from sixqp_protocol.text import clean
from sixqp_tui.host.commands import Command, Setup


def uncleaned(kind: inspect.Type, path: str) -> Iterator[str]:
    """The texts that can hold anything, and aren't cleaned."""
    match kind:
        case inspect.Metadata(extra={"clean": _}):
            return
        case inspect.StrType(pattern=None):
            yield path
        case inspect.Metadata(type=inner) | inspect.VarTupleType(item_type=inner):
            yield from uncleaned(inner, path)
        case inspect.UnionType(types=kinds):
            for each in kinds:
                yield from uncleaned(each, path)
        case inspect.StructType(cls=cls, fields=fields):
            for field in fields:
                yield from uncleaned(field.type, f"{cls.__name__}.{field.name}")


def test_every_text_of_a_message_is_cleaned() -> None:
    kinds = (*get_args(ClientMessage), *get_args(HostMessage))
    assert [path for kind in kinds for path in uncleaned(inspect.type_info(kind), "")] == []
    assert [*uncleaned(inspect.type_info(Setup), "")] == ["Setup.seed", "Kept.seed"]
    assert {*uncleaned(inspect.type_info(Command), "")} == {"Command.seed", "Command.addresses"}


CLIENT = messages.Hello(1, WIRE, "player", WIRE, bytes(32), table=WIRE), messages.Say(id=1, text=WIRE)
HOST = (
    messages.Said(0, WIRE, WIRE),
    RoomNews("lobby", (SeatNews(WIRE, "person", True),), None, Settings(), False, (), None, watchers=(WIRE, "x")),
    messages.Happened(1, 0, (facts.GameStarted(facts.Rules(), (WIRE[:60], NASTY[0])), facts.RoundBegan(1))),
    messages.Refused(1, Refusal.STALE, WIRE),
    messages.Welcome(1, WIRE, WIRE, 0, False, 0, 0, 0, messages.Continuation(WIRE, bytes(32), bytes(64), 1, 0)),
)


@pytest.mark.parametrize("said", [*CLIENT, *HOST], ids=lambda said: type(said).__name__)
def test_texts_are_clean_once_a_message_is_read(said: Any) -> None:
    decoded = (decode_client if isinstance(said, CLIENT_KINDS) else decode_host)(encode(said))
    assert (found := [*texts(decoded)]) and found != [*texts(said)]
    assert all(text.isprintable() and clean(text, 2 * len(text)) == text for text in found)
    assert cleaned(decoded) is decoded


CLIENT_KINDS = get_args(ClientMessage)


def texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from texts(each)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from texts(getattr(value, name))


def test_a_name_without_anything_visible_is_shown_as_a_question_mark() -> None:
    said = cleaned(messages.Said(0, "\x1b", "x"))
    assert isinstance(said, messages.Said) and said.name == "?"
    hello = cleaned(messages.Hello(1, "", "player", "\x1b", bytes(32)))
    assert isinstance(hello, messages.Hello) and hello.name == ""
