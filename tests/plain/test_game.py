"""A game by lines: every kind of decision, every refusal, and what is told around them."""

import pytest
from plain.listener import Listener
from support.conversations import BackToBack
from support.plain import first_choice
from support.tables import OWNER, a_room, settings

from sixqp_protocol.facts import Rules, Variant
from sixqp_protocol.messages import Refused, Settings
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_tui.client.events import Denied, StatusChanged
from sixqp_tui.client.status import Closed, Connected, Reconnecting
from sixqp_tui.plain.line_player import End
from sixqp_tui.presentation import table_sentences


class Table:
    """Olga and Ann at a table where a game has just begun."""

    def __init__(self, variant: Variant = "classic", rounds: int = 1, piped: bool = False) -> None:
        self.at = BackToBack(a_room(settings(variant, rounds)))
        self.olga = Listener(self.at, "Olga", OWNER)
        self.ann = Listener(self.at, piped=piped)
        self.olga.type("start")
        self.begun = self.ann.hear()

    def play(self, most: int = 1000) -> None:
        """Both play the first choice, this many decisions at most."""
        for _ in range(most):
            asked = next((each for each in (self.olga, self.ann) if first_choice(each.prompt)), None)
            if asked is None:
                break
            asked.type(first_choice(asked.prompt) or "")
            self.olga.hear(), self.ann.hear()

    def play_to_turn(self, turn: int) -> None:
        """Play on until this turn begins."""
        while self.ann.player.model.table.turn < turn:
            self.play(1)

    def until_a_row_is_asked(self) -> Listener:
        """Play on until somebody has to choose a row; who."""
        while not (asked := [each for each in (self.olga, self.ann) if "Choose a row" in each.prompt]):
            self.play(1)
        return asked[0]


@pytest.fixture
def table() -> Table:
    """A classic game of one round in its first turn."""
    return Table()


def test_a_turn_shows_the_rows_and_asks_once_for_a_card(table: Table) -> None:
    hand = table.ann.player.model.view.hand
    assert table.begun[0] == "A game begins: Olga and Ann, classic · 1 round"
    assert table.begun[2].startswith(f"Your hand: {hand[0]}")
    assert table.begun[3] == "Turn 1 of 10."
    assert [line[:13] for line in table.begun[4:]] == [f"Row {row} ends in" for row in (1, 2, 3, 4)]
    assert table.ann.prompt == f"Your turn: choose a card ({' '.join(map(str, hand))}): "


def test_a_card_can_be_taken_back_until_the_last_has_chosen(table: Table) -> None:
    one, other = table.ann.player.model.view.hand[:2]
    assert table.ann.type(str(one)) == [f"You played {one}. Waiting for Olga."]
    assert table.ann.prompt == ""
    assert table.ann.type(str(other)) == ["You have nothing to decide now. Waiting for Olga."]
    assert table.ann.type("back") == [f"{one} is back in your hand."]
    assert "choose a card (" in table.ann.prompt
    assert table.ann.type("back") == ["There's no card to take back."]
    table.ann.type(str(other))
    table.play_to_turn(2)
    assert any(f"the {other} on row" in line or f"Your {other} is" in line for line in table.ann.lines)


@pytest.mark.parametrize("typed", ["105", "99999999999999999999999", "²", "dance \x1b[31m"])
def test_what_answers_nothing_changes_nothing(table: Table, typed: str) -> None:
    prompt = table.ann.prompt
    sentence = table.ann.type(typed)[0]
    assert sentence.startswith("Expected ") and sentence.isprintable()
    assert f"got “{typed.replace(chr(27), '')}”" in sentence
    assert table.ann.prompt == prompt


def test_a_decision_on_its_way_is_not_asked_for_again(table: Table) -> None:
    reply = table.ann.player.take(first_choice(table.ann.prompt) or "", 0.0)
    assert reply.request and table.ann.player.prompt == ""
    refused = Denied(Refused(1, Refusal.STALE), None)
    assert table.ann.told(refused) == ("Too late: the table has moved on.",)


def test_3_7_a_card_that_is_too_low_asks_for_a_row_after_telling_what_each_costs() -> None:
    table = Table()
    low = table.until_a_row_is_asked()
    other = table.olga if low is table.ann else table.ann
    assert other.lines[-1].startswith(f"{'Ann' if low is table.ann else 'Olga'} chooses a row: ")
    assert [line[:13] for line in low.lines[-4:]] == [f"Row {row} ends in" for row in (1, 2, 3, 4)]
    assert low.type("5") == ["Expected 1 to 4, got “5”."]
    assert low.prompt.endswith("is too low. Choose a row. (1 2 3 4): ")
    assert any("is too low: you take row 2" in line for line in low.type("2"))


