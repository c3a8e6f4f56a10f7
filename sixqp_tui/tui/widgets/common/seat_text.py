"""Text about a player, behind the sign of the player's seat; and the sign for what a player is doing."""

from textual.content import Content

from sixqp_protocol.messages import Said
from sixqp_tui.i18n.facts import LogEntry
from sixqp_tui.i18n.phrases import spoken
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.presentation.view_model import Mark
from sixqp_tui.tui.requests import leads_to
from sixqp_tui.tui.theme.glyphs import AWAY, CHOSEN, DECIDING
from sixqp_tui.tui.theme.roles import DIM, GOLD, GREEN, RED, seat_ink

STYLES = {"plain": "$ink", "cost": "$red", "heading": "bold $gold"}
"""How a sentence of the log looks, by its tone."""
MARK_SIGNS: dict[Mark, tuple[str, str]] = {
    "chosen": (CHOSEN, GREEN), "deciding": (DECIDING, GOLD), "away": (AWAY, RED), "": (" ", DIM)
}  # fmt: skip
"""The sign for who is ready, is waited for, or is away; and its ink."""


def sign_before(seat: int | None, otherwise: str = "") -> Content:
    """The sign of a seat in its colour, and a blank; something else where it is about none."""
    if seat is None:
        return Content(otherwise)
    return Content.assemble((seat_sign(seat), f"${seat_ink(seat)}"), " ")


def hanging_lines(told: LogEntry, width: int) -> list[Content]:
    """What the log tells of a fact, in lines of at most `width` cells.

    Headings stand out, all else stands behind a sign or as far in; the further lines are as far in as the first.
    """
    if told.tone == "heading":
        return told_words(told, told.sentence).wrap(max(2, width))
    first, *others = told_words(told, told.sentence).wrap(max(2, width - 2))
    return [sign_before(told.seat, "  ") + first, *(Content("  ") + line for line in others)]


def told_words(told: LogEntry, words: str) -> Content:
    """What is told of a fact, in its tone; a click on a reason asks for its article of the rules."""
    text = Content.assemble((words, STYLES[told.tone]))
    return text.stylize(leads_to(told.article)) if told.article else text


def said_line(said: Said) -> Content:
    """Something that was said, its speaker in the colour of the seat; a watcher has none."""
    text = Content(spoken(said.name, said.text))
    if said.seat is None:
        return text
    named = text.stylize(f"bold ${seat_ink(said.seat)}", 0, len(said.name))
    return sign_before(said.seat) + (named if text.plain.startswith(said.name) else text)
