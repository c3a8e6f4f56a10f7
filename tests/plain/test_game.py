"""A game by lines: every kind of decision, every refusal, and what is told around them."""

import pytest
from support.conversations import BackToBack
from support.plain import Listener, first_choice
from support.tables import OWNER, a_room, settings

from sixqp_protocol.facts import Rules, Variant
from sixqp_protocol.messages import Refused, Settings
from sixqp_protocol.refusals import Farewell, Refusal
from sixqp_tui.client.events import Denied, StatusChanged
from sixqp_tui.client.status import Closed, Connected, Reconnecting
from sixqp_tui.plain.answer import Context
from sixqp_tui.plain.line_player import End, LinePlayer
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
            asked = next((each for each in (self.olga, self.ann) if each.player.model.prompted), None)
            choice = first_choice(asked.prompt) if asked else None
            if asked and choice is None:
                choice = str(asked.player.model.table.deck[0])
            if asked is None or choice is None:
                break
            asked.type(choice)
            self.olga.hear(), self.ann.hear()

    def play_to_turn(self, turn: int) -> None:
        """Play on until this turn begins."""
        while self.ann.player.model.table.turn < turn:
            self.play(1)

    def until_a_row_is_asked(self) -> Listener:
        """Play on until somebody has to choose a row; who."""
        while not (asked := [each for each in (self.olga, self.ann) if each.prompt.startswith("Which")]):
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
    assert table.ann.prompt == f"Your card ({' '.join(map(str, hand))}): "


def test_a_card_can_be_taken_back_until_the_last_has_chosen(table: Table) -> None:
    one, other = table.ann.player.model.view.hand[:2]
    assert table.ann.type(str(one)) == [f"You played {one}. Waiting for Olga. Type back to take it back."]
    assert table.ann.prompt == ""
    assert table.ann.type(str(other)) == [f"You played {one}. Type back to take it back."]
    assert table.ann.type("back") == [f"{one} is back in your hand."]
    assert "Your card (" in table.ann.prompt
    assert table.ann.type("back") == ["There's no card to take back."]
    table.ann.type(str(other))
    table.play_to_turn(2)
    assert any(f"the {other} on row" in line or f"Your {other} is" in line for line in table.ann.lines)


@pytest.mark.parametrize("typed", ["0", "105", "99999999999999999999999", "007x", "²"])
def test_an_invalid_card_changes_nothing(table: Table, typed: str) -> None:
    prompt = table.ann.prompt
    (sentence,) = table.ann.type(typed)
    assert sentence.startswith("Expected ") and f"got “{typed}”" in sentence
    assert table.ann.prompt == prompt


def test_an_empty_line_keeps_the_prompt(table: Table) -> None:
    assert table.ann.type("   ") == [] and table.ann.prompt


def test_a_decision_on_its_way_is_not_asked_for_again(table: Table) -> None:
    asked = table.ann.prompt
    reply = table.ann.player.take(first_choice(asked) or "", 0.0)
    assert reply.request and table.ann.player.prompt == ""
    refused = Denied(Refused(1, Refusal.STALE), None)
    assert table.ann.told(refused) == ("Too late: the table has moved on.",)


@pytest.mark.parametrize("code", list(Refusal))
def test_every_refusal_of_the_host_is_a_sentence(table: Table, code: Refusal) -> None:
    (sentence,) = table.ann.told(Denied(Refused(1, code), None))
    assert sentence.endswith(".") and "Backspace" not in sentence


def test_3_7_a_card_that_is_too_low_asks_for_a_row_with_its_cost() -> None:
    table = Table()
    low = table.until_a_row_is_asked()
    other = table.olga if low is table.ann else table.ann
    assert other.lines[-1].startswith(f"{'Ann' if low is table.ann else 'Olga'} chooses a row: ")
    assert "What each row costs: row 1: " in low.lines[-1]
    assert low.type("5") == ["Expected a row from 1 to 4, got “5”."]
    assert "Which row do you take (1 to 4; " in low.prompt
    assert any("is too low: you take row 2" in line for line in low.type("2"))


