"""The chairs of a table and who holds which: first those taken, in order of arrival, then expected, then open."""

from collections.abc import Iterable
from dataclasses import dataclass

from sixqp_protocol.messages import Level, SeatNews
from sixqp_tui.host.participants import Participant


@dataclass(slots=True, eq=False)
class BotHand:
    """The bot that plays a chair: what it is known by, and how strong it is."""

    token: bytes
    level: Level
    guest: Participant


@dataclass(slots=True, eq=False)
class Chair:
    """A chair that is taken, by a person or by a bot.

    `person` is None on a bot's chair; a person who left in mid-game keeps the chair while `bot` plays it (8.2).
    `expected_as` is the name it was kept for, `played` its seat in the current or the last game. `ready`: the
    person has said so, for the round or the game that comes next.
    """

    name: str
    person: Participant | None = None
    bot: BotHand | None = None
    owner: bool = False
    expected_as: str | None = None
    played: int | None = None
    ready: bool = False

    @property
    def driver(self) -> Participant | None:
        return self.bot.guest if self.bot else self.person

    @property
    def here(self) -> bool:
        return self.person is None or self.person.peer is not None

    def news(self) -> SeatNews:
        """What everybody may know of the chair; a person's `level` tells that a bot plays for them now."""
        person, level = self.person, self.bot.level if self.bot else None
        if person is None:
            return SeatNews(self.name, "bot", True, self.owner, level)
        return SeatNews(self.name, "person", person.peer is not None, self.owner, level, person.person_id)


class Seats:
    """All chairs of the table. The number of a seat is its place in this order, from 0."""

    def __init__(self, count: int, expected: Iterable[str]) -> None:
        self.count = count
        self.taken: list[Chair] = []
        self.expected: list[str] = list(expected)

    def of(self, guest: Participant) -> Chair | None:
        """The chair that this person, or this bot, sits on; None for a watcher."""
        seat = self.number_of(guest)
        return None if seat is None else self.taken[seat]

    def number_of(self, guest: Participant) -> int | None:
        """The number of the seat that this person, or this bot, sits on; None for a watcher."""
        for seat, chair in enumerate(self.taken):
            if chair.person is guest or (chair.bot is not None and chair.bot.guest is guest):
                return seat
        return None

    def at(self, seat: int) -> Chair | None:
        return self.taken[seat] if seat < len(self.taken) else None

    @property
    def shown_expected(self) -> list[str]:
        return self.expected[: self.count - len(self.taken)]

    def lobby_news(self) -> tuple[SeatNews, ...]:
        """All chairs as they stand in the lobby."""
        kept = self.shown_expected
        spare = self.count - len(self.taken) - len(kept)
        return (
            *(chair.news() for chair in self.taken),
            *(SeatNews(name, "expected", False) for name in kept),
            *(SeatNews("", "open", False) for _ in range(spare)),
        )

    def playing_news(self) -> tuple[SeatNews, ...]:
        return tuple([chair.news() for chair in self.taken])

    @property
    def bots(self) -> list[Chair]:
        return [chair for chair in self.taken if chair.person is None]

    def has_open(self, name: str) -> bool:
        """Whether a chair stands open, or is kept for this name."""
        kept = any(expected.casefold() == name.casefold() for expected in self.shown_expected)
        return kept or len(self.taken) + len(self.expected) < self.count

    def offer(self, name: str) -> Chair | None:
        """A chair for a newcomer: one kept for this name, else an open one, else any that is kept; None: full.

        Nothing has changed until they `sit` down on it.
        """
        if len(self.taken) >= self.count:
            return None
        kept = next((kept for kept in self.expected if kept.casefold() == name.casefold()), None)
        if kept is None and len(self.taken) + len(self.expected) >= self.count:
            kept = self.shown_expected[-1]
        return Chair(name, expected_as=kept)

    def sit(self, chair: Chair) -> None:
        """The offered chair is taken, after all others that are."""
        if chair.expected_as is not None:
            self.expected.remove(chair.expected_as)
        self.taken.append(chair)

    def give_expected(self, chair: Chair, name: str) -> None:
        """Whoever sits on this chair is who was expected by this name: it is the one that was kept for them."""
        self.expected.remove(name)
        if chair.expected_as is not None:
            self.expected.append(chair.expected_as)
        chair.expected_as = name

    def free(self, chair: Chair) -> None:
        """Nobody sits on this chair any more; it is kept again for whom it was kept."""
        self.taken.remove(chair)
        if chair.expected_as is not None:
            self.expected.append(chair.expected_as)

    def unexpect(self, seat: int) -> bool:
        """Keep the expected chair with this number no longer; False if it is none."""
        place = seat - len(self.taken)
        if not 0 <= place < len(self.shown_expected):
            return False
        del self.expected[place]
        return True