def test_a_draft_asks_for_cards_of_the_deck() -> None:
    table = Table("draft")
    picks, waits = (table.olga, table.ann) if table.olga.prompt else (table.ann, table.olga)
    assert picks.prompt == "Your pick, 1 of 10 (1 to 24): " and waits.prompt == ""
    assert picks.type("25") == ["Expected 1 to 24, got “25”."]
    assert picks.type("5")[0] == "You pick the 5"
    assert waits.prompt == "Your pick, 1 of 10 (1 to 4, 6 to 24): "
    name = "Olga" if picks is table.olga else "Ann"
    told = waits.type("table")
    assert {"In the deck: 1 to 4, 6 to 24.", f"{name}: 5"} <= set(told)
    assert any(line.startswith("More than one head: 10 with 3 heads, 11 with 5 heads") for line in told)


@pytest.mark.parametrize("variant", ["classic", "tactic", "draft"])
def test_a_whole_game_ends_with_ranks_and_a_rematch(variant: Variant) -> None:
    table = Table(variant, rounds=2)
    table.play()
    assert table.ann.player.model.over
    assert any(line.startswith("Totals: ") for line in table.ann.lines)
    assert any(line.startswith("The game is over: both rounds were played.") for line in table.ann.lines)
    medals = table_sentences.medal_sentences(table.olga.player.model.medals())
    assert tuple(table.ann.lines[len(table.ann.lines) - len(medals) :]) == medals, "everybody hears the same"
    assert medals or variant != "classic", "this game of classic has some"
    assert table.ann.lines[-2 - len(medals)].startswith("1st: ")
    assert table.ann.player.model.round_story in table.ann.lines
    assert table.ann.prompt == "Would you like another game? (start, quit): "
    table.ann.type("start")
    assert table.olga.prompt == "Ann wants another game. (start, bot, quit): "
    assert table.olga.type("start")[0].startswith("A game begins")
    assert "Round 1" in table.ann.hear()


def test_the_whole_table_can_be_heard_again(table: Table) -> None:
    table.play_to_turn(2)
    ann, rows = table.ann, table.ann.player.model.table.rows
    told = ann.type("table")
    assert told[0].startswith(f"Row 1: {', '.join(map(str, rows[0]))}. ") and told[4].startswith("Your hand: ")
    assert told[5].startswith("Not seen yet: ") and told[6].startswith("This round so far: ")
    assert told[8] == "Waiting for Olga."
    assert told[9:] == ["At the table: Olga (host), Ann (you)."]


def test_a_pause_asks_nothing_until_the_game_goes_on(table: Table) -> None:
    assert table.olga.type("pause") == ["You paused the game: only you can resume it."]
    assert table.ann.hear() == ["Olga paused the game, and will resume it."]
    assert table.ann.prompt == ""
    assert table.ann.type("1") == ["You have nothing to decide now. Waiting for Olga."]
    assert table.olga.type("pause") == ["The table is paused; wait for the host to resume."]
    assert table.olga.type("continue") == ["The game continues."]
    assert table.ann.prompt != "" and table.ann.type("pause") == ["Only the host can do that."]


def test_a_clock_that_runs_low_is_announced_once_per_decision() -> None:
    at = BackToBack(a_room(Settings(Rules(), timer=60)))
    olga, ann = Listener(at, "Olga", OWNER), Listener(at)
    olga.type("start")
    ann.hear()
    due = ann.player.reminds_at
    assert due is not None and ann.player.tell_when_quiet(due - 1) == ()
    assert ann.player.tell_when_quiet(due) == ("15 seconds left.",)
    assert ann.player.reminds_at is None
    assert any("seconds left." in line for line in ann.type("table"))


def a_pause(*, piped: bool = False, **more: int | None) -> tuple[Listener, Listener]:
    """Olga and Ann in the pause after the first of two rounds."""
    at = BackToBack(a_room(Settings(Rules(limit=None, rounds=2), **more)))  # type: ignore[arg-type]
    people = Listener(at, "Olga", OWNER), Listener(at, piped=piped)
    people[0].type("start")
    while asking := [each for each in people if first_choice(each.prompt)]:
        asking[0].type(first_choice(asking[0].prompt) or "")
    return people


