"""The time bank: what a seat has beyond the clocks of its decisions, and how it is used up."""

from typing import Any

from host.party import Open, Party

from sixqp_protocol.facts import Rules, StoodIn
from sixqp_protocol.messages import Pause, Resume, Settings, Start, TakeBack


def a_game(table: Open, players: int = 2, bank: int = 30, **setup: Any) -> tuple[Party, list[int]]:
    settings = Settings(Rules("classic", None, "over", 2), timer=10, bank=bank)
    party = table(settings=settings, **setup)
    peers = [party.owner(), *(party.join(f"P{n}") for n in range(1, players)), *party.bots()]
    party.ask(peers[0], Start)
    return party, peers


def stood_in(party: Party) -> list[int]:
    return [fact.seat for fact in party.facts[1] if isinstance(fact, StoodIn)]


def test_time_beyond_the_clock_is_taken_from_the_bank(table: Open) -> None:
    party, (olga, ann) = a_game(table)
    assert party.news(olga).banks == (30_000, 30_000)
    party.decide(ann)
    party.wait(25)
    assert not stood_in(party)
    party.decide(olga)
    assert party.news(ann).banks == (15_000, 30_000)


def test_the_stand_in_decides_when_clock_and_bank_run_out(table: Open) -> None:
    party, (_, ann) = a_game(table)
    party.decide(ann)
    party.wait(39.9)
    assert not stood_in(party)
    party.wait(0.2)
    assert stood_in(party)[:1] == [0] and party.news(ann).banks == (0, 30_000)
    party.decide(ann)
    party.wait(10)
    assert stood_in(party).count(0) == 2


def test_each_seat_has_its_own_bank_and_taking_a_card_back_uses_it_again(table: Open) -> None:
    party, (olga, ann) = a_game(table)
    party.wait(15)
    party.decide(ann)
    party.wait(5)
    table_seen = party.views[ann].table
    party.ask(ann, TakeBack, table_seen.round, table_seen.turn)
    party.wait(5)
    party.decide(ann)
    party.decide(olga)
    assert party.news(ann).banks == (15_000, 20_000)


def test_no_time_bank_runs_while_the_owner_pauses(table: Open) -> None:
    party, (olga, ann) = a_game(table)
    party.wait(15)
    party.ask(olga, Pause)
    party.wait(500)
    party.ask(olga, Resume)
    assert party.news(ann).banks == (25_000, 25_000) and party.news(ann).milliseconds_left == 0
    party.wait(24)
    assert not stood_in(party)
    party.wait(2)
    assert sorted(stood_in(party)[:2]) == [0, 1]


def test_a_bot_uses_no_time_bank(table: Open) -> None:
    party, peers = a_game(table, players=1, bots=1)
    party.decide(peers[0])
    party.wait(10)
    assert stood_in(party) == [1] and party.news(peers[0]).banks == (30_000, 30_000)


def test_each_game_and_each_restart_begins_with_full_banks(table: Open) -> None:
    party, _ = a_game(table)
    party.wait(20)
    party.room.resume(tuple(party.journal), party.now)
    assert party.room.state.banks == [30, 30]
