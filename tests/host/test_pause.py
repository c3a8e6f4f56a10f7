"""The pause between two rounds, and the last card of each hand, which the table plays: it is no choice."""

from random import Random
from typing import Any

import pytest
from host.party import Party, begun

from sixqp_protocol.facts import (
    CardChosen,
    CardsRevealed,
    RoundBegan,
    RoundEnded,
    RowTaken,
    Rules,
    Variant,
)
from sixqp_protocol.messages import (
    Accepted,
    ChooseCard,
    ChooseRow,
    Happened,
    Leave,
    NextRound,
    Pause,
    Ready,
    Resume,
    SetRules,
    Settings,
    Start,
    TakeBack,
    TakeSeat,
)
from sixqp_protocol.refusals import Refusal
from sixqp_tui.engine.table import RowWanted


def a_pause(
    players: int = 2, pause: int | None = 60, timer: int | None = 90, rounds: int = 3, **setup: Any
) -> tuple[Party, list[int]]:
    """A table in the pause behind its first round, with this many persons; the owner is the first."""
    party = Party(settings=Settings(Rules("classic", None, "over", rounds), timer=timer, pause=pause), **setup)
    peers = [party.owner(), *(party.join(f"P{n}") for n in range(1, players))]
    peers += party.bots()
    party.ask(peers[0], Start)
    while not between_rounds(party):
        for peer in peers:
            party.decide(peer)
    return party, peers


def between_rounds(party: Party) -> bool:
    play = party.room.state.play
    return play is not None and play.game.table.between_rounds


def round_of(party: Party) -> int:
    play = party.room.state.play
    assert play is not None
    return play.game.table.round


def test_a_round_ends_its_batch_and_the_next_round_starts_a_new_one() -> None:
    party, (olga, ann) = a_pause()
    assert isinstance(party.last(olga, Happened).facts[-1], RoundEnded)
    assert party.news(olga).milliseconds_left == 60_000 and party.news(olga).waiting_for == (0, 1)
    party.ask(olga, Ready, 2)
    assert party.news(ann).ready == (0,) and party.news(ann).waiting_for == (1,)
    party.ask(ann, Ready, 2)
    assert isinstance(party.last(olga, Happened).facts[0], RoundBegan)
    assert party.news(ann).ready == () and party.news(ann).milliseconds_left == 90_000


def test_a_pause_ends_after_its_time() -> None:
    party, (olga, _ann) = a_pause()
    party.ask(olga, Ready, 2)
    party.wait(59)
    assert between_rounds(party)
    party.wait(1)
    assert round_of(party) == 2 and not between_rounds(party)


def test_an_unlimited_pause_waits_for_everybody_present() -> None:
    party, (olga, ann) = a_pause(pause=None)
    party.ask(olga, Ready, 2)
    party.wait(10_000)
    assert between_rounds(party) and party.news(olga).milliseconds_left is None
    party.ask(ann, Ready, 2)
    assert round_of(party) == 2


def test_the_owner_can_end_the_pause_at_once() -> None:
    party, (olga, ann) = a_pause()
    assert party.refusal(ann, NextRound, 2) is Refusal.NOT_OWNER
    accepted, *_ = party.ask(olga, NextRound, 2)
    assert isinstance(accepted, Accepted) and round_of(party) == 2
    assert party.refusal(olga, NextRound, 2) is Refusal.STALE
    assert party.refusal(olga, NextRound, 3) is Refusal.NOT_ASKED


def test_a_pause_does_not_wait_for_bots() -> None:
    party, (olga, _bot) = a_pause(players=1, pause=None, bots=1)
    assert party.news(olga).ready == (1,)
    party.ask(olga, Ready, 2)
    assert round_of(party) == 2


def test_a_table_with_only_bots_never_pauses() -> None:
    settings = Settings(Rules("classic", None, "over", 3), pause=None, timer=None)
    party = Party(settings=settings, owned=False, autostart=3, bots=3)
    bots = party.bots()
    party.wait(1)
    party.play(*bots)
    assert party.room.state.games_finished == 1


def test_a_long_absence_causes_no_wakeup_while_others_are_waited_for() -> None:
    party, (olga, ann, bob) = a_pause(players=3, pause=None)
    party.lose(ann)
    party.wait(70)
    assert between_rounds(party) and party.room.next_moment is None
    party.ask(bob, Ready, 2)
    party.ask(olga, Ready, 2)
    assert round_of(party) == 2


def test_a_player_who_leaves_is_not_waited_for_or_ready_on_return() -> None:
    party, (olga, ann, bob) = a_pause(players=3)
    party.ask(ann, Ready, 2)
    party.ask(ann, Leave)
    assert party.news(olga).waiting_for == (0, 2)
    party.back(ann)
    assert party.news(olga).ready == ()
    party.ask(bob, Leave)
    party.ask(olga, Ready, 2)
    assert between_rounds(party)


