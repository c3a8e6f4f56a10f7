"""The conversations beside the specification: the client does what they say."""

import json
import runpy
from pathlib import Path
from typing import Any

import msgspec
from support.cases import for_each
from support.keys import CERTIFICATE

from sixqp_protocol.codec import decode_client, encode
from sixqp_protocol.keys import Key
from sixqp_protocol.messages import AnyRequest, ClientMessage, Hello, HostMessage
from sixqp_tui.client.conversation import Conversation, Identity, Received

ROOT = Path(__file__).parents[2]
CONVERSATIONS = sorted((ROOT / "protocol" / "vectors" / "conversations").glob("*.json"))
Json = dict[str, Any]


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


def test_the_conversation_files_are_up_to_date() -> None:
    make = runpy.run_path(str(ROOT / "tools" / "make_conversations.py"))
    written = {name: make["render"](name) for name in make["SCENES"]}
    assert written == {path.stem: path.read_text(encoding="utf-8") for path in CONVERSATIONS}
