"""The shuffle of the specification, against an implementation of its own and against known answers."""

from collections.abc import Iterator
from hashlib import sha256

import pytest
from support.play import names, played

from sixqp_protocol import facts
from sixqp_protocol.facts import Rules, Variant
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.shuffle import SeededRandom

SEEDS = ("", "seed", "Zoé/1", "x" * 200)


def _stream(seed: str, purpose: str) -> Iterator[int]:
    text = f"sixqp.1/{seed}/{purpose}/".encode()
    for counter in range(1 << 20):
        digest = sha256(text + counter.to_bytes(8, "big")).hexdigest()
        yield from (int(digest[start : start + 8], 16) for start in range(0, 64, 8))


def _number(words: Iterator[int], bound: int) -> int:
    while (word := next(words)) >= 2**32 // bound * bound:
        pass
    return word % bound


def _shuffled(seed: str, purpose: str, highest: int) -> list[int]:
    words, order = _stream(seed, purpose), list(range(1, highest + 1))
    for place in range(highest, 1, -1):
        other = _number(words, place) + 1
        order[place - 1], order[other - 1] = order[other - 1], order[place - 1]
    return order


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("highest", [24, 34, 104])
def test_the_shuffle_matches_the_specification(seed: str, highest: int) -> None:
    ordered = tuple(range(1, highest + 1))
    assert list(SeededRandom(seed, "round 3").shuffled(ordered)) == _shuffled(seed, "round 3", highest)


@pytest.mark.parametrize("bound", [1, 2, 3, 10, 104, 2**31 + 1, 2**32])
def test_numbers_are_drawn_by_rejection_sampling(bound: int) -> None:
    rng, words = SeededRandom("seed", "first"), _stream("seed", "first")
    assert [rng.below(bound) for _ in range(50)] == [_number(words, bound) for _ in range(50)]


def test_a_seed_gives_the_documented_numbers() -> None:
    rng = SeededRandom("seed", "round 1")
    assert [rng.below(2**32) for _ in range(3)] == KNOWN_WORDS


def test_a_seed_gives_the_documented_shuffle() -> None:
    assert SeededRandom("seed", "round 1").shuffled(tuple(range(1, 25))) == KNOWN_SHUFFLE


@pytest.mark.parametrize(("variant", "players"), [("classic", 2), ("classic", 10), ("tactic", 3), ("tactic", 10)])
def test_cards_are_dealt_seat_by_seat_and_the_rows_last(variant: Variant, players: int) -> None:
    order = _shuffled("seed", "round 1", 104 if variant == "classic" else 10 * players + 4)
    hands = [tuple(sorted(order[10 * seat : 10 * seat + 10])) for seat in range(players)]
    rows = tuple(order[10 * players : 10 * players + 4])
    opening, _ = Game.start(Rules(variant=variant), names(players), "seed")
    deal = (*(facts.HandDealt(seat, hand) for seat, hand in enumerate(hands)), facts.RowsStarted(rows))
    assert opening[2:] == deal


def test_every_round_has_its_own_shuffle() -> None:
    happened = played(Rules(limit=None, rounds=3), 2, "seed")
    hands = [fact.cards for fact in happened if isinstance(fact, facts.HandDealt) and fact.seat == 0]
    assert hands == [tuple(sorted(_shuffled("seed", f"round {number}", 104)[:10])) for number in (1, 2, 3)]


@pytest.mark.parametrize("players", [2, 3, 10])
def test_the_first_to_pick_is_drawn_from_its_own_stream(players: int) -> None:
    opening, _ = Game.start(Rules(variant="draft"), names(players), "seed")
    assert opening[-1] == facts.DraftOpened(_number(_stream("seed", "first"), players))


KNOWN_WORDS = [0x7C5E6A23, 0xFABF2108, 0xC411DA8C]
KNOWN_SHUFFLE = (22, 20, 1, 15, 24, 19, 5, 14, 16, 10, 8, 13, 6, 2, 23, 11, 4, 18, 7, 9, 17, 3, 21, 12)
