"""The test data beside the specification: what it says is what the codec and the engine do."""

import json
import runpy
from pathlib import Path
from typing import Any, get_args

import msgpack
import msgspec
from support.cases import for_each

from sixqp_protocol import codec, facts, messages
from sixqp_protocol.cleaning import cleaned
from sixqp_protocol.facts import AnyFact, Rules
from sixqp_protocol.messages import ChooseCard, ChooseRow, Decision, DraftCard, TakeBack
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_tui.engine.decisions import at_hand
from sixqp_tui.engine.game import Batch, Game
from sixqp_tui.engine.view import View

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "protocol" / "vectors"
VALID, INVALID, GAMES = (sorted((VECTORS / kind).glob("*.json")) for kind in ("valid", "invalid", "games"))
DECODE = {"client": codec.decode_client, "host": codec.decode_host}


def _read(path: Path) -> dict[str, Any]:
    def binary(value: dict[str, Any]) -> Any:
        return bytes.fromhex(value["$bytes"]) if "$bytes" in value else value

    vector: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"), object_hook=binary)
    return vector


def _message(vector: dict[str, Any]) -> messages.Message:
    kinds: Any = messages.ClientMessage if vector["direction"] == "client" else messages.HostMessage
    message: messages.Message = msgspec.convert(vector["message"], kinds)
    return message


def test_valid_bytes_decode_to_their_message() -> None:
    for path in VALID:
        vector = _read(path)
        decode, data = DECODE[vector["direction"]], bytes.fromhex(vector["bytes"])
        written, message = _message(vector), decode(data)
        assert message == cleaned(written), path.stem
        assert _as_json(written) == vector["message"], path.stem
        assert (codec.encode(written) == data) is vector["as_sent"], path.stem
        assert decode(codec.encode(message)) == message, path.stem
        assert decode(_in_reverse(data)) == message, path.stem


def _in_reverse(data: bytes) -> bytes:
    """The same message, its keys in another order than our own encoder writes, which is decoded in another way."""
    reversed_keys: bytes = msgpack.packb(dict(reversed(msgpack.unpackb(data).items())))
    return reversed_keys


def _as_json(value: Any) -> Any:
    """Maps, arrays and plain values, every key written out."""
    if isinstance(value, msgspec.Struct):
        tag = value.__struct_config__.tag
        keys = {name: _as_json(getattr(value, name)) for name in value.__struct_fields__}
        return {"kind": tag, **keys} if tag else keys
    return [_as_json(inner) for inner in value] if isinstance(value, list | tuple) else value


def _is_refused(direction: str, data: bytes) -> bool:
    try:
        DECODE[direction](data)
    except codec.BadMessage:
        return True
    return False


def test_invalid_bytes_are_refused() -> None:
    vectors = {path.stem: _read(path) for path in INVALID}
    assert {
        name for name, each in vectors.items() if not _is_refused(each["direction"], bytes.fromhex(each["bytes"]))
    } == set()


def test_every_message_fact_and_code_has_a_vector() -> None:
    seen = [_message(_read(path)) for path in VALID]
    kinds = {type(message) for message in seen}
    happened = [fact for message in seen if isinstance(message, messages.Happened) for fact in message.facts]
    assert kinds == {*get_args(messages.ClientMessage), *get_args(messages.HostMessage)}
    assert {type(fact) for fact in happened} == set(get_args(AnyFact))
    assert {message.code for message in seen if isinstance(message, messages.Refused)} == set(Refusal)
    assert {message.code for message in seen if isinstance(message, messages.Goodbye)} == set(Farewell)
    ends = {fact.reason for fact in happened if isinstance(fact, facts.GameEnded)}
    assert ends == set(get_args(facts.EndReason))


@for_each(GAMES, lambda path: path.stem)
def test_a_game_follows_from_its_decisions(path: Path) -> None:
    vector = _read(path)
    happened, rules = _facts(vector), msgspec.convert(vector["rules"], Rules)
    opening, game = Game.start(rules, tuple(vector["names"]), vector["seed"])
    assert opening == happened[: vector["opening"]]
    place = len(opening)
    for made in vector["decisions"]:
        batch, game = _decide(game, made)
        assert batch == happened[place : place + made["facts"]]
        place += made["facts"]
    assert place == len(happened)
    assert game.pending is None


def _decide(game: Game, made: dict[str, Any]) -> tuple[Batch, Game]:
    kinds = {kind.__name__: kind for kind in (ChooseCard, TakeBack, DraftCard, ChooseRow)}
    decision: Decision = kinds[made["kind"]](**{key: made[key] for key in ("card", "row") if key in made})
    return game.decide(made["seat"], at_hand(decision, game.table))


@for_each(GAMES, lambda path: path.stem)
def test_each_stream_contains_what_its_reader_may_read(path: Path) -> None:
    vector = _read(path)
    happened, readers = _facts(vector), range(len(vector["names"]))
    assert set(vector["streams"]) == {"watcher", *map(str, readers)}
    for name, indices in vector["streams"].items():
        reader = None if name == "watcher" else int(name)
        assert indices == [place for place, fact in enumerate(happened) if fact.reader in (None, reader)]
        assert View(reader).after(happened[index] for index in indices).table.ended


@for_each(GAMES, lambda path: path.stem)
def test_a_game_may_be_abandoned_after_any_of_its_facts(path: Path) -> None:
    view = View()
    for fact in _facts(_read(path))[:-1]:
        if fact.reader is None:
            view = view.apply(fact)
            assert view.apply(facts.GameEnded("abandoned")).table.ended == "abandoned"


def _facts(vector: dict[str, Any]) -> Batch:
    happened: Batch = tuple(msgspec.convert(vector["facts"], list[AnyFact]))
    return happened


def test_the_game_vectors_are_up_to_date() -> None:
    make = runpy.run_path(str(ROOT / "tools" / "make_vectors.py"))
    written = {name: make["render"](recipe) for name, recipe in make["RECIPES"].items()}
    assert written == {path.stem: path.read_text(encoding="utf-8") for path in GAMES}
