"""`sixqp scores`: one table of people, and the last evenings."""

import argparse
from collections.abc import Collection, Iterable
from itertools import islice
from typing import Final, get_args

import msgspec
from msgspec import Struct
from rich.console import Group
from rich.table import Table
from rich.text import Text

from sixqp_protocol.facts import Variant
from sixqp_tui.features.history import words
from sixqp_tui.features.history.command import read_history
from sixqp_tui.features.history.games import own_identities
from sixqp_tui.features.history.summary import Evening, GameSummary, SeatSummary, evenings
from sixqp_tui.i18n import _, pgettext
from sixqp_tui.i18n.local_time import format_day
from sixqp_tui.i18n.phrases import decimal, listed, person, table_title, variant_name
from sixqp_tui.terminal.output import print_json, print_rich

EVENINGS: Final = 10
MAX_TALLIED: Final = 6
"""Winners of an evening's games who are listed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--variant", choices=get_args(Variant), default=None, help=_("count only these games"))
    parser.add_argument("--json", action="store_true", help=_("print the scores as one line of JSON"))


def run(parsed: argparse.Namespace) -> int:
    scores = count_scores(read_history(), own_identities(), parsed.variant)
    if parsed.json:
        print_json(msgspec.json.encode(scores))
    else:
        print_rich(describe_scores(scores, parsed.variant))
    return 0


class PersonScore(Struct, frozen=True):
    """`person` is a key; `own`: it is this user. `name` is what they were called last.

    `games` and `wins` count ended games, each once. `rounds` are those played from beginning to end: `mean` is the
    heads taken in each of them, `best` and `worst` the heads of one. `last` is when a game ended, in seconds since
    1970.
    """

    person: str
    name: str
    own: bool
    games: int
    wins: int
    rounds: int
    mean: float
    best: int
    worst: int
    last: int


class Scores(Struct, frozen=True):
    """Of all games, or those of one variant: who has played most, first. `variants` were played.

    `evenings` are the last ones with others; none for a single variant, because an evening has several.
    """

    games: int
    variants: tuple[Variant, ...]
    people: tuple[PersonScore, ...]
    evenings: tuple[Evening, ...]


def count_scores(every: Collection[GameSummary], own: tuple[str, ...], variant: Variant | None = None) -> Scores:
    """`every` game comes newest first; `own` are the keys of this user, who is one person."""
    games = [game for game in every if variant in (None, game.variant)]
    held: dict[str, list[tuple[GameSummary, SeatSummary]]] = {}
    for game in games:
        for seat in game.seats:
            if not seat.bot:
                held.setdefault(own[0] if seat.key in own else seat.key, []).append((game, seat))
    people = (_score(person, seats, person in own) for person, seats in held.items())
    played = {game.variant for game in every}
    last = () if variant else islice((each for each in evenings(games) if each.with_others), EVENINGS)
    return Scores(
        len(games),
        tuple(each for each in get_args(Variant) if each in played),
        tuple(sorted(people, key=lambda score: (-score.games, -score.rounds, score.name))),
        tuple(last),
    )


def _score(person: str, held: list[tuple[GameSummary, SeatSummary]], own: bool) -> PersonScore:
    rounds = [heads for _game, seat in held for heads in seat.rounds]
    last, seat = held[0]
    return PersonScore(
        person,
        seat.name,
        own,
        len({game.id for game, seat in held if seat.rank > 0}),
        len({game.id for game, seat in held if seat.rank == 1}),
        len(rounds),
        sum(rounds) / len(rounds),
        min(rounds),
        max(rounds),
        last.ended,
    )


def describe_scores(scores: Scores, variant: Variant | None) -> Group:
    if not scores.people:
        return Group(words.nobody_yet() if variant is None else _("No games match."))
    people = _people_table(scores.people, variant)
    return Group(people, "", _evening_table(scores.evenings)) if scores.evenings else Group(people)


def _table(title: str = "") -> Table:
    return Table(
        title=title,
        title_justify="left",
        title_style="bold",
        header_style="dim",
        box=None,
        padding=(0, 2, 0, 0),
        pad_edge=False,
    )


def _people_table(people: Iterable[PersonScore], variant: Variant | None) -> Table:
    # Translators: a heading: a list of all who have played follows
    title = _("EVERYBODY")
    table = _table(f"{title} · {variant_name(variant)}" if variant else title)
    # Translators: the context “score column” is the head of a column; a long one is broken between words
    table.add_column(pgettext("score column", "player"))
    table.add_column(pgettext("score column", "games"), justify="right", no_wrap=True)
    # Translators: games won
    table.add_column(pgettext("score column", "won"), justify="right", no_wrap=True)
    table.add_column(pgettext("score column", "heads a round"), justify="right")
    # Translators: heads of the best round, at most 6 letters
    table.add_column(pgettext("score column", "best"), justify="right", no_wrap=True)
    # Translators: heads of the worst round, at most 6 letters
    table.add_column(pgettext("score column", "worst"), justify="right", no_wrap=True)
    table.add_column(pgettext("score column", "last played"), no_wrap=True)
    for each in people:
        table.add_row(
            Text(person(each.name, [pgettext("chair", "you")] if each.own else [])),
            *map(str, (each.games, each.wins, decimal(each.mean), each.best, each.worst)),
            format_day(each.last),
            style="bold" if each.own else "",
        )
    return table


def _evening_table(found: Iterable[Evening]) -> Table:
    table = _table(_("LAST EVENINGS"))
    # Translators: the evening when games were played
    table.add_column(pgettext("score column", "evening"), no_wrap=True)
    table.add_column(pgettext("score column", "games"), justify="right")
    # Translators: the table or tables where they were played
    table.add_column(pgettext("score column", "table"))
    table.add_column(pgettext("score column", "won by"))
    # Translators: how many games each player has won
    table.add_column(pgettext("score column", "games won"))
    for evening in found:
        won = [f"{line.name} {line.wins}" for line in evening.lines if line.wins]
        table.add_row(
            format_day(evening.ended),
            str(len(evening.games)),
            Text(listed([table_title(title) for title in evening.titles])),
            Text(listed([line.name for line in evening.winners])),
            Text(listed(won, MAX_TALLIED)),
        )
    return table
