"""Whatever text a message of the protocol has, or will have: both ends clean it."""

from collections.abc import Iterator
from typing import Any, Final, get_args

import msgspec
import pytest
from support.conversations import conversation, welcome
from support.hostile import ALL
from support.tables import OWNER, TABLE, a_room, settings

from sixqp_protocol import facts, messages
from sixqp_protocol.codec import decode_client, encode
from sixqp_protocol.messages import CodeProved, CodeWanted, HostMessage, RoomNews, SeatNews, Settings, Welcome
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_protocol.text import clean
from sixqp_protocol.version import CURRENT
from sixqp_tui.client import conversation as client_end
from sixqp_tui.client.conversation import sanitize
from sixqp_tui.client.events import Talk
from sixqp_tui.host.commands import Send

WIRE: Final = ALL.encode("utf-8", "ignore").decode()
"""What can be written into a message: half a pair cannot."""
SAID: tuple[HostMessage, ...] = (
    CodeWanted(b"s" * 32),
    CodeProved(b"p" * 32),
    Welcome(CURRENT, TABLE, "x", 0, False, 0, 0, 0),
    RoomNews("lobby", (SeatNews("x", "person", True),), None, Settings(), 0, False, (), None, watcher_names=("x",)),
    messages.Tally(1, 1, (messages.TallyLine("x", False, None, 0, 0, 1, 0, 0, 0),)),
    messages.Happened(1, 0, (facts.GameStarted(facts.Rules(), ("x", "y")),)),
    messages.Accepted(1),
    messages.Refused(1, Refusal.STALE, "x"),
    messages.Said(0, "x", "y"),
    messages.Pong(1),
    messages.Goodbye(Farewell.KICKED),
)  # fmt: skip
"""One message of each kind that a host can send, with something in every text."""


def texts(value: Any) -> Iterator[str]:
    """Every text in plain values."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts(each)


def worst(value: Any, kind: type[Any]) -> Any:
    """The message with the nastiest text wherever its type takes any text at all."""
    said = _lists(plain(value))

    def fits() -> bool:
        try:
            msgspec.convert(said, kind)
        except msgspec.ValidationError:
            return False
        return True

    def spoil(part: Any) -> None:
        for key in list(part) if isinstance(part, dict) else range(len(part)):
            if isinstance(part[key], dict | list):
                spoil(part[key])
            elif isinstance(before := part[key], str):
                for text in (WIRE, WIRE[:60], before):
                    part[key] = text
                    if fits():
                        break

    spoil(said)
    return msgspec.convert(said, kind)


def nasty(value: Any) -> bool:
    return any(text.startswith(WIRE[:60]) for text in texts(value))


def plain(message: Any) -> Any:
    return msgspec.to_builtins(message, builtin_types=(bytes,))


def _lists(value: Any) -> Any:
    """The same, with lists for tuples, so that it can be changed."""
    if isinstance(value, dict):
        return {key: _lists(each) for key, each in value.items()}
    return [_lists(each) for each in value] if isinstance(value, list | tuple) else value


def test_one_message_of_each_kind_is_tested() -> None:
    assert {type(each) for each in SAID} == set(get_args(HostMessage))
    spoilt = {type(each).__name__ for each in SAID if nasty(plain(worst(each, type(each))))}
    without = {"CodeWanted", "CodeProved", "Accepted", "Pong", "Goodbye"}
    assert spoilt == {kind.__name__ for kind in get_args(HostMessage)} - without


@pytest.mark.parametrize("said", SAID, ids=lambda said: type(said).__name__)
def test_no_host_text_passes_the_client_unsanitized(said: HostMessage) -> None:
    for text in texts(plain(sanitize(worst(said, type(said))))):
        assert text.isprintable() and clean(text, 2 * len(text)) == text


def test_no_client_text_passes_the_host_unsanitized() -> None:
    room = a_room(settings())
    hello = messages.Hello(CURRENT, ALL, "player", ALL, b"c" * 32)
    watcher = messages.Hello(CURRENT, ALL, "watcher", ALL, b"w" * 32)
    owner = messages.Hello(CURRENT, ALL, "player", ALL, OWNER.public)
    effects = [
        *room.handle(1, owner, 0.0),
        *room.handle(2, hello, 0.0),
        *room.handle(3, watcher, 0.0),
        *room.handle(2, messages.Rename(id=1, name=ALL[1:]), 1.0),
        *room.handle(2, messages.Say(id=2, text=ALL), 2.0),
        *room.handle(3, messages.Rename(id=1, name=ALL[2:]), 3.0),
        *room.handle(3, messages.Say(id=2, text=ALL), 4.0),
        *room.handle(1, messages.Start(id=1), 5.0),
    ]
    sent = [effect.message for effect in effects if isinstance(effect, Send)]
    assert {messages.Said, messages.Happened, RoomNews, Welcome} <= set(map(type, sent))
    for message in sent:
        for text in texts(plain(message)):
            assert text.isprintable() and clean(text, 2 * len(text)) == text


def test_a_lone_surrogate_is_rejected() -> None:
    assert decode_client(encode(messages.Say(id=1, text="x")))
    with pytest.raises(UnicodeEncodeError):
        encode(messages.Say(id=1, text="\ud800"))
    end = conversation()
    end.begin_connection()
    broken = encode(messages.Said(0, "Ann", "abc")).replace(b"abc", b"\xed\xa0\x80")
    assert end.receive(welcome()).over is None
    assert end.receive(broken) == client_end.BROKEN


def test_a_watcher_recognizes_its_own_messages() -> None:
    end = conversation("Eve")
    end.begin_connection()
    end.receive(welcome(seat=None))
    end.request(messages.Say(text=" hello \n all "))
    end.receive(encode(messages.Accepted(1)))
    heard = [
        end.receive(encode(messages.Said(seat, name, "hello all"))).events
        for seat, name in ((0, "Ann"), (None, "Eve"), (None, "Dan"))
    ]
    assert [event.own for (event,) in heard if isinstance(event, Talk)] == [False, True, False]
