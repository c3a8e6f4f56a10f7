"""The last card of each hand, which the table plays: it is no choice."""

from random import Random
from typing import Any

import pytest
from host.party import Began, Open, Party

from sixqp_protocol.facts import CardChosen, CardsRevealed, RowTaken, Rules, StoodIn
from sixqp_protocol.messages import ChooseCard, ChooseRow, Pause, Resume, Settings, Start, TakeBack
from sixqp_tui.engine.table import RowWanted


class Highest(Random):
    """Keeps the lowest card of each hand to the end."""

    def choice(self, seq: Any) -> Any:
        return max(seq)


def play_to_the_last_turn(party: Party, peers: list[int], lots: Random | None = None) -> None:
    while party.views[peers[0]].table.turn < 10:
        party.play(*peers, rng=lots, steps=1)


def turned_over(party: Party, peer: int) -> list[CardsRevealed]:
    return [fact for fact in party.facts[peer] if isinstance(fact, CardsRevealed)]


def stood_in(party: Party, peer: int) -> list[StoodIn]:
    return [fact for fact in party.facts[peer] if isinstance(fact, StoodIn)]


@pytest.mark.parametrize("variant", ["classic", "tactic", "draft"])
@pytest.mark.parametrize("timer", [None, 30])
def test_the_table_plays_the_last_cards_after_a_second_as_their_players_own(
    game: Began, variant: str, timer: int | None
) -> None:
    party, peers = game(3, variant=variant, timer=timer, rounds=2)
    play_to_the_last_turn(party, peers)
    hands = [party.views[peer].hand for peer in peers]
    party.wait(0.9)
    assert party.views[peers[0]].table.turn == 10 and not party.views[peers[0]].table.chosen
    party.wait(0.2)
    assert [(card,) for card in turned_over(party, peers[0])[-1].cards] == hands
    assert not stood_in(party, peers[0])


def test_a_last_card_is_played_and_taken_back_until_the_table_plays_it(game: Began) -> None:
    party, peers = game(2)
    play_to_the_last_turn(party, peers)
    (card,) = party.views[peers[0]].hand
    party.wait(0.3)
    party.ask(peers[0], ChooseCard, 1, 10, card)
    party.wait(0.3)
    party.ask(peers[0], TakeBack, 1, 10)
    assert party.views[peers[0]].hand == (card,)
    party.wait(0.5)
    assert [fact for fact in party.facts[peers[1]] if isinstance(fact, CardChosen)][-2:] == [
        CardChosen(0),
        CardChosen(1),
    ]
    assert not party.views[peers[0]].hand


def test_bots_and_players_who_are_away_play_their_last_card_with_the_others(table: Open) -> None:
    party = table(settings=Settings(Rules(limit=None, rounds=1)), bots=1)
    peers = [party.owner(), party.join("Ann"), party.join("Ben"), *party.bots()]
    party.ask(peers[0], Start)
    play_to_the_last_turn(party, peers)
    party.lose(peers[1])
    party.wait(1)
    assert len(turned_over(party, peers[0])) == 10 and not stood_in(party, peers[0])


def test_a_pause_holds_the_last_cards(game: Began) -> None:
    party, peers = game(2)
    play_to_the_last_turn(party, peers)
    party.wait(0.6)
    party.ask(peers[0], Pause)
    party.wait(100)
    assert not party.views[peers[0]].table.chosen
    party.ask(peers[0], Resume)
    party.wait(0.3)
    assert not party.views[peers[0]].table.chosen
    party.wait(0.2)
    assert not party.views[peers[0]].hand


def test_whoever_plays_a_last_card_that_is_too_low_chooses_the_row(game: Began) -> None:
    party, peers = game(3)
    play_to_the_last_turn(party, peers, Highest())
    party.wait(1)
    pending = party.views[peers[0]].table.pending
    assert isinstance(pending, RowWanted)
    party.wait(20)
    party.ask(peers[pending.seat], ChooseRow, 1, 10, 2)
    taken = [fact for fact in party.facts[peers[0]] if isinstance(fact, RowTaken)][-1]
    assert (taken.seat, taken.row) == (pending.seat, 2) and not stood_in(party, peers[0])


def test_the_last_cards_are_played_after_a_restart_too(game: Began) -> None:
    party, peers = game(2)
    play_to_the_last_turn(party, peers)
    party.room.resume(tuple(party.journal), party.now)
    party.wait(1)
    again = Party(settings=party.room.state.settings)
    again.room.resume(tuple(party.journal), again.now)
    assert party.room.state.play and again.room.state.play
    assert again.room.state.play.game.table == party.room.state.play.game.table
