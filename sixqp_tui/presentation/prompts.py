"""What a player is asked, or whom they wait for: the same on the screen, in text mode and on the page."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sixqp_protocol.messages import Ready, RoomNews
from sixqp_protocol.text import cells
from sixqp_tui.engine import rules
from sixqp_tui.engine.cards import HEADS, heads_of
from sixqp_tui.engine.permissions import owns, seated, withheld
from sixqp_tui.engine.rules import Effect, Rows
from sixqp_tui.engine.table import CardsWanted, DraftWanted, NextRoundWanted, RowWanted
from sixqp_tui.i18n import _, facts as facts_words, ngettext
from sixqp_tui.i18n.facts import LogEntry, turned_over
from sixqp_tui.i18n.phrases import heads, listed, ordinal, you
from sixqp_tui.presentation import presence
from sixqp_tui.presentation.view_model import ViewModel, seconds_left

NAMED = 3
"""Names in a sentence, with the number of others: as many as fit in the narrowest window."""


class Ask(NamedTuple):
    """`choices` are the numbers that answer it; `yours`: it asks the reader for something."""

    text: str
    choices: tuple[int, ...] = ()
    yours: bool = False


def ask(model: ViewModel, card: int | None = None, row: int | None = None, sent: int | None = None) -> Ask:
    """`card` and `row` are those the reader looks at, `sent` is a card on its way to the host."""
    asked = _ask(model, card, row, sent)
    return asked._replace(text=f"{model.who} · {asked.text}") if model.who and asked.yours else asked


def _ask(model: ViewModel, card: int | None, row: int | None, sent: int | None) -> Ask:
    if model.recorded:
        return Ask(_recorded(model))
    if not model.playing:
        return ask_about_rematch(model) if model.over else ask_in_lobby(model.news)
    if model.paused:
        return Ask(pause_text(model))
    if model.between_rounds:
        return _ask_between_rounds(model)
    stood_in = facts_words.stood_in(model.shown.stood_in)
    asked = _ask_in_round(model, card, row, sent)
    return asked._replace(text=" · ".join(filter(None, (stood_in, asked.text))))


def _ask_in_round(model: ViewModel, card: int | None, row: int | None, sent: int | None) -> Ask:
    view, table, waiting = model.view, model.table, model.waiting_for(bots_last=True)
    match table.pending:
        case CardsWanted() if view.wanted and sent is not None:
            # Translators: the card was played, and the table has not answered yet
            return Ask(_("Playing {card}…").format(card=sent))
        case CardsWanted() if view.wanted:
            text = _("choose a card") if card is None or not model.hint else landing(table.rows, card)
            # Translators: {what} is “choose a card” or “45 would go to row 3, 4th of 5”
            return Ask(_("Your turn: {what}").format(what=text), view.hand, True)
        case RowWanted(card=low) if view.wanted:
            text = _("Your {card} is too low. Choose a row.").format(card=low)
            if row is not None:
                text = _("Your {card} is too low. Take row {row} for {heads}?")
                text = text.format(card=low, row=row + 1, heads=heads(heads_of(table.rows[row])))
            return Ask(text, (1, 2, 3, 4), True)
        case RowWanted(card=low):
            return Ask(_("{name} chooses a row: {card} is too low").format(name=waiting[0], card=low))
        case DraftWanted() if view.wanted:
            pick = _("Your pick, {number} of 10").format(number=len(view.hand) + 1)
            if card in table.deck:
                pick = f"{pick}: {card} ({heads(HEADS[card])})"
            return Ask(pick, table.deck, True)
        case DraftWanted():
            return Ask(_("{name} picks a card").format(name=waiting[0]))
    played = view.laid is not None and not facts_words.stood_in(model.shown.stood_in)
    own = _("You played {card}.").format(card=view.laid) if played else ""
    return Ask(" ".join(filter(None, (own, wait_text(waiting)))))


def wait_text(names: Sequence[str], most: int = NAMED) -> str:
    return _("Waiting for {names}.").format(names=listed(names, most)) if names else ""


def pause_text(model: ViewModel) -> str:
    """Only the host pauses and resumes a table."""
    if model.owner:
        return _("You paused the game: only you can resume it")
    return _("{host} paused the game, and will resume it").format(host=model.host)


def _ask_between_rounds(model: ViewModel) -> Ask:
    number, others = model.table.round + 1, model.not_ready()
    if model.may_say_ready:
        ready = _("Ready for round {number}?").format(number=number)
        return Ask(f"{ready} {wait_text(others)}".strip(), yours=True)
    if others:
        sentence = _("Round {number} waits for {names}")
        return Ask(sentence.format(number=number, names=listed(others, NAMED)))
    return Ask(_("Dealing round {number}…").format(number=number))


def landing(rows: Rows, card: int) -> str:
    """Where this card would go now."""
    effect, row = rules.landing(rows, card)
    if row is None:
        return _("{card} is too low: you would choose a row").format(card=card)
    if effect is Effect.TAKES_FULL_ROW:
        sentence = _("{card} would be the 6th of row {row}: {heads}")
        return sentence.format(card=card, row=row + 1, heads=heads(heads_of(rows[row])))
    # Translators: {place} is an ordinal: which place in the row, such as 4th
    sentence = _("{card} would go to row {row}, {place} of 5")
    return sentence.format(card=card, row=row + 1, place=ordinal(len(rows[row]) + 1))


# -- a replay ---------------------------------------------------------------------------------------


def _recorded(model: ViewModel) -> str:
    table = model.table
    match table.pending:
        case CardsWanted() if not table.chosen:
            return _("Turn {turn}: everybody chooses a card").format(turn=table.turn)
        case CardsWanted():
            return wait_text(model.waiting_for(own=True))
        case DraftWanted(seat):
            return _("{name} picks a card").format(name=table.names[seat])
        case NextRoundWanted():
            return facts_words.end_of_round(table.round)
    if table.ended is not None:
        return _("End of the game")
    return _("Turn {turn}: all cards are played").format(turn=table.turn) if table.choosing else ""


def recorded_caption(model: ViewModel) -> LogEntry | None:
    """The last event of a replay, during a turn or if it cost somebody heads."""
    table, last = model.table, model.shown.entries[-1] if model.shown.entries else None
    if not model.recorded or last is None or not table.rows or table.scores[table.round - 1 :]:
        return None
    if table.choosing:
        return last if last.tone == "cost" and not table.chosen else None
    return turned_over() if last.tone == "heading" else last


# -- the clock, and names that fit ------------------------------------------------------------------


def time_left(model: ViewModel, now: float) -> str:
    """For a decision, or until the next round; empty without a clock."""
    if model.deadline is None:
        return ""
    seconds = seconds_left(model.deadline, now)
    if model.between_rounds:
        sentence = ngettext(
            "The next round starts in {n} second at the latest.",
            "The next round starts in {n} seconds at the latest.",
            seconds,
        )
    else:
        sentence = ngettext("{n} second left.", "{n} seconds left.", seconds)
    return sentence.format(n=seconds)


def with_names(say: Callable[[int], str], count: int, room: int) -> str:
    """The sentence with as many names as fit. `say` takes the number of names."""
    sentences = (say(most) for most in range(count, 2, -1))
    return next((sentence for sentence in sentences if cells(sentence) <= room), None) or say(2)


# -- before and after a game ------------------------------------------------------------------------


def ask_in_lobby(news: RoomNews | None) -> Ask:
    if news is None:
        return Ask(_("Connecting to the table…"))
    expected, people = presence.expected(news), seated(news.seats)
    if not owns(news):
        return Ask(wait_text(expected) or _wait_for_host(presence.host_name(news)))
    if people > 1 and (wishes := presence.wishes(news)):
        return Ask(want_to_play(wishes), yours=True)
    if expected:
        return Ask(wait_text(expected), yours=True)
    if people < 2:
        return Ask(_("Nobody else is here yet."), yours=True)
    if away := presence.away(news):
        text = ngettext("{names} is away.", "{names} are away.", len(away))
        return Ask(text.format(names=listed(away)), yours=True)
    return Ask(ngettext("{n} player is seated.", "{n} players are seated.", people).format(n=people), yours=True)


def _wait_for_host(name: str | None) -> str:
    return _("Waiting for {name} to start.").format(name=name) if name else _("Waiting for more players.")


def want_to_play(names: Sequence[str]) -> str:
    return ngettext("{names} wants to play.", "{names} want to play.", len(names)).format(names=listed(names))


def ask_about_rematch(model: ViewModel) -> Ask:
    others = presence.wishes(model.news) if model.news else []
    if model.owner:
        return Ask(wants_rematch(others) or _("Another game with the same players?"), yours=True)
    if model.you is not None and model.is_ready(model.you):
        wanting = wants_rematch([*others, you()]) if others else _("You want another game.")
        return Ask(f"{wanting} {_wait_for_host(model.host)}")
    if withheld(Ready(), model.standing) is None:
        return Ask(" ".join(filter(None, (wants_rematch(others), _("Would you like another game?")))), yours=True)
    return Ask(_("{name} can start another game.").format(name=model.host) if model.host else "")


def wants_rematch(names: Sequence[str]) -> str:
    sentence = ngettext("{names} wants another game.", "{names} want another game.", len(names))
    return sentence.format(names=listed(names, NAMED)) if names else ""
