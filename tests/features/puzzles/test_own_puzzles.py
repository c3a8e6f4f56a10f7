"""The positions of a game: all of them, from everybody's seat, and none that a review has settled."""

import json

import pytest
from features.puzzles.examples import PUZZLES
from msgspec.structs import replace
from support.games import recorded

from sixqp_protocol.facts import CardLaid, StoodIn, Variant
from sixqp_tui.engine.view import View, readable
from sixqp_tui.features.puzzles.own_puzzles import (
    NewerFindings,
    OwnPuzzle,
    UnreadableFindings,
    decode_findings,
    encode_findings,
    read_candidates,
)
from sixqp_tui.features.puzzles.search import MIN
from sixqp_tui.features.review.review import review_game

FOUND = tuple(OwnPuzzle(puzzle, round=2, turn=5, laid=43) for puzzle in PUZZLES[:2])


@pytest.mark.parametrize("variant", ["classic", "draft"])
def test_every_choice_of_every_player_is_a_position_own_seat_first(
    variant: Variant,
) -> None:
    record = recorded(variant, players=3, rounds=2)
    found = read_candidates(record.facts, 1)
    assert [each.position.seat for each in found] == [1] * 18 + [0] * 18 + [2] * 18
    assert [(each.round, each.turn) for each in found[:18]] == [(r, t) for r in (1, 2) for t in range(1, 10)]
    stream, seen = readable(record.facts, 1), iter(found[:18])
    for at, fact in enumerate(stream):
        before = View(1).after(stream[:at]) if isinstance(fact, CardLaid) else None
        if before is None or len(before.hand) < 2:
            continue
        here = next(seen)
        view = here.position.view()
        assert (view.hand, view.table.rows, view.table.seen) == (before.hand, before.table.rows, before.table.seen)
        assert here.laid in view.hand


def test_a_card_laid_by_a_stand_in_is_not_a_choice() -> None:
    record = recorded(players=2, rounds=1)
    at = next(at for at, fact in enumerate(record.facts) if isinstance(fact, CardLaid) and fact.seat == 1)
    happened = (*record.facts[:at], StoodIn(1), *record.facts[at:])
    assert len(read_candidates(happened, 1)) == len(read_candidates(record.facts, 1)) - 1


@pytest.mark.slow
def test_positions_without_a_lead_in_the_review_are_skipped() -> None:
    record = recorded(players=2, rounds=1)
    review = review_game(record.facts, 10)
    first = review.seats[0].decisions[0]
    clear = replace(first, options=(first.options[0], replace(first.options[1], more=MIN)))
    unclear = replace(first, turn=2, options=(first.options[0], replace(first.options[1], more=5)))
    judged = replace(review, seats=(replace(review.seats[0], decisions=(clear, unclear)), review.seats[1]))
    found = [each for each in read_candidates(record.facts, 0, judged) if each.position.seat == 0]
    assert [each.turn for each in found] == [1, *range(3, 10)]


def test_findings_are_read_back_and_invalid_ones_rejected() -> None:
    kept = encode_findings(1, FOUND)
    assert decode_findings(kept, 1) == FOUND
    form = json.loads(kept)
    for damage in (b"{", b"\xff", encode_findings(0, FOUND), json.dumps({**form, "version": 0}).encode()):
        with pytest.raises(UnreadableFindings):
            decode_findings(damage, 1)
    with pytest.raises(NewerFindings):
        decode_findings(json.dumps({"version": 3, "found": []}).encode(), 1)
    form["puzzles"][0]["puzzle"]["position"]["rows"][0] = 8
    with pytest.raises(UnreadableFindings, match="puzzle 1: fact"):
        decode_findings(json.dumps(form).encode(), 1)
