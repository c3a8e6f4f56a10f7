"""A served table without an owner begins by itself."""

from host.party import Open
from msgspec.structs import replace

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import Leave, Ready, Settings, Start
from sixqp_protocol.refusals import Refusal

FAST = Settings(Rules("classic", None, "over", 1))


def test_a_game_starts_when_enough_are_seated(table: Open) -> None:
    party = table(owned=False, autostart=3, bots=1)
    ann = party.join("Ann")
    assert party.phase() == "lobby"
    assert party.refusal(ann, Start) is Refusal.NOT_OWNER
    party.join("Bob")
    assert party.phase() == "playing"
    assert party.views[ann].table.names == ("Hal", "Ann", "Bob")


def test_the_next_game_starts_after_a_delay(table: Open) -> None:
    party = table(owned=False, autostart=2, settings=FAST)
    ann, bob = party.join("Ann"), party.join("Bob")
    party.play(ann, bob)
    assert (party.room.state.games_finished, party.phase()) == (1, "lobby")
    assert party.news(ann).milliseconds_left == 30_000
    party.wait(29)
    assert party.phase() == "lobby"
    party.wait(1)
    assert party.games[bob] == 2


def test_being_ready_does_not_start_another_game(table: Open) -> None:
    party = table(owned=False, autostart=2, settings=FAST)
    ann, bob = (party.join(name) for name in ("Ann", "Bob"))
    party.play(ann, bob)
    party.ask(ann, Ready, 0)
    party.ask(bob, Ready, 0)
    assert (party.phase(), party.news(ann).ready, party.news(ann).milliseconds_left) == ("lobby", (0, 1), 30_000)


def test_absent_players_do_not_count(table: Open) -> None:
    party = table(owned=False, autostart=2, settings=FAST)
    ann, bob = party.join("Ann"), party.join("Bob")
    party.play(ann, bob)
    party.lose(bob)
    assert party.news(ann).milliseconds_left is None
    party.wait(40)
    assert party.phase() == "lobby"
    party.join("x", key=party.keys[bob])
    assert party.phase() == "playing"


def test_bots_alone_play_one_game_and_stop(table: Open) -> None:
    party = table(owned=False, autostart=2, bots=2, settings=FAST)
    party.take(party.room.wake(party.now))
    party.play(*party.bots())
    party.wait(1000)
    assert party.room.state.games_finished == 1


def test_everybody_knows_their_seat_before_an_automatic_start(table: Open) -> None:
    settings = Settings(Rules("draft", None, "over", 1))
    party = table(owned=False, autostart=3, bots=1, settings=settings)
    (bot,), peers = party.bots(), [party.join("Ann"), party.join("Bob")]
    party.play(bot, *peers)
    cid = party.join("Cid")
    party.lose(peers[0])
    party.now += 61
    party.take(party.room.wake(party.now))
    assert (party.phase(), len(party.room.state.seats.taken)) == ("playing", 3)
    assert [party.views[peer].seat for peer in (bot, peers[1], cid)] == [0, 1, 2]


def test_a_bot_returns_to_the_chair_it_gave_to_somebody_who_left(table: Open) -> None:
    party = table(owned=False, autostart=3, bots=2, expected=("Cid", "Dan"), settings=replace(FAST, seats=3))
    wim, ann, bots = party.join("Wim", role="watcher"), party.join("Ann"), party.bots()
    party.play(ann, *bots)
    bob = party.join("Bob")
    assert [seat.name for seat in party.news(wim).seats] == ["Hal", "Bob", "Ann"]
    party.ask(bob, Leave)
    assert [seat.name for seat in party.news(wim).seats] == ["Hal", "Ann", "Ada"]
    party.wait(30)
    assert party.games[ann] == 2
    party.ask(ann, Leave)
    party.play(*bots, *party.bots())
    party.wait(60)
    assert [seat.name for seat in party.news(wim).seats] == ["Hal", "Ada", "Dan"], "he is still expected"
