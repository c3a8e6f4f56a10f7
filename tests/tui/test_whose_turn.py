"""Around one keyboard: whose view is on, turn by turn, and that nobody's own view is ever on unasked."""

from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest
from support.decisions import choose_card
from support.play import VARIANTS, batches, names, stream

from sixqp_protocol.facts import Rules, Variant
from sixqp_tui.engine.game import Batch, Game
from sixqp_tui.engine.table import CardsWanted
from sixqp_tui.engine.view import View
from sixqp_tui.tui.hotseat import (
    EVERYBODY,
    KeyboardHolder,
    Perspective,
    whose_turn,
)

ROUND = Rules(limit=None, rounds=1)
SIZES = [2, 3, 10]


class Keyboard:
    """The views around a keyboard: the watcher's first, then those of these seats."""

    def __init__(self, seats: tuple[int, ...]) -> None:
        self.views = [View(None), *(View(seat) for seat in seats)]
        self.holder: KeyboardHolder | None = None

    def hear(self, batch: Batch) -> None:
        """Everybody hears of it."""
        for at in range(len(self.views)):
            self.hear_at(at, batch)

    def hear_at(self, at: int, batch: Batch) -> None:
        self.views[at] = self.views[at].after(stream(batch, self.views[at].seat))

    def take(self, seat: int) -> None:
        self.holder = KeyboardHolder(seat, self.views[0].table.decision_id)

    @property
    def front(self) -> Perspective:
        return whose_turn(self.views[0], self.views[1:], self.holder)


def opening(players: int, variant: Variant = "classic") -> Batch:
    return Game.start(Rules(variant, None, rounds=1), names(players), "a seed")[0]


@pytest.mark.parametrize("players", SIZES)
def test_each_person_is_asked_behind_a_curtain_in_seat_order(players: int) -> None:
    keyboard, game = Keyboard(tuple(range(players))), Game("a seed").after(opening(players))
    keyboard.hear(opening(players))
    for seat in range(players):
        assert keyboard.front == Perspective("curtain", seat)
        keyboard.take(seat)
        assert keyboard.front == Perspective("own", seat)
        batch, game = choose_card(game, seat, (game.table.hands[seat] or ())[-1])
        keyboard.hear(batch)
    assert keyboard.front.kind in ("curtain", "open")


def test_the_last_to_lay_sees_no_new_hand_before_others_have_seen_the_turn() -> None:
    keyboard, game = Keyboard((0, 1)), Game("a seed").after(opening(2))
    keyboard.hear(opening(2))
    for seat in (0, 1):
        keyboard.take(seat)
        batch, game = choose_card(game, seat, (game.table.hands[seat] or ())[-1])
        keyboard.hear(batch)
    assert game.table.turn == 2
    assert keyboard.front == Perspective("curtain", 0)


def test_bots_are_not_asked_at_the_keyboard() -> None:
    keyboard = Keyboard((1, 3))
    keyboard.hear(opening(4))
    assert keyboard.front == Perspective("curtain", 1)
    keyboard.hear(choose_card(Game("a seed").after(opening(4)), 1, _lowest(4, 1))[0])
    assert keyboard.front == Perspective("curtain", 3)


def test_one_person_needs_no_curtain() -> None:
    keyboard = Keyboard((1,))
    keyboard.hear(opening(3))
    assert keyboard.front == Perspective("own", 1)


def test_5_2_cards_are_drafted_in_the_open() -> None:
    keyboard, facts = Keyboard((0, 1, 2)), opening(3, "draft")
    keyboard.hear(facts)
    wanted = Game("a seed").after(facts).pending
    assert wanted is not None
    assert keyboard.front == Perspective("open", wanted.seats[0])


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", SIZES)
def test_whenever_somebody_is_asked_there_is_a_way_on(variant: Variant, players: int) -> None:
    keyboard = Keyboard(tuple(range(players)))
    for batch in batches(Rules(variant, None, rounds=1), players, "on"):
        keyboard.hear(batch)
        pending, front = keyboard.views[0].table.pending, keyboard.front
        assert (front == EVERYBODY) == (pending is None)
        if pending is not None:
            assert front.seat == pending.seats[0]
            assert front.kind == ("curtain" if isinstance(pending, CardsWanted) else "open")


@pytest.mark.parametrize("variant", VARIANTS)
def test_only_the_keyboards_holder_sees_a_hand_however_late_others_hear(variant: Variant) -> None:
    rng = Random(7)
    for keyboard, batch in _evening(Rules(variant, None, rounds=1)):
        asked = keyboard.front
        order = list(range(4))
        rng.shuffle(order)
        for at in order:
            keyboard.hear_at(at, batch)
            front = keyboard.front
            if front.kind == "own":
                assert front == asked
                assert keyboard.views[1 + (front.seat or 0)].wanted


def _evening(rules: Rules) -> Iterator[tuple[Keyboard, Batch]]:
    """A game of three, before each of its batches, while whoever is asked has the keyboard."""
    keyboard = Keyboard((0, 1, 2))
    for batch in batches(rules, 3, "late"):
        if keyboard.front.kind == "curtain" and keyboard.front.seat is not None:
            keyboard.take(keyboard.front.seat)
        yield keyboard, batch


def test_nobody_is_asked_out_of_turn_while_the_views_disagree() -> None:
    facts = opening(3)
    for order in permutations(range(4)):
        keyboard = Keyboard((0, 1, 2))
        for at in order:
            keyboard.hear_at(at, facts)
            assert keyboard.front in (EVERYBODY, Perspective("curtain", 0))


def _lowest(players: int, seat: int) -> int:
    return (Game("a seed").after(opening(players)).table.hands[seat] or ())[0]
