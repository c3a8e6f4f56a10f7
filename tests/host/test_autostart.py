"""A served table begins by itself; one for one game is over when everybody has read how it has ended."""

from typing import Any

import pytest
from host.party import Party
from msgspec.structs import replace

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import Leave, Ready, Settings, Start, WayNews
from sixqp_protocol.refusals import Refusal
from sixqp_tui.host.commands import RoomLimits
from sixqp_tui.host.timers import RESULT_SECONDS

FAST = Settings(Rules("classic", None, "over", 1))


def served(**setup: Any) -> tuple[Party, int, int]:
    """A table without an owner, at which Ann and Bob have begun a game of one round."""
    party = Party(owned=False, autostart=2, settings=FAST, **setup)
    return party, party.join("Ann"), party.join("Bob")


def test_a_game_starts_when_enough_are_seated() -> None:
    party = Party(owned=False, autostart=3, bots=1)
    ann = party.join("Ann")
    assert party.phase() == "lobby"
    assert party.refusal(ann, Start) is Refusal.NOT_OWNER
    party.join("Bob")
    assert party.phase() == "playing"
    assert party.views[ann].table.names == ("Hal", "Ann", "Bob")


def test_the_next_game_starts_after_a_delay() -> None:
    party, ann, bob = served()
    party.play(ann, bob)
    assert (party.room.state.games_finished, party.phase()) == (1, "lobby")
    assert party.news(ann).milliseconds_left == 30_000
    party.wait(29)
    assert party.phase() == "lobby"
    party.wait(1)
    assert party.games[bob] == 2


def test_being_ready_does_not_start_another_game() -> None:
    party, ann, bob = served()
    party.play(ann, bob)
    party.ask(ann, Ready, 0)
    party.ask(bob, Ready, 0)
    assert (party.phase(), party.news(ann).ready, party.news(ann).milliseconds_left) == ("lobby", (0, 1), 30_000)


def test_absent_players_do_not_count() -> None:
    party, ann, bob = served()
    party.play(ann, bob)
    party.lose(bob)
    assert party.news(ann).milliseconds_left is None
    party.wait(40)
    assert party.phase() == "lobby"
    party.join("x", key=party.keys[bob])
    assert party.phase() == "playing"


def test_bots_alone_play_one_game_and_stop() -> None:
    party = Party(owned=False, autostart=2, bots=2, settings=FAST)
    party.take(party.room.step(party.now))
    party.play(*party.bots())
    party.wait(1000)
    assert party.room.state.games_finished == 1


def test_everybody_knows_their_seat_before_an_automatic_start() -> None:
    settings = Settings(Rules("draft", None, "over", 1))
    party = Party(owned=False, autostart=3, bots=1, settings=settings)
    (bot,), peers = party.bots(), [party.join("Ann"), party.join("Bob")]
    party.play(bot, *peers)
    cid = party.join("Cid")
    party.lose(peers[0])
    party.now += 61
    party.take(party.room.step(party.now))
    assert (party.phase(), len(party.room.state.seats.taken)) == ("playing", 3)
    assert [party.views[peer].seat for peer in (bot, peers[1], cid)] == [0, 1, 2]


def test_a_bot_returns_to_the_chair_it_gave_to_somebody_who_left() -> None:
    party = Party(owned=False, autostart=3, bots=2, expected=("Cid", "Dan"), settings=replace(FAST, seats=3))
    wim, ann, bots = party.join("Wim", role="watcher"), party.join("Ann"), party.bots()
    party.play(ann, *bots)
    bob = party.join("Bob")
    assert party.names(wim) == ["Hal", "Bob", "Ann"]
    party.ask(bob, Leave)
    assert party.names(wim) == ["Hal", "Ann", "Ada"]
    party.wait(30)
    assert party.games[ann] == 2
    party.ask(ann, Leave)
    party.play(*bots, *party.bots())
    party.wait(60)
    assert party.names(wim) == ["Hal", "Ada", "Dan"], "he is still expected"


def test_a_page_that_has_stopped_is_opened_again_without_an_owner() -> None:
    for owned, wanted in ((True, {}), (False, {"page": None})):
        party = Party(owned=owned, ways={"page": None})
        party.act(party.room.set_ways, (WayNews("page", problem="stopped"),))
        assert party.room.state.wanted == wanted
        party.act(party.room.set_ways, (WayNews("page", problem="failed"),))
        assert party.room.state.wanted == {}


@pytest.fixture
def played() -> tuple[Party, int, int]:
    """A table without an owner, at which Ann and Bob have just played their one game."""
    party, ann, bob = served(once=True)
    assert not is_over(party, ann, bob)
    party.play(ann, bob)
    return party, ann, bob


def is_over(party: Party, *have_read: int) -> bool:
    return party.room.is_over(lambda peer: peer in have_read, party.now)


def test_the_table_is_over_when_both_have_read_the_result(played: tuple[Party, int, int]) -> None:
    party, ann, bob = played
    assert not is_over(party) and not is_over(party, ann)
    assert is_over(party, ann, bob)


def test_a_disconnected_player_is_waited_for_until_they_read_it(played: tuple[Party, int, int]) -> None:
    party, ann, bob = played
    party.lose(bob)
    assert not is_over(party, ann)
    party.wait(RESULT_SECONDS - 1)
    back = party.back(bob, have=3)
    assert not is_over(party, ann)
    assert is_over(party, ann, back)


def test_a_player_who_read_it_may_leave(played: tuple[Party, int, int]) -> None:
    party, ann, bob = played
    assert not is_over(party, bob)
    party.lose(bob)
    assert is_over(party, ann)


def test_nobody_is_waited_for_longer_than_a_minute(played: tuple[Party, int, int]) -> None:
    party, ann, bob = played
    party.lose(bob)
    assert not is_over(party, ann)
    party.now += RESULT_SECONDS - 1
    assert not is_over(party, ann)
    party.now += 1
    assert is_over(party, ann)


def test_a_player_replaced_by_a_bot_is_not_waited_for() -> None:
    party, ann, bob = served(once=True)
    party.ask(bob, Leave)
    (bot,) = party.bots()
    party.play(ann, bot)
    assert is_over(party, ann, bot)


def test_a_connected_watcher_is_waited_for(played: tuple[Party, int, int]) -> None:
    party, ann, bob = played
    watcher = party.join("Wim", role="watcher")
    assert not is_over(party, ann, bob)
    assert is_over(party, ann, bob, watcher)


def test_a_watcher_who_is_catching_up_is_waited_for() -> None:
    party, ann, bob = served(once=True, drains=False, limits=RoomLimits(facts=5))
    for peer in (ann, bob, ann, bob) * 100:
        party.act(party.room.send_rest, peer)
        party.decide(peer)
    watcher = party.join("Wim", role="watcher")
    assert not is_over(party, ann, bob, watcher)


def test_no_second_game_begins(played: tuple[Party, int, int]) -> None:
    party, ann, _ = played
    assert party.news(ann).milliseconds_left is None
    party.wait(1000)
    assert (party.room.state.games_finished, party.phase()) == (1, "lobby")


def test_a_table_for_more_games_is_not_over() -> None:
    party, ann, bob = served()
    party.play(ann, bob)
    assert not is_over(party, ann, bob)
