"""One moment of a table: who decides, what is asked, how everybody stands, and what leaving would end."""

from typing import Any

import pytest
from msgspec.structs import replace
from support.play import batches, dealt, laid, names, stream

from sixqp_protocol.facts import GameEnded, LimitRule, RoundEnded, RowsStarted, Rules
from sixqp_protocol.messages import RoomNews, SeatNews, Settings
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.view import View
from sixqp_tui.presentation.transcript import Transcript
from sixqp_tui.presentation.view_model import (
    ViewModel,
    deadline_of,
    is_playing,
    lost_by_leaving,
    phase,
    seconds_left,
)

HANDS = ((50, 60), (51, 61), (52, 62))
ROWS = (10, 20, 30, 40)


def room(*occupants: Any, you: int | None = 0, **more: Any) -> RoomNews:
    """The news of a room where a game is played; the first chair is the owner's."""
    seats = tuple(
        SeatNews(name, occupant, True, owner=not at)
        for at, (name, occupant) in enumerate(zip(names(len(occupants)), occupants, strict=True))
    )
    news = RoomNews("playing", seats, you, Settings(), False, (), None)
    return replace(news, **more)


def shown(game: Game, seat: int | None = 0) -> Transcript:
    """A transcript whose view is that of a seat at this game."""
    hidden = tuple(hand if at == seat else None for at, hand in enumerate(game.table.hands))
    lies = tuple(card if at == seat else None for at, card in enumerate(game.table.laid))
    return Transcript(View(seat, replace(game.table, hands=hidden, laid=lies)))


def after_cards(*played: int) -> Game:
    """A game of three in its first turn, in which these cards are laid."""
    game, _ = laid(dealt(ROWS, HANDS), played)
    return game


def test_awaited_players_are_named_by_seat_or_with_bots_last() -> None:
    model = ViewModel(shown(after_cards(50)), room("person", "bot", "person"))
    assert model.waiting_for() == ("Player 2", "Player 3")
    assert model.waiting_for(bots_last=True) == ("Player 3", "Player 2")
    assert ViewModel(shown(after_cards())).waiting_for(own=True) == ("Player 1", "Player 2", "Player 3")


def test_nothing_is_asked_while_paused_animating_sent_or_offline() -> None:
    model = ViewModel(shown(after_cards()), room("person", "person", "person"))
    assert model.prompted == model.wanted == "card"
    for silent in (
        model._replace(news=room("person", "person", "person", paused=True)),
        model._replace(by_now=model.table),
        model._replace(sent=model.moment),
        model._replace(online=False),
    ):
        assert silent.prompted is None and silent.wanted == "card"


def test_a_laid_card_can_be_taken_back_until_all_have_chosen_except_in_a_pause() -> None:
    model = ViewModel(shown(after_cards(50)), room("person", "person", "person"))
    assert model.may_take_back and model.wanted is None
    held = model._replace(news=room("person", "person", "person", paused=True))
    assert not held.may_take_back
    assert not ViewModel(shown(after_cards())).may_take_back
    assert not ViewModel(shown(after_cards(50, 51, 52))).may_take_back


def test_players_are_marked_by_what_they_do() -> None:
    news = room("person", "bot", "person")
    seats = (news.seats[0], news.seats[1], replace(news.seats[2], here=False))
    model = ViewModel(shown(after_cards(50)), replace(news, seats=seats))
    assert [player.mark for player in model.players()] == ["chosen", "deciding", "away"]
    assert [(player.own, player.bot) for player in model.players()] == [
        (True, False),
        (False, True),
        (False, False),
    ]
    over = model._replace(by_now=after_cards(50, 51, 52).table)
    assert [player.mark for player in over.players()] == ["deciding", "deciding", "away"]


@pytest.mark.parametrize(("rule", "over"), [("over", False), ("reach", True)])
def test_4_2_a_total_at_the_limit_is_near_it_and_over_it_by_the_rule(rule: LimitRule, over: bool) -> None:
    game = dealt(ROWS, HANDS, Rules(limit=66, limit_rule=rule))
    table = replace(game.table, totals=(66, 56, 57), scores=((66, 56, 57),))
    players = ViewModel(Transcript(View(0, table))).players()
    assert [player.near for player in players] == [True, False, True]
    assert [player.over for player in players] == [over, False, False]
    assert [player.rank for player in players] == [3, 1, 2]
    assert [player.past for player in players] == [(66,), (56,), (57,)]


