"""What the owner and the others may change before a game, and who sits where."""

import pytest
from host.party import Began, Open, Party
from support.keys import key_of

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import (
    AnyRequest,
    ChooseCard,
    CloseTable,
    Leave,
    Pause,
    Rename,
    Resume,
    Said,
    Say,
    SetRules,
    SetSeat,
    Settings,
    Start,
    TakeSeat,
    Welcome,
)
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_tui.host.commands import Sitter


@pytest.mark.parametrize(
    ("request_kind", "words"),
    [
        (SetRules, (Settings(),)),
        (SetSeat, (2, "bot")),
        (Start, ()),
        (Pause, ()),
        (Resume, ()),
        (CloseTable, ()),
    ],
)
def test_owner_requests_of_a_guest_are_refused(
    table: Open, request_kind: type[AnyRequest], words: tuple[object, ...]
) -> None:
    party = table()
    party.owner()
    assert party.refusal(party.join("Ann"), request_kind, *words) is Refusal.NOT_OWNER


def test_the_owner_sets_the_rules(table: Open) -> None:
    party = table()
    owner, ann = party.owner(), party.join("Ann")
    party.ask(owner, SetRules, Settings(Rules("draft", None, "over", 2), 4, None))
    assert party.news(ann).settings.rules.variant == "draft"
    assert len(party.news(ann).seats) == 4


@pytest.mark.parametrize("settings", [Settings(Rules("classic", None, "over", None)), Settings(seats=2)])
def test_invalid_rules_are_refused(table: Open, settings: Settings) -> None:
    party = table(bots=2)
    assert party.refusal(party.owner(), SetRules, settings) is Refusal.BAD_RULES


def test_bots_are_seated_given_a_level_and_removed(table: Open) -> None:
    party = table()
    owner = party.owner()
    party.ask(owner, SetSeat, 6, "bot", "hard")
    assert [(seat.occupant, seat.level) for seat in party.news(owner).seats[:3]] == [
        ("person", None),
        ("bot", "hard"),
        ("open", None),
    ]
    assert list(party.room.bots.values()) == ["hard"]
    (bot,) = party.bots()
    party.ask(owner, SetSeat, 1, "bot", "easy")
    assert party.closed[bot].farewell is Farewell.ELSEWHERE
    assert list(party.room.bots.values()) == ["easy"]
    party.ask(owner, SetSeat, 1, "open")
    assert party.room.bots == {}


def test_a_bot_never_takes_a_persons_chair(table: Open) -> None:
    party = table()
    owner = party.owner()
    party.join("Ann")
    for seat, to in ((1, "bot"), (1, "open"), (0, "kick"), (5, "kick")):
        assert party.refusal(owner, SetSeat, seat, to) is Refusal.NO_SUCH_SEAT


def test_a_seat_beyond_the_table_is_rejected(table: Open) -> None:
    party = table(settings=Settings(seats=3))
    assert party.refusal(party.owner(), SetSeat, 3, "bot") is Refusal.NO_SUCH_SEAT


def test_an_expected_chair_can_be_opened(table: Open) -> None:
    party = table(expected=("Zoe", "Yan"))
    owner = party.owner()
    party.ask(owner, SetSeat, 1, "open")
    assert [seat.name for seat in party.news(owner).seats[:3]] == ["Olga", "Yan", ""]
    party.ask(owner, SetSeat, 1, "bot")
    assert [seat.occupant for seat in party.news(owner).seats[:3]] == ["person", "bot", "open"]


def test_a_kicked_player_is_told_and_the_chair_is_freed(table: Open) -> None:
    party = table()
    owner, ann = party.owner(), party.join("Ann")
    party.ask(owner, SetSeat, 1, "kick")
    assert party.closed[ann].farewell is Farewell.KICKED
    assert len(party.room.state.seats.taken) == 1


def test_a_game_needs_two_players(table: Open) -> None:
    party = table()
    assert party.refusal(party.owner(), Start) is Refusal.TOO_FEW_PLAYERS


def test_decisions_and_pauses_are_refused_in_the_lobby(table: Open) -> None:
    party = table()
    owner = party.owner()
    assert party.refusal(owner, ChooseCard, 1, 1, 5) is Refusal.NOT_PLAYING
    assert party.refusal(owner, Pause) is Refusal.NOT_PLAYING
    assert party.refusal(owner, Resume) is Refusal.NOT_PLAYING


def test_lobby_requests_are_refused_during_a_game(game: Began) -> None:
    party, peers = game()
    for request, words in ((SetRules, (Settings(),)), (SetSeat, (1, "open")), (Start, ()), (Rename, ("Zed",))):
        assert party.refusal(peers[0], request, *words) is Refusal.NOT_IN_LOBBY


def test_names_can_be_changed_in_the_lobby(table: Open) -> None:
    party = table()
    ann, bob = party.join("Ann"), party.join("Bob")
    party.ask(ann, Rename, " bob\n")
    assert party.news(bob).seats[1].name == "bob 2"
    party.ask(ann, Rename, "BOB 2")
    assert party.news(bob).seats[1].name == "BOB 2"
    assert party.refusal(ann, Rename, "\x07") is Refusal.EMPTY_TEXT


def test_chat_reaches_everybody(table: Open) -> None:
    party = table()
    ann, wim = party.join("Ann"), party.join("Wim", role="watcher")
    party.ask(ann, Say, "Hello \x1b there")
    assert party.last(wim, Said) == party.last(ann, Said) == Said(1, "Ann", "Hello there")
    party.ask(wim, Say, "Hi")
    assert party.last(ann, Said) == Said(None, "Wim", "Hi")
    assert party.refusal(ann, Say, "\n") is Refusal.EMPTY_TEXT