def test_a_draft_asks_for_cards_of_the_deck() -> None:
    table = Table("draft")
    picks, waits = (table.olga, table.ann) if table.olga.player.model.prompted else (table.ann, table.olga)
    assert picks.prompt == "Your pick (1 of 10): " and waits.prompt == ""
    assert "In the deck: 1 to 24." in picks.lines
    assert picks.type("25") == ["Expected a card that is still in the deck, got “25”. Type table to see them."]
    assert picks.type("5")[0] == "You pick the 5"
    assert waits.hear()[-1] == "In the deck: 1 to 4, 6 to 24."
    assert waits.type("table") == ["In the deck: 1 to 4, 6 to 24."]
    name = "Olga" if picks is table.olga else "Ann"
    assert f"{name}: 5" in waits.type("hands")


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["classic", "tactic", "draft"])
def test_a_whole_game_ends_with_ranks_and_a_rematch(variant: Variant) -> None:
    table = Table(variant, rounds=2)
    table.play()
    assert table.ann.player.model.over
    assert any(line.startswith("Totals: ") for line in table.ann.lines)
    assert any(line.startswith("The game is over: both rounds were played.") for line in table.ann.lines)
    medals = table_sentences.medal_sentences(table.olga.player.model.medals())
    assert tuple(table.ann.lines[-1 - len(medals) : -1]) == medals, "everybody hears the same medals"
    assert medals or variant != "classic", "this game of classic has some"
    assert table.ann.lines[-3 - len(medals)].startswith("1st: ")
    assert table.ann.player.model.round_story in table.ann.lines
    assert table.ann.lines[-1] == "The host can start another game. Type ready if you want one, or quit to leave."
    assert table.ann.prompt == "" and table.olga.prompt == "Another game, or quit (rematch, quit)? "
    assert table.olga.type("rematch")[0].startswith("A game begins")
    assert "Round 1" in table.ann.hear()


def test_everything_can_be_shown_again(table: Table) -> None:
    table.play_to_turn(2)
    ann = table.ann
    rows = ann.player.model.table.rows
    assert ann.type("table")[0].startswith(f"Row 1: {', '.join(map(str, rows[0]))}. ")
    assert ann.type("hand")[0].startswith("Your hand: ")
    assert ann.type("scores")[1].startswith("Totals, including this round: ")
    assert ann.type("log 2") == [entry.sentence for entry in ann.player.model.shown.entries[-2:]]
    assert ann.type("log all") == ["Expected a number of lines, such as log 20, got “all”."]
    assert ann.type("who")[-1] == "Still to decide: you and Olga."
    assert ann.type("hands") == [f"you: {', '.join(map(str, ann.player.model.view.hand))}"]
    assert len(ann.type("rules")) == 9
    assert [line[:8] for line in ann.type("rules SIXTH card")] == ["The sixt"]
    assert [line.partition(":")[0] for line in ann.type("rules 66")] == ["Scoring"]
    assert ann.type("rules xyz")[0].startswith(
        "The rules say nothing about “xyz”. Their articles: The aim, The cards"
    )
    assert ann.type("settings")[0].startswith("Variant: classic")
    assert "A number: play that card from your hand" in ann.type("help")


def test_where_a_card_would_go_can_be_asked(table: Table) -> None:
    card = table.ann.player.model.view.hand[0]
    (told,) = table.ann.type(f"where {card}")
    assert told.startswith(f"{card} ")
    assert table.ann.type("where 200") == ["Expected a card from 1 to 104, got “200”."]
    assert all(table.ann.type(f"where {any_card}")[0].startswith(f"{any_card} ") for any_card in (1, 104))


def test_a_pause_asks_nothing_until_the_game_goes_on(table: Table) -> None:
    assert table.olga.type("pause") == ["You paused the game: only you can resume it."]
    assert table.ann.hear() == ["Olga paused the game, and will resume it."]
    assert table.ann.prompt == ""
    assert table.ann.type("1") == ["You have nothing to decide now (got “1”). Waiting for Olga."]
    assert table.olga.type("pause") == ["The table is paused; wait for the host to resume."]
    assert table.olga.type("resume") == ["The game continues."]
    assert table.ann.prompt != ""


def test_a_clock_that_runs_low_is_announced_once_per_decision() -> None:
    at = BackToBack(a_room(Settings(Rules(), timer=60)))
    olga, ann = Listener(at, "Olga", OWNER), Listener(at)
    olga.type("start")
    ann.hear()
    due = ann.player.reminds_at
    assert due is not None and ann.player.tell_when_quiet(due - 1) == ()
    assert ann.player.tell_when_quiet(due) == ("15 seconds left.",)
    assert ann.player.reminds_at is None
    assert "seconds left." in ann.type("who")[-1]


