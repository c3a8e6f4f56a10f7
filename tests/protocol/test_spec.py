"""`SPEC.md` itself: its tables name the kinds, keys, defaults and codes that the types have."""

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from fuzzing.oracle import HURDLES

from sixqp_protocol import codec, facts, messages
from sixqp_protocol.messages import Request
from sixqp_protocol.refusals import Farewell, Reaction, Refusal
from sixqp_protocol.version import CURRENT
from sixqp_tui.engine.shuffle import SeededRandom
from sixqp_tui.hosting.table_options import seed_source

PROTOCOL = Path(__file__).parents[2] / "protocol"
VECTORS = PROTOCOL / "vectors"
TEXT = (PROTOCOL / "SPEC.md").read_text(encoding="utf-8")
DEFAULTS = {"empty": (), "nil": None, "true": True, "false": False}
REACTIONS = {Reaction.RETURN: "return", Reaction.RETURN_ONCE: "return only", Reaction.STOP: "stop"}


def _section(number: int) -> str:
    begin = TEXT.index(f"\n## {number} ")
    return TEXT[begin : TEXT.find("\n## ", begin + 1)]


def _columns() -> Iterator[dict[str, str]]:
    """The rows of every table, by the heads of their columns."""
    heads: list[str] = []
    for line in TEXT.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if cells and not heads:
            heads = cells
        elif cells and not re.fullmatch(r"[|\- ]+", line):
            yield dict(zip(heads, cells, strict=True))
        elif not cells:
            heads = []


def _kinds(union: Any) -> dict[str, type[msgspec.Struct]]:
    return {kind.__name__: kind for kind in get_args(union)}


def _names(cell: str) -> list[str]:
    return re.findall(r"`(\w+)`", cell)


def _items(section: int) -> list[tuple[str, str]]:
    """What stands before and after the first colon of each item of the lists of a section."""
    items = re.findall(r"^- (.+?(?:\n  .+)*)$", _section(section), re.M)
    return [(before, after) for before, _, after in (item.partition(": ") for item in items)]


def _keys_of(kind: str) -> str:
    """What the table of this map says of its keys."""
    head = f"key of `{kind}`"
    return "; ".join(f"{row[head]}: {row['value']}" for row in _columns() if head in row)


def _described(*heads: str) -> dict[str, str]:
    """What these tables say of the keys of each kind, and what its own table says."""
    rows = [(row[head], row["keys"]) for row in _columns() for head in heads if head in row]
    return {kind: f"{keys}; {_keys_of(kind)}" for cell, keys in rows for kind in _names(cell)}


@pytest.mark.parametrize(
    ("heads", "union", "elsewhere"),
    [
        (("request", "other message"), messages.ClientMessage, {"Hello": _keys_of("Hello")}),
        (("host message",), messages.HostMessage, {}),
        (("fact",), facts.AnyFact, {}),
    ],
)
def test_every_kind_has_its_keys_and_defaults(
    heads: tuple[str, ...], union: Any, elsewhere: dict[str, str]
) -> None:
    described, kinds = _described(*heads) | elsewhere, _kinds(union)
    assert described.keys() == kinds.keys()
    for name, kind in kinds.items():
        _check_keys(described[name], kind)


def test_the_conversation_is_that_of_its_vector() -> None:
    """Without what `…` leaves out, and keys that have their defaults."""
    steps = json.loads((VECTORS / "conversations" / "whole-game.json").read_text(encoding="utf-8"))["steps"]
    said = [(who, step[who]) for step in steps for who in ("client", "host") if who in step]
    lines = [
        line
        for block in re.findall(r"```text\n(.*?)```", _section(9), re.S)
        for line in re.sub(r"\n   ", "", block).splitlines()
    ]
    for line in lines:
        who, told = {"C": "client", "H": "host"}[line[0]], _told(line[2:])
        while not (said[0][0] == who and _is_told(told, said[0][1])):
            said.pop(0)
        said.pop(0)
    assert said == []


def _told(text: str) -> Any:
    return json.loads(text.replace(",…}", ',"…":0}').replace("…,", '"…",').replace(":…}", ':"…"}'))


def _is_told(told: dict[str, Any], message: dict[str, Any]) -> bool:
    kind: Any = _kinds(messages.ClientMessage | messages.HostMessage)[message["kind"]]
    defaults = {each.name: each.default for each in msgspec.structs.fields(kind) if not each.required}
    rest = {key: value for key, value in message.items() if key not in told}
    left_out = "…" in told or all(key in defaults and value == _plain(defaults[key]) for key, value in rest.items())
    return left_out and all(value == "…" or message.get(key) == value for key, value in told.items() if key != "…")


