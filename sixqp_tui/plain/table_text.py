"""The table, the hands and the scores as lines."""

from sixqp_tui.engine.cards import heads, heads_of
from sixqp_tui.i18n import _, commands as commands_words, console as console_words, ngettext, phrases
from sixqp_tui.i18n.phrases import listed, quoted
from sixqp_tui.plain.answer import shorten
from sixqp_tui.presentation import table_sentences
from sixqp_tui.presentation.rules import find_articles
from sixqp_tui.presentation.view_model import Player, ViewModel, seconds_left

Lines = tuple[str, ...]


def row_ends(model: ViewModel) -> Lines:
    rows = enumerate(model.table.rows)
    return tuple(console_words.row_ends(at, row[-1], len(row), heads_of(row)) for at, row in rows)


def open_cards(model: ViewModel) -> Lines:
    table = model.table
    if table.drafting:
        return (deck(model),)
    if not table.rows:
        return (_("No game has been played yet."),)
    return tuple(console_words.whole_row(at, row, heads_of(row)) for at, row in enumerate(table.rows))


def deck(model: ViewModel) -> str:
    return _("In the deck: {cards_left}.").format(cards_left=table_sentences.in_runs(model.table.deck))


def hand(model: ViewModel) -> str:
    held = [console_words.card_with_heads(card, heads(card)) for card in model.view.hand]
    return _("Your hand: {cards}.").format(cards=", ".join(held)) if held else _("Your hand is empty.")


def hand_and_laid(model: ViewModel) -> Lines:
    return (hand(model), *([commands_words.already_laid(model.view.laid)] if model.laid_returns else []))


def hands(model: ViewModel) -> Lines:
    known = ((seat, held) for seat, held in enumerate(model.table.hands) if held is not None)
    return tuple(console_words.hand_of(model.name_of(seat), held) for seat, held in known)


def scores(model: ViewModel) -> Lines:
    if not model.table.names:
        return (_("No game has been played yet."),)
    this_round = console_words.this_round([(_called(player), player.heads) for player in model.players()])
    return (this_round, totals(model)) if model.in_round else (totals(model),)


def totals(model: ViewModel) -> str:
    shares = sorted(((_called(player), player.total) for player in model.players()), key=lambda share: share[1])
    return console_words.totals_so_far(shares) if model.in_round else console_words.totals(shares)


def final_ranks(model: ViewModel) -> Lines:
    players = sorted(model.players(), key=lambda player: player.rank)
    return tuple(console_words.ranked(player.rank, _called(player), player.total) for player in players)


def _called(player: Player) -> str:
    return phrases.you() if player.own else player.name


def settings_now(model: ViewModel) -> Lines:
    return (table_sentences.settings(model.news),) if model.news else ()


def clock(model: ViewModel, now: float) -> Lines:
    if model.between_rounds:
        you = (phrases.you(),) if model.may_say_ready else ()
        return (
            console_words.round_waits(model.table.round + 1, (*you, *model.not_ready())),
            *pause_left(model, now),
        )
    awaited = model.awaited()
    return (
        (_("Still to decide: {names}.").format(names=listed(awaited, 10)), *time_left(model, now))
        if awaited
        else ()
    )


def time_left(model: ViewModel, now: float) -> Lines:
    """Empty without a clock."""
    if model.deadline is None:
        return ()
    seconds = seconds_left(model.deadline, now)
    return (ngettext("{n} second left.", "{n} seconds left.", seconds).format(n=seconds),)


def last_call(model: ViewModel, now: float) -> Lines:
    """The time left for a decision, or of the pause."""
    return pause_left(model, now) if model.between_rounds else time_left(model, now)


def pause_left(model: ViewModel, now: float) -> Lines:
    """When the next round is dealt at the latest; empty if it waits for everybody."""
    if not model.between_rounds or model.deadline is None:
        return ()
    return (_round_comes(seconds_left(model.deadline, now)),)


def rules(typed: str) -> Lines:
    """The articles with these words; all articles without words."""
    found = find_articles(typed)
    if not found:
        headings = phrases.listed([article.heading for article in find_articles("")], 20)
        return (_nothing_about(shorten(typed), headings),)
    return tuple(_section(*article) for article in found)


def _round_comes(seconds: int) -> str:
    sentence = ngettext(
        "The next round starts in {n} second at the latest.",
        "The next round starts in {n} seconds at the latest.",
        seconds,
    )
    return sentence.format(n=seconds)


def _section(heading: str, text: str) -> str:
    # Translators: a heading of the rules, and its text
    return _("{heading}: {text}").format(heading=heading, text=text)


def _nothing_about(words: str, headings: str) -> str:
    # Translators: {words} was typed, {headings} is a list of the articles: “The aim, The cards, A round”
    return _("The rules say nothing about {words}. Their articles: {headings}.").format(
        words=quoted(words), headings=headings
    )
