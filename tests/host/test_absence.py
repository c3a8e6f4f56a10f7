"""Clocks, stand-ins, and players who are lost, leave, are removed, return or are followed by another."""

import pytest
from host.party import Party, begun
from msgspec.structs import replace

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import (
    CloseTable,
    Leave,
    NextRound,
    Pause,
    PlayOn,
    Ready,
    Resume,
    RoomNews,
    SetRules,
    SetSeat,
    Settings,
    Start,
    TakeSeat,
    Welcome,
)
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_protocol.version import CURRENT


def test_stand_ins_decide_for_all_pending_seats_when_the_clock_runs_out() -> None:
    party, peers = begun(3)
    party.decide(peers[1])
    party.wait(89)
    assert party.stood_in(peers[0]) == []
    party.wait(1)
    assert party.stood_in(peers[0])[:2] == [0, 2]
    assert party.views[peers[0]].table.turn == 2 or party.views[peers[0]].table.to_place


def test_without_a_clock_present_players_are_waited_for() -> None:
    party, peers = begun(2, timer=None)
    assert party.room.next_moment is None
    assert party.news(peers[0]).milliseconds_left is None
    party.wait(10_000)
    assert party.stood_in(peers[0]) == []


def test_a_player_who_is_away_is_waited_for_one_minute() -> None:
    party, peers = begun(3, timer=None)
    party.lose(peers[1])
    assert not party.news(peers[0]).seats[1].here
    party.decide(peers[0])
    party.decide(peers[2])
    party.wait(59)
    assert party.views[peers[0]].table.chosen == {0, 2}
    party.wait(1)
    assert party.stood_in(peers[0])[0] == 1
    party.play(peers[0], peers[2])
    party.wait(1)  # the last card is nobody's decision
    party.play(peers[0], peers[2])
    assert party.room.state.games_finished == 1


def test_nobody_waits_for_a_player_who_is_long_away_but_they_may_come_back_until_all_others_have_decided() -> None:
    party, peers = begun(3, timer=90)
    party.lose(peers[1])
    party.wait(80)
    party.decide(peers[0])
    party.wait(5)
    assert party.stood_in(peers[0]) == []
    party.decide(peers[2])
    assert party.stood_in(peers[0])[0] == 1


@pytest.mark.parametrize(("players", "gone", "pause"), [(4, 2, 0), (6, 3, 20), (10, 8, None)])
def test_players_who_are_gone_hold_up_no_round(players: int, gone: int, pause: int | None) -> None:
    party = Party(settings=Settings(Rules("classic", None, "over", 3), timer=30, pause=pause))
    peers = [party.owner(), *(party.join(f"P{seat}") for seat in range(1, players))]
    party.ask(peers[0], Start)
    here = peers[:-gone]
    for peer in peers[-gone:]:
        party.lose(peer)
    for _ in range(40):
        party.play(*here)
        for peer in here:
            if party.views[peer].table.between_rounds:
                party.ask(peer, Ready, party.views[peer].table.round + 1)
        party.wait(15)
    assert len(party.views[peers[0]].table.scores) == 3 and party.room.state.games_finished == 1


@pytest.mark.parametrize("gone", [1, 2])
@pytest.mark.parametrize("timer", [None, 30])
def test_a_table_stands_still_while_at_most_one_of_several_people_is_connected(
    timer: int | None, gone: int
) -> None:
    party, peers = begun(2, timer=timer, bots=1)
    bots = party.bots()
    party.wait(10)
    for peer in peers[-gone:]:
        party.lose(peer)
    assert gone == 2 or party.news(peers[0]).still
    party.wait(10_000)
    back = [party.owner(), party.join("x", key=party.keys[peers[1]])]
    assert not party.news(back[0]).still and party.stood_in(back[0]) == []
    assert not any(news.still for news in party.inbox[back[1]] if isinstance(news, RoomNews))
    left = party.news(back[0]).milliseconds_left
    assert left == (None if timer is None else 20_000)
    party.play(*back, *bots)
    assert party.room.state.games_finished == 1


def test_the_last_player_may_play_on_alone_until_somebody_comes_back() -> None:
    party, (olga, ann, bob) = begun(3, timer=15)
    party.lose(ann)
    assert party.refusal(olga, PlayOn) is Refusal.NOT_ASKED
    party.lose(bob)
    party.ask(olga, PlayOn)
    assert not party.news(olga).still
    party.wait(100)
    assert set(party.stood_in(olga)) == {0, 1, 2}
    back = party.join("x", key=party.keys[ann])
    party.lose(back)
    assert party.news(olga).still


def test_no_round_is_dealt_to_a_table_that_stands_still() -> None:
    party = Party(settings=Settings(Rules("classic", None, "over", 2), timer=15, pause=5))
    olga, ann = party.owner(version=CURRENT), party.join("Ann", version=CURRENT)
    party.ask(olga, Start)
    party.play(olga, ann)
    party.lose(ann)
    party.ask(olga, Ready, 2)
    assert party.refusal(olga, NextRound, 2) is Refusal.PAUSED
    party.wait(1000)
    assert party.views[olga].table.between_rounds
    party.join("x", key=party.keys[ann], version=CURRENT)
    party.wait(60)
    assert party.views[olga].table.round == 2


def test_those_who_left_by_choice_are_not_waited_for() -> None:
    party, (olga, ann) = begun(2, timer=15)
    party.ask(ann, Leave)
    assert not party.news(olga).still
    party.play(olga, *party.bots())
    assert party.room.state.games_finished == 1


