"""Around one keyboard: whose view is on, who asks in whose name; and that no own view is ever on unasked."""

from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any, cast

import pytest
from support.decisions import choose_card
from support.fake_session import BOT, GUEST, OWNER, FakeSession
from support.play import VARIANTS, batches, names, stream

from sixqp_protocol.facts import Rules, Variant
from sixqp_protocol.messages import (
    AnyRequest,
    ChooseCard,
    CloseTable,
    Leave,
    NextRound,
    Pause,
    Ready,
    Say,
    SetSeat,
    Start,
    TakeBack,
    TakeSeat,
)
from sixqp_tui.engine.game import Batch, Game
from sixqp_tui.engine.permissions import bar, withheld
from sixqp_tui.engine.table import CardsWanted
from sixqp_tui.engine.view import View
from sixqp_tui.hosting.in_process import InProcess
from sixqp_tui.tui.hotseat import (
    EVERYBODY,
    KeyboardHolder,
    Perspective,
    SharedSession,
    whose_turn,
)


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


def test_each_person_is_asked_behind_a_curtain_in_seat_order() -> None:
    keyboard, game = Keyboard((0, 1, 2)), Game("a seed").after(opening(3))
    keyboard.hear(opening(3))
    for seat in range(3):
        assert keyboard.front == Perspective("curtain", seat)
        keyboard.take(seat)
        assert keyboard.front == Perspective("own", seat)
        batch, game = choose_card(game, seat, (game.table.hands[seat] or ())[-1])
        keyboard.hear(batch)


def test_the_last_to_lay_sees_no_new_hand_before_others_have_seen_the_turn() -> None:
    keyboard, game = Keyboard((0, 1)), Game("a seed").after(opening(2))
    keyboard.hear(opening(2))
    for seat in (0, 1):
        keyboard.take(seat)
        batch, game = choose_card(game, seat, (game.table.hands[seat] or ())[-1])
        keyboard.hear(batch)
    assert game.table.turn == 2 and keyboard.front == Perspective("curtain", 0)


def test_bots_are_not_asked_at_the_keyboard() -> None:
    keyboard, game = Keyboard((1, 3)), Game("a seed").after(opening(4))
    keyboard.hear(opening(4))
    assert keyboard.front == Perspective("curtain", 1)
    keyboard.hear(choose_card(game, 1, (game.table.hands[1] or ())[0])[0])
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
@pytest.mark.parametrize("players", [2, 10])
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


SEATS = (OWNER, GUEST, BOT)


def shared() -> tuple[SharedSession, FakeSession, FakeSession, FakeSession]:
    """The session of a keyboard at which Ann decides; the watcher's, hers, and that of the owner."""
    watcher, ann, olga = FakeSession(SEATS, None), FakeSession(SEATS, 1), FakeSession(SEATS, 0)
    session = SharedSession(InProcess(cast("Any", (olga, ann)), cast("Any", watcher), kept=False))
    session.decides = ann
    return session, watcher, ann, olga


def test_the_deciding_player_makes_their_own_requests_and_the_owner_those_of_an_owner() -> None:
    session, watcher, ann, olga = shared()
    own: list[AnyRequest] = [ChooseCard(card=7), TakeBack(), Say(text="hi"), TakeSeat(seat=2)]
    owners: list[AnyRequest] = [Start(), Pause(), SetSeat(seat=1, to="kick"), CloseTable()]
    for request in (*own, *owners):
        session.request(request)
    assert (watcher.requests, ann.requests, olga.requests) == ([], own, owners)


def test_leaving_the_keyboard_closes_the_table_and_one_who_is_ready_is_ready_for_all() -> None:
    session, _watcher, ann, olga = shared()
    session.request(Leave())
    session.request(Ready())
    assert (ann.requests, olga.requests) == ([], [CloseTable(), NextRound()])


def test_everybody_has_owner_rights_and_nobody_is_offered_another_seat() -> None:
    session, *_others = shared()
    assert bar(Start, session.state.standing) is None
    assert withheld(TakeSeat(seat=2), session.state.standing) is not None