def test_a_lost_connection_is_reported_and_asks_nothing(table: Table) -> None:
    ann = table.ann
    assert ann.told(StatusChanged(Reconnecting(0.0, 1))) == ("Connection lost; your seat is kept. Reconnecting…",)
    assert ann.told(StatusChanged(Reconnecting(0.0, 2))) == () and ann.player.prompt == ""
    assert ann.told(StatusChanged(Connected())) == ("The connection is back.",)
    assert ann.player.prompt
    ann.told(StatusChanged(Closed(Farewell.ELSEWHERE)))
    assert ann.player.outcome and ann.player.outcome.code == 1
    moved = LinePlayer(ann.conversation, Context(offers_host_seat=lambda: True))
    moved.hear(StatusChanged(Closed(Farewell.ELSEWHERE)), 0.0)
    assert moved.outcome == (0, "You're playing on your phone now.", False)


def test_help_lists_what_has_something_to_act_on(table: Table) -> None:
    """Nobody is away, and no hand is open."""
    words = {line.split()[0].strip(",:") for line in table.olga.type("help")}
    assert "kick" in words and not {"bot", "hands"} & words


def test_leaving_a_game_must_be_confirmed(table: Table) -> None:
    assert "A game is in progress" in table.ann.type("quit")[0]
    table.ann.type("no")
    assert "Your card" in table.ann.prompt
    table.ann.type("quit")
    table.ann.type("yes")
    assert table.ann.player.outcome == (0, "", False)
    assert table.olga.hear() == ["Ann has left the game. A bot takes over."]


def test_a_player_who_returns_mid_game_hears_where_it_stands(table: Table) -> None:
    table.play_to_turn(4)
    table.at.cut(table.ann.peer)
    again = Listener(table.at, "Ann")
    assert any(line == "A game is in progress: round 1." for line in again.lines)
    assert again.prompt.startswith("Your card (")
    assert not any("lays the" in line for line in again.lines)
    assert again.player.model.log == table.ann.player.model.log


def test_a_watcher_follows_the_game_and_is_asked_nothing(table: Table) -> None:
    eve = Listener(table.at, "Eve", role="watcher")
    table.play_to_turn(3)
    assert "Turn 3 of 10." in eve.hear() and eve.prompt == ""
    assert eve.type("12") == ["You have nothing to decide now (got “12”). Waiting for Olga and Ann."]
    assert eve.type("hand") == ["You're watching; only players can do that."]
    assert eve.told(StatusChanged(Reconnecting(0.0, 1))) == ("Connection lost. Reconnecting…",)
    eve.told(StatusChanged(Connected()))
    table.olga.type("kick Ann")
    assert eve.hear() == ["Ann has left the game. A bot takes over."]
    assert eve.type("sit Zoe") == ["Expected Ann, got “Zoe”."]
    assert "Eve takes over the seat of Ann." in eve.type("sit ann")
    assert eve.prompt.startswith("Your card (")


def test_piped_input_waits_until_it_is_asked_for() -> None:
    table = Table(piped=True)
    ann = table.ann
    hand = ann.player.model.view.hand
    assert ann.player.accepts(End.TYPING) and ann.player.accepts(str(hand[0]))
    ann.type(str(hand[0]))
    assert not ann.player.accepts(str(hand[1])) and not ann.player.accepts(End.TYPING)
    assert ann.player.accepts("who") and ann.player.accepts("/hello")
    table.play_to_turn(2)
    assert ann.player.accepts(str(hand[1]))


def test_the_end_of_a_pipe_leaves_a_game_without_asking() -> None:
    table = Table(piped=True)
    table.ann.type(End.TYPING)
    assert table.ann.player.outcome == (0, "", False)


def test_the_tally_is_shown_after_the_second_game_and_on_request(table: Table) -> None:
    assert table.ann.type("tally") == ["No round has been finished at this table yet."]
    table.play()
    assert not any(line.startswith("Games won") for line in table.ann.lines)
    table.olga.type("rematch")
    table.play()
    won = next(line for line in table.ann.lines if line.startswith("Games won: "))
    assert table.ann.lines[-1].partition(":")[0] in ("Champion", "Light hand", "Cattle baron", "Best round")
    assert "you" in won or "Olga" in won
    tally = table.ann.type("tally")
    assert len(tally) == 2 and all("of 2 games" in line for line in tally)
    late = Listener(table.at, "Eve", role="watcher")
    assert any(line.startswith("Games won: ") for line in late.hear() or late.lines)