def test_the_total_counts_the_pile_once_and_ends_the_game_only_after_a_round() -> None:
    game = dealt(ROWS, HANDS, Rules(limit=66))
    played = replace(game.table, totals=(52, 10, 0), piles=((55, 11), (), (44,)))
    players = ViewModel(Transcript(View(0, played))).players()
    assert [(player.heads, player.total, player.rank) for player in players] == [(12, 64, 3), (0, 10, 2), (5, 5, 1)]
    assert [player.near for player in players] == [True, False, False] and played.ended is None
    ended = replace(played, totals=(64, 10, 5), scores=((12, 0, 5),), turn=0)
    assert [player.total for player in ViewModel(Transcript(View(0, ended))).players()] == [64, 10, 5]
    given_up = replace(played, ended="abandoned")
    assert given_up.totals_so_far == (52, 10, 0), "a round given up counts for nobody"


def test_the_reader_is_called_you_and_the_owner_by_name() -> None:
    model = ViewModel(shown(after_cards(), seat=1), room("person", "person", "person", you=1))
    assert [model.name_of(seat) for seat in range(3)] == ["Player 1", "you", "Player 3"]
    assert model.host == "Player 1" and ViewModel().host == ""


def test_the_clock_runs_to_the_deadline_or_is_paused() -> None:
    running, held = room(milliseconds_left=30_000), room(milliseconds_left=30_000, paused=True)
    assert deadline_of(running, 100.0) == 130.0
    assert deadline_of(held, 100.0) is None and deadline_of(room(), 100.0) is None
    assert seconds_left(130.0, 100.4) == 30 and seconds_left(130.0, 131.0) == 0
    assert ViewModel(news=held).seconds_held == 30 and ViewModel(news=running).seconds_held is None
    timed = replace(running, settings=Settings(timer=40))
    model = ViewModel(shown(after_cards()), timed, deadline=130.0)
    assert model.span == 40.0 and ViewModel().span == 90.0
    assert not model.hurries(110.0) and model.hurries(111.0)
    assert not model._replace(shown=shown(after_cards(50))).hurries(129.0)


def test_a_phase_follows_from_facts_and_news() -> None:
    opening, _game = Game.start(Rules("draft", None, rounds=1), names(2), "a seed")
    view, lobby = View(0).after(stream(opening, 0)), room("person", "person", phase="lobby")
    assert phase(View(0), None) == "lobby" and phase(view, None) == "draft"
    assert phase(view, room("person", "person")) == "draft" and phase(view, lobby) == "lobby"
    ended = view.apply(GameEnded("abandoned"))
    assert phase(ended, lobby) == "over" and not is_playing(ended, lobby)
    assert ViewModel(Transcript(ended)).over and not ViewModel(Transcript(ended)).playing


@pytest.mark.parametrize(
    ("you", "playing", "alone", "lost"),
    [
        (0, False, False, "table"),
        (0, True, False, "table"),
        (1, True, False, "game"),
        (0, True, True, "own game"),
        (0, False, True, None),
        (1, False, False, None),
        (None, True, False, None),
    ],
)
def test_leaving_reports_what_would_be_lost(you: int | None, playing: bool, alone: bool, lost: Any) -> None:
    view = shown(after_cards(), you).view if playing else View(you)
    news = room("person", "person", "person", you=you, phase="playing" if playing else "lobby")
    assert lost_by_leaving(view, news, alone=alone) == lost


def test_the_transcript_knows_where_the_last_turn_begins() -> None:
    transcript, turns = Transcript(View(None)), 0
    for batch in batches(Rules(limit=None, rounds=1), 3, "turns"):
        transcript = transcript.after(stream(batch, None))
        turns += any(isinstance(fact, RoundEnded) for fact in batch)
        assert ViewModel(transcript).last_turn == transcript.entries[transcript.latest :]
    assert turns == 1 and transcript.entries[transcript.latest].sentence.startswith("Turn 10:")


def test_a_reassigned_seat_uses_its_new_players_name_from_then_on() -> None:
    facts = stream((fact for batch in batches(Rules(rounds=1), 2, "a seat changes hands") for fact in batch), None)
    half = next(at for at, fact in enumerate(facts) if isinstance(fact, RowsStarted)) + 12
    before = Transcript().after(facts[:half])
    after = before.named(("Player 1", "Cleo")).after(facts[half:])
    assert after.view.table.names == ("Player 1", "Cleo")
    assert after.entries[: len(before.entries)] == before.entries
    sentences = " ".join(line.sentence for line in after.entries[len(before.entries) :])
    assert "Cleo" in sentences and "Player 2" not in sentences
    late = Transcript().named(("Player 1", "Cleo")).after(facts)
    assert late.view == after.view


def test_an_absent_player_is_shown_as_away_and_never_as_slow() -> None:
    news = room("person", "person", "person")
    gone = replace(news, seats=(news.seats[0], replace(news.seats[1], here=False), news.seats[2]))
    assert ViewModel(shown(after_cards(50)), gone).waiting_for() == ("Player 2 (away)", "Player 3")
