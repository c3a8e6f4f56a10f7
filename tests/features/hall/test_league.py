"""An evening in a hall: every result counts exactly once, whatever crashes and whoever comes and goes."""

from hashlib import sha256
from itertools import pairwise
from random import Random

import pytest
from features.hall.leagues import League
from support.play import decision, played, stream

from sixqp_protocol.facts import Rules, Variant
from sixqp_protocol.messages import HallNews, Hello, Welcome
from sixqp_protocol.version import CURRENT
from sixqp_tui.engine import notation
from sixqp_tui.engine.game import Game
from sixqp_tui.engine.open_hands import open_hands
from sixqp_tui.engine.shuffle import SeededRandom
from sixqp_tui.engine.view import View
from sixqp_tui.features.hall.command import demand_no_other
from sixqp_tui.features.hall.hall import (
    DEALS,
    MAX_PLAYERS,
    Hall,
    HallEnded,
    HallFact,
    HallOpened,
    ImpossibleHallFact,
    PlayerRegistered,
    RoundSeated,
    TableFinished,
    TableGivenUp,
    encoded,
    latecomer_hand_counts,
    restored,
)
from sixqp_tui.features.hall.journal import create_hall_journal
from sixqp_tui.features.hall.scoring import Hand, points_of, rank, scale
from sixqp_tui.features.hall.seating import Meetings, Table, count_meetings, count_repeats, seat_players
from sixqp_tui.features.hall.waiting_room import NEW_OF_MACHINE, Progress, WaitingRoom
from sixqp_tui.host.commands import Send
from sixqp_tui.joining.failure import Failure


@pytest.mark.parametrize("seed", [1, 5])
def test_every_result_counts_exactly_once_despite_crashes(seed: int) -> None:
    assert League(seed, most=9, effort=0.1).run().rounds


def seated(tables: tuple[Table, ...]) -> list[int]:
    return sorted(player for table in tables for player in table if player is not None)


@pytest.mark.parametrize(("variant", "last"), [("classic", 5), ("draft", 10)])
def test_a_latecomer_gets_no_seat_that_leaves_less_than_half_of_a_hand(variant: Variant, last: int) -> None:
    """Of the last deal's ten turns, or of the ten picks of each of two players."""
    moments, view = set[int](), View()
    for fact in stream(played(Rules(variant, limit=None, rounds=DEALS), 2, "late"), None):
        view = view.after((fact,))
        if view.table.round == DEALS and latecomer_hand_counts(view):
            moments.add(view.table.pick if variant == "draft" else view.table.turn)
        assert view.table.round == DEALS or latecomer_hand_counts(view)
    assert moments - {0} == set(range(1, last + 1))


@pytest.mark.parametrize("players", [2, 5, 13])
def test_everybody_gets_one_seat_at_tables_of_equal_size(players: int) -> None:
    tables = seat_players(range(players), Meetings(), 4, SeededRandom("a", "b"), by_points=False, effort=0.1)
    people = [sum(player is not None for player in table) for table in tables]
    assert seated(tables) == list(range(players))
    assert {len(table) for table in tables} == {4} and max(people) - min(people) <= 1


def test_repeat_meetings_are_avoided_and_ranking_neighbours_sit_together() -> None:
    rounds: list[tuple[Table, ...]] = []
    for number in range(2):
        met = count_meetings(rounds)
        tables = seat_players(range(16), met, 4, SeededRandom("a", f"{number}"), number > 0)
        assert count_repeats(tables, met) == 0
        rounds.append(tables)
    assert [seated((table,)) for table in seat_players(
        range(12), Meetings(), 4, SeededRandom("a", "b"), by_points=True, effort=0.1
    )] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]  # fmt: skip


@pytest.mark.soak
def test_the_search_for_a_seating_does_not_depend_on_the_random_numbers_it_draws() -> None:
    rounds: list[tuple[Table, ...]] = [
        ((9, 4, 7, 8), (None, 0, 5, 6), (1, 3, 2, None)),
        ((5, 2, 9, 7), (None, 4, 0, 3), (1, 8, None, 6)),
        ((0, 9, 1, 7), (2, None, 6, 4), (3, 8, 10, 5)),
    ]
    met, ranked = count_meetings(rounds), (7, 9, 6, 10, 8, 0, 4, 5, 3, 2, 1)
    searches = (seat_players(ranked, met, 4, SeededRandom("x", f"{number}"), by_points=True) for number in range(8))
    assert {count_repeats(tables, met) for tables in searches} == {2}


@pytest.mark.soak
def test_a_few_players_at_large_tables_meet_as_seldom_as_possible() -> None:
    met = count_meetings([
        ((0, 8, 9, 5, 1, 6), (10, 2, 3, 7, 4, None)),
        ((2, 3, 1, 0, 7, 6), (10, 8, 4, None, 5, 9)),
    ])  # fmt: skip
    numbers = map(str, range(16))
    searches = (seat_players(range(11), met, 6, SeededRandom("x", number), by_points=True) for number in numbers)
    assert {count_repeats(tables, met) for tables in searches} == {10}


def test_a_hand_is_compared_with_the_same_hand_at_the_other_tables() -> None:
    hands = [Hand(0, 1, 0, 2), Hand(1, 1, 0, 12), Hand(2, 1, 1, 0), Hand(3, 1, 1, 0)]
    points = points_of(hands, "duplicate")
    assert points[0] == [scale(5)] and points[1] == [scale(-5)] and points[2] == points[3] == [0]
    assert points_of(hands, "plain") == {0: [1.5], 1: [-8.5], 2: [3.5], 3: [3.5]}


