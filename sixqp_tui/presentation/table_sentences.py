"""Sentences about a table, shared by the text mode and the page."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from sixqp_protocol.messages import RoomNews, SeatNews
from sixqp_protocol.refusals import Refusal
from sixqp_tui.engine.view import CardLocation, card_locations
from sixqp_tui.i18n import (
    _,
    commands as commands_words,
    console as console_words,
    lobby as lobby_words,
    pgettext,
    settings as settings_words,
    table as table_words,
    tally as tally_words,
)
from sixqp_tui.i18n.console import chairs_free
from sixqp_tui.i18n.phrases import heads, ordinal
from sixqp_tui.presentation.decision import landing_hint
from sixqp_tui.presentation.medals import MedalText
from sixqp_tui.presentation.tally import describe_rows, describe_wins, evening_medals, tally_rows
from sixqp_tui.presentation.view_model import ViewModel

PLACES: tuple[CardLocation, ...] = ("table", "gone", "theirs", "mine", "deck", "unseen")


def landing(model: ViewModel, card: int) -> str:
    hint = landing_hint(model.table.rows, card)
    if hint.row is None:
        return _("{card} is too low: you would choose a row.").format(card=card)
    if hint.heads is not None:
        return _("{card} would be the sixth card of row {row}: {heads}.").format(
            card=card, row=hint.row + 1, heads=heads(hint.heads)
        )
    return _("{card} would go to row {row}, {place} of 5.").format(
        card=card, row=hint.row + 1, place=ordinal(hint.place)
    )


def in_runs(cards: Sequence[int]) -> str:
    """Ascending cards as text, with runs as `first to last`."""
    return ", ".join(_run(first, last) for first, last in _runs(cards))


def _runs(cards: Sequence[int]) -> Iterable[tuple[int, int]]:
    breaks = [at for at, (one, two) in enumerate(pairwise(cards), 1) if two != one + 1]
    starts, ends = (0, *breaks), (*breaks, len(cards))
    return ((cards[start], cards[end - 1]) for start, end in zip(starts, ends, strict=True) if start < end)


def evening(model: ViewModel) -> tuple[str, ...]:
    rows = tally_rows(model.tally, model.you)
    won = describe_wins(rows, max(2, len(rows)))
    return (*([f"{won}."] if won else []), *medal_sentences(evening_medals(rows)))


def medal_sentences(medals: Iterable[MedalText]) -> tuple[str, ...]:
    # Translators: a medal, such as “Photo finish: Ann won by 2 heads.”
    return tuple(_("{medal}: {sentence}.").format(medal=text.title, sentence=text.sentence) for text in medals)


def tally(model: ViewModel) -> tuple[str, ...]:
    return describe_rows(tally_rows(model.tally, model.you)) or (tally_words.nothing_yet(),)


def watching(news: RoomNews) -> str:
    """The names of the watchers, or their number if the host sends no names."""
    if news.watcher_names:
        return f"{tally_words.watching(news.watcher_names)}."
    return console_words.watching(news.watchers)


def people(seats: Sequence[SeatNews], you: int | None) -> str:
    people_here = [person(seat, at == you) for at, seat in enumerate(seats) if seat.occupant != "open"]
    return _at_the_table(people_here, sum(seat.occupant == "open" for seat in seats))


def person(seat: SeatNews, own: bool) -> str:
    marks = [
        (own, pgettext("chair", "you")),
        (seat.owner, pgettext("chair", "host")),
        (seat.way is not None, lobby_words.came_by(seat.way)),
        (seat.occupant == "bot", console_words.role_bot(seat.level)),
        (seat.occupant == "expected", pgettext("chair", "expected")),
        (seat.occupant == "person" and seat.level is not None, _("away, a bot plays")),
        (seat.occupant == "person" and not seat.here and seat.level is None, pgettext("chair", "away")),
    ]
    return console_words.person(seat.name, [mark for holds, mark in marks if holds])


def settings(news: RoomNews) -> str:
    agreed = news.settings
    rules = console_words.the_game(agreed.rules, settings_words.format_time_limit(agreed.timer))
    pause = () if agreed.pause == 0 else (_pauses(agreed.pause),)
    return " ".join((rules, *pause, *((settings_words.seed_warning(),) if news.seeded else ())))


def refusal(code: Refusal, model: ViewModel) -> str:
    if code is Refusal.ALREADY_CHOSEN:
        return commands_words.already_laid(model.view.laid)
    return f"{table_words.refused(code)}."


def seen(model: ViewModel) -> tuple[str, ...]:
    """Where the cards of the round are."""
    where = card_locations(model.view)
    places = ((place, [card for card, location in where.items() if location == place]) for place in PLACES)
    return tuple(
        {
            "unseen": _("Not seen yet this round: {numbers}."),
            "mine": _("Yours: {numbers}."),
            "table": _("On the table: {numbers}."),
            "gone": _("Taken this round: {numbers}."),
            "theirs": _("In other hands: {numbers}."),
            "deck": _("Still to pick: {numbers}."),
        }[place].format(numbers=in_runs(held))
        for place, held in places
        if held
    )


def _run(first: int, last: int) -> str:
    if last > first + 1:
        # Translators: a run of numbers: “31 to 35”
        return _("{first} to {last}").format(first=first, last=last)
    return str(first) if first == last else f"{first}, {last}"


def _at_the_table(people: Sequence[str], free: int) -> str:
    here = _("At the table: {names}.").format(names=", ".join(people))
    return f"{here} {chairs_free(free)}." if free else here


def _pauses(seconds: int | None) -> str:
    if seconds is None:
        return _("Between rounds, the game pauses until everybody is ready.")
    return _("Between rounds, the game pauses for {seconds} s at most.").format(seconds=seconds)