def chat(party: Party, peer: int) -> list[str]:
    return [said.text for said in party.inbox[peer] if isinstance(said, Said)]


def test_a_returning_player_gets_only_the_chat_since_they_sat_down(table: Open) -> None:
    party = table()
    olga = party.owner()
    party.ask(olga, Say, "before Ann")
    ann = party.join("Ann")
    party.ask(ann, Say, "hello")
    party.lose(ann)
    party.ask(olga, Say, "where is Ann?")
    again = party.back(ann, heard=1)
    assert chat(party, again) == ["where is Ann?"]
    party.lose(again)
    assert chat(party, party.back(again, heard=2)) == []
    assert chat(party, party.back(again)) == ["hello", "where is Ann?"]
    assert chat(party, party.join("Wim", role="watcher")) == []


def test_leaving_the_lobby_frees_the_chair(table: Open) -> None:
    party = table()
    ann, bob = party.join("Ann"), party.join("Bob")
    party.ask(ann, Leave)
    assert party.closed[ann].farewell is Farewell.LEFT
    assert [seat.name for seat in party.news(bob).seats[:3]] == ["Olga", "Bob", ""]
    assert party.news(bob).you == 1


def test_the_owners_chair_is_never_freed(table: Open) -> None:
    party = table()
    owner = party.owner()
    party.lose(owner)
    party.wait(1000)
    assert len(party.room.state.seats.taken) == 1
    party.ask(party.owner(), Leave)
    assert party.last(party.owner(), Welcome).owner


def test_a_disconnected_player_keeps_the_chair_for_a_minute(table: Open) -> None:
    party = table()
    ann, bob = party.join("Ann"), party.join("Bob")
    party.lose(ann)
    party.wait(59)
    assert party.news(bob).seats[1].name == "Ann"
    assert party.room.next_moment == party.now + 1
    party.wait(1)
    assert party.news(bob).seats[1].name == "Bob"
    assert party.last(party.join("Ann", key=party.keys[ann]), Welcome).seat == 2


def test_a_watcher_may_take_a_bots_chair_but_not_a_players(table: Open) -> None:
    party = table(bots=1)
    ann, wim = party.join("Ann"), party.join("Wim", role="watcher")
    assert party.refusal(wim, TakeSeat, 2) is Refusal.NO_SUCH_SEAT
    assert party.refusal(ann, TakeSeat, 1) is Refusal.NO_SUCH_SEAT
    party.ask(wim, TakeSeat, 1)
    assert party.last(wim, Welcome).seat == 1
    assert party.news(ann).seats[1].name == "Wim"


def test_the_journal_holds_accepted_commands(table: Open) -> None:
    party = table()
    owner, ann = party.owner(), party.join("Ann")
    party.refusal(ann, Start)
    party.ask(owner, Start)
    kinds = [type(accepted.message).__name__ for accepted in party.journal]
    assert kinds == ["Hello", "Start"]
    assert (party.journal[1].game, party.journal[1].seed) == (1, "seed 1")


def test_preset_players_sit_in_order_with_their_keys(table: Open) -> None:
    sitters = (Sitter("Hal", "hard"), Sitter("", "easy"), Sitter("Ada", key=key_of("Ada").public), Sitter("hal"))
    party = table(sitters=sitters, owner_seat=1, bots=1)
    owner = party.owner()
    chairs = party.news(owner).seats[:6]
    assert [(chair.name, chair.occupant, chair.level) for chair in chairs] == [
        ("Hal", "bot", "hard"),
        ("Olga", "person", None),
        ("Deep", "bot", "easy"),
        ("Ada", "person", None),
        ("hal 2", "bot", "medium"),
        ("Marvin", "bot", "medium"),
    ]
    assert party.news(owner).you == 1
    assert not chairs[3].here
    ada = party.join("Somebody", key_of("Ada"))
    assert party.news(ada).you == 3
    assert party.news(owner).seats[3].here


def test_a_player_who_takes_an_expected_name_gets_its_chair(table: Open) -> None:
    party = table(settings=Settings(seats=4), expected=("Bob", "Cleo"))
    owner, guest = party.owner(), party.join("root")
    party.ask(guest, Rename, "bob")
    assert [seat.name for seat in party.news(owner).seats] == ["Olga", "Bob", "Cleo", ""]
    party.ask(guest, Rename, "Cleo")
    assert [seat.name for seat in party.news(owner).seats] == ["Olga", "Cleo", "Bob", ""]
    party.ask(guest, Leave)
    assert sorted(seat.name for seat in party.news(owner).seats) == ["", "Bob", "Cleo", "Olga"]
    again = table(settings=Settings(seats=4), expected=("Bob", "Cleo"))
    again.room.resume(party.journal, again.now)
    assert [seat.name for seat in again.news(again.owner()).seats] == [
        seat.name for seat in party.news(owner).seats
    ]


def test_a_reaction_is_a_chat_message_without_a_text_and_the_journal_has_neither(table: Open) -> None:
    party = table()
    olga, wim = party.owner(), party.join("Wim", role="watcher")
    party.ask(olga, Say, "ignored", "bravo")
    party.ask(wim, Say, "", "haha")
    party.ask(wim, Say, "my \x1b[31mrow! ")
    said = [
        Said(0, "Olga", reaction="bravo"),
        Said(None, "Wim", reaction="haha"),
        Said(None, "Wim", "my [31mrow!"),
    ]
    for peer in (olga, wim):
        assert [message for message in party.inbox[peer] if isinstance(message, Said)] == said
    written = [entry.message for entry in party.journal if isinstance(entry.message, Say)]
    assert {(each.text, each.reaction) for each in written} == {("", None)}
    assert party.refusal(olga, Say, " ") is Refusal.EMPTY_TEXT
