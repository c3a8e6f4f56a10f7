"""The people and bots at a table: their chairs, names and connections."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from ipaddress import ip_address
from itertools import count

from sixqp_protocol.messages import Level, Said, SeatNews, Tally, Way
from sixqp_protocol.text import NAME_CELLS, clean
from sixqp_tui.host.rate_limit import RateLimit

MAX_REMEMBERED = 64
"""Accepted ids of a key, which repeats at most 32 unanswered requests (`SPEC.md`, R24)."""
MAX_CHAT = 100
"""Chat messages that are repeated to players who return (`SPEC.md`, Seats)."""
BOT_NAMES = ("Hal", "Ada", "Deep", "Marvin", "Eliza", "Robby", "Tik-Tok", "Bender", "Sonny", "Dot")


def unique(name: str, others: Iterable[str]) -> str:
    """Followed by a number if necessary, in at most 16 cells. Case doesn't count."""
    taken = {other.casefold() for other in others}
    candidate = name
    numbers = count(2)
    while candidate.casefold() in taken:
        ending = f" {next(numbers)}"
        candidate = clean(name, NAME_CELLS - len(ending)) + ending
    return candidate


def bot_name(others: Iterable[str]) -> str:
    taken = tuple(others)
    lowered = {other.casefold() for other in taken}
    free = (name for name in BOT_NAMES if name.casefold() not in lowered)
    return next(free, None) or unique(BOT_NAMES[0], taken)


def remote_addresses(address: str | None) -> frozenset[str]:
    """The address; empty for the host's own machine, where several people may play."""
    own = address is None or ip_address(address.partition("%")[0]).is_loopback
    return frozenset() if address is None or own else frozenset((address,))


@dataclass(slots=True, eq=False)
class Participant:
    """A person, a bot of some `level` on a chair, or a watcher.

    `accepted` has the last request ids. `addresses` are the other machines that they came from. Without a `peer`,
    `absent_since` is when the connection was lost. Somebody of this name may claim a `reserved` chair, which is
    `claimed` then. `chat` has the newest of the `said` messages since they have a chair.
    """

    key: bytes
    name: str
    level: Level | None = None
    accepted: deque[int] = field(default_factory=lambda: deque(maxlen=MAX_REMEMBERED))
    addresses: set[str] = field(default_factory=set)
    peer: int | None = None
    absent_since: float | None = None
    rate_limit: RateLimit = field(default_factory=RateLimit)
    reserved: bool = False
    claimed: bool = False
    way: Way | None = None
    chat: deque[Said] = field(default_factory=lambda: deque(maxlen=MAX_CHAT))
    said: int = 0

    def hear(self, said: Said) -> None:
        self.chat.append(said)
        self.said += 1

    def missed(self, heard: int) -> list[Said]:
        """What a program lacks that has `heard` so many messages, some of them perhaps before a restart."""
        missing = self.said - heard if heard <= self.said else self.said
        missed = list(self.chat)[-missing:] if missing else []
        self.said = heard + len(missed)
        return missed

    @property
    def last_id(self) -> int:
        return self.accepted[-1] if self.accepted else 0


@dataclass(slots=True, eq=False)
class Peer:
    """A connection whose Hello was accepted.

    It has been sent the first `sent` facts of its guest's stream. While it is `behind`, a piece is on its way, and
    the next one follows that. `address` is None within this process, and `way` for a program. The newest news said
    what was `told`, and `tally` is the last one sent.
    """

    number: int
    guest: Participant
    sent: int = 0
    behind: bool = False
    told: object = None
    tally: Tally | None = None
    address: str | None = None
    way: Way | None = None


@dataclass(slots=True, eq=False)
class Chair:
    """A taken chair.

    `person` is None on a bot's chair. A person who left during a game keeps the chair while `bot` plays it (8.2).
    `expected_as` is the name that the chair was kept for; `played` is its seat in the current or last game. A
    `ready` person waits for the next round or game.
    """

    name: str
    person: Participant | None = None
    bot: Participant | None = None
    owner: bool = False
    expected_as: str | None = None
    played: int | None = None
    ready: bool = False

    @property
    def driver(self) -> Participant | None:
        return self.bot or self.person

    @property
    def here(self) -> bool:
        return self.person is None or self.person.peer is not None

    def news(self, shows_key: bool) -> SeatNews:
        """What everybody may know of the chair; a person has a `level` while a bot plays for them."""
        person, level = self.person, self.bot.level if self.bot else None
        if person is None:
            return SeatNews(self.name, "bot", True, self.owner, level)
        key = person.key if shows_key else None
        here = person.peer is not None
        return SeatNews(self.name, "person", here, self.owner, level, key, person.way, person.reserved)


class Seats:
    """All chairs: taken ones in order of arrival, then expected, then open ones.

    A seat's number is its place in this order, from 0. `show_keys` unless the table is within one process.
    """

    def __init__(self, count: int, expected: Iterable[str], show_keys: bool) -> None:
        self.count, self.show_keys = count, show_keys
        self.taken: list[Chair] = []
        self.expected: list[str] = list(expected)

    def of(self, guest: Participant) -> Chair | None:
        seat = self.number_of(guest)
        return None if seat is None else self.taken[seat]

    def number_of(self, guest: Participant) -> int | None:
        """The seat of this person or bot; None for a watcher."""
        for seat, chair in enumerate(self.taken):
            if chair.person is guest:
                return seat
        return next((seat for seat, chair in enumerate(self.taken) if chair.bot is guest), None)

    def at(self, seat: int) -> Chair | None:
        return self.taken[seat] if seat < len(self.taken) else None

    @property
    def shown_expected(self) -> list[str]:
        return self.expected[: self.count - len(self.taken)]

    def lobby_news(self) -> tuple[SeatNews, ...]:
        kept = self.shown_expected
        spare = self.count - len(self.taken) - len(kept)
        return (
            *self.playing_news(),
            *(SeatNews(name, "expected", False) for name in kept),
            *(SeatNews("", "open", False) for _ in range(spare)),
        )

    def playing_news(self) -> tuple[SeatNews, ...]:
        return tuple([chair.news(self.show_keys) for chair in self.taken])

    @property
    def bots(self) -> list[Chair]:
        return [chair for chair in self.taken if chair.person is None]

    def has_open(self, name: str) -> bool:
        kept = any(expected.casefold() == name.casefold() for expected in self.shown_expected)
        return kept or len(self.taken) + len(self.expected) < self.count

    def offer(self, name: str) -> Chair | None:
        """A chair for a newcomer: one kept for this name, else an open one, else any kept one.

        It is theirs once they `take` it.
        """
        if len(self.taken) >= self.count:
            return None
        kept = next((kept for kept in self.expected if kept.casefold() == name.casefold()), None)
        if kept is None and len(self.taken) + len(self.expected) >= self.count:
            kept = self.shown_expected[-1]
        return Chair(name, expected_as=kept)

    def take(self, chair: Chair) -> None:
        if chair.expected_as is not None:
            self.expected.remove(chair.expected_as)
        self.taken.append(chair)

    def assign_expected(self, chair: Chair, name: str) -> None:
        self.expected.remove(name)
        if chair.expected_as is not None:
            self.expected.append(chair.expected_as)
        chair.expected_as = name

    def free(self, chair: Chair) -> None:
        self.taken.remove(chair)
        if chair.expected_as is not None:
            self.expected.append(chair.expected_as)

    def cancel_expected(self, seat: int) -> bool:
        place = seat - len(self.taken)
        if not 0 <= place < len(self.shown_expected):
            return False
        del self.expected[place]
        return True
