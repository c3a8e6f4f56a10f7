"""The people at a table, what has changed between two pieces of news, and what somebody has just said."""

from collections.abc import Iterator

from sixqp_protocol.messages import RoomNews, Said, SeatNews
from sixqp_tui.i18n import _
from sixqp_tui.i18n.facts import LogEntry
from sixqp_tui.i18n.phrases import level_name, person, role_bot, words_of


def is_taken(seat: SeatNews) -> bool:
    return seat.occupant in ("person", "bot")


def is_away(seat: SeatNews) -> bool:
    return seat.occupant == "person" and not seat.here


def is_played(seat: SeatNews) -> bool:
    """Whether a bot decides for this seat. A person only has a level while a bot plays for them (8.2)."""
    return seat.occupant == "bot" or seat.level is not None


def expected(news: RoomNews) -> list[str]:
    return [seat.name for seat in news.seats if seat.occupant == "expected"]


def away(news: RoomNews) -> list[str]:
    return [seat.name for seat in news.seats if is_away(seat)]


def wishes(news: RoomNews) -> list[str]:
    return [seat.name for at, seat in enumerate(news.seats) if at in news.ready and at != news.you]


def host_name(news: RoomNews | None) -> str | None:
    return next((seat.name for seat in news.seats if seat.owner), None) if news else None


def own_seat(news: RoomNews | None) -> SeatNews | None:
    """None for a watcher."""
    return news.seats[news.you] if news and news.you is not None and news.you < len(news.seats) else None


def others_here(news: RoomNews) -> int:
    return sum(seat.occupant == "person" and seat.here and not seat.owner for seat in news.seats)


def others_seated(news: RoomNews) -> bool:
    return any(seat.occupant == "person" and not seat.owner for seat in news.seats)


def names_in_play(news: RoomNews | None) -> tuple[str, ...]:
    return tuple(seat.name for seat in news.seats) if news and news.phase == "playing" else ()


def seat_of(name: str, news: RoomNews | None) -> int | None:
    seats = news.seats if news else ()
    return next((at for at, seat in enumerate(seats) if seat.occupant == "person" and seat.name == name), None)


# -- what has changed -------------------------------------------------------------------------------


def changes(before: RoomNews, after: RoomNews) -> Iterator[LogEntry]:
    old, new = _by_name(before), _by_name(after)
    gone = [name for name in old if name not in new]
    for name, (at, seat) in new.items():
        if name in old:
            sentence = _change(old[name][1], seat, after.phase == "playing").format(
                name=name, level=level_name(seat.level or "medium")
            )
            yield from [LogEntry(sentence, seat=at)] if sentence else []
        elif same := next((left for left in gone if old[left][0] == at), None):
            gone.remove(same)
            taken_over = old[same][1].occupant == "bot" and seat.occupant == "person"
            sentence = (
                _("{name} takes over the seat of {before}.") if taken_over else _("{before} is now called {name}.")
            )
            yield LogEntry(sentence.format(name=name, before=same))
        else:
            marks = [role_bot(seat.level)] if seat.occupant == "bot" else []
            yield LogEntry(_("{name} sits down.").format(name=person(name, marks)))
    yield from (LogEntry(_("{name} has left.").format(name=name)) for name in gone)


def _by_name(news: RoomNews) -> dict[str, tuple[int, SeatNews]]:
    return {seat.name: (at, seat) for at, seat in enumerate(news.seats) if is_taken(seat)}


def _change(before: SeatNews, after: SeatNews, playing: bool) -> str:
    """What happened to somebody who has kept their seat, "" if nothing did."""
    back = _("{name} is back.")
    if before.occupant == after.occupant == "bot":
        return _("{name} now plays at level {level}.") if before.level != after.level else ""
    if is_played(before) != is_played(after):
        left = _("{name} has left the game. A stand-in takes over.")
        return "" if not playing else left if is_played(after) else back
    if before.here == after.here or is_played(after):
        return ""
    return back if after.here else _("{name} has lost the connection. Their seat is kept.")


# -- what somebody has just said --------------------------------------------------------------------


SHOWN = 5.0
"""Seconds, long enough to be noticed."""


class Bubbles:
    """What stands beside the names of those who have just said it. Times are in seconds of a steady clock."""

    def __init__(self) -> None:
        self._said: dict[int, tuple[Said, float]] = {}

    def hear(self, said: Said, now: float) -> None:
        """Watchers have no seat that it could stand beside."""
        if said.seat is not None:
            self._said[said.seat] = said, now + SHOWN

    def at(self, now: float) -> dict[int, str]:
        return {seat: words_of(said) for seat, (said, until) in self._said.items() if until > now}
