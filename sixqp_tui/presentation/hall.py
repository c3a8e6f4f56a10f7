"""Sentences about a hall: where players sit, their ranking, and the play at its tables."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from sixqp_protocol.messages import HallNews, HallTable, Seated
from sixqp_protocol.text import cells
from sixqp_tui.client.session_state import SessionState
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.i18n.phrases import decimal, listed

SHOWN: Final = 10
"""Lines of a ranking that a player reads, always including their own."""


OWN: Final = ">"
"""The beginning of the reader's own line."""


def led(seated: Seated) -> str:
    table, seat = seated.number, seated.seat + 1
    if not seated.names:
        return _("Table {table}, seat {seat}.").format(table=table, seat=seat)
    # Translators: where a player sits in a tournament; {names} is such as “Ann, Bob and Cleo”
    return _("Table {table}, seat {seat}, with {names}.").format(
        table=table, seat=seat, names=listed(seated.names, len(seated.names))
    )


def summary(hall: HallNews) -> str:
    registered = ngettext("{n} player is registered.", "{n} players are registered.", len(hall.lines))
    if hall.over:
        return _("The evening is over; this is its ranking.") if is_ranked(hall) else _("The evening is over.")
    if hall.paused:
        return _("The organiser has paused the hall.")
    if not hall.round:
        waiting = _("The organiser starts the first round.")
        return f"{registered.format(n=len(hall.lines))} {waiting}"
    if hall.playing:
        sentence = ngettext(
            "Round {round} of {rounds}: {n} table is playing.",
            "Round {round} of {rounds}: {n} tables are playing.",
            hall.playing,
        )
        playing = sentence.format(round=hall.round, rounds=hall.rounds, n=hall.playing)
        return f"{playing} {_until_next(hall)}".rstrip()
    return _("Round {round} of {rounds} is over. The organiser starts the next one.").format(
        round=hall.round, rounds=hall.rounds
    )


def _until_next(hall: HallNews) -> str:
    if hall.you is None or hall.left is None or hall.round == hall.rounds:
        return ""
    minutes = max(1, round(hall.left / 60))
    sentence = ngettext("You play in about {n} minute.", "You play in about {n} minutes.", minutes)
    return sentence.format(n=minutes)


def round_of(hall: HallNews) -> str:
    """The current or last round; "" before the first."""
    return _("round {round} of {rounds}").format(round=hall.round, rounds=hall.rounds) if hall.round else ""


class Standing(NamedTuple):
    """A line of the ranking. `within` is empty until hands have been compared."""

    own: bool
    place: int
    name: str
    points: str
    within: str


def between_rounds(state: SessionState) -> HallNews | None:
    """The hall of a session that is in one, but not at one of its tables."""
    return state.hall if state.news is not None and not state.news.seats else None


def standings(hall: HallNews, shown: int = SHOWN) -> Iterator[Standing]:
    numbered = list(enumerate(hall.lines))
    if hall.you is not None and hall.you >= shown:
        numbered = [*numbered[: shown - 1], numbered[hall.you]]
    for at, line in numbered[:shown]:
        within = f"± {decimal(line.within / 100)}" if line.hands > 1 and line.within else ""
        signed = ("+" if line.points >= 0 else "") + decimal(line.points / 100)
        yield Standing(at == hall.you, line.place, line.name, signed, within)


def is_ranked(hall: HallNews) -> bool:
    return any(line.hands for line in hall.lines)


def ranking(hall: HallNews, shown: int = SHOWN) -> Iterator[str]:
    lines = list(standings(hall, shown))
    width = max((cells(line.name) for line in lines), default=0)
    for line in lines:
        mark, name = OWN if line.own else " ", line.name + " " * (width - cells(line.name))
        if not is_ranked(hall):
            yield f"{mark} {name}".rstrip()
            continue
        yield f"{mark}{line.place:>3}  {name}  {line.points:>7} {line.within}".rstrip()


# -- for watchers -------------------------------------------------------------------------------


def is_seating(hall: HallNews) -> bool:
    """Whether players may still look for their seats: a table hasn't played its first turn."""
    return any((table.deal, table.turn) <= (1, 1) for table in hall.tables if not table.over)


def people(table: HallTable) -> str:
    return " · ".join(name for name in table.names if name)


def progress(table: HallTable, deals: int) -> str:
    if table.over:
        return _("finished")
    # Translators: how far a table is; a deal is what its players play with one hand each
    return _("deal {deal} of {deals}, turn {turn}").format(deal=table.deal, deals=deals, turn=table.turn)


def time_left(hall: HallNews) -> str:
    if not hall.playing or hall.left is None:
        return ""
    minutes = max(1, round(hall.left / 60))
    return ngettext("about {n} minute left", "about {n} minutes left", minutes).format(n=minutes)
