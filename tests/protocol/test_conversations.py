"""The conversations beside the specification: what the client does, and what follows from the text alone."""

import json
import runpy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.cases import for_each
from support.keys import CERTIFICATE
from support.spec_reader import SpecReader, SpecTable, asked_of

from sixqp_protocol.codec import decode_client, encode
from sixqp_protocol.facts import AnyFact
from sixqp_protocol.keys import Key
from sixqp_protocol.messages import AnyRequest, ClientMessage, Decision, Hello, HostMessage
from sixqp_tui.client.conversation import Conversation, Identity, Received
from sixqp_tui.engine.view import View

ROOT = Path(__file__).parents[2]
CONVERSATIONS = sorted((ROOT / "protocol" / "vectors" / "conversations").glob("*.json"))
GAMES = sorted((ROOT / "protocol" / "vectors" / "games").glob("*.json"))


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _message(plain: dict[str, Any], kinds: Any) -> Any:
    def binary(value: dict[str, Any]) -> Any:
        return bytes.fromhex(value["$bytes"]) if "$bytes" in value else value

    return msgspec.convert(json.loads(json.dumps(plain), object_hook=binary), kinds)


@for_each(CONVERSATIONS, lambda path: path.stem)
def test_a_client_follows_the_recorded_conversation(path: Path) -> None:
    steps = _read(path)["steps"]
    hello: Hello = _message(steps[0]["client"], ClientMessage)
    key = Key.of(f"key of {hello.name}".encode().ljust(32, b"."))
    end = Conversation(Identity(hello.name, hello.role, hello.table, key), hello.app)
    replies: list[bytes] = []
    for step in steps:
        if "client" in step:
            assert _said(end, _message(step["client"], ClientMessage), replies) == step["client"]
        elif "lost" in step:
            end.end_connection()
        else:
            received = end.receive(encode(_message(step["host"], HostMessage)))
            replies += received.replies
            assert {"game": end.state.game, "have": end.have} == step["holds"]
            assert _then(received) == step.get("then")
    assert replies == []


def _said(end: Conversation, expected: Any, replies: list[bytes]) -> Any:
    """What the client says here: a Hello, what it sends again, or what it is asked to ask."""
    data = end.begin_connection(CERTIFICATE) if isinstance(expected, Hello) else replies.pop(0) if replies else None
    if data is None:
        assert isinstance(expected, AnyRequest)
        data = end.request(expected)
    assert data
    return json.loads(json.dumps(msgspec.to_builtins(decode_client(data), builtin_types=(bytes,)), default=_binary))


def _binary(value: bytes) -> dict[str, str]:
    return {"$bytes": value.hex()}


def _then(received: Received) -> str | None:
    return "return" if received.resync else "stop" if received.over else None


@for_each(CONVERSATIONS, lambda path: path.stem)
def test_the_text_alone_determines_what_is_held_and_asked(path: Path) -> None:
    reader = SpecReader()
    for step in _read(path)["steps"]:
        if step.get("then") == "stop":
            return
        if "host" in step:
            assert reader.hear(step["host"]) == step.get("then")
            assert {"game": reader.game, "have": len(reader.facts)} == step["holds"]
            assert reader.asked == step["asked"]
        elif step.get("client", {}).get("kind") == "Hello":
            assert (step["client"]["game"], step["client"]["have"]) == (reader.game, len(reader.facts))
            reader.connect()
        elif "client" in step and isinstance(_message(step["client"], ClientMessage), Decision):
            reader.decide(step["client"])


@pytest.mark.slow
@for_each(GAMES, lambda path: path.stem)
def test_the_text_alone_asks_each_player_who_decides(path: Path) -> None:
    game = _read(path)
    streams, place = game["streams"], game["opening"]
    for made in game["decisions"]:
        known = [game["facts"][index] for index in streams[str(made["seat"])] if index < place]
        asked = asked_of(known, made["seat"])
        if made["kind"] == "TakeBack":
            assert asked is None
        else:
            assert asked and asked["kind"] == made["kind"]
        place += made["facts"]
    assert all(asked_of(game["facts"], seat) is None for seat in range(len(game["names"])))


@pytest.mark.slow
@for_each(GAMES, lambda path: path.stem)
def test_after_every_fact_the_text_asks_what_the_program_asks(path: Path) -> None:
    game = _read(path)
    happened = msgspec.convert(game["facts"], list[AnyFact])
    for seat in range(len(game["names"])):
        view, told = View(seat), SpecTable()
        for index in game["streams"][str(seat)]:
            told.take(game["facts"][index])
            view = view.apply(happened[index])
            asked, wanted = told.asked(seat), view.decision_id
            assert (asked is None) == (wanted is None)
            if asked and wanted:
                assert (asked["round"], asked.get("turn") or asked["pick"]) == (wanted.round, wanted.number)


@pytest.mark.slow
def test_the_conversation_files_are_up_to_date() -> None:
    make = runpy.run_path(str(ROOT / "tools" / "make_conversations.py"))
    written = {name: make["render"](name) for name in make["SCENES"]}
    assert written == {path.stem: path.read_text(encoding="utf-8") for path in CONVERSATIONS}


def test_the_transcript_file_is_up_to_date() -> None:
    make = runpy.run_path(str(ROOT / "tools" / "make_conversations.py"))
    assert make["transcript"]() == (ROOT / "protocol" / "TRANSCRIPT.md").read_text(encoding="utf-8")
