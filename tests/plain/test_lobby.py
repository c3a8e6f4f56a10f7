"""Before a game, by lines: who is here, what the owner may do, and why somebody else may not."""

import pytest
from support.conversations import BackToBack
from support.plain import Listener
from support.tables import OWNER, a_room, settings

from sixqp_protocol.messages import OpenWay, TakeSeat
from sixqp_tui import i18n
from sixqp_tui.host.room import Room
from sixqp_tui.plain.line_player import End


@pytest.fixture
def at() -> BackToBack:
    return BackToBack(a_room(settings(seats=4)))


def olga(at: BackToBack) -> Listener:
    return Listener(at, "Olga", OWNER, join_line="sixqp join 10.0.0.1")


def test_a_newcomer_is_told_where_they_are(at: BackToBack) -> None:
    host, ann = olga(at), Listener(at)
    assert host.lines[:2] == [
        "You are at the table “A table” as Olga.",
        "Others can join with: sixqp join 10.0.0.1",
    ]
    assert ann.lines == [
        "You are at the table “A table” as Ann.",
        "At the table: Olga (host), Ann (you). 2 chairs are free.",
        "Variant: classic: all 104 cards. The game ends after 1 round. No clock.",
        "Type help for the list of commands.",
    ]
    assert host.hear() == ["Ann sits down."]
    assert "2 seated" in host.prompt
    assert ann.prompt == ""


def test_arrivals_departures_and_changes_are_shown(at: BackToBack) -> None:
    host = olga(at)
    assert "Nobody else" in host.prompt
    ann, eve = Listener(at), Listener(at, "Eve", role="watcher")
    assert host.hear() == ["Ann sits down.", "Watching: Eve."]
    assert ann.type("name Annabel") == ["Ann is now called Annabel."]
    at.cut(ann.peer)
    assert host.hear() == ["Ann is now called Annabel.", "Annabel has lost the connection. Their seat is kept."]
    assert eve.lines[0] == "You are watching the table “A table”."
    assert host.type("bot hard") == ["Hal (bot, hard) sits down."]
    assert host.type("kick hal") == ["Hal has left."]
    assert host.type("kick Annabel") == ["Annabel has left."]


def test_chat_reaches_everybody(at: BackToBack) -> None:
    host, ann = olga(at), Listener(at)
    assert ann.type("say hello   all") == ["You say: hello all"]
    assert ann.type("/42") == ["You say: 42"]
    assert host.hear() == ["Ann sits down.", "Ann says: hello all", "Ann says: 42"]
    assert ann.type("say " + "x" * 5000) == ["You say: " + "x" * 300]
    assert ann.type("say") == ["Expected a message after say, got nothing."]
    assert ann.type("say \u200b") == ["That text is empty or can't be used here."]


def test_a_returning_player_reads_what_was_said_meanwhile(at: BackToBack) -> None:
    host, ann = olga(at), Listener(at)
    at.cut(ann.peer)
    host.type("say where is Ann?")
    assert "Olga says: where is Ann?" in Listener(at).lines


def test_a_watchers_own_message_is_shown_as_its_own(at: BackToBack) -> None:
    host, eve = olga(at), Listener(at, "Eve", role="watcher")
    dan = Listener(at, "Dan", role="watcher")
    assert eve.type("say hello")[-1] == "You say: hello"
    assert dan.hear() == ["Eve says: hello"]
    assert dan.type("say hello") == ["You say: hello"]
    assert eve.hear() == ["Dan says: hello"]
    assert host.hear()[-2:] == ["Eve says: hello", "Dan says: hello"]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("variant tactic", "Variant: tactic: all cards known. The game ends after 1 round. No clock."),
        ("variant pro", "Variant: draft: pick your own ten. The game ends after 1 round. No clock."),
        (
            "limit 40",
            "Variant: classic: all 104 cards. The game ends when somebody has more than 40 heads or after 1 "
            "round. No clock.",
        ),
        ("timer 30", "Variant: classic: all 104 cards. The game ends after 1 round. 30 s a turn."),
        ("limit soon", "limit: expected a number from 1 to 999, or none, got “soon”."),
        ("variant", "variant: expected classic, tactic, draft or pro, got nothing."),
        ("rounds none", "No game can be played with these rules."),
        ("bot clever", "Expected easy, medium or hard, got “clever”."),
        ("kick Zoe", "Nobody here has that name."),
        ("start", "A game needs at least two players."),
        ("pause", "No game is being played."),
        ("back", "No game is being played."),
        ("table", "No game is being played."),
        ("sit Hal", "That chair has changed in the meantime."),
        ("name " + "x" * 40, f"a player's name: “{'x' * 40}” is too long, at most 16 characters fit."),
        ("dance \x1b[31m", "Expected a command, got “dance [31m”. Type help for the list."),
        ("12", "You have nothing to decide now (got “12”)."),
    ],
)
def test_an_owners_command_is_confirmed_or_explained(at: BackToBack, typed: str, answer: str) -> None:
    assert olga(at).type(typed) == [answer]


