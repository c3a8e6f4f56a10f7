"""Luck and skill of an evening: the reviews of its games, added up by person."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from sixqp_protocol.facts import DraftOpened
from sixqp_tui.analysis.result import Balance, Decision, Review, SeatReview
from sixqp_tui.features.history.games import list_games, load_game
from sixqp_tui.features.history.persons import joined_persons
from sixqp_tui.features.history.record import GameRecord
from sixqp_tui.features.history.summary import evenings, player_key
from sixqp_tui.i18n import _
from sixqp_tui.i18n.local_time import format_when
from sixqp_tui.i18n.phrases import table_title
from sixqp_tui.joining.failure import os_errors_as_failures

Reviewed = tuple[GameRecord, Review]


class EveningReview(NamedTuple):
    """A `review` with persons in place of seats, and the rounds of all their games; `names` are theirs.

    `keys` are the keys of the persons. The title and the time are those of the last game.
    """

    names: tuple[str, ...]
    keys: tuple[str, ...]
    review: Review
    title: str
    ended: int
    drafted: bool


def find_evening(record: GameRecord) -> tuple[GameRecord, ...]:
    """The kept games of this one's evening, oldest first. It blocks. Raises Failure."""
    with os_errors_as_failures():
        found = evenings(list_games().games, joined_persons())
        ids = next((evening.games for evening in found if record.id in evening.games), ())
        return tuple(load_game(game) for game in ids) or (record,)


def sum_up(
    reviewed: Sequence[Reviewed], joined: Mapping[str, str] | None = None, tasks: int | None = None
) -> EveningReview:
    """At least one game, the oldest first; `joined` maps keys to the key of their person.

    `tasks` are those of the whole evening, if games are missing in `reviewed`.
    """
    called = joined_persons() if joined is None else joined
    names: dict[str, str] = {}
    rounds: dict[str, dict[int, Balance]] = {}
    decisions: dict[str, list[Decision]] = {}
    for number, (record, review) in enumerate(reviewed):
        for seat in review.seats:
            player = record.players[seat.seat]
            key = player_key(player, record.table)
            key = called.get(key, f"{key} {player.name}" if player.level else key)
            names[key] = player.name
            first = _ROUNDS * number  # rounds of different games stay apart
            mine = rounds.setdefault(key, {})
            for at, balance in seat.rounds.items():
                mine[first + at] = mine.get(first + at, Balance(0, 0, 0, 0)) + balance
            own = (replace(each, round=first + each.round) for each in seat.decisions)
            decisions.setdefault(key, []).extend(own)
    seats = tuple(SeatReview(at, tuple(decisions[key]), rounds[key]) for at, key in enumerate(names))
    found = [review for _record, review in reviewed]
    last = reviewed[-1][0]
    tasks = sum(each.tasks for each in found) if tasks is None else tasks
    whole = Review(found[0].deals, tasks, sum(each.done for each in found), seats)
    drafted = any(isinstance(fact, DraftOpened) for record, _review in reviewed for fact in record.facts)
    return EveningReview(tuple(names.values()), tuple(names), whole, last.title, last.ended, drafted)


_ROUNDS = 1000
"""More rounds than a game has."""


def so_far(review: Review) -> str:
    sentence = _("Stopped: {done} of {tasks} parts of the games were reviewed. Only whole rounds are added up.")
    return sentence.format(done=review.done, tasks=review.tasks)


def evening_title(evening: EveningReview) -> str:
    # Translators: {when} is the date and the time of the last game, {table} the title of the table
    sentence = _("Luck of the evening: {when} · {table}")
    return sentence.format(when=format_when(evening.ended), table=table_title(evening.title))
