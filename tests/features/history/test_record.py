"""A record holds a game that has happened, whole, and nothing else."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace
from support.games import recorded
from support.play import VARIANTS

from sixqp_protocol import facts
from sixqp_protocol.facts import Variant
from sixqp_tui.features.history.record import (
    ImpossibleGame,
    Player,
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


def test_the_first_impossible_fact_is_named() -> None:
    record = recorded()
    at = next(at for at, fact in enumerate(record.facts) if isinstance(fact, facts.RowTaken))
    taken = record.facts[at]
    assert isinstance(taken, facts.RowTaken)
    forged = replace(taken, row=(taken.row + 1) % 4)
    with pytest.raises(ImpossibleGame) as refused:
        check_record(replace(record, facts=(*record.facts[:at], forged, *record.facts[at + 1 :])))
    assert (refused.value.number, refused.value.fact) == (at + 1, forged)


@pytest.mark.slow
def test_no_facts_make_the_engine_raise_another_error() -> None:
    record, other, rng = recorded(rounds=1), recorded("draft", 10, rounds=1, seed="other").facts, Random(5)
    for _case in range(400):
        happened = list(record.facts)
        for _change in range(rng.randint(1, 3)):
            at = rng.randrange(len(happened))
            happened[at : at + rng.randrange(3)] = rng.choices((*record.facts, *other), k=rng.randrange(3))
        try:
            check_record(replace(record, facts=tuple(happened)))
        except ImpossibleGame as refused:
            assert refused.fact in (None, *happened)


@pytest.mark.parametrize(
    ("begin", "end", "number"),
    [(1, None, 1), (0, -1, None), (0, 0, 1)],
    ids=["no beginning", "no end", "nothing"],
)
def test_an_incomplete_game_is_rejected(begin: int, end: int | None, number: int | None) -> None:
    record = recorded()
    with pytest.raises(ImpossibleGame) as refused:
        check_record(replace(record, facts=record.facts[begin:end]))
    assert refused.value.number == (number or len(record.facts))


def test_mixed_games_wrong_players_and_hidden_hands_are_rejected() -> None:
    record = recorded()
    hidden = tuple(fact for fact in record.facts if not isinstance(fact, facts.CardLaid | facts.HandDealt))
    for forged in (
        replace(record, facts=(*record.facts[:9], *record.facts)),
        replace(record, players=record.players[:2]),
        replace(record, facts=hidden),
    ):
        with pytest.raises(ImpossibleGame):
            check_record(forged)


@pytest.mark.parametrize(
    "change",
    [{"version": 2}, {"format": "other"}, {"table": "../../x"}, {"ended": -1}, {"players": []}, {"facts": [{}]}],
    ids=str,
)
def test_an_invalid_record_is_rejected(change: dict[str, object]) -> None:
    plain = msgspec.json.decode(encode_record(recorded()))
    with pytest.raises(UnreadableRecord):
        decode_record(msgspec.json.encode(plain | change))


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"{", b"[" * 100_000, b"null"], ids=lambda data: repr(data[:4]))
def test_invalid_bytes_are_rejected(data: bytes) -> None:
    with pytest.raises(UnreadableRecord):
        decode_record(data)


def test_the_error_about_an_invalid_record_is_short_and_printable() -> None:
    plain = msgspec.json.decode(encode_record(recorded()))
    with pytest.raises(UnreadableRecord) as refused:
        decode_record(msgspec.json.encode(plain | {"facts": [{"kind": "\x1b[31m" + "x" * 10_000}]}))
    assert 10 < len(str(refused.value)) <= 200 and str(refused.value).isprintable()


def test_names_are_sanitized() -> None:
    record = recorded()
    started = record.facts[0]
    assert isinstance(started, facts.GameStarted)
    odd = ("\x1b[2Jeve", *started.names[1:])
    players = (Player("\x1b[2Jeve"), *record.players[1:])
    read = decode_record(
        encode_record(replace(record, players=players, facts=(replace(started, names=odd), *record.facts[1:])))
    )
    assert "\x1b" not in encode_record(read).decode()
    assert read.players[0].name == "[2Jeve"
