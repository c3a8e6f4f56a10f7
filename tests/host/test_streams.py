"""A reader's stream arrives whole, in order and in pieces, whatever the reader holds already."""

from collections.abc import Iterable

import pytest
from host.party import begun

from sixqp_protocol.codec import HOST_LIMIT, encode
from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import Happened, Start, Welcome
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.view import readable
from sixqp_tui.host.commands import RoomLimits


def happened(messages: Iterable[object]) -> list[Happened]:
    return [message for message in messages if isinstance(message, Happened)]


@pytest.mark.parametrize(("number", "have", "first"), [(1, 3, 3), (1, 0, 0), (2, 3, 0), (0, 3, 0), (1, 9999, 0)])
def test_a_stream_continues_from_what_the_client_has(number: int, have: int, first: int) -> None:
    party, peers = begun(2)
    party.play(*peers, steps=6)
    party.lose(peers[0])
    back = party.back(peers[0], have, number)
    facts = happened(party.inbox[back])
    assert facts[0].first == first
    assert first + sum(len(message.facts) for message in facts) == party.last(back, Welcome).stream


def test_a_client_that_has_everything_is_sent_nothing() -> None:
    party, peers = begun(2)
    have = len(party.facts[peers[0]])
    assert happened(party.inbox[party.back(peers[0], have)]) == []


def test_live_facts_do_not_overtake_a_long_stream_sent_in_pieces() -> None:
    party, peers = begun(10, rounds=5)
    party.play(*peers, steps=250)
    party.drains = False
    late = party.join("Wim", role="watcher")
    assert [len(message.facts) for message in happened(party.inbox[late])] == [400]
    party.play(*peers[1:], steps=4)
    assert len(happened(party.inbox[late])) == 1
    while len(party.facts[late]) < len(party.room.state.play.streams.of(None)):  # type: ignore[union-attr]
        before = len(happened(party.inbox[late]))
        party.act(party.room.send_rest, late)
        assert len(happened(party.inbox[late])) == before + 1
    assert party.views[late] == party.room.view(None)
    assert party.room.step(party.now, lambda: party.room.send_rest(late)) == []
    assert all(len(encode(message)) <= HOST_LIMIT for message in happened(party.inbox[late]))


def test_a_new_game_waits_for_the_piece_in_flight() -> None:
    party, peers = begun(2, limits=RoomLimits(facts=20))
    party.play(*peers)
    party.drains = False
    late = party.join("Wim", role="watcher")
    party.ask(peers[0], Start)
    assert [message.game for message in happened(party.inbox[late])] == [1]
    party.act(party.room.send_rest, late)
    assert [(message.game, message.first) for message in happened(party.inbox[late])] == [(1, 0), (2, 0)]


def test_private_facts_reach_only_their_reader() -> None:
    batch, _ = Game.start(Rules(), ("A", "B", "C"), "seed")
    assert [fact.reader for fact in readable(batch, 1) if fact.reader is not None] == [1]
    assert all(fact.reader is None for fact in readable(batch, None))
    assert len(readable(batch, None)) == len(batch) - 3
