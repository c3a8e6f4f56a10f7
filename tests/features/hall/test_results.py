"""Whose hand it is when several have chosen its cards."""

from random import Random

import pytest
from msgspec.structs import replace
from support.past_games import games
from support.play import decision

from sixqp_protocol.facts import CardDrafted, CardsRevealed, Fact, Rules, StoodIn, Variant
from sixqp_protocol.messages import Holder, SeatNews
from sixqp_tui.engine import notation
from sixqp_tui.engine.game import Game
from sixqp_tui.features.hall.hall import BotTurns, TableOpened, own_hands
from sixqp_tui.features.hall.results import Seen, bot_turns, recorded_result
from sixqp_tui.features.history.games import save_game

BOT = Holder("Hal", 1, 1, level="easy")


def a_game(variant: Variant, stands_in: int = 0) -> list[Fact]:
    """The facts of one round of two; the stand-in makes this many picks for seat 1."""
    rng = Random(1)
    batch, game = Game.start(Rules(variant, limit=None, rounds=1), ("Ann", "Bob"), "seed")
    facts: list[Fact] = [*batch]
    while game.pending:
        batch, game = decision(game, rng)
        for fact in batch:
            if isinstance(fact, CardDrafted) and fact.seat == 1 and stands_in:
                facts.append(StoodIn(1))
                stands_in -= 1
            facts.append(fact)
    return facts


def owners(facts: list[Fact], *holders: Holder) -> set[int]:
    """The seats whose hand counts for their player, if these held seat 1."""
    seats = [SeatNews("Ann", "person", True), SeatNews("Bob", "person", True, holders=holders)]
    return {seat for _deal, seat, _heads in own_hands(facts, bot_turns(facts, seats))}


@pytest.mark.parametrize(("turn", "counts"), [(6, True), (7, False)])
def test_a_hand_is_the_players_who_played_at_least_half_of_its_cards(turn: int, counts: bool) -> None:
    assert owners(a_game("classic"), BOT, Holder("Bob", 1, turn)) == ({0, 1} if counts else {0})


@pytest.mark.parametrize(("picks", "counts"), [(5, True), (6, False)])
def test_a_drafted_hand_is_the_players_who_also_picked_at_least_half_of_it(picks: int, counts: bool) -> None:
    assert owners(a_game("draft"), BOT, Holder("Bob", 1, 1, picks=picks)) == ({0, 1} if counts else {0})
    assert owners(a_game("draft", stands_in=picks)) == ({0, 1} if counts else {0})


def test_picks_of_a_table_that_is_lost_in_the_draft_are_not_forgotten() -> None:
    game = a_game("draft", stands_in=2)
    bobs = [at for at, fact in enumerate(game) if isinstance(fact, CardDrafted) and fact.seat == 1]
    ann = SeatNews("Ann", "person", True)
    away = SeatNews(
        "Bob", "person", True, holders=(Holder("Bob", 1, 1), Holder("Hal", 1, 1, level="easy", picks=3))
    )
    lost = tuple(game[: bobs[4] + 1])
    assert Seen(lost, (ann, away)).bots(()) == (BotTurns(1, 1, 0, 2 + 2),)
    revealed = [at for at, fact in enumerate(game) if isinstance(fact, CardsRevealed)]
    later = Seen(tuple(game[: revealed[2] + 1]), (ann, away))
    assert later.bots((BotTurns(1, 1, 1, 1),)) == (BotTurns(1, 1, 3 + 1, 2 + 7 + 1),)


@pytest.mark.slow
def test_the_result_that_a_table_left_is_found_although_the_clock_was_put_back() -> None:
    (game,) = games(1)
    for number in range(201):
        save_game(replace(game, table=f"later{number}", number=1, ended=game.ended + 86_400))
    there = TableOpened(1, 0, "f00d", 4667, bots=(BotTurns(1, 0, 3),))
    assert recorded_result(there) is None
    save_game(replace(game, table="f00d", number=1))
    found = recorded_result(there)
    assert found is not None and found.game == notation.write(game.facts) and BotTurns(1, 0, 3) in found.bots
