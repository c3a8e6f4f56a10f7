"""Before a game, by lines: who is here, what the owner may do, and why somebody else may not."""

import pytest
from msgspec.structs import replace
from plain.listener import Listener
from support.conversations import BackToBack
from support.tables import OWNER, a_room, settings

from sixqp_protocol.messages import TakeSeat, WayNews
from sixqp_tui import i18n
from sixqp_tui.host.commands import Services
from sixqp_tui.host.room import Room
from sixqp_tui.plain.line_player import End


@pytest.fixture
def at() -> BackToBack:
    return BackToBack(a_room(settings(seats=4)))


def olga(at: BackToBack) -> Listener:
    return Listener(at, "Olga", OWNER, join_line="sixqp join 10.0.0.1")


def test_a_newcomer_is_told_where_they_are_and_how_others_join(at: BackToBack) -> None:
    host, ann = olga(at), Listener(at)
    assert host.lines[0] == "You are at the table “A table” as Olga."
    assert "Friends with the program type sixqp join 10.0.0.1" in host.lines
    assert ann.lines == [
        "You are at the table “A table” as Ann.",
        "At the table: Olga (host), Ann (you). 2 chairs are free.",
        "Classic: all 104 cards. The game ends after 1 round. No clock.",
        "Type help for the words that you can type.",
    ]
    assert host.hear() == ["Ann sits down."]
    assert host.prompt == "2 players are seated. (start, bot, quit): "
    assert ann.prompt == ""
    assert host.type("table")[0] == "At the table: Olga (you, host), Ann. 2 chairs are free."


def test_arrivals_departures_and_changes_are_shown(at: BackToBack) -> None:
    host = olga(at)
    assert host.prompt == "Nobody else is here yet. (bot, quit): "
    ann, eve = Listener(at), Listener(at, "Eve", role="watcher")
    assert host.hear() == ["Ann sits down.", "Watching: Eve."]
    at.cut(ann.peer)
    assert host.hear() == ["Ann has lost the connection. Their seat is kept."]
    assert eve.lines[0] == "You are watching the table “A table”."
    assert host.type("bot hard") == ["Hal (bot, hard) sits down."]
    assert host.type("remove hal") == ["Hal has left."]
    assert host.type("remove Ann") == ["Ann has left."]


def test_chat_reaches_everybody(at: BackToBack) -> None:
    host, ann, eve = olga(at), Listener(at), Listener(at, "Eve", role="watcher")
    assert ann.type("say hello   all") == ["You: hello all"]
    assert host.hear()[-1] == eve.hear()[-1] == "Ann: hello all"
    assert ann.type("SAY " + "x" * 5000) == ["You: " + "x" * 300]
    assert eve.type("say hello") == ["Eve: hello"]
    assert ann.type("say")[-1] == ann.type("say \u200b")[-1] == "That text is empty or can't be used here."


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("bot clever", "Expected bot, bot easy, bot medium or bot hard, got “bot clever”."),
        ("remove Zoe", "Nobody here has that name."),
        ("start", "A game needs at least two players."),
        ("pause", "No game is being played."),
        ("back", "No game is being played."),
        ("sit Hal", "That chair has changed in the meantime."),
        ("continue", "There is nothing to continue: the table answers."),
        ("12", "You have nothing to decide now."),
    ],
)
def test_an_owners_word_that_does_nothing_is_explained(at: BackToBack, typed: str, answer: str) -> None:
    assert olga(at).type(typed) == [answer]


def test_the_words_are_english_in_every_language(at: BackToBack) -> None:
    host = olga(at)
    Listener(at)
    i18n.use("fr")
    assert "bot, quit)" in host.prompt
    assert host.type("danser")[0].startswith("Il faut un nombre ou un mot")
    host.type("start")
    assert "choisissez une carte" in host.prompt


