"""The pause between two rounds: whom it waits for, how long, and who is ready."""

from typing import Any

from host.party import OWNER, Open, Party

from sixqp_protocol.facts import GameEnded, RoundBegan, RoundEnded, Rules
from sixqp_protocol.messages import (
    Accepted,
    ChooseCard,
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


def a_pause(
    table: Open, players: int = 2, pause: int | None = 60, timer: int | None = 90, rounds: int = 3, **setup: Any
) -> tuple[Party, list[int]]:
    """A table in the pause behind its first round, with this many persons; the owner is the first."""
    party = table(settings=Settings(Rules("classic", None, "over", rounds), timer=timer, pause=pause), **setup)
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


def test_a_round_ends_its_batch_and_the_next_round_starts_a_new_one(table: Open) -> None:
    party, (olga, ann) = a_pause(table)
    assert isinstance(party.last(olga, Happened).facts[-1], RoundEnded)
    assert party.news(olga).milliseconds_left == 60_000 and party.news(olga).waiting_for == (0, 1)
    party.ask(olga, Ready, 2)
    assert party.news(ann).ready == (0,) and party.news(ann).waiting_for == (1,)
    party.ask(ann, Ready, 2)
    assert isinstance(party.last(olga, Happened).facts[0], RoundBegan)
    assert party.news(ann).ready == () and party.news(ann).milliseconds_left == 90_000


def test_a_pause_ends_after_its_time(table: Open) -> None:
    party, (olga, _ann) = a_pause(table)
    party.ask(olga, Ready, 2)
    party.wait(59)
    assert between_rounds(party)
    party.wait(1)
    assert round_of(party) == 2 and not between_rounds(party)


def test_an_unlimited_pause_waits_for_everybody_present(table: Open) -> None:
    party, (olga, ann) = a_pause(table, pause=None)
    party.ask(olga, Ready, 2)
    party.wait(10_000)
    assert between_rounds(party) and party.news(olga).milliseconds_left is None
    party.ask(ann, Ready, 2)
    assert round_of(party) == 2


def test_the_owner_can_end_the_pause_at_once(table: Open) -> None:
    party, (olga, ann) = a_pause(table)
    assert party.refusal(ann, NextRound, 2) is Refusal.NOT_OWNER
    accepted, *_ = party.ask(olga, NextRound, 2)
    assert isinstance(accepted, Accepted) and round_of(party) == 2
    assert party.refusal(olga, NextRound, 2) is Refusal.STALE
    assert party.refusal(olga, NextRound, 3) is Refusal.NOT_ASKED


def test_a_pause_does_not_wait_for_bots(table: Open) -> None:
    settings = Settings(Rules("classic", None, "over", 3), pause=None)
    party = table(settings=settings, bots=1)
    olga = party.owner()
    peers = [olga, *party.bots()]
    party.ask(olga, Start)
    while not between_rounds(party):
        for peer in peers:
            party.decide(peer)
    assert party.news(olga).ready == (1,)
    party.ask(olga, Ready, 2)
    assert round_of(party) == 2


def test_a_table_with_only_bots_never_pauses(table: Open) -> None:
    settings = Settings(Rules("classic", None, "over", 3), pause=None, timer=None)
    party = table(settings=settings, owned=False, autostart=3, bots=3)
    bots = party.bots()
    party.wait(1)
    party.play(*bots)
    assert party.room.state.games_finished == 1


def test_an_absent_player_is_waited_for_as_for_a_decision(table: Open) -> None:
    party, (olga, ann, bob) = a_pause(table, players=3, pause=None)
    party.ask(olga, Ready, 2)
    party.ask(bob, Ready, 2)
    party.lose(ann)
    party.wait(59)
    assert between_rounds(party)
    party.wait(1)
    assert round_of(party) == 2


def test_a_long_absence_causes_no_wakeup_while_others_are_waited_for(table: Open) -> None:
    party, (olga, ann, bob) = a_pause(table, players=3, pause=None)
    party.lose(ann)
    party.wait(70)
    assert between_rounds(party) and party.room.next_moment is None
    party.ask(bob, Ready, 2)
    party.ask(olga, Ready, 2)
    assert round_of(party) == 2


def test_a_player_who_leaves_is_not_waited_for_or_ready_on_return(table: Open) -> None:
    party, (olga, ann, bob) = a_pause(table, players=3)
    party.ask(ann, Ready, 2)
    party.ask(ann, Leave)
    assert party.news(olga).waiting_for == (0, 2)
    party.back(ann)
    assert party.news(olga).ready == ()
    party.ask(bob, Leave)
    party.ask(olga, Ready, 2)
    assert between_rounds(party)


def test_a_player_who_takes_over_a_seat_must_say_ready(table: Open) -> None:
    party, (olga, ann, bot) = a_pause(table, bots=1)
    wim = party.join("Wim", role="watcher")
    assert party.refusal(wim, Ready, 2) is Refusal.NOT_SEATED
    assert party.refusal(bot, Ready, 2) is Refusal.NOT_SEATED
    assert party.news(olga).ready == (1,)
    party.ask(wim, TakeSeat, 1)
    assert party.news(olga).ready == ()
    for peer in (olga, ann, wim):
        party.ask(peer, Ready, 2)
    assert round_of(party) == 2


def test_ready_must_name_the_next_round_and_is_said_once(table: Open) -> None:
    party, (olga, ann) = a_pause(table)
    for number in (0, 1, 3):
        assert party.refusal(ann, Ready, number) is Refusal.STALE
    party.ask(ann, Ready, 2)
    assert party.refusal(ann, Ready, 2) is Refusal.NOT_ASKED
    party.ask(olga, Ready, 2)
    assert party.refusal(ann, Ready, 2) is Refusal.STALE
    assert party.refusal(ann, Ready, 3) is Refusal.NOT_ASKED


def test_decisions_are_refused_during_a_pause(table: Open) -> None:
    party, (olga, _) = a_pause(table)
    assert party.refusal(olga, TakeBack, 1, 10) is Refusal.STALE
    assert party.refusal(olga, TakeBack, 1, 0) is Refusal.NOT_ASKED
    assert party.refusal(olga, ChooseCard, 1, 0, 7) is Refusal.NOT_ASKED


def test_the_owner_can_stop_the_clock_of_a_pause(table: Open) -> None:
    party, (olga, ann) = a_pause(table)
    party.wait(20)
    party.ask(olga, Pause)
    assert party.refusal(olga, NextRound, 2) is Refusal.PAUSED
    for peer in (olga, ann):
        party.ask(peer, Ready, 2)
    party.wait(500)
    assert between_rounds(party) and party.news(ann).milliseconds_left == 40_000
    party.ask(olga, Resume)
    assert round_of(party) == 2


def test_a_new_decision_clock_leaves_the_pause_unchanged(table: Open) -> None:
    party, (olga, ann) = a_pause(table)
    party.wait(20)
    party.ask(olga, SetRules, Settings(party.room.state.settings.rules, timer=30, pause=60))
    assert party.news(ann).milliseconds_left == 40_000

    olga = party.join("Olga", key=OWNER)


def test_there_is_no_pause_after_the_last_round(table: Open) -> None:
    party, peers = a_pause(table, rounds=2)
    party.ask(peers[0], NextRound, 2)
    party.play(*peers)
    assert isinstance(party.last(peers[0], Happened).facts[-1], GameEnded)


def test_ready_between_games_means_another_game_is_wanted(table: Open) -> None:
    party = table(settings=Settings(Rules("classic", None, "over", 1)))
    olga, ann, bob = party.owner(), party.join("Ann"), party.join("Bob")
    party.ask(bob, Ready, 0)
    assert party.news(olga).ready == (2,) and party.refusal(bob, Ready, 1) is Refusal.STALE
    party.ask(ann, Leave)
    assert party.news(olga).ready == (1,)
    party.ask(olga, Start)
    assert party.news(olga).ready == ()


def test_a_resumed_table_keeps_the_pause_and_who_is_ready(table: Open) -> None:
    party, (_olga, ann) = a_pause(table)
    party.ask(ann, Ready, 2)
    party.wait(50)
    party.room.resume(tuple(party.journal), party.now)
    party.wait(30)
    assert between_rounds(party)
    party.join("Olga", key=OWNER)
    assert party.news(max(party.inbox)).ready == (1,)
    party.join("x", key=party.keys[ann])
    party.wait(60)
    assert round_of(party) == 2
