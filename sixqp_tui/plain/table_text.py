"""The table, the hands and the scores as lines."""

from collections.abc import Sequence

from sixqp_protocol.messages import RoomNews
from sixqp_tui.engine.cards import heads, heads_of
from sixqp_tui.i18n import _, lobby as lobby_words, phrases
from sixqp_tui.i18n.phrases import ordinal
from sixqp_tui.i18n.settings import seed_warning
from sixqp_tui.presentation import prompts, table_sentences
from sixqp_tui.presentation.view_model import Player, ViewModel
from sixqp_tui.presentation.ways_in import guest_ways, host_in, is_reachable

Lines = tuple[str, ...]
SHOWN_CHOICES = 10
"""More numbers are shown as runs."""


def question(asked: prompts.Ask, words: Sequence[str] = ()) -> str:
    """What is asked, with what may be typed: numbers, or else these words."""
    if len(asked.choices) > SHOWN_CHOICES:
        answers = table_sentences.in_runs(asked.choices)
    else:
        answers = " ".join(map(str, asked.choices)) or ", ".join(words)
    # Translators: {question} is a sentence or what is asked for; {answers} are numbers and words to type
    return _("{question} ({answers}): ").format(question=asked.text, answers=answers)


def row_ends(model: ViewModel) -> Lines:
    """The rows in short, the last card first."""
    # Translators: read aloud: {card} is a number, {cards} “5 cards”, {heads} “6 heads”
    sentence = _("Row {row} ends in {card}, {cards}, {heads}")
    return tuple(
        sentence.format(row=at, card=row[-1], cards=phrases.cards(len(row)), heads=phrases.heads(heads_of(row)))
        for at, row in enumerate(model.table.rows, 1)
    )


def open_cards(model: ViewModel) -> Lines:
    if model.table.drafting:
        deck = model.table.deck
        costly = [table_sentences.card_with_heads(card, heads(card)) for card in deck if heads(card) > 1]
        return (
            _("In the deck: {cards_left}.").format(cards_left=table_sentences.in_runs(deck)),
            *((_("More than one head: {cards}.").format(cards=", ".join(costly)),) if costly else ()),
        )
    return tuple(table_sentences.row(at, row, heads_of(row)) for at, row in enumerate(model.table.rows))


def hand(model: ViewModel) -> str:
    held = [table_sentences.card_with_heads(card, heads(card)) for card in model.view.hand]
    return _("Your hand: {cards}.").format(cards=", ".join(held)) if held else _("Your hand is empty.")


def hands(model: ViewModel) -> Lines:
    none = _("no card yet")
    return tuple(
        phrases.labelled(phrases.you().capitalize() if each.own else each.name, ", ".join(map(str, held)) or none)
        for each, held in zip(model.players(), model.table.hands, strict=True)
        if held is not None
    )


def totals(model: ViewModel) -> str:
    shares = sorted((player.total, _called(player)) for player in model.players())
    # Translators: {shares} is a list such as “Ann 12, Bo 20”
    return _("Totals: {shares}").format(shares=", ".join(f"{name} {total}" for total, name in shares))


def final_ranks(model: ViewModel) -> Lines:
    players = sorted(model.players(), key=lambda player: player.rank)
    return tuple(
        phrases.labelled(ordinal(each.rank), f"{_called(each)}, {phrases.heads(each.total)}") for each in players
    )


def _called(player: Player) -> str:
    return phrases.you() if player.own else player.name


def everything(model: ViewModel, join_line: str, now: float) -> Lines:
    """What somebody sees who looks at the screen."""
    return (*_game(model, now), *room(model, join_line))


def _game(model: ViewModel, now: float) -> Lines:
    table = model.table
    if not model.playing:
        return ()
    held = (hand(model),) if model.view.seat is not None and not table.drafting else hands(model)
    this_round = ", ".join(f"{_called(player)} {player.heads}" for player in model.players())
    return (
        *open_cards(model),
        *(held if table.in_round else ()),
        *(table_sentences.seen(model, ("theirs", "unseen")) if table.rows else ()),
        _("This round so far: {shares}").format(shares=this_round),
        totals(model),
        *filter(None, (prompts.wait_text(model.waiting_for(), 10), prompts.time_left(model, now))),
    )


def room(model: ViewModel, join_line: str) -> Lines:
    """Who is here, what is played, and how others join."""
    news = model.news
    if news is None:
        return ()
    return (
        table_sentences.people(news.seats, news.you),
        *((table_sentences.watching(news),) if news.watchers and join_line else ()),
        *(() if model.playing else (table_sentences.settings(news),)),
        *((seed_warning(),) if model.playing and news.seeded else ()),
        *_ways_to_join(news, join_line),
        *table_sentences.evening(model),
    )


def _ways_to_join(news: RoomNews, join_line: str) -> Lines:
    if not is_reachable(join_line):
        return ()
    ways = guest_ways(news.ways, host_in(join_line))
    return (
        lobby_words.friends_join(None, join_line),
        *(lobby_words.friends_join(way.kind, way.line) for way in ways if way.open),
        *((lobby_words.room_code(news.code),) if news.code else ()),
    )
