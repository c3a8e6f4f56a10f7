"""What the table asks of its reader, in the words of the prompt."""

from sixqp_tui.engine.cards import heads_of
from sixqp_tui.engine.pending import RowWanted
from sixqp_tui.engine.rules import Effect, landing
from sixqp_tui.i18n import words_table as words
from sixqp_tui.tui.scene import Scene


def asked(scene: Scene, lifted: int | None, picked: int | None) -> str:
    """What the prompt says: what is asked of the reader, or who is waited for."""
    pending, view = scene.table.pending, scene.view
    if scene.paused:
        return words.paused(scene.kept)
    if isinstance(pending, RowWanted):
        if pending.seat != view.seat:
            return words.other_chooses_row(scene.table.names[pending.seat], pending.card)
        if picked is None:
            return words.choose_a_row(pending.card)
        return words.take_this_row(pending.card, picked, heads_of(scene.table.rows[picked]))
    if scene.wants_card:
        return hint(scene, lifted) if lifted is not None and scene.hint else words.lift_a_card()
    if view.laid is not None:
        return words.laid(view.laid, scene.waiting_for)
    return words.waiting_for(scene.waiting_for) if scene.waiting_for else ""


def hint(scene: Scene, card: int) -> str:
    """Where the lifted card would go on the table as it lies (3.4 to 3.7)."""
    rows = scene.table.rows
    effect, row = landing(rows, card)
    if effect is Effect.TOO_LOW or row is None:
        return words.would_be_too_low(card)
    if effect is Effect.TAKES_FULL_ROW:
        return words.would_take(card, row, heads_of(rows[row]))
    return words.would_append(card, row, len(rows[row]) + 1)
