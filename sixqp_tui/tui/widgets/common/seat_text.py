"""Text about players with the signs of their seats, and the signs for what they are doing."""

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
"""The styles of the log by tone."""
MARK_SIGNS: dict[Mark, tuple[str, str]] = {
    "chosen": (CHOSEN, GREEN), "deciding": (DECIDING, GOLD), "away": (AWAY, RED), "": (" ", DIM)
}  # fmt: skip
"""Sign and ink."""


def sign_before(seat: int | None, otherwise: str = "") -> Content:
    """The sign of a seat in its colour, and a blank."""
    if seat is None:
        return Content(otherwise)
    return Content.assemble((seat_sign(seat), f"${seat_ink(seat)}"), " ")


def hanging_lines(told: LogEntry, width: int) -> list[Content]:
    """The lines of a fact in the log.

    Headings start at the left; other lines are indented behind the sign of a seat.
    """
    if told.tone == "heading":
        return toned_text(told, told.sentence).wrap(max(2, width))
    first, *others = toned_text(told, told.sentence).wrap(max(2, width - 2))
    return [sign_before(told.seat, "  ") + first, *(Content("  ") + line for line in others)]


def toned_text(told: LogEntry, words: str) -> Content:
    """A text in its tone; a click on a reason opens its article of the rules."""
    text = Content.assemble((words, STYLES[told.tone]))
    return text.stylize(leads_to(told.article)) if told.article else text


def message_line(said: Said) -> Content:
    """A message in the chat, with its speaker in the colour of the seat."""
    text = Content(spoken(said.name, said.text))
    if said.seat is None:
        return text
    named = text.stylize(f"bold ${seat_ink(said.seat)}", 0, len(said.name))
    return sign_before(said.seat) + (named if text.plain.startswith(said.name) else text)
