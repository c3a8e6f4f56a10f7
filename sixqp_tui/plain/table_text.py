"""The table, the hands, the scores and the people, as lines."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from sixqp_protocol.messages import RoomNews, SeatNews
from sixqp_tui.engine.card_locations import CardLocation, card_locations
from sixqp_tui.engine.cards import heads, heads_of
from sixqp_tui.i18n import _, pgettext, phrases
from sixqp_tui.i18n import commands as commands_words
from sixqp_tui.i18n import console as console_words
from sixqp_tui.i18n import rules as rules_words
from sixqp_tui.i18n import settings as settings_words
from sixqp_tui.i18n import table as table_words
from sixqp_tui.i18n import tally as tally_words
from sixqp_tui.presentation.decision import landing_hint
from sixqp_tui.presentation.tally import tally_rows, tell_rows, tell_summary
from sixqp_tui.presentation.view_model import Player, ViewModel, seconds_left

Lines = tuple[str, ...]
PLACES: tuple[CardLocation, ...] = ("table", "gone", "theirs", "mine", "deck", "unseen")


def row_ends(model: ViewModel) -> Lines:
    """What matters of each row when a card is to be chosen: its end first, then how many cards and heads."""
    rows = enumerate(model.table.rows)
    return tuple(console_words.row_ends(at, row[-1], len(row), heads_of(row)) for at, row in rows)


def open_cards(model: ViewModel) -> Lines:
    """Every card that lies open: the rows, or the deck."""
    table = model.table
    if table.drafting:
        return (deck(model),)
    if not table.rows:
        return (_("No game has been played yet."),)
    return tuple(console_words.whole_row(at, row, heads_of(row)) for at, row in enumerate(table.rows))


def landing(model: ViewModel, card: int) -> str:
    """Where a card would go on the table as it lies."""
    hint = landing_hint(model.table.rows, card)
    if hint.row is None:
        return commands_words.would_be_too_low(card)
    if hint.heads is not None:
        return commands_words.would_take(card, hint.row, hint.heads)
    return commands_words.would_append(card, hint.row, hint.place)


def deck(model: ViewModel) -> str:
    """The open deck in runs of numbers (5.2)."""
    return console_words.deck_left(in_runs(model.table.deck))


def seen(model: ViewModel) -> Lines:
    """Where the cards of the round are, what is not seen yet last; a table may not list them."""
    if not model.lists_seen_cards:
        return (f"{table_words.not_listed()}.",)
    where = card_locations(model.view)
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


def hand(model: ViewModel) -> str:
    """The own hand, with heads where a card has more than one."""
    return console_words.your_hand([console_words.card_with_heads(card, heads(card)) for card in model.view.hand])


def hand_and_laid(model: ViewModel) -> Lines:
    """The same, and the card that is laid."""
    return (hand(model), *([commands_words.already_laid(model.view.laid)] if model.laid_returns else []))


def hands(model: ViewModel) -> Lines:
    """Everybody's hand, as far as it is known."""
    known = ((seat, held) for seat, held in enumerate(model.table.hands) if held is not None)
    return tuple(console_words.hand_of(model.name_of(seat), held) for seat, held in known)


def scores(model: ViewModel) -> Lines:
    """The heads of the round that is played, and the totals."""
    if not model.table.names:
        return (_("No game has been played yet."),)
    this_round = console_words.this_round([(_called(player), player.heads) for player in model.players()])
    return (totals(model),) if model.over else (this_round, totals(model))


def totals(model: ViewModel) -> str:
    """The totals, the best first."""
    shares = [(_called(player), player.total) for player in model.players()]
    return console_words.totals(sorted(shares, key=lambda share: share[1]))


def final_ranks(model: ViewModel) -> Lines:
    """Everybody's rank, the best first (4.4)."""
    players = sorted(model.players(), key=lambda player: player.rank)
    return tuple(console_words.ranked(player.rank, _called(player), player.total) for player in players)


def _called(player: Player) -> str:
    return phrases.you() if player.own else player.name


def evening(model: ViewModel) -> Lines:
    """Who has won how many games here, in a sentence; nothing before a round was played to its end."""
    rows = tally_rows(model.tally, model.you)
    return (f"{tell_summary(rows, max(2, len(rows)))}.",) if rows else ()


def tally(model: ViewModel) -> Lines:
    """What everybody has played at this table since it opened."""
    return tell_rows(tally_rows(model.tally, model.you)) or (tally_words.nothing_yet(),)


def watching(news: RoomNews) -> str:
    """Who looks on; an older table tells how many."""
    if news.watcher_names:
        return f"{tally_words.watching(news.watcher_names)}."
    return console_words.watching(news.watchers)


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


def settings(news: RoomNews) -> str:
    """What the table plays, and whether somebody may know its cards beforehand."""
    agreed = news.settings
    told = console_words.the_game(agreed.rules, settings_words.time_told(agreed.timer))
    listed = () if agreed.cards_seen else (f"{table_words.not_listed()}.",)
    return " ".join((told, *listed, *((settings_words.seeded_told(),) if news.seeded else ())))


def settings_now(model: ViewModel) -> Lines:
    """What this table plays; nothing before it is known."""
    return (settings(model.news),) if model.news else ()


def clock(model: ViewModel, now: float) -> Lines:
    """Who decides, and how long they have."""
    awaited = model.awaited()
    return (console_words.to_decide(awaited), *time_left(model, now)) if awaited else ()


def time_left(model: ViewModel, now: float) -> Lines:
    """How long those have who decide; nothing where no clock runs."""
    if model.deadline is None:
        return ()
    return (console_words.seconds_left(seconds_left(model.deadline, now)),)


def rules(_model: ViewModel) -> Lines:
    """The rules, a paragraph a line."""
    parts = (
        rules_words.aim, rules_words.the_cards, rules_words.a_round, rules_words.a_turn, rules_words.sixth_card,
        rules_words.too_low, rules_words.scoring, rules_words.variants, rules_words.away,
    )  # fmt: skip
    return tuple(console_words.section(*part()) for part in parts)
