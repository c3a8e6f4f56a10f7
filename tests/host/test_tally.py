"""The tally: what everybody has played at a table since it opened."""

import pytest
from host.party import Party, begun

from sixqp_protocol.facts import GameEnded, RoundEnded
from sixqp_protocol.messages import Leave, Rename, SetSeat, Start, TakeSeat, Tally as Told, TallyLine
from sixqp_tui.host.participants import Chair, Participant
from sixqp_tui.host.tally import MAX_LINES, TableTally


def persons(*names: str) -> list[Chair]:
    return [Chair(name, Participant(name.encode(), name)) for name in names]


def tally_of(party: Party, peer: int) -> dict[str, TallyLine]:
    return {line.name: line for line in party.last(peer, Told).lines}


def test_rounds_and_games_are_added_up() -> None:
    tally, chairs = TableTally(), persons("Ann", "Bob")
    tally.count((RoundEnded((9, 4), (9, 4)),), chairs, 1)
    tally.count((RoundEnded((2, 8), (11, 12)), GameEnded("rounds")), chairs, 1)
    tally.count((RoundEnded((5, 5), (5, 5)), GameEnded("rounds")), chairs, 1)
    assert tally.lines(chairs) == (
        TallyLine("Ann", False, 0, games=2, won=2, rounds=3, heads=16, last=5, best=2),
        TallyLine("Bob", False, 1, games=2, won=1, rounds=3, heads=17, last=5, best=4),
    )


def test_namesakes_are_kept_apart_and_bots_are_known_by_name() -> None:
    tally = TableTally()
    first, second = persons("Ann", "Bob"), [*persons("Ann"), Chair("Hal")]
    tally.count((RoundEnded((1, 2), (1, 2)),), first, 1)
    tally.count((RoundEnded((3, 4), (3, 4)),), second, 1)
    again = [second[0], Chair("Hal")]
    tally.count((RoundEnded((5, 6), (5, 6)),), again, 1)
    assert [(line.name, line.bot, line.seat, line.heads) for line in tally.lines(again)] == [
        ("Ann", False, None, 1),
        ("Bob", False, None, 2),
        ("Ann", False, 0, 8),
        ("Hal", True, 1, 10),
    ]


def test_of_those_who_left_the_last_to_play_are_kept() -> None:
    tally = TableTally()
    for number in range(MAX_LINES):
        tally.count((RoundEnded((1, 2), (1, 2)),), persons(f"P{number}", "Else"), 1)
    assert len(tally.lines(())) == MAX_LINES
    assert tally.lines(())[-2].name == f"P{MAX_LINES - 1}"


def test_renaming_leaving_and_returning_keep_the_line() -> None:
    party, peers = begun(2)
    party.play(*peers)
    watcher = party.join("Wim", role="watcher")
    before = tally_of(party, watcher)["P1"]
    party.ask(peers[1], Rename, "Paul")
    assert "P1" not in tally_of(party, watcher) and tally_of(party, watcher)["Paul"].heads == before.heads
    party.ask(peers[1], Leave)
    assert tally_of(party, watcher)["Paul"].seat is None
    party.join("Stranger")
    back = party.join("Polly", party.keys[peers[1]])
    assert party.seat(back) == 2
    lines = tally_of(party, watcher)
    assert "Paul" not in lines and (lines["Polly"].seat, lines["Polly"].heads) == (2, before.heads)


def test_a_player_who_returns_to_watch_and_sits_down_keeps_their_line() -> None:
    party, peers = begun(2)
    watcher = party.join("Wim", role="watcher")
    party.play(*peers)
    heads = tally_of(party, watcher)["P1"].heads
    party.ask(peers[1], Leave)
    party.ask(peers[0], SetSeat, 1, "bot")
    party.ask(peers[0], Start)
    late = party.join("P1", party.keys[peers[1]], look_on=True)
    party.ask(late, TakeSeat, 1)
    lines = party.last(watcher, Told).lines
    assert [(line.seat, line.heads) for line in lines if line.name == "P1"] == [(1, heads)]


@pytest.mark.parametrize(("turns", "counts"), [(4, False), (5, True)])
def test_a_seat_counts_only_if_its_person_decided_at_least_half_of_the_turns(turns: int, counts: bool) -> None:
    party, peers = begun(2)
    watcher = party.join("Wim", role="watcher")
    while party.views[peers[0]].table.turn <= turns:
        party.play(*peers, steps=1)
    party.ask(peers[1], Leave)
    party.play(peers[0], *party.bots())
    assert [line.name for line in party.last(watcher, Told).lines] == ["Olga", *(["P1"] if counts else [])]


def test_turns_of_stand_ins_are_nobodys() -> None:
    party, peers = begun(2, timer=15)
    watcher = party.join("Wim", role="watcher")
    while not party.views[peers[0]].table.scores:
        party.decide(peers[0])
        party.wait(15)
    assert [line.name for line in party.last(watcher, Told).lines] == ["Olga"]


def test_the_tally_is_sent_once_per_change() -> None:
    party, peers = begun(2)
    watcher = party.join("Wim", role="watcher")
    party.play(*peers)
    count = sum(isinstance(message, Told) for message in party.inbox[watcher])
    other = party.join("Max", role="watcher")
    party.lose(other)
    assert sum(isinstance(message, Told) for message in party.inbox[watcher]) == count == 1
    party.ask(peers[0], SetSeat, 2, "bot")
    party.ask(peers[0], Start)
    assert sum(isinstance(message, Told) for message in party.inbox[watcher]) == count


def test_watchers_are_sent_while_they_are_connected() -> None:
    party, peers = begun(2)
    wim, _max = party.join("Wim", role="watcher"), party.join("Max", role="watcher")
    assert party.news(peers[0]).watchers == ("Wim", "Max")
    party.lose(wim)
    assert party.news(peers[0]).watchers == ("Max",)
