"""A client gives the code where it is asked for it, and trusts no host that does not know it."""

from itertools import count

import pytest
from support.conversations import welcome
from support.keys import key_of
from support.tables import TABLE

from sixqp_protocol.codec import decode_client, encode
from sixqp_protocol.messages import CodeGiven, CodeProved, CodeWanted
from sixqp_protocol.pairing import HostPairing
from sixqp_tui.client.conversation import Conversation, Identity
from sixqp_tui.client.status import ConnectionProblem

CERTIFICATE = bytes(range(32))
LOTS = count(1)


def draw(length: int) -> bytes:
    return (next(LOTS).to_bytes(4, "big") * length)[:length]


def client(code: str | None = "k7w3qf") -> Conversation:
    """At a connection whose host says nothing yet."""
    end = Conversation(Identity("Ann", key=key_of("Ann"), code=code), "test", draw)
    end.begin_connection(CERTIFICATE)
    return end


def asked(end: Conversation) -> tuple[HostPairing, CodeGiven]:
    """A host asks this end, which answers."""
    host = HostPairing("k7w3qf", CERTIFICATE, draw)
    (answer,) = end.receive(encode(CodeWanted(host.share))).replies
    given = decode_client(answer)
    assert isinstance(given, CodeGiven)
    return host, given


def test_a_host_that_does_not_prove_the_code_is_not_trusted() -> None:
    for said in (welcome(table=TABLE), encode(CodeProved(bytes(32)))):
        end = client()
        asked(end)
        assert end.receive(said).over is ConnectionProblem.CODE_NOT_PROVED
        assert not end.here and end.state.welcome is None


def test_a_client_without_a_code_is_asked_for_one_and_says_nothing() -> None:
    host = HostPairing("k7w3qf", CERTIFICATE, draw)
    received = client(None).receive(encode(CodeWanted(host.share)))
    assert (received.over, received.replies) == (ConnectionProblem.CODE_WANTED, ())


def test_a_code_is_not_proved_again_until_the_host_proves_it() -> None:
    """An impostor that breaks off at each proof would try another code each time."""
    end = client()
    asked(end)
    assert end.code_unanswered
    end.end_connection()
    end.begin_connection(CERTIFICATE)
    host = HostPairing("k7w3qf", CERTIFICATE, draw)
    effects = end.receive(encode(CodeWanted(host.share)))
    assert (effects.over, effects.replies) == (ConnectionProblem.CODE_UNANSWERED, ())


def test_a_host_that_does_not_ask_for_the_given_code_is_not_trusted() -> None:
    end = client()
    assert end.receive(welcome()).over is ConnectionProblem.CODE_NOT_PROVED


def test_a_client_that_proved_the_code_need_not_do_so_again() -> None:
    end = client()
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
    end = client()
    assert end.receive(encode(said)).over is ConnectionProblem.BROKEN_HOST
    inside = client(None)
    inside.receive(welcome())
    assert inside.receive(encode(said)).over is ConnectionProblem.BROKEN_HOST
