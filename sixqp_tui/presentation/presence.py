"""Who is at a table, and what has become of them between two pieces of news."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple, Self, get_args

from sixqp_protocol.messages import Level, QuickReaction, Reacted, RoomNews, SeatNews
from sixqp_tui.i18n import _
from sixqp_tui.i18n import console as console_words
from sixqp_tui.i18n.facts import Told
from sixqp_tui.i18n.phrases import level_name
from sixqp_tui.i18n.settings import seeded_told


def is_taken(seat: SeatNews) -> bool:
    return seat.occupant in ("person", "bot")


def is_away(seat: SeatNews) -> bool:
    return seat.occupant == "person" and not seat.here


def is_played(seat: SeatNews) -> bool:
    """Whether a bot decides for this seat; a person's level is that of the bot that plays meanwhile (8.2)."""
    return seat.occupant == "bot" or seat.level is not None


def expected(news: RoomNews) -> list[str]:
    return [seat.name for seat in news.seats if seat.occupant == "expected"]


def away(news: RoomNews) -> list[str]:
    return [seat.name for seat in news.seats if is_away(seat)]


def wishes(news: RoomNews) -> list[str]:
    return [seat.name for at, seat in enumerate(news.seats) if at in news.ready and at != news.you]


def host_name(news: RoomNews | None) -> str | None:
    """What the table's owner is called; None where none sits at the table."""
    return next((seat.name for seat in news.seats if seat.owner), None) if news else None


def own_seat(news: RoomNews | None) -> SeatNews | None:
    """The seat of the reader of this news; None for a watcher."""
    return news.seats[news.you] if news and news.you is not None and news.you < len(news.seats) else None


def others_here(news: RoomNews) -> int:
    return sum(seat.occupant == "person" and seat.here and not seat.owner for seat in news.seats)


def others_seated(news: RoomNews) -> bool:
    return any(seat.occupant == "person" and not seat.owner for seat in news.seats)


def names_in_play(news: RoomNews | None) -> tuple[str, ...]:
    return tuple(seat.name for seat in news.seats) if news and news.phase == "playing" else ()


def seat_of(name: str, news: RoomNews | None) -> int | None:
    """Where the person of this name sits; the names at a table differ."""
    seats = news.seats if news else ()
    return next((at for at, seat in enumerate(seats) if seat.occupant == "person" and seat.name == name), None)


# -- what has changed -------------------------------------------------------------------------------


class Change(NamedTuple):
    """What has become of somebody. `before` is the name that the seat bore, `level` how a bot plays.

    `seat` is where somebody sits who was there before and still is.
    """

    kind: Literal["sat down", "left", "renamed", "took over", "level", "away", "back", "played"]
    name: str
    before: str = ""
    level: Level | None = None
    bot: bool = False
    seat: int | None = None


def changes(before: RoomNews, after: RoomNews) -> tuple[Change, ...]:
    return tuple(_changes(before, after))


def _changes(before: RoomNews, after: RoomNews) -> Iterator[Change]:
    old, new = _by_name(before), _by_name(after)
    gone = [name for name in old if name not in new]
    for name, (at, seat) in new.items():
        if name in old:
            yield from (change._replace(seat=at) for change in _change(old[name][1], seat, after))
        elif same := next((left for left in gone if old[left][0] == at), None):
            gone.remove(same)
            taken_over = old[same][1].occupant == "bot" and seat.occupant == "person"
            yield Change("took over" if taken_over else "renamed", name, before=same)
        else:
            yield Change("sat down", name, level=seat.level, bot=seat.occupant == "bot")
    yield from (Change("left", name) for name in gone)


def _by_name(news: RoomNews) -> dict[str, tuple[int, SeatNews]]:
    return {seat.name: (at, seat) for at, seat in enumerate(news.seats) if is_taken(seat)}


def _change(before: SeatNews, after: SeatNews, news: RoomNews) -> Iterator[Change]:
    """What has become of somebody who was there before and still is."""
    if before.occupant == after.occupant == "bot":
        if before.level != after.level:
            yield Change("level", after.name, level=after.level)
    elif is_played(before) != is_played(after):
        if news.phase == "playing":
            yield Change("played" if is_played(after) else "back", after.name)
    elif before.here != after.here and not is_played(after):
        yield Change("back" if after.here else "away", after.name)