@pytest.mark.parametrize("level", ["medium", "hard"], ids=["left", "lost"])
def test_a_bot_plays_for_a_player_who_left_or_is_lost_until_they_return(level: str) -> None:
    party, (olga, ann, bob) = begun(3)
    assert party.refusal(olga, SetSeat, 1, "bot") is Refusal.NO_SUCH_SEAT
    if level == "medium":
        party.ask(ann, Leave)
        assert party.farewell(ann) is Farewell.LEFT
    else:
        party.lose(ann)
        party.ask(olga, SetSeat, 1, "bot", level)
    seat = party.news(olga).seats[1]
    assert (seat.occupant, seat.here, seat.level) == ("person", False, level)
    (bot,) = party.bots()
    assert party.seat(bot) == 1 and not party.last(bot, Welcome).owner
    assert party.decide(bot)
    assert not party.news(olga).seats[1].here
    back = party.join("x", key=party.keys[ann])
    assert party.farewell(bot) is Farewell.ELSEWHERE and party.room.bots == {}
    assert party.views[back].laid is not None
    first = party.facts[back][:3]
    party.play(olga, back, bob)
    assert (party.phase(), party.room.state.games_finished) == ("lobby", 1)
    party.ask(olga, Start)
    assert party.games[back] == 2 and party.views[back].table.round == 1 and party.facts[back][:3] != first


def test_an_owner_leaving_ends_the_pause_and_no_bot_becomes_owner() -> None:
    party, peers = begun(2)
    party.ask(peers[0], Pause)
    party.ask(peers[0], Leave)
    assert not party.news(peers[1]).paused
    (bot,) = party.bots()
    assert party.refusal(bot, Pause) is Refusal.NOT_OWNER
    assert party.last(party.owner(), Welcome).owner


def test_a_bot_replaces_a_player_kicked_mid_game() -> None:
    party, peers = begun(3)
    party.ask(peers[0], SetSeat, 1, "kick", "hard")
    assert party.farewell(peers[1]) is Farewell.KICKED
    assert party.news(peers[0]).seats[1].occupant == "bot"
    assert list(party.room.bots.values()) == ["hard"]
    assert party.farewell(party.join("x", key=party.keys[peers[1]])) is Farewell.KICKED
    party.play(peers[0], peers[2], *party.bots())
    assert party.room.state.games_finished == 1


def test_a_watcher_takes_over_a_bots_seat_and_stream() -> None:
    party, peers = begun(2, bots=1)
    (bot,) = party.bots()
    party.play(*peers, bot, steps=7)
    wim = party.join("Wim", role="watcher")
    party.ask(wim, TakeSeat, 1)
    assert party.farewell(bot) is Farewell.ELSEWHERE
    assert party.seat(wim) == 1
    assert party.views[wim] == party.views[bot]
    assert party.news(peers[0]).seats[1].name == "Wim"
    assert not party.news(peers[0]).watchers
    wim = party.back(wim, 3, role="watcher")
    assert party.seat(wim) == 1
    party.play(*peers, wim)
    assert party.room.state.games_finished == 1


def test_absent_players_have_a_minute_after_the_game() -> None:
    party, peers = begun(3)
    party.lose(peers[1])
    party.ask(peers[2], Leave)
    party.ask(peers[0], PlayOn)
    party.wait(61)
    party.play(peers[0], *party.bots())
    party.wait(1)  # the last card is nobody's decision
    party.play(peers[0], *party.bots())
    party.wait(59)
    assert len(party.room.state.seats.taken) == 3
    party.wait(1)
    assert len(party.room.state.seats.taken) == 1
    assert party.room.bots == {}


def test_a_shifted_seat_does_not_get_the_last_games_stream() -> None:
    party, peers = begun(3)
    party.play(*peers)
    party.ask(peers[1], Leave)
    shifted = party.join("x", key=party.keys[peers[2]], game=1, have=5)
    welcome = party.last(shifted, Welcome)
    assert (welcome.seat, welcome.game, welcome.stream) == (1, 1, 0)
    assert party.facts[shifted] == []
    newcomer = party.join("New")
    assert party.last(newcomer, Welcome).stream == 0


def test_closing_the_table_mid_game_keeps_the_unfinished_game() -> None:
    party, peers = begun(2)
    party.ask(peers[0], CloseTable)
    assert party.farewell(peers[1]) is Farewell.CLOSED
    assert (party.room.state.closed, party.phase()) == (True, "playing")
    assert party.views[peers[1]].table.ended is None


def test_the_owner_can_change_only_the_clock_during_a_game() -> None:
    party, peers = begun(2, timer=90)
    party.wait(50)
    settings = party.room.state.settings
    party.ask(peers[0], SetRules, replace(settings, timer=20))
    assert party.news(peers[1]).milliseconds_left == 20_000
    party.wait(20)
    assert party.stood_in(peers[0]) == [0, 1]
    assert party.refusal(peers[0], SetRules, replace(settings, seats=4)) is Refusal.NOT_IN_LOBBY
    party.ask(peers[0], SetRules, replace(settings, timer=None))
    assert party.news(peers[1]).milliseconds_left is None


def test_a_clock_set_during_a_pause_starts_when_it_ends() -> None:
    party, peers = begun(2)
    party.ask(peers[0], Pause)
    party.ask(peers[0], SetRules, replace(party.room.state.settings, timer=20))
    party.wait(1000)
    party.ask(peers[0], Resume)
    assert party.news(peers[1]).milliseconds_left == 20_000


def test_a_table_is_empty_once_nobody_plays_or_watches() -> None:
    party, (owner, guest) = begun(2, bots=1)
    watcher = party.join("Wim", role="watcher")
    party.lose(owner)
    party.ask(guest, Leave)
    assert not party.room.is_empty
    party.lose(watcher)
    assert party.room.is_empty
    party.owner()
    assert not party.room.is_empty
