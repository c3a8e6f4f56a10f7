"""A record holds a game that has happened, whole, and nothing else."""

import runpy
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from support.games import recorded
from support.play import VARIANTS

from sixqp_protocol import facts
from sixqp_protocol.facts import Variant
from sixqp_tui.features.history.record import (
    GameRecord,
    ImpossibleGame,
    UnreadableRecord,
    check_record,
    decode_record,
    encode_record,
)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_guest_keeps_the_same_game_and_can_read_it_back(variant: Variant) -> None:
    record = recorded(variant)
    assert recorded(variant, reader=2) == record
    assert decode_record(encode_record(record)) == record
    assert check_record(record).ended == "rounds"
    assert decode_record(encode_record(record)).id == record.id != replace(record, number=2).id


RECORD = recorded()
HAPPENED = RECORD.facts
HIDDEN = tuple(fact for fact in HAPPENED if not isinstance(fact, facts.CardLaid | facts.HandDealt))


@pytest.mark.parametrize(
    ("forged", "number"),
    [
        (replace(RECORD, facts=HAPPENED[1:]), 1),
        (replace(RECORD, facts=HAPPENED[:-1]), len(HAPPENED)),
        (replace(RECORD, facts=()), 1),
        (replace(RECORD, facts=(*HAPPENED[:9], *HAPPENED)), 10),
        (replace(RECORD, players=RECORD.players[:2]), 1),
        (replace(RECORD, facts=HIDDEN), 4),
    ],
    ids=["no beginning", "no end", "nothing", "two games", "too few players", "hidden hands"],
)
def test_a_game_that_is_not_whole_is_rejected_where_it_breaks(forged: GameRecord, number: int) -> None:
    with pytest.raises(ImpossibleGame) as refused:
        check_record(forged)
    assert refused.value.number == number


@pytest.mark.parametrize(
    "change",
    [{"version": 2}, {"format": "other"}, {"table": "../../x"}, {"ended": -1}, {"players": []}, {"facts": [{}]}],
    ids=str,
)
def test_an_invalid_record_is_rejected(change: dict[str, object]) -> None:
    plain = msgspec.json.decode(encode_record(recorded()))
    with pytest.raises(UnreadableRecord):
        decode_record(msgspec.json.encode(plain | change))


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"[" * 100_000], ids=lambda data: repr(data[:4]))
def test_invalid_bytes_are_rejected(data: bytes) -> None:
    with pytest.raises(UnreadableRecord):
        decode_record(data)


def test_the_error_about_an_invalid_record_is_short_and_printable() -> None:
    plain = msgspec.json.decode(encode_record(recorded()))
    with pytest.raises(UnreadableRecord) as refused:
        decode_record(msgspec.json.encode(plain | {"facts": [{"kind": "\x1b[31m" + "x" * 10_000}]}))
    assert 10 < len(str(refused.value)) <= 200 and str(refused.value).isprintable()


def test_the_schema_of_records_is_made_from_the_types() -> None:
    root = Path(__file__).parents[3]
    text = (root / "docs" / "games.schema.json").read_text(encoding="utf-8")
    assert runpy.run_path(str(root / "tools" / "make_schema.py"))["render_games"]() == text
