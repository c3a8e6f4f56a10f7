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
from sixqp_protocol.messages import ADDRESS, Request
from sixqp_protocol.refusals import Farewell, Reaction, Refusal
from sixqp_protocol.version import CURRENT
from sixqp_tui.engine.shuffle import SeededRandom
from sixqp_tui.hosting.table_options import seed_source

TEXT = (Path(__file__).parents[2] / "protocol" / "SPEC.md").read_text(encoding="utf-8")
DEFAULTS = {"empty": (), "nil": None, "true": True, "false": False}
REACTIONS = {Reaction.RETURN: "return", Reaction.RETURN_ONCE: "return only", Reaction.STOP: "stop"}


def _section(number: int) -> str:
    begin = TEXT.index(f"\n## {number} ")
    return TEXT[begin : TEXT.find("\n## ", begin + 1)]


def _rows(text: str) -> Iterator[list[str]]:
    """The cells of every row of every table, without their heads."""
    for line in text.splitlines():
        if line.startswith("|") and not re.fullmatch(r"[|\- ]+", line):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def _kinds(union: Any) -> dict[str, type[msgspec.Struct]]:
    return {kind.__name__: kind for kind in get_args(union)}


def _columns(section: int) -> Iterator[dict[str, str]]:
    """The rows of every table of a section, by the heads of their columns."""
    heads: list[str] = []
    for line in _section(section).splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if cells and not heads:
            heads = cells
        elif cells and not re.fullmatch(r"[|\- ]+", line):
            yield dict(zip(heads, cells, strict=True))
        elif not cells:
            heads = []


def _names(cell: str) -> list[str]:
    return re.findall(r"`(\w+)`", cell)


def _described(section: int) -> dict[str, str]:
    """The kinds of a section, and what it says of the keys of each, in its table or in one of its own."""
    described = {kind: row["keys"] for row in _columns(section) if "kind" in row for kind in _names(row["kind"])}
    for row in _columns(section):
        head = next(iter(row))
        if head.startswith("key of"):
            described[_names(head)[0]] += f"; {row[head]}: {row['value']}"
    return described


@pytest.mark.parametrize(
    ("section", "union"), [(4, messages.ClientMessage), (5, messages.HostMessage), (6, facts.AnyFact)]
)
def test_every_kind_has_its_keys_and_defaults(section: int, union: Any) -> None:
    described, kinds = _described(section), _kinds(union)
    assert described.keys() == kinds.keys()
    for name, kind in kinds.items():
        _check_keys(described[name], kind)


@pytest.mark.parametrize(
    ("section", "union"), [(4, messages.ClientMessage), (5, messages.HostMessage), (6, facts.AnyFact)]
)
def test_every_kind_has_an_example(section: int, union: Any) -> None:
    block = re.search(r"```json\n(.*?)```", _section(section), re.S)
    assert block
    examples = [json.loads(line, object_hook=_binary) for line in block[1].splitlines()]
    assert [example["kind"] for example in examples] == list(_described(section))
    for example in examples:
        msgspec.convert(example, union)


def _binary(value: dict[str, Any]) -> Any:
    return bytes.fromhex(value["$bytes"]) if "$bytes" in value else value


def test_every_request_names_the_codes_that_refuse_it() -> None:
    """Those that the oracle of the fuzzing foresees, and `had_seat`, which depends on addresses."""
    foreseen: dict[str, set[str]] = {kind.__name__: set() for kind in get_args(messages.AnyRequest)}
    for kind, hurdles in HURDLES.items():
        foreseen[kind.partition(" ")[0]] |= {hurdle.code.value for hurdle in hurdles}
    foreseen["TakeSeat"].add(Refusal.HAD_SEAT.value)
    rows = [row for row in _columns(4) if "kind" in row]
    said = {kind: set(_names(row["refused as"])) for row in rows for kind in _names(row["kind"])}
    assert {kind: codes for kind, codes in said.items() if kind in foreseen} == foreseen
    assert not any(codes for kind, codes in said.items() if kind not in foreseen)


KEY_TABLES = (facts.Rules, messages.Settings, messages.SeatNews, messages.OpenWay, messages.TallyLine)


@pytest.mark.parametrize("kind", KEY_TABLES)
def test_every_map_without_a_kind_has_its_keys_and_defaults(kind: type[msgspec.Struct]) -> None:
    head = f"key of `{kind.__name__}`"
    rows = [row for row in _columns(2) if head in row]
    assert sorted(key for row in rows for key in _names(row[head])) == sorted(kind.__struct_fields__)
    _check_keys("; ".join(f"{row[head]}: {row['value']}" for row in rows), kind)


def _check_keys(text: str, kind: type[msgspec.Struct]) -> None:
    """Every key is named, the keys with a default and no others have one, and it is that one."""
    for field in msgspec.structs.fields(kind):
        said = re.search(rf"`{field.name}`[^;]*", text)
        assert said, f"{kind.__name__}.{field.name} is not named"
        default = re.search(r"\(= ([^)]+)\)", said[0])
        fills_in = issubclass(kind, Request) and field.name in ADDRESS
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
    table, _, _ = _section(7).partition("\nThe host sends a farewell")
    assert sorted(code for row in _rows(table) for code in re.findall(r"`(\w+)`", row[0])) == sorted(Refusal)


def test_every_farewell_has_its_close_code_and_reaction() -> None:
    rows = [row for row in _rows(_section(7)) if row[0].isdigit()]
    described = {int(code): (re.findall(r"`(\w+)`", farewell)[0], reaction) for code, farewell, reaction in rows}
    assert {code: name for code, (name, _) in described.items()} == {
        each.close_code: each.value for each in Farewell
    }
    for each in Farewell:
        assert described[each.close_code][1].startswith(REACTIONS[each.reaction])


def test_the_version_and_limits_match_the_code() -> None:
    assert TEXT.startswith(f"# The sixqp protocol, version {CURRENT}.0\n")
    assert f"| `v` | protocol version, `{CURRENT}` |" in TEXT
    assert f"names only the first number, {CURRENT}:" in TEXT
    limits = {row[0]: row[1] for row in _rows(_section(12))}
    sizes = f"{codec.CLIENT_LIMIT // 1024} KiB · {codec.HOST_LIMIT // 1024} KiB"
    assert limits["a message of a client · of a host"].startswith(sizes)
    assert limits["nesting of maps and arrays, counting the message itself"] == str(codec.MAX_NESTED)


def test_the_contents_name_every_section() -> None:
    contents = TEXT[TEXT.index("Contents: ") : TEXT.index("\n\n## 1 ")].replace("\n", " ")
    heads = re.findall(r"^## (\d+) (.+)$", TEXT, re.M)
    assert [int(number) for number, _ in heads] == list(range(1, len(heads) + 1))
    assert re.findall(r"(\d+) [A-Z]", contents) == [number for number, _ in heads]


def test_the_shuffle_examples_match_the_program() -> None:
    said = re.search(r"seed `([^`]+)` and (round \d+), P is `([^`]+)`[^`]+`(\w+)`, `(\w+)`, `(\w+)`", _section(8))
    assert said
    seed, purpose, octets, *words = said.groups()
    assert octets == f"sixqp.1/{seed}/{purpose}/"
    assert sha256(octets.encode() + bytes(8)).hexdigest().startswith("".join(words))
    assert SeededRandom(seed, purpose).below(1 << 32) == int(words[0], 16)
    assert "`abc`, then `abc 2`" in _section(8)
    assert [seed_source("abc")(game) for game in (1, 2)] == ["abc", "abc 2"]
