"""Text about a player, after the sign of the seat; and signs for what players are doing."""

from textual.content import Content

from sixqp_protocol.messages import Said
from sixqp_tui.i18n.facts import LogEntry
from sixqp_tui.i18n.phrases import spoken
from sixqp_tui.presentation.seat_signs import seat_sign
from sixqp_tui.presentation.view_model import Mark
from sixqp_tui.tui.theme.glyphs import AWAY, BOT, CHOSEN, DECIDING
from sixqp_tui.tui.theme.roles import seat_ink

STYLES = {"plain": "$ink", "cost": "$red", "heading": "bold $gold", "said": "bold $strong"}
MARKS: dict[Mark, Content] = {
    "chosen": Content.styled(CHOSEN, "$green"),
    "deciding": Content.styled(DECIDING, "$gold"),
    "away": Content.styled(AWAY, "$red"),
    "": Content(" "),
}


def sign_before(seat: int | None, otherwise: str = "") -> Content:
    if seat is None:
        return Content(otherwise)
    return Content.assemble((seat_sign(seat), f"${seat_ink(seat)}"), " ")


def player_name(seat: int | None, name: str, *, own: bool = False, bot: bool = False) -> Content:
    """The sign of a seat and a name; without a seat, the player has left."""
    ink = "bold $gold" if own else "$dim" if seat is None else f"${seat_ink(seat)}"
    return Content.assemble(sign_before(seat, "  "), (name, ink), (f" {BOT}" if bot else "", "$dim"))


def hanging_lines(entry: LogEntry, width: int) -> list[Content]:
    if entry.tone == "heading":
        return format_entry(entry).wrap(max(2, width))
    first, *others = format_entry(entry).wrap(max(2, width - 2))
    return [sign_before(entry.seat, "  ") + first, *(Content("  ") + line for line in others)]


def format_entry(entry: LogEntry) -> Content:
    return Content.styled(entry.sentence, STYLES[entry.tone])


def said_entry(said: Said) -> LogEntry:
    return LogEntry(spoken(said), "said", said.seat)


def format_said(said: Said) -> Content:
    text = Content(spoken(said))
    if said.seat is None:
        return text
    named = text.stylize(f"bold ${seat_ink(said.seat)}", 0, len(said.name))
    return sign_before(said.seat) + (named if text.plain.startswith(said.name) else text)
