"""The facts of a game as lines: what is told of each, and what is told when somebody has to decide."""

from collections.abc import Sequence

from sixqp_protocol import facts
from sixqp_protocol.facts import Fact
from sixqp_tui.engine.cards import HAND, heads_of
from sixqp_tui.engine.pending import CardsWanted, DraftWanted, RowWanted
from sixqp_tui.engine.view import View
from sixqp_tui.i18n import _
from sixqp_tui.i18n import console as console_words
from sixqp_tui.i18n import lobby as lobby_words
from sixqp_tui.i18n import table as table_words
from sixqp_tui.i18n.facts import tell
from sixqp_tui.plain import table_text
from sixqp_tui.plain.knowledge import Known

ANSWERS = (facts.CardLaid, facts.ChoiceTakenBack, facts.CardDrafted, facts.RowTaken)


def after(known: Known, happened: Sequence[Fact]) -> tuple[Known, list[str]]:
    """What is known when these facts have happened too, and what is told of them. Raises ImpossibleFact."""
    lines: list[str] = []
    for fact in happened:
        before, known = known, _applied(known, fact)
        if known.log is not before.log and _worth_hearing(fact, known.view):
            lines.append(known.log[-1])
        lines += _besides(fact, before, known)
    return known, lines


def _applied(known: Known, fact: Fact) -> Known:
    sentence = tell(fact, known.table, known.view.seat)
    own = isinstance(fact, ANSWERS) and fact.seat == known.view.seat
    return known._replace(
        view=known.view.apply(fact),
        log=(*known.log, sentence.sentence) if sentence else known.log,
        sent=None if own else known.sent,
    )


def _worth_hearing(fact: Fact, view: View) -> bool:
    """Whether the log's sentence is told at once.

    The rows are told before each turn, and each card when it is placed; cards that wait for somebody's
    choice of a row are told when they are turned over.
    """
    if isinstance(fact, facts.CardsRevealed):
        return isinstance(view.table.pending, RowWanted)
    return not isinstance(fact, facts.RowsStarted)


def _besides(fact: Fact, before: Known, known: Known) -> tuple[str, ...]:
    """What is told of a fact besides its sentence."""
    match fact:
        case facts.ChoiceTakenBack(seat) if seat == known.view.seat and before.view.laid:
            return (console_words.taken_back(before.view.laid),)
        case facts.RoundEnded() if known.table.round > 1:
            return (table_text.totals(known),)
        case facts.GameEnded(reason) if reason != "abandoned":
            return (
                *table_text.final_ranks(known),
                *(() if known.owner else (_("The host may start another game; quit leaves."),)),
            )
    return ()


def due(before: Known, known: Known) -> tuple[str, ...]:
    """What is told to lead up to a decision that is new since `before`."""
    return () if known.moment == before.moment else to_decide(known)


def to_decide(known: Known) -> tuple[str, ...]:
    """All that leads up to the decision at hand."""
    table = known.table
    match table.pending:
        case CardsWanted():
            held = (table_text.hand(known),) if table.turn == 1 and known.view.hand else ()
            return (*held, console_words.turn(table.turn), *table_text.row_ends(known))
        case RowWanted(seat, card) if seat == known.view.seat:
            return (console_words.rows_cost(card, [heads_of(row) for row in table.rows]),)
        case DraftWanted(seat) if seat == known.view.seat:
            return (table_text.deck(known),)
    return ()


def in_a_lull(known: Known) -> tuple[str, ...]:
    """What is told where others take their time: those who decide at once leave nothing to be told."""
    pending = known.table.pending
    if known.view.laid and known.may_take_back:
        return (console_words.laid(known.view.laid, known.waiting_for, known.table.round == known.table.turn == 1),)
    if isinstance(pending, RowWanted) and pending.seat != known.view.seat:
        return (table_words.other_chooses_row(known.table.names[pending.seat], pending.card),)
    return ()


def where_we_are(known: Known) -> tuple[str, ...]:
    """For somebody who comes to a game that has begun, or was played."""
    table = known.table
    if known.over:
        return (lobby_words.last_game(table),)
    if table.drafting:
        return (console_words.you_are_in_draft(table.round), table_text.deck(known))
    if not table.rows or not 1 <= table.turn <= HAND:
        return ()
    held = (table_text.hand(known),) if known.view.hand and table.turn > 1 else ()
    return (console_words.you_are_in(table.round), *held, *to_decide(known))