def test_every_request_names_the_codes_that_refuse_it() -> None:
    """Those that the oracle of the fuzzing foresees, and `had_seat`, which depends on addresses."""
    foreseen: dict[str, set[str]] = {kind.__name__: set() for kind in get_args(messages.AnyRequest)}
    for kind, hurdles in HURDLES.items():
        foreseen[kind.partition(" ")[0]] |= {hurdle.code.value for hurdle in hurdles}
    foreseen["TakeSeat"].add(Refusal.HAD_SEAT.value)
    rows = [row for row in _columns() if "request" in row]
    said = {kind: set(_names(row["refused as"])) for row in rows for kind in _names(row["request"])}
    together = re.search(r"Each may also be refused as (.+?), and any request", _section(5), re.S)
    assert together
    for kind in get_args(messages.Decision):
        said[kind.__name__] |= set(_names(together[1]))
    assert said == foreseen


KEY_TABLES = (facts.Rules, messages.Settings, messages.SeatNews, messages.TallyLine, messages.Continuation)


@pytest.mark.parametrize("kind", KEY_TABLES)
def test_every_map_without_a_kind_has_its_keys_and_defaults(kind: type[msgspec.Struct]) -> None:
    head = f"key of `{kind.__name__}`"
    rows = [row for row in _columns() if head in row]
    assert sorted(key for row in rows for key in _names(row[head])) == sorted(kind.__struct_fields__)
    _check_keys(_keys_of(kind.__name__), kind)


def _check_keys(text: str, kind: type[msgspec.Struct]) -> None:
    """Every key is named, the keys with a default and no others have one, and it is that one."""
    for field in msgspec.structs.fields(kind):
        said = re.search(rf"`{field.name}`[^;]*", text)
        assert said, f"{kind.__name__}.{field.name} is not named"
        default = re.search(r"\(= ([^)]+)\)", said[0])
        fills_in = issubclass(kind, Request) and field.name in ("id", "game", "round", "turn", "pick")
        if field.required or fills_in or field.default is msgspec.NODEFAULT:
            assert not default, f"{kind.__name__}.{field.name}"
        else:
            assert default and _value(default[1]) == _plain(field.default), f"{kind.__name__}.{field.name}"


def _value(said: str) -> Any:
    plain = said.strip('`"')
    return DEFAULTS[plain] if plain in DEFAULTS else int(plain) if plain.isdigit() else plain


def _plain(default: Any) -> Any:
    return "its defaults" if isinstance(default, msgspec.Struct) else default


def test_every_refusal_is_described() -> None:
    codes = {each.value for each in Refusal}
    assert {code for before, _ in _items(10) for code in _names(before)} == codes


def test_every_farewell_has_its_close_code_and_reaction() -> None:
    rows = [row for row in _columns() if "farewell" in row]
    described = {int(row["close code"]): (_names(row["farewell"])[0], row["reaction"]) for row in rows}
    assert {code: name for code, (name, _) in described.items()} == {
        each.close_code: each.value for each in Farewell
    }
    for each in Farewell:
        assert described[each.close_code][1].startswith(REACTIONS[each.reaction])


def test_the_version_and_limits_match_the_code() -> None:
    assert TEXT.startswith(f"# The sixqp protocol, version {CURRENT}.0\n")
    assert f"- `v`: protocol version, `{CURRENT}`" in TEXT
    limits = dict(_items(22))
    sizes = f"{codec.CLIENT_LIMIT // 1024} KiB · {codec.HOST_LIMIT // 1024} KiB"
    assert limits["a message of a client · of a host"].startswith(sizes)


def test_the_sections_are_numbered() -> None:
    numbers = [int(number) for number in re.findall(r"^## (\d+) ", TEXT, re.M)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert {int(number) for number in re.findall(r"sections? (\d+)", TEXT)} <= set(numbers)


def test_the_shuffle_examples_match_the_program() -> None:
    said = re.search(
        r"seed `([^`]+)` and (round \d+), P is `([^`]+)`[^`]+`(\w+)`, `(\w+)`, `(\w+)`",
        " ".join(_section(23).split()),
    )
    assert said
    seed, purpose, octets, *words = said.groups()
    assert octets == f"sixqp.1/{seed}/{purpose}/"
    assert sha256(octets.encode() + bytes(8)).hexdigest().startswith("".join(words))
    assert SeededRandom(seed, purpose).below(1 << 32) == int(words[0], 16)
    assert "`abc`, then `abc 2`" in _section(23)
    assert [seed_source("abc")(game) for game in (1, 2)] == ["abc", "abc 2"]
