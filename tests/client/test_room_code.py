"""A client gives the code where it is asked for it, and trusts no host that does not know it."""

from itertools import count

import pytest
from support.conversations import BackToBack, welcome
from support.keys import key_of
from support.tables import TABLE, a_room, settings

from sixqp_protocol.codec import decode_client, encode
from sixqp_protocol.keys import Key
from sixqp_protocol.messages import CodeGiven, CodeProved, CodeWanted, Goodbye
from sixqp_protocol.pairing import HostPairing
from sixqp_protocol.refusals import Farewell
from sixqp_tui.client.conversation import Conversation, Identity
from sixqp_tui.client.events import Welcomed
from sixqp_tui.client.status import ConnectionProblem, Reason
from sixqp_tui.host.admission.room_code import Lock
from sixqp_tui.host.room import Room

CERTIFICATE = bytes(range(32))
LOTS = count(1)


def draw(length: int) -> bytes:
    return (next(LOTS).to_bytes(4, "big") * length)[:length]


def client(code: str | None, key: Key | None = None) -> Conversation:
    return Conversation(Identity("Ann", key=key or key_of("Ann"), code=code), "test", draw)


def locked() -> Room:
    room = a_room(settings())
    numbers = count(1)
    lock = Lock("k7w3qf", CERTIFICATE, draw)
    return Room(room.state.setup, lambda: next(numbers).to_bytes(32, "big"), str, None, lock)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "seen", "over"),
    [
        ("k7w3qf", CERTIFICATE, None),
        ("zzzzzz", CERTIFICATE, Farewell.WRONG_CODE),
        ("k7w3qf", bytes(32), Farewell.WRONG_CODE),
        (None, CERTIFICATE, ConnectionProblem.CODE_WANTED),
    ],
)
def test_a_client_is_admitted_only_by_the_right_code_and_host(
    code: str | None, seen: bytes, over: Reason | None
) -> None:
    table = BackToBack(locked())
    end = client(code)
    begin = end.begin_connection
    end.begin_connection = lambda certificate=None: begin(seen)  # type: ignore[method-assign]
    peer = table.connect(end)
    assert (table.over[peer].over if peer in table.over else None) is over
    assert any(isinstance(event, Welcomed) for event in table.events[peer]) is (over is None)
    assert end.here is (over is None)


def asked(end: Conversation, code: str = "k7w3qf", seen: bytes = CERTIFICATE) -> tuple[HostPairing, CodeGiven]:
    """A host asks this end, which answers."""
    end.begin_connection(seen)
    host = HostPairing(code, CERTIFICATE, draw)
    (answer,) = end.receive(encode(CodeWanted(host.share))).replies
    given = decode_client(answer)
    assert isinstance(given, CodeGiven)
    return host, given


@pytest.mark.slow
def test_a_host_that_does_not_prove_the_code_is_not_trusted() -> None:
    end = client("k7w3qf")
    asked(end)
    assert end.receive(welcome(table=TABLE)).over is ConnectionProblem.CODE_NOT_PROVED
    assert not end.here and end.state.welcome is None
    end = client("k7w3qf")
    asked(end)
    assert end.receive(encode(CodeProved(bytes(32)))).over is ConnectionProblem.CODE_NOT_PROVED
    assert not end.here and end.state.welcome is None


def test_a_code_is_not_proved_again_until_the_host_proves_it() -> None:
    """An impostor that breaks off at each proof would try another code each time."""
    end = client("k7w3qf")
    asked(end)
    assert end.code_unanswered
    end.end_connection()
    end.begin_connection(CERTIFICATE)
    host = HostPairing("k7w3qf", CERTIFICATE, draw)
    effects = end.receive(encode(CodeWanted(host.share)))
    assert (effects.over, effects.replies) == (ConnectionProblem.CODE_UNANSWERED, ())


def test_a_host_that_does_not_ask_for_the_given_code_is_not_trusted() -> None:
    end = client("k7w3qf")
    end.begin_connection(CERTIFICATE)
    assert end.receive(welcome()).over is ConnectionProblem.CODE_NOT_PROVED


def test_a_client_that_proved_the_code_need_not_do_so_again() -> None:
    end = client("k7w3qf")
    host, given = asked(end)
    proof = host.verify(given.share, given.proof)
    assert proof is not None
    assert end.receive(encode(CodeProved(proof))).over is None
    assert not end.code_unanswered
    end.end_connection()
    end.begin_connection(CERTIFICATE)
    assert end.receive(welcome()).over is None


@pytest.mark.parametrize("said", [CodeProved(bytes(32)), CodeWanted(bytes(32)), CodeWanted(b"\xff" * 32)])
def test_a_host_that_sends_code_messages_early_is_broken(said: CodeProved | CodeWanted) -> None:
    end = client("k7w3qf")
    end.begin_connection(CERTIFICATE)
    assert end.receive(encode(said)).over is ConnectionProblem.BROKEN_HOST
    inside = client(None)
    inside.begin_connection(CERTIFICATE)
    inside.receive(welcome())
    assert inside.receive(encode(said)).over is ConnectionProblem.BROKEN_HOST


def test_a_code_pause_is_reported_with_its_duration() -> None:
    end = client("k7w3qf")
    end.begin_connection(CERTIFICATE)
    effects = end.receive(encode(Goodbye(Farewell.CODES_PAUSED, 30_000)))
    assert (effects.over, effects.retry_after) == (Farewell.CODES_PAUSED, 30.0)