def test_localized_commands_are_understood_and_listed_in_a_refusal(at: BackToBack) -> None:
    owner = olga(at)
    i18n.use("fr")
    assert owner.type("règles") == owner.type("rules") != []
    (refusal,) = owner.type("danser")
    assert "passer, vues ou quitter" in refusal and "Tapez aide" in refusal


def test_a_guest_may_not_use_owner_commands(at: BackToBack) -> None:
    olga(at)
    ann = Listener(at)
    for typed in ("start", "bot", "kick Olga", "variant tactic", "rematch"):
        assert ann.type(typed) == ["Only the host can do that."]
    assert Listener(at, "Eve", role="watcher").type("name Eva") == ["You're watching; only players can do that."]


def test_a_bot_is_refused_when_every_chair_is_taken(at: BackToBack) -> None:
    host = olga(at)
    for _ in range(3):
        host.type("bot")
    assert host.type("bot") == ["Every chair is taken. Type seats to change the number of seats."]


def test_a_quick_reaction_reaches_players_and_watchers(at: BackToBack) -> None:
    host, ann = olga(at), Listener(at)
    eve = Listener(at, "Eve", role="watcher")
    assert ann.type("react 3") == ["You say: Sorry!"]
    assert host.hear()[-1] == eve.hear()[-1] == "Ann says: Sorry!"
    assert eve.type("react 5") == ["You say: Ha ha!"]
    assert ann.hear()[-1] == "Eve says: Ha ha!"
    for typed in ("0", "6", "1 olga", "My row!"):
        assert ann.type(f"react {typed}")[0].startswith(
            "Expected the number of a reaction (1 Well played!, 2 Ouch!"
        )


def test_help_lists_what_can_be_done_now(at: BackToBack) -> None:
    host, ann = olga(at), Listener(at)
    assert ann.type("help")[-6:] == [
        "who: show who is here, and who has to decide now",
        "say TEXT, or /TEXT: say something to everybody here",
        "react NUMBER: show everybody a reaction, 1 Well played!, 2 Ouch!, 3 Sorry!, 4 Come on! and 5 Ha ha!",
        "rules, or rules WORD: show the rules, or what they say about that word",
        "help: show this list",
        "quit: leave the table",
    ]
    assert host.type("?")[0] == "start: start the game"
    assert not any(line.startswith(("back", "pause", "rematch")) for line in host.type("help"))


def test_leaving_the_lobby_asks_only_the_host(at: BackToBack) -> None:
    host, ann = olga(at), Listener(at)
    assert host.type("quit")[-1] == "You're the host: 2 people are at this table."
    assert host.type("perhaps") == ["Expected keep, close or stay, got “perhaps”."]
    assert host.prompt == "Keep the table open, close it for everybody, or stay (keep, close, stay)? "
    host.type("stay")
    assert "2 seated" in host.prompt
    ann.type("quit")
    assert ann.player.outcome == (0, "", False)


def test_a_host_may_keep_the_table_or_close_it(at: BackToBack) -> None:
    host, ann = olga(at), Listener(at)
    host.type("quit")
    host.type("keep")
    assert host.player.outcome == (0, "", False)
    again = olga(at)
    again.type("quit")
    again.type("close")
    assert again.player.outcome == (0, "", False)
    ann.hear()
    assert ann.player.outcome == (0, "The host has closed the table.", True)