def test_a_guest_may_not_use_the_owners_words(at: BackToBack) -> None:
    host, ann = olga(at), Listener(at)
    assert ann.type("bot") == ann.type("remove Olga") == ann.type("pause") == ["Only the host can do that."]
    assert {line.split(":")[0] for line in ann.type("help")} == {"start", "table", "say", "quit"}
    assert ann.type("start") == ["Waiting for Olga to start."]
    assert host.hear()[-1] == "Ann wants to play." and host.prompt.startswith("Ann wants to play. (start")


def test_leaving_the_lobby_warns_only_a_host_with_guests(at: BackToBack) -> None:
    host, ann = olga(at), Listener(at)
    assert host.type("quit") == ["You're the host: 2 people are at this table. Type quit again to leave."]
    host.type("table")
    assert "2 players are seated" in host.prompt
    ann.type("quit")
    assert ann.player.outcome == (0, "", False)
    host.type("quit")
    assert host.player.outcome == (0, "", False) and at.room.state.closed


def test_a_host_who_leaves_keeps_the_table_for_the_others(at: BackToBack) -> None:
    host = olga(at)
    Listener(at)
    host.type("quit")
    host.type("quit")
    assert host.player.outcome == (0, "", False) and not at.room.state.closed
    again = olga(at)
    again.type(End.TYPING)
    assert again.player.outcome == (0, "", False) and not at.room.state.closed


def test_everybody_is_told_how_friends_can_join_by_each_open_way_in() -> None:
    room = a_room(settings(seats=4))
    room.set_ways((WayNews("page", 4669), WayNews("ssh", 4668)))
    ann = Listener(BackToBack(room), join_line="sixqp join 10.0.0.1:4700")
    told = [
        "Friends with the program type sixqp join 10.0.0.1:4700",
        "Friends with a phone open http://10.0.0.1:4669",
        "Friends with a terminal type ssh -p 4668 NAME@10.0.0.1",
    ]
    assert ann.lines[3:6] == told == ann.type("table")[2:5]


def test_the_host_opens_again_what_has_stopped_and_nobody_else_may(at: BackToBack) -> None:
    host, ann = olga(at), Listener(at)
    at.act(at.room.set_ways, (WayNews("page", problem="stopped"),))
    assert ann.type("continue") == ["There is nothing to continue: the table answers."]
    assert any(line.startswith("continue: ") for line in host.type("help"))
    host.type("continue")
    assert at.room.state.wanted == {"page": None}


def test_a_seed_chosen_by_a_person_is_shown_with_the_settings() -> None:
    room = a_room(settings(seats=4))
    at = BackToBack(Room(replace(room.setup, seed="friday"), Services(bytes, str, certificate=bytes(32))))
    ann = Listener(at)
    sentence = "The deal can be known beforehand: a person chose this table's seed."
    assert ann.lines[2].endswith(f"No clock. {sentence}")


def test_a_latecomer_is_told_whose_seat_can_be_taken_over(at: BackToBack) -> None:
    host = olga(at)
    host.type("bot")
    host.type("start")
    late = Listener(at, "Late", late=True)
    assert "The game has begun. You're watching. (sit Hal, sit)" in late.lines
    late.type("sit Hal")
    assert "Late takes over the seat of Hal." in host.hear()


def test_a_waiting_latecomer_sits_down_when_a_chair_is_free() -> None:
    at = BackToBack(a_room(settings(seats=2)))
    host, ann = olga(at), Listener(at)
    late = Listener(at, "Late", late=True)
    assert "Every chair is taken. You're watching. (sit)" in late.lines
    assert late.claim() is None
    assert late.type("sit") == ["You're watching. You'll get a seat before the next game, once a chair is free."]
    assert late.claim() is None
    ann.type("quit")
    late.hear()
    request = late.claim()
    assert request == TakeSeat(seat=1)
    late.request(TakeSeat(seat=1))
    late.hear()
    assert "Late sits down." in host.hear()
    assert late.claim() is None
