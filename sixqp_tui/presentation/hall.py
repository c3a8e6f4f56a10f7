"""What players read about a hall: where they are led, and how they stand."""

from collections.abc import Iterator
from typing import Final

from sixqp_protocol.messages import HallNews, Seated
from sixqp_protocol.text import cells
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.i18n.phrases import listed

SHOWN: Final = 10
"""Lines of a ranking that a player reads; their own is always among them."""


OWN: Final = ">"
"""The beginning of the reader's own line."""


def led(seated: Seated) -> str:
    """As in: Table 3, seat 2, with Ann, Bob and Cleo."""
    table, seat = seated.number, seated.seat + 1
    if not seated.names:
        return _("Table {table}, seat {seat}.").format(table=table, seat=seat)
    # Translators: where a player sits in a tournament; {names} is such as “Ann, Bob and Cleo”
    return _("Table {table}, seat {seat}, with {names}.").format(
        table=table, seat=seat, names=listed(seated.names, len(seated.names))
    )


def summary(hall: HallNews) -> str:
    """What the hall does now."""
    registered = ngettext("{n} player is registered.", "{n} players are registered.", len(hall.lines))
    if hall.over:
        return _("The last round is over.")
    if not hall.round:
        waiting = _("The organiser starts the first round.")
        return f"{registered.format(n=len(hall.lines))} {waiting}"
    if hall.playing:
        sentence = ngettext(
            "Round {round} of {rounds}: {n} table still plays.",
            "Round {round} of {rounds}: {n} tables still play.",
            hall.playing,
        )
        playing = sentence.format(round=hall.round, rounds=hall.rounds, n=hall.playing)
        return " ".join(filter(None, (playing, pause(hall), _until_next(hall))))
    if hall.paused:
        return pause(hall)
    return _("Round {round} of {rounds} is over. The next one starts soon.").format(
        round=hall.round, rounds=hall.rounds
    )


def pause(hall: HallNews) -> str:
    return _("The organiser has paused the hall.") if hall.paused else ""


def _until_next(hall: HallNews) -> str:
    """How long somebody who waits for a seat has to wait."""
    if hall.you is None or hall.left is None or hall.round == hall.rounds:
        return ""
    minutes = max(1, round(hall.left / 60))
    sentence = ngettext("You play again in about {n} minute.", "You play again in about {n} minutes.", minutes)
    return sentence.format(n=minutes)


def ranking(hall: HallNews, shown: int = SHOWN) -> Iterator[str]:
    """One line for each of the best, and the reader's own."""
    shown_lines = list(enumerate(hall.lines))
    if hall.you is not None and hall.you >= shown:
        shown_lines = [*shown_lines[: shown - 1], shown_lines[hall.you]]
    shown_lines = shown_lines[:shown]
    width = max((cells(line.name) for _at, line in shown_lines), default=0)
    for at, line in shown_lines:
        mark = OWN if at == hall.you else " "
        name = line.name + " " * (width - cells(line.name))
        points = f"{line.points / 100:+7.1f}"
        within = f" ± {line.within / 100:.1f}" if line.hands > 1 else ""
        yield f"{mark}{line.place:>3}  {name}  {points}{within}"