def test_a_removed_player_is_told_why(at: BackToBack) -> None:
    host, ann = olga(at), Listener(at)
    host.type("kick Ann")
    ann.hear()
    assert ann.player.outcome == (1, "The host removed you from the table, or somebody else at your address.", True)


def test_the_host_can_readmit_removed_players(at: BackToBack) -> None:
    host = olga(at)
    Listener(at)
    assert "admit: let players you removed come back, once a chair is open" not in host.type("help")
    host.type("kick Ann")
    assert at.room.state.removed
    assert "admit: let players you removed come back, once a chair is open" in host.type("help")
    host.type("admit")
    assert not at.room.state.removed


def test_end_of_input_leaves_and_keeps_the_table_for_the_others(at: BackToBack) -> None:
    host = olga(at)
    Listener(at)
    host.type(End.TYPING)
    assert host.player.outcome == (0, "", False)
    assert not at.room.state.closed


def test_the_host_is_told_how_others_can_join(at: BackToBack) -> None:
    host = Listener(at, "Olga", OWNER, join_line="sixqp join 10.0.0.1", invitation="sixqp://1/t:1a2b3c4d/k:x")
    assert host.type("invite") == [
        "Others can join with: sixqp join 10.0.0.1",
        "Or send them this line to copy:",
        "sixqp join sixqp://1/t:1a2b3c4d/k:x",
    ]
    assert "invite: show how others can join this table" in host.type("help")
    guest = Listener(at)
    assert "invite: show how others can join this table" not in guest.type("help")
    assert len(guest.type("invite")) == 1


def test_a_guest_is_told_how_friends_can_join_by_each_open_way_in() -> None:
    room = a_room(settings(seats=4))
    room.set_ways((OpenWay("page", 4669), OpenWay("ssh", 4668)), 0.0)
    ann = Listener(BackToBack(room), friends_line="sixqp join 10.0.0.1:4700")
    assert ann.type("invite") == [
        "Others can join with: sixqp join 10.0.0.1:4700",
        "Without the program: http://10.0.0.1:4669",
        "Without the program: ssh -p 4668 NAME@10.0.0.1",
    ]
    assert "invite: show how others can join this table" in ann.type("help")


def test_a_seed_chosen_by_a_person_is_shown_with_the_settings() -> None:
    room = a_room(settings(seats=4))
    at = BackToBack(Room(room.state.setup, lambda: bytes(16), str, seeded=True))
    ann = Listener(at)
    sentence = "The deal can be known beforehand: a person chose this table's seed."
    assert ann.lines[2].endswith(f"No clock. {sentence}")
    assert ann.type("settings")[-1].endswith(sentence)


def test_a_latecomer_is_told_whose_seat_can_be_taken_over(at: BackToBack) -> None:
    host = olga(at)
    host.type("bot")
    host.type("start")
    late = Listener(at, "Late", late=True)
    assert [line for line in late.lines if line.startswith(("The game has", "Type sit", "Type wait"))] == [
        "The game has begun: you're watching.",
        "Type sit NAME to take over from a bot: Hal (0 heads).",
        "Type wait to get a seat before the next game.",
    ]
    late.type("sit Hal")
    assert "Late takes over the seat of Hal." in host.hear()


def test_a_waiting_latecomer_sits_down_when_a_chair_is_free() -> None:
    at = BackToBack(a_room(settings(seats=2)))
    host, ann = olga(at), Listener(at)
    late = Listener(at, "Late", late=True)
    assert "Every chair is taken: you're watching." in late.lines
    assert late.claim() is None
    assert late.type("wait") == ["You're watching. You'll get a seat before the next game, once a chair is free."]
    assert late.claim() is None
    ann.type("quit")
    late.hear()
    request = late.claim()
    assert request == TakeSeat(seat=1)
    late.request(TakeSeat(seat=1))
    late.hear()
    assert "Late sits down." in host.hear()
    assert late.claim() is None
