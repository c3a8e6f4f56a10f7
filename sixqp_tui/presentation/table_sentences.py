"""Sentences about a table, shared by the text mode and the page."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from sixqp_protocol.messages import RoomNews, SeatNews
from sixqp_tui.engine.view import CardLocation, card_locations
from sixqp_tui.i18n import (
    _,
    home as home_words,
    lobby as lobby_words,
    pgettext,
    settings as settings_words,
    table as table_words,
)
from sixqp_tui.i18n.phrases import cards, heads, labelled, person as named, role_bot
from sixqp_tui.i18n.table import where_cards_are
from sixqp_tui.presentation.medals import MedalText
from sixqp_tui.presentation.tally import describe_row, describe_wins, evening_medals, tally_rows
from sixqp_tui.presentation.view_model import ViewModel

PLACES: tuple[CardLocation, ...] = ("table", "gone", "theirs", "mine", "deck", "unseen")


# -- cards ------------------------------------------------------------------------------------------


def row(at: int, held: Sequence[int], cost: int) -> str:
    """`at` counts from 0."""
    sentence = _("Row {row}: {numbers}. {cards}, {heads}")
    numbers = ", ".join(map(str, held))
    return sentence.format(row=at + 1, numbers=numbers, cards=cards(len(held)), heads=heads(cost))


def card_with_heads(card: int, cost: int) -> str:
    return str(card) if cost == 1 else _("{card} with {heads}").format(card=card, heads=heads(cost))


def in_runs(cards: Sequence[int]) -> str:
    """Ascending cards as text, with runs as `first to last`."""
    breaks = [at for at, (one, two) in enumerate(pairwise(cards), 1) if two != one + 1]
    starts, ends = (0, *breaks), (*breaks, len(cards))
    return ", ".join(_run(cards[start:end]) for start, end in zip(starts, ends, strict=True) if start < end)


def _run(cards: Sequence[int]) -> str:
    if len(cards) > 2:
        # Translators: a run of numbers: “31 to 35”
        return _("{first} to {last}").format(first=cards[0], last=cards[-1])
    return ", ".join(map(str, cards))


def seen(model: ViewModel, wanted: Sequence[CardLocation] = PLACES) -> tuple[str, ...]:
    """Where the cards of the round are."""
    where = card_locations(model.view)
    places = ((place, [card for card, location in where.items() if location == place]) for place in wanted)
    return tuple(labelled(where_cards_are(place), f"{in_runs(held)}.") for place, held in places if held)


# -- the evening ------------------------------------------------------------------------------------


def evening(model: ViewModel) -> tuple[str, ...]:
    rows = tally_rows(model.tally, model.you)
    won = describe_wins(rows, max(2, len(rows)))
    return (*([f"{won}."] if won else []), *medal_sentences(evening_medals(rows)))


def medal_sentences(medals: Iterable[MedalText]) -> tuple[str, ...]:
    return tuple(labelled(text.title, f"{text.sentence}.") for text in medals)


def tally(model: ViewModel) -> tuple[str, ...]:
    return tuple(map(describe_row, tally_rows(model.tally, model.you))) or (table_words.nothing_yet(),)


# -- people and settings ----------------------------------------------------------------------------


def watching(news: RoomNews) -> str:
    return f"{table_words.watching(news.watchers)}." if news.watchers else _("Nobody is watching now.")


def people(seats: Sequence[SeatNews], you: int | None) -> str:
    people_here = [person(seat, at == you) for at, seat in enumerate(seats) if seat.occupant != "open"]
    here = _("At the table: {names}.").format(names=", ".join(people_here))
    free = len(seats) - len(people_here)
    return f"{here} {home_words.chairs_free(free)}." if free else here


def person(seat: SeatNews, own: bool) -> str:
    away = seat.occupant == "person" and (seat.level is not None or not seat.here)
    marks = [
        (own, pgettext("chair", "you")),
        (seat.owner, pgettext("chair", "host")),
        (seat.way is not None, lobby_words.came_by(seat.way)),
        (seat.occupant == "bot", role_bot(seat.level)),
        (seat.occupant == "expected", pgettext("chair", "expected")),
        (away, pgettext("chair", "away")),
        (away and seat.level is not None, _("a stand-in plays")),
    ]
    return named(seat.name, [mark for holds, mark in marks if holds])


def settings(news: RoomNews) -> str:
    agreed = news.settings
    variant = settings_words.describe_variant(agreed.rules.variant).capitalize()
    # Translators: {variant} is “Classic: all 104 cards”; {ends} “ends over 66 heads”; {time} “90 s a turn”
    sentence = _("{variant}. The game {ends}. {time}.").format(
        variant=variant,
        ends=settings_words.describe_ends(agreed.rules),
        time=settings_words.format_time_limit(agreed.timer).capitalize(),
    )
    if agreed.pause is None:
        pause = _("Between rounds, the game pauses until everybody is ready.")
    else:
        pause = _("Between rounds, the game pauses for {seconds} s at most.").format(seconds=agreed.pause)
    seed = settings_words.seed_warning() if news.seeded else ""
    return " ".join(filter(None, (sentence, pause if agreed.pause != 0 else "", seed)))
