"""What the owner and the others may change before a game, and who sits where."""

from host.party import Party
from support.keys import key_of

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import Leave, Rename, Said, Say, SetRules, SetSeat, Settings, Welcome
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_tui.host.commands import Sitter


def test_the_owner_sets_the_rules() -> None:
    party = Party()
    owner, ann = party.owner(), party.join("Ann")
    party.ask(owner, SetRules, Settings(Rules("draft", None, "over", 2), 4, None))
    assert party.news(ann).settings.rules.variant == "draft"
    assert len(party.news(ann).seats) == 4


def test_bots_are_seated_given_a_level_and_removed() -> None:
    party = Party()
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
    assert party.farewell(bot) is Farewell.ELSEWHERE
    assert list(party.room.bots.values()) == ["easy"]
    party.ask(owner, SetSeat, 1, "open")
    assert party.room.bots == {}


def test_an_expected_chair_can_be_opened() -> None:
    party = Party(expected=("Zoe", "Yan"))
    owner = party.owner()
    party.ask(owner, SetSeat, 1, "open")
    assert party.names(owner)[:3] == ["Olga", "Yan", ""]
    party.ask(owner, SetSeat, 1, "bot")
    assert [seat.occupant for seat in party.news(owner).seats[:3]] == ["person", "bot", "open"]


def test_names_can_be_changed_in_the_lobby() -> None:
    party = Party()
    ann, bob = party.join("Ann"), party.join("Bob")
    party.ask(ann, Rename, " bob\n")
    assert party.news(bob).seats[1].name == "bob 2"
    party.ask(ann, Rename, "BOB 2")
    assert party.news(bob).seats[1].name == "BOB 2"
    assert party.refusal(ann, Rename, "\x07") is Refusal.EMPTY_TEXT


def chat(party: Party, peer: int) -> list[str]:
    return [said.text for said in party.inbox[peer] if isinstance(said, Said)]


def test_a_returning_player_gets_only_the_chat_since_they_sat_down() -> None:
    party = Party()
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


def test_leaving_the_lobby_frees_the_chair() -> None:
    party = Party()
    ann, bob = party.join("Ann"), party.join("Bob")
    party.ask(ann, Leave)
    assert party.farewell(ann) is Farewell.LEFT
    assert party.names(bob)[:3] == ["Olga", "Bob", ""]
    assert party.news(bob).you == 1


def test_the_owners_chair_is_never_freed() -> None:
    party = Party()
    owner = party.owner()
    party.lose(owner)
    party.wait(1000)
    assert len(party.room.state.seats.taken) == 1
    party.ask(party.owner(), Leave)
    assert party.last(party.owner(), Welcome).owner


def test_a_disconnected_player_keeps_the_chair_for_a_minute() -> None:
    party = Party()
    ann, bob = party.join("Ann"), party.join("Bob")
    party.lose(ann)
    party.wait(59)
    assert party.news(bob).seats[1].name == "Ann"
    assert party.room.next_moment == party.now + 1
    party.wait(1)
    assert party.news(bob).seats[1].name == "Bob"
    assert party.seat(party.join("Ann", key=party.keys[ann])) == 2


def test_preset_players_sit_in_order_with_their_keys() -> None:
    sitters = (Sitter("Hal", "hard"), Sitter("", "easy"), Sitter("Ada", key=key_of("Ada").public), Sitter("hal"))
    party = Party(sitters=sitters, owner_seat=1, bots=1)
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


def test_a_player_who_takes_an_expected_name_gets_its_chair() -> None:
    party = Party(settings=Settings(seats=4), expected=("Bob", "Cleo"))
    owner, guest = party.owner(), party.join("root")
    party.ask(guest, Rename, "bob")
    assert party.names(owner) == ["Olga", "Bob", "Cleo", ""]
    party.ask(guest, Rename, "Cleo")
    assert party.names(owner) == ["Olga", "Cleo", "Bob", ""]
    party.ask(guest, Leave)
    assert sorted(seat.name for seat in party.news(owner).seats) == ["", "Bob", "Cleo", "Olga"]
    again = Party(settings=Settings(seats=4), expected=("Bob", "Cleo"))
    again.room.resume(party.journal, again.now)
    assert [seat.name for seat in again.news(again.owner()).seats] == [
        seat.name for seat in party.news(owner).seats
    ]


def test_a_reaction_is_a_chat_message_without_a_text_and_the_journal_has_neither() -> None:
    party = Party()
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