def test_a_player_who_takes_over_a_seat_must_say_ready() -> None:
    party, (olga, ann, bot) = a_pause(bots=1)
    wim = party.join("Wim", role="watcher")
    assert party.refusal(wim, Ready, 2) is Refusal.NOT_SEATED
    assert party.refusal(bot, Ready, 2) is Refusal.NOT_SEATED
    assert party.news(olga).ready == (1,)
    party.ask(wim, TakeSeat, 1)
    assert party.news(olga).ready == ()
    for peer in (olga, ann, wim):
        party.ask(peer, Ready, 2)
    assert round_of(party) == 2


def test_the_owner_can_stop_the_clock_of_a_pause() -> None:
    party, (olga, ann) = a_pause()
    party.wait(20)
    party.ask(olga, Pause)
    assert party.refusal(olga, NextRound, 2) is Refusal.PAUSED
    for peer in (olga, ann):
        party.ask(peer, Ready, 2)
    party.wait(500)
    assert between_rounds(party) and party.news(ann).milliseconds_left == 40_000
    party.ask(olga, Resume)
    assert round_of(party) == 2


def test_a_new_decision_clock_leaves_the_pause_unchanged() -> None:
    party, (olga, ann) = a_pause()
    party.wait(20)
    party.ask(olga, SetRules, Settings(party.room.state.settings.rules, timer=30, pause=60))
    assert party.news(ann).milliseconds_left == 40_000


def test_ready_between_games_means_another_game_is_wanted() -> None:
    party = Party(settings=Settings(Rules("classic", None, "over", 1)))
    olga, ann, bob = party.owner(), party.join("Ann"), party.join("Bob")
    party.ask(bob, Ready, 0)
    assert party.news(olga).ready == (2,) and party.refusal(bob, Ready, 1) is Refusal.STALE
    party.ask(ann, Leave)
    assert party.news(olga).ready == (1,)
    party.ask(olga, Start)
    assert party.news(olga).ready == ()


class Highest(Random):
    """Keeps the lowest card of each hand to the end."""

    def choice(self, seq: Any) -> Any:
        return max(seq)


def play_to_the_last_turn(party: Party, peers: list[int], lots: Random | None = None) -> None:
    while party.views[peers[0]].table.turn < 10:
        party.play(*peers, rng=lots, steps=1)


def turned_over(party: Party, peer: int) -> list[CardsRevealed]:
    return [fact for fact in party.facts[peer] if isinstance(fact, CardsRevealed)]


@pytest.mark.parametrize(("variant", "timer"), [("classic", None), ("tactic", 30), ("draft", 30)])
def test_the_table_plays_the_last_cards_after_a_second_as_their_players_own(
    variant: Variant, timer: int | None
) -> None:
    party, peers = begun(3, variant=variant, timer=timer, rounds=2)
    play_to_the_last_turn(party, peers)
    hands = [party.views[peer].hand for peer in peers]
    party.wait(0.9)
    assert party.views[peers[0]].table.turn == 10 and not party.views[peers[0]].table.chosen
    party.wait(0.2)
    assert [(card,) for card in turned_over(party, peers[0])[-1].cards] == hands
    assert not party.stood_in(peers[0])


def test_a_last_card_is_played_and_taken_back_until_the_table_plays_it() -> None:
    party, peers = begun(2)
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


def test_bots_and_players_who_are_away_play_their_last_card_with_the_others() -> None:
    party = Party(settings=Settings(Rules(limit=None, rounds=1)), bots=1)
    peers = [party.owner(), party.join("Ann"), party.join("Ben"), *party.bots()]
    party.ask(peers[0], Start)
    play_to_the_last_turn(party, peers)
    party.lose(peers[1])
    party.wait(1)
    assert len(turned_over(party, peers[0])) == 10 and not party.stood_in(peers[0])


def test_a_pause_holds_the_last_cards() -> None:
    party, peers = begun(2)
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


def test_whoever_plays_a_last_card_that_is_too_low_chooses_the_row() -> None:
    party, peers = begun(3)
    play_to_the_last_turn(party, peers, Highest())
    party.wait(1)
    pending = party.views[peers[0]].table.pending
    assert isinstance(pending, RowWanted)
    party.wait(20)
    party.ask(peers[pending.seat], ChooseRow, 1, 10, 2)
    taken = [fact for fact in party.facts[peers[0]] if isinstance(fact, RowTaken)][-1]
    assert (taken.seat, taken.row) == (pending.seat, 2) and not party.stood_in(peers[0])
