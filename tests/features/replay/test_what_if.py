"""A recorded round is played on from a decision: the others' cards of that turn stay, and bots play the rest."""

import asyncio
from collections.abc import Callable
from typing import cast

import pytest
from features.replay.scenes import at_replay
from support.games import recorded
from support.pilots import press, settled, shown, until

from sixqp_protocol.facts import CardDrafted, CardsRevealed, RoundEnded, RowTaken
from sixqp_protocol.messages import ChooseCard, ChooseRow, Decision, DraftCard
from sixqp_tui.client.recorded_session import RecordedSession
from sixqp_tui.engine.table import CardsWanted, DraftWanted, RowWanted
from sixqp_tui.features.history.record import session_of_record
from sixqp_tui.features.replay.what_if import WhatIfSession
from sixqp_tui.features.replay.what_if_screen import WhatIfScreen
from sixqp_tui.presentation.chapters import find_chapters

SEAT = 1


def recording(position: int | None = None) -> RecordedSession:
    """A game of three seen from one seat, by default at the third turn of its second round."""
    session = session_of_record(recorded(players=3, rounds=2), seat=SEAT, hands_open=False)
    third = find_chapters(session.facts).find(2, 3)
    assert third is not None
    session.seek(third if position is None else position)
    return session


def decided(session: WhatIfSession, request: ChooseCard | ChooseRow | DraftCard) -> int | None:
    """The answer to a decision, after which the others have played."""

    async def at_once(work: Callable[[], Decision]) -> Decision:
        return work()

    answer = session.request(request)
    if answer:
        asyncio.run(session.play_others(at_once))
    return answer


def play_on(session: WhatIfSession) -> None:
    """Play and pick the highest card each time, and take the first row."""
    while not session.over:
        pending, view = session.table.pending, session.state.view
        if isinstance(pending, DraftWanted):
            assert decided(session, DraftCard(card=view.table.deck[-1]))
        else:
            low = isinstance(pending, RowWanted)
            assert decided(session, ChooseRow(row=0) if low else ChooseCard(card=view.hand[-1]))


def test_another_card_meets_what_the_others_played_and_the_same_cards_give_the_same_round() -> None:
    past = recording()
    session = WhatIfSession(past, SEAT)
    assert (session.round, session.turn) == (2, 3)
    then = next(fact for fact in past.facts[past.position :] if isinstance(fact, CardsRevealed)).cards
    card = next(card for card in session.state.view.hand if card != then[SEAT])
    assert decided(session, ChooseCard(card=card))
    revealed = next(fact for fact in reversed(session.state.history) if isinstance(fact, CardsRevealed))
    assert revealed.cards == (*then[:SEAT], card, *then[SEAT + 1 :])
    play_on(session)
    heads = session.heads
    assert decided(session, ChooseCard(card=1)) is None
    session.begin_again()
    assert session.state.view.hand == WhatIfSession(past, SEAT).state.view.hand
    assert decided(session, ChooseCard(card=card))
    play_on(session)
    assert session.heads == heads


@pytest.mark.parametrize("seat", [0, SEAT])
def test_within_a_turn_it_begins_before_anybody_has_played(seat: int) -> None:
    past = recording()
    chapters = find_chapters(past.facts)
    for position in range(past.position, chapters.find(2, 4) or 0):
        past.seek(position)
        session = WhatIfSession(past, seat)
        hand = session.state.view.hand
        if isinstance(session.table.pending, CardsWanted):
            assert (session.turn, len(hand), any(session.table.laid)) == (3, 8, False)
            assert decided(session, ChooseCard(card=hand[0]))


def test_what_the_round_cost_then_is_what_the_game_says() -> None:
    past = recording()
    past_scores = recording(len(past.facts)).state.view.table.scores
    assert WhatIfSession(past, SEAT).heads_then == past_scores[1][SEAT]


def test_another_row_can_be_taken_where_a_card_was_too_low() -> None:
    past = recording()
    at = next(
        at
        for at, fact in enumerate(past.facts)
        if isinstance(fact, RowTaken) and fact.too_low and fact.seat == SEAT
    )
    session = WhatIfSession(recording(at), SEAT)
    assert session.state.view.table.pending == session.table.pending
    assert isinstance(session.table.pending, RowWanted)
    assert decided(session, ChooseCard(card=session.state.view.hand[0])) is None
    assert decided(session, ChooseRow(row=3))


def test_after_another_pick_the_others_pick_what_they_picked_while_it_is_there() -> None:
    past = session_of_record(recorded("draft", 3, rounds=1), seat=SEAT, hands_open=False)
    picks = [at for at, fact in enumerate(past.facts) if isinstance(fact, CardDrafted)]
    third = [at for at in picks if cast("CardDrafted", past.facts[at]).seat == SEAT][2]
    then = [cast("CardDrafted", past.facts[at]) for at in picks if at >= third]
    past.seek(third)
    left = set(past.state.view.table.deck).difference(fact.card for fact in then)
    for card, kept in ((min(left), True), (then[1].card, False)):
        session = WhatIfSession(past, SEAT)
        assert (session.pick, session.state.view.hand) == (3, past.state.view.hand)
        assert decided(session, ChooseCard(card=session.state.view.hand[0])) is None
        assert decided(session, DraftCard(card=card))
        now = [fact for fact in session.state.history if isinstance(fact, CardDrafted)][-3:]
        assert [fact.seat for fact in now] == [fact.seat for fact in then[:3]]
        assert (now[1:] == then[1:3]) == kept
    play_on(session)
    ended = next(fact for fact in past.facts if isinstance(fact, RoundEnded))
    assert len(session.table.scores) == 1 and session.heads_then == ended.heads[SEAT]


def test_before_the_first_turn_there_is_nothing_to_play() -> None:
    with pytest.raises(LookupError):
        WhatIfSession(recording(0), SEAT)


async def test_a_replay_leads_to_the_round_and_back_and_tells_what_it_cost() -> None:
    async with at_replay(recording(find_chapters(recording().facts).find(2, 8))) as pilot:
        await press(pilot, "i")
        screen = pilot.app.screen
        assert isinstance(screen, WhatIfScreen)
        assert "round 2, turn 8" in shown(pilot)
        for _decision in range(6):
            low = isinstance(screen.session.table.pending, RowWanted)
            await pilot.press(*(("1", "enter") if low else ("right", "enter")))
            await pilot.app.workers.wait_for_complete()
            await settled(pilot)
            if screen.over:
                break
        assert f"the round cost you {screen.session.heads} head" in shown(pilot)
        await press(pilot, "r")
        assert not screen.over
        await press(pilot, "q")
        assert not isinstance(pilot.app.screen, WhatIfScreen)


async def test_the_rest_of_a_hand_is_picked_on_request_and_all_is_undone() -> None:
    past = session_of_record(recorded("draft", 3, rounds=1), seat=SEAT, hands_open=False)
    past.seek(next(at for at, fact in enumerate(past.facts) if isinstance(fact, CardDrafted)))
    past.seek(past.position + 6)
    async with at_replay(past) as pilot:
        await press(pilot, "i")
        screen = pilot.app.screen
        assert isinstance(screen, WhatIfScreen) and screen.part == "draft"
        assert f"round 1, pick {screen.session.pick}" in shown(pilot)
        hand = screen.session.state.view.hand
        await pilot.press("r")
        await until(pilot, lambda: screen.part != "draft")  # the others pick in threads
        assert len(screen.session.state.view.hand) == 10
        await press(pilot, "r")
        assert screen.part == "draft" and screen.session.state.view.hand == hand
