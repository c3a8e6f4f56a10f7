"""What the prompt of a game says: what is asked of the reader, or who is waited for, by name."""

from collections.abc import Callable

from rich.cells import cell_len

from sixqp_protocol.refusals import Refusal
from sixqp_tui.engine.cards import heads_of
from sixqp_tui.engine.pending import DraftWanted, RowWanted
from sixqp_tui.engine.rules import Effect, landing
from sixqp_tui.i18n import _
from sixqp_tui.i18n import table as table_words
from sixqp_tui.tui.view_model import Scene


def asked(
    scene: Scene, room: int, lifted: int | None = None, picked: int | None = None, sent: int | None = None
) -> str:
    """The sentence in at most `room` cells, with a card and a row that are looked at, and a card on its way."""
    pending, view, waiting = scene.table.pending, scene.view, scene.waiting_for
    if scene.paused:
        return paused(scene, room)
    if isinstance(pending, RowWanted):
        return _row_asked(scene, pending, picked)
    if scene.wants_card and sent is not None:
        return table_words.on_its_way(sent)
    if scene.wants_card:
        return _("Your turn: lift a card") if lifted is None else _of_lifted(scene, lifted)
    if isinstance(pending, DraftWanted) and waiting:
        return table_words.other_picks(waiting[0])
    if view.laid is not None:
        card = view.laid
        return with_names(lambda most: table_words.laid(card, waiting, most), len(waiting), room)
    return with_names(lambda most: table_words.waiting_for(waiting, most), len(waiting), room) if waiting else ""


def paused(scene: Scene, room: int) -> str:
    """The table pauses, and who is to decide when it goes on, or why it pauses by itself."""
    if not scene.kept:
        return table_words.refused(Refusal.NOT_KEPT)
    awaited = scene.awaited
    return with_names(lambda most: table_words.paused(awaited, most), len(awaited), room)


def with_names(say: Callable[[int], str], count: int, room: int) -> str:
    """The sentence with as many of the names as fit; `say` is given how many may stand there, the others as one."""
    sentences = (say(most) for most in range(count, 2, -1))
    return next((sentence for sentence in sentences if cell_len(sentence) <= room), None) or say(2)


def _row_asked(scene: Scene, pending: RowWanted, picked: int | None) -> str:
    if pending.seat != scene.view.seat:
        return table_words.other_chooses_row(scene.table.names[pending.seat], pending.card)
    if picked is None:
        return table_words.choose_a_row(pending.card)
    return table_words.take_this_row(pending.card, picked, heads_of(scene.table.rows[picked]))


def _of_lifted(scene: Scene, card: int) -> str:
    """Where the card would go on the table as it lies (3.4 to 3.7), for those who want to be told."""
    if not scene.hint:
        return table_words.lifted(card)
    rows = scene.table.rows
    effect, row = landing(rows, card)
    if effect is Effect.TOO_LOW or row is None:
        return table_words.would_be_too_low(card)
    if effect is Effect.TAKES_FULL_ROW:
        return table_words.would_take(card, row, heads_of(rows[row]))
    return table_words.would_append(card, row, len(rows[row]) + 1)