def test_one_disaster_counts_less_than_many_small_losses() -> None:
    assert scale(-30) > 6 * scale(-5) and all(scale(more) > scale(less) for less, more in pairwise(range(-40, 40)))


def test_a_latecomer_gets_average_points_and_a_chance_lead_is_uncertain() -> None:
    hands = [Hand(0, 1, 0, 2), Hand(1, 1, 0, 12), Hand(0, 2, 0, 9), Hand(1, 2, 0, 5)]
    first, late, last = rank(range(3), hands, "duplicate")
    assert (first.player, late.player, last.player) == (0, 2, 1)
    assert (late.points, late.hands) == (0, 0) and first.within > first.points


def test_an_invalid_journal_is_rejected() -> None:
    opened = HallOpened("Friday", "seed")
    twice = [PlayerRegistered("Ann", bytes(32)), PlayerRegistered("Bob", bytes(32))]
    for records in ([encoded(opened), *map(encoded, twice)], [encoded(twice[0])], [b"{}"], []):
        with pytest.raises(ImpossibleHallFact):
            restored(records)


def test_only_the_game_of_the_rounds_seed_counts_and_only_once() -> None:
    hall = Hall(HallOpened("Friday", "seed", size=2))
    hall = hall.after(*(PlayerRegistered(name, name.encode().ljust(32)) for name in ("Ann", "Bob")))
    hall = hall.after(RoundSeated(1, ((0, 1),)))
    dealt, chosen = (played_game(hall.rules, seed) for seed in ("cards to my liking", hall.seed(1)))
    with pytest.raises(ImpossibleHallFact, match="not the game of this round"):
        hall.after(TableFinished(1, 0, dealt))
    after = hall.after(TableFinished(1, 0, chosen))
    assert len(after.hands) == 2 * DEALS
    for again in (TableFinished(1, 0, chosen), TableGivenUp(1, 0)):
        with pytest.raises(ImpossibleHallFact):
            after.after(again)


def played_game(rules: Rules, seed: str) -> str:
    """A whole game of two, in the notation."""
    batch, game = Game.start(rules, ("Ann", "Bob"), seed)
    facts, rng = [*batch], Random(1)
    while game.pending:
        batch, game = decision(game, rng)
        facts += batch
    return notation.write(open_hands(facts))


def test_a_second_hall_of_a_name_is_refused_until_the_first_is_over() -> None:
    journal = create_hall_journal("abcd", HallOpened("Friday", "seed"))
    with pytest.raises(Failure, match="isn't over"):
        demand_no_other("friday")
    demand_no_other("Saturday")
    journal.write([HallEnded()])
    journal.close()
    demand_no_other("Friday")


def test_only_watchers_are_told_what_each_table_plays_and_how_long_it_takes_once_a_deal_is_played() -> None:
    keys = (sha256(bytes([each]) * 16).digest() for each in range(3))
    facts = [PlayerRegistered(name, key) for name, key in zip(("Ann", "Bob", "Cleo"), keys, strict=True)]
    hall = Hall(HallOpened("Friday", "seed", size=2)).after(*facts)
    hall = hall.after(hall.seat_round())
    room = WaitingRoom("abcd", hall, list[HallFact]().append, lambda: bytes(16))
    room.handle(1, Hello(CURRENT, "app", "watcher", "Wes", b"w" * 16, 1), now=0)
    room.handle(2, Hello(CURRENT, "app", "player", "Ann", b"a" * 16, 1, token=bytes(16)), now=0)
    for at, turn in ((10, 1), (160, 10)):
        room.note_progress(0, Progress(1, turn, (0, 0)), now=at)
        room.note_progress(1, Progress(1, turn, (0, 0)), now=at)
    early = [each.message for each in room.wake(now=160) if isinstance(each, Send)]
    assert all(each.left is None for each in early if isinstance(each, HallNews))
    room.note_progress(0, Progress(2, 4, (5, 0)), now=310)
    room.note_progress(1, Progress(2, 1, (0, 7)), now=310)
    sent = [each for each in room.wake(now=311) if isinstance(each, Send)]
    watcher, player = (each.message for each in sent if isinstance(each.message, HallNews))
    assert [(each.deal, each.turn, each.heads) for each in watcher.tables] == [(2, 4, (5, 0)), (2, 1, (0, 7))]
    assert watcher.left == 20 * (300 + 1) / 10
    assert player.tables == () and player.left == watcher.left


@pytest.mark.slow
def test_one_machine_cannot_fill_a_hall() -> None:
    hall = Hall(HallOpened("Friday", "seed"))

    tokens = (number.to_bytes(16, "big") for number in range(MAX_PLAYERS))
    neighbour = {"10.0.0.2": b"mac", "10.0.0.3": b"mac"}.get
    journal = list[HallFact]().append
    room = WaitingRoom("abcd", hall, journal, lambda: next(tokens), ethernet_address=neighbour)

    def registers(peer: int, address: str) -> bool:
        hello = Hello(CURRENT, "app", "player", f"P{peer}", peer.to_bytes(16, "big"), 1)
        effects = room.handle(peer, hello, 0, address)
        return any(isinstance(each, Send) and isinstance(each.message, Welcome) for each in effects)

    assert sum(registers(peer, f"10.0.0.{2 + peer % 2}") for peer in range(MAX_PLAYERS)) == NEW_OF_MACHINE
    assert registers(301, "10.0.0.4")
    assert all(registers(400 + peer, "127.0.0.1") for peer in range(NEW_OF_MACHINE + 1))
