"""The table, the hands, the scores and the people, as lines."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from sixqp_protocol.messages import RoomNews, SeatNews, Settings
from sixqp_tui.engine.card_locations import CardLocation, card_locations
from sixqp_tui.engine.cards import heads, heads_of
from sixqp_tui.engine.rules import Effect, landing, ranks
from sixqp_tui.i18n import _, pgettext, phrases
from sixqp_tui.i18n import commands as commands_words
from sixqp_tui.i18n import console as console_words
from sixqp_tui.i18n import settings as settings_words
from sixqp_tui.i18n import table as table_words
from sixqp_tui.plain.knowledge import Known

Lines = tuple[str, ...]
PLACES: tuple[CardLocation, ...] = ("table", "gone", "theirs", "mine", "deck", "unseen")


def row_ends(known: Known) -> Lines:
    """What matters of each row when a card is to be chosen: its end first, then how many cards and heads."""
    rows = enumerate(known.table.rows)
    return tuple(console_words.row_ends(at, row[-1], len(row), heads_of(row)) for at, row in rows)


def open_cards(known: Known) -> Lines:
    """Every card that lies open: the rows, or the deck."""
    table = known.table
    if table.drafting:
        return (deck(known),)
    if not table.rows:
        return (_("No game has been played yet."),)
    return tuple(console_words.whole_row(at, row, heads_of(row)) for at, row in enumerate(table.rows))


def landing_of(known: Known, card: int) -> str:
    """Where a card would go on the table as it lies."""
    rows = known.table.rows
    effect, row = landing(rows, card)
    if row is None:
        return commands_words.would_be_too_low(card)
    if effect is Effect.TAKES_FULL_ROW:
        return commands_words.would_take(card, row, heads_of(rows[row]))
    return commands_words.would_append(card, row, len(rows[row]) + 1)


def deck(known: Known) -> str:
    """The open deck in runs of numbers (5.2)."""
    return console_words.deck_left(in_runs(known.table.deck))


def seen(known: Known) -> Lines:
    """Where the cards of the round are, what is not seen yet last."""
    where = card_locations(known.view)
    places = ((place, [card for card, lies in where.items() if lies == place]) for place in PLACES)
    return tuple(table_words.seen_cards(place, in_runs(held)) for place, held in places if held)


def in_runs(cards: Sequence[int]) -> str:
    """Ascending cards as numbers, `first to last` where there is no gap."""
    return ", ".join(console_words.run(first, last) for first, last in _runs(cards))


def _runs(cards: Sequence[int]) -> Iterable[tuple[int, int]]:
    """The first and last number of each run without a gap, of ascending numbers."""
    breaks = [at for at, (one, two) in enumerate(pairwise(cards), 1) if two != one + 1]
    starts, ends = (0, *breaks), (*breaks, len(cards))
    return ((cards[start], cards[end - 1]) for start, end in zip(starts, ends, strict=True) if start < end)


def hand(known: Known) -> str:
    """The own hand, with heads where a card has more than one."""
    return console_words.your_hand([console_words.card_with_heads(card, heads(card)) for card in known.view.hand])


def hands(known: Known) -> Lines:
    """Everybody's hand, as far as it is known."""
    known_hands = enumerate(known.table.hands)
    names = {seat: known.name_of(seat, phrases.you()) for seat in range(known.table.seats)}
    return tuple(console_words.hand_of(names[seat], held) for seat, held in known_hands if held is not None)


def scores(known: Known) -> Lines:
    """The heads of the round that is played, and the totals."""
    table = known.table
    if not table.names:
        return (_("No game has been played yet."),)
    this_round = console_words.this_round([*zip(_names(known), table.heads, strict=True)])
    return (totals(known),) if known.over else (this_round, totals(known))


def totals(known: Known) -> str:
    """The totals, the best first."""
    shares = zip(_names(known), known.table.totals, strict=True)
    return console_words.totals(sorted(shares, key=lambda share: share[1]))


def final_ranks(known: Known) -> Lines:
    """Everybody's rank, the best first (4.4)."""
    table = known.table
    lines = sorted(zip(ranks(table.totals), _names(known), table.totals, strict=True), key=lambda line: line[0])
    return tuple(console_words.ranked(*line) for line in lines)


def _names(known: Known) -> list[str]:
    return [known.name_of(seat, phrases.you()) for seat in range(known.table.seats)]


def people(news: RoomNews) -> str:
    """Who is at the table."""
    told = [_person(seat, at == news.you) for at, seat in enumerate(news.seats) if seat.occupant != "open"]
    return console_words.at_the_table(told, sum(seat.occupant == "open" for seat in news.seats))


def _person(seat: SeatNews, own: bool) -> str:
    marks = [
        (own, pgettext("chair", "you")),
        (seat.owner, pgettext("chair", "host")),
        (seat.occupant == "bot", console_words.role_bot(seat.level)),
        (seat.occupant == "expected", pgettext("chair", "expected")),
        (seat.occupant == "person" and seat.level is not None, _("away, a bot plays")),
        (seat.occupant == "person" and not seat.here and seat.level is None, pgettext("chair", "away")),
    ]
    return console_words.person(seat.name, [mark for holds, mark in marks if holds])


def settings(agreed: Settings) -> str:
    """What the table plays."""
    told = console_words.the_game(agreed.rules, settings_words.time_told(agreed.timer))
    return told if agreed.cards_seen else f"{told} {table_words.not_listed()}."


def clock(known: Known, now: float) -> Lines:
    """Who decides, and how long they have."""
    waited = [*([phrases.you()] if known.wanted else []), *known.waiting_for]
    return (console_words.to_decide(waited), *time_left(known, now)) if waited else ()


def time_left(known: Known, now: float) -> Lines:
    """How long those have who decide; nothing where no clock runs."""
    if known.deadline is None or known.paused:
        return ()
    return (console_words.seconds_left(max(0, round(known.deadline - now))),)