def tell_change(change: Change) -> str:
    """The sentence for it."""
    name = change.name
    match change.kind:
        case "sat down":
            return _("{name} sits down.").format(
                name=console_words.person(name, [console_words.role_bot(change.level)] if change.bot else [])
            )
        case "left":
            return _("{name} has left.").format(name=name)
        case "renamed":
            return _("{before} is now called {after}.").format(before=change.before, after=name)
        case "took over":
            return _("{name} takes over the seat of {before}.").format(name=name, before=change.before)
        case "level":
            return _("{name} now plays at level {level}.").format(
                name=name, level=level_name(change.level or "medium")
            )
        case "away":
            return console_words.is_away(name)
        case "back":
            return console_words.is_back(name)
        case "played":
            return console_words.bot_plays_for(name)


OPENING: Final = 3
"""Lines of the log before anybody decides: the game begins, its first round does, the rows or the deck lie open."""
LOGGED: Final = ("took over", "away", "back", "played")
"""The changes that belong to a game, and stand in its log."""


class PresenceLog(NamedTuple):
    """Who took over a seat, dropped out, came back or is played for, each after so many lines of the transcript.

    The sentences are made when they are read, in the language in use.
    """

    game: int = 0
    news: RoomNews | None = None
    changes: tuple[tuple[int, Change], ...] = ()

    def hear(self, news: RoomNews, game: int, shown: int) -> Self:
        """The log when the room is like this, and `shown` lines are; how a game was first heard of is no news."""
        if game != self.game or self.news is None:
            return type(self)(game, news)
        new = ((shown, each) for each in changes(self.news, news) if each.kind in LOGGED)
        return type(self)(game, news, (*self.changes, *new))

    def among(
        self, told: tuple[Told, ...], start: int = 0, notes: Sequence[tuple[int, Told]] = ()
    ) -> tuple[Told, ...]:
        """The lines that were told, from one on, the changes where they happened, and notes, each after so many.

        Where a person has chosen the seed, that stands behind the opening of the game.
        """
        if self.news and self.news.seeded:
            notes = (*notes, (OPENING, Told(seeded_told(), _seeded_told_briefly(), "cost")))
        if not self.changes and not notes:
            return told[start:]
        lines = [(at, 1, one) for at, one in enumerate(told[start:], start)]
        lines += [(min(after, len(told)), 0, note) for after, note in notes if after > start]
        lines += [(min(after, len(told)), 0, _told(change)) for after, change in self.changes if after >= start]
        return tuple(one for _at, _kind, one in sorted(lines, key=lambda line: line[:2]))


def _told(change: Change) -> Told:
    sentence = tell_change(change)
    return Told(sentence, sentence.rstrip("."), seat=change.seat)


def _seeded_told_briefly() -> str:
    # Translators: the same among the last lines of a table: a person has chosen the seed of its games
    return _("The deal can be known beforehand")


# -- quick reactions --------------------------------------------------------------------------------


REACTIONS: tuple[QuickReaction, ...] = get_args(QuickReaction)
"""All of them, in the order of their numbers from 1."""
SHOWN = 5.0
"""Seconds that a reaction is shown: long enough to be met by an eye that was elsewhere."""


class Shown(NamedTuple):
    """A reaction at the name of a seat, until a moment."""

    seat: int
    reaction: QuickReaction
    until: float


class Reactions(NamedTuple):
    """What was heard of late; all moments are seconds of one steady clock."""

    heard: tuple[Shown, ...] = ()

    def hear(self, reacted: Reacted, now: float) -> Self:
        """With this one in place of what its seat showed before; a watcher has no name to show it at."""
        if reacted.seat is None:
            return self
        others = (one for one in self.heard if one.until > now and one.seat != reacted.seat)
        return type(self)((*others, Shown(reacted.seat, reacted.reaction, now + SHOWN)))

    def at(self, now: float) -> tuple[tuple[int, QuickReaction], ...]:
        return tuple((one.seat, one.reaction) for one in self.heard if one.until > now)