def test_a_pause_between_rounds_asks_who_is_ready_and_says_who_is() -> None:
    olga, ann = a_pause(timer=60, pause=60)
    assert "The next round starts in 60 seconds at the latest." in ann.lines
    assert ann.prompt == "Ready for round 2? Waiting for Olga. (start, quit): "
    assert ann.type("start") == ["Round 2 waits for Olga", "The next round starts in 60 seconds at the latest."]
    assert ann.prompt == "" and olga.hear() == ["Ann is ready."]
    olga.type("start")
    assert "Round 2" in ann.hear() and "choose a card" in ann.prompt


def test_a_lost_connection_is_reported_and_asks_nothing(table: Table) -> None:
    ann = table.ann
    assert ann.told(StatusChanged(Reconnecting(0.0, 1))) == ("Connection lost; your seat is kept. Reconnecting…",)
    assert ann.told(StatusChanged(Reconnecting(0.0, 2))) == () and ann.player.prompt == ""
    assert ann.told(StatusChanged(Connected())) == ("The connection is back.",)
    assert ann.player.prompt
    ann.told(StatusChanged(Closed(Farewell.ELSEWHERE)))
    assert ann.player.outcome and ann.player.outcome.code == 1


def test_help_lists_what_can_be_done_now(table: Table) -> None:
    """Nobody is away, and nothing is paused."""
    words = {line.split(":")[0] for line in table.olga.type("help")}
    assert words == {"A number", "remove", "pause", "table", "say", "quit"}
    assert table.olga.type("dance")[1:] == table.olga.type("help")


def test_leaving_a_game_must_be_said_twice(table: Table) -> None:
    (warning,) = table.ann.type("quit")
    assert "A game is in progress" in warning and warning.endswith("Type quit again to leave.")
    table.ann.type("say no")
    table.ann.type("quit")
    assert table.ann.player.outcome is None and "choose a card" in table.ann.prompt
    table.ann.type("quit")
    assert table.ann.player.outcome == (0, "", False)
    assert "Ann has left the game. A stand-in takes over." in table.olga.hear()


def test_a_player_who_returns_mid_game_hears_where_it_stands(table: Table) -> None:
    table.play_to_turn(4)
    table.at.cut(table.ann.peer)
    again = Listener(table.at, "Ann")
    assert any(line == "A game is in progress: round 1." for line in again.lines)
    assert "choose a card" in again.prompt
    assert not any("plays the" in line for line in again.lines)
    assert again.player.model.log == table.ann.player.model.log


def test_a_watcher_follows_the_game_is_asked_nothing_and_takes_over_a_bots_seat(table: Table) -> None:
    eve = Listener(table.at, "Eve", role="watcher")
    table.play_to_turn(3)
    assert "Turn 3 of 10." in eve.hear() and eve.prompt == ""
    assert eve.type("12") == ["You have nothing to decide now. Waiting for Olga and Ann."]
    assert eve.told(StatusChanged(Reconnecting(0.0, 1))) == ("Connection lost. Reconnecting…",)
    eve.told(StatusChanged(Connected()))
    table.olga.type("remove Ann")
    assert eve.hear() == ["Ann has left the game. A stand-in takes over."]
    assert eve.type("sit Zoe") == ["Expected sit Ann, got “sit Zoe”."]
    assert "Eve takes over the seat of Ann." in eve.type("sit Ann")
    assert "choose a card" in eve.prompt


def test_piped_input_waits_until_it_is_asked_for() -> None:
    table = Table(piped=True)
    ann = table.ann
    hand = ann.player.model.view.hand
    assert ann.player.accepts(End.TYPING) and ann.player.accepts(str(hand[0]))
    ann.type(str(hand[0]))
    assert not ann.player.accepts(str(hand[1])) and not ann.player.accepts(End.TYPING)
    assert ann.player.accepts("table") and ann.player.accepts("say hello")
    table.play_to_turn(2)
    assert ann.player.accepts(str(hand[1]))


def test_the_evening_is_told_after_the_second_game(table: Table) -> None:
    table.play()
    assert not any(line.startswith("Games won") for line in table.ann.lines)
    table.olga.type("start")
    table.play()
    won = next(line for line in table.ann.lines if line.startswith("Games won: "))
    assert "you" in won or "Olga" in won
    late = Listener(table.at, "Eve", role="watcher")
    assert won.replace("you", "Ann") in late.lines or any(line.startswith("Games won: ") for line in late.lines)
