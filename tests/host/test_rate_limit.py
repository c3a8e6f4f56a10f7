"""Whoever says too much is told so, and whoever goes on is let go; a fast game is no offence."""

from host.party import Began, Open, Party

from sixqp_protocol.messages import Accepted, Ping, Pong, Refused, Rename, Say
from sixqp_protocol.refusals import Farewell, Refusal


def spoken(party: Party, peer: int, times: int) -> list[Refusal | None]:
    """What becomes of so many words."""
    answers = [answer for _ in range(times) for answer in party.ask(peer, Say, "a word")]
    return [
        answer.code if isinstance(answer, Refused) else None
        for answer in answers
        if isinstance(answer, Refused | Accepted)
    ]


def test_five_words_at_once_and_then_one_a_second(table: Open) -> None:
    party = table()
    olga = party.owner()
    assert spoken(party, olga, 6) == [None] * 5 + [Refusal.TOO_FAST]
    party.now += 1
    assert spoken(party, olga, 2) == [None, Refusal.TOO_FAST]


def test_what_one_says_too_fast_costs_the_others_nothing(table: Open) -> None:
    party = table()
    olga, ann = party.owner(), party.join()
    spoken(party, olga, 9)
    assert spoken(party, ann, 5) == [None] * 5


def test_forty_messages_at_once_and_then_twenty_a_second(table: Open) -> None:
    party = table()
    olga = party.owner()
    assert sum(bool(party.tell(olga, Ping(1))) for _ in range(45)) == 40
    party.now += 0.5
    assert sum(bool(party.tell(olga, Ping(1))) for _ in range(13)) == 10


def test_the_tenth_offence_within_a_minute_ends_the_connection(table: Open) -> None:
    party = table()
    ann = party.join(version=(1, 2))
    assert spoken(party, ann, 14)[5:] == [Refusal.TOO_FAST] * 9 and ann not in party.closed
    party.ask(ann, Say, "once more")
    assert party.closed[ann].farewell is Farewell.TOO_FAST
    assert party.ask(ann, Say, "and more") == []


def test_offences_are_forgotten_after_a_minute(table: Open) -> None:
    party = table()
    ann = party.join(version=(1, 2))
    spoken(party, ann, 14)
    party.now += 60
    assert spoken(party, ann, 14)[5:] == [Refusal.TOO_FAST] * 9 and ann not in party.closed


def test_an_older_end_is_told_what_it_knows(table: Open) -> None:
    party = table()
    ann = party.join(version=(1, 1))
    spoken(party, ann, 15)
    assert party.closed[ann].farewell is Farewell.BAD_MESSAGE


def test_whoever_comes_back_by_another_connection_begins_anew_and_has_the_seat(table: Open) -> None:
    party = table()
    ann = party.join(version=(1, 2))
    spoken(party, ann, 15)
    back = party.back(ann)
    assert spoken(party, back, 5) == [None] * 5


def test_a_game_may_be_played_as_fast_as_it_goes(game: Began) -> None:
    party, peers = game(2, rounds=6)
    party.play(*peers)
    assert party.room.games_finished == 1 and not party.closed
    assert [type(answer) for answer in party.tell(peers[0], Ping(7))] == [Pong]


def test_what_was_refused_counts(table: Open) -> None:
    party = table()
    ann = party.join()
    codes = [
        answer.code for _ in range(41) for answer in party.ask(ann, Rename, " ") if isinstance(answer, Refused)
    ]
    assert codes == [Refusal.EMPTY_TEXT] * 40 + [Refusal.TOO_FAST]
