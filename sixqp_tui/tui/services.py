"""What the command line hands to the screens: everything that reaches beyond this process, as callables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from sixqp_tui.i18n.home import CodeAsked
from sixqp_tui.tui.listed_tables import ListedTable, TableList

if TYPE_CHECKING:
    from textual.screen import Screen

    from sixqp_protocol.facts import Variant
    from sixqp_protocol.messages import Level, Said, Settings
    from sixqp_tui.hosting.ways_in import WayIn
    from sixqp_tui.store.preferences import Preferences
    from sixqp_tui.tui.player_session import PlayerSession


class CannotJoin(Exception):
    """No seat was got at the table; the only argument is a sentence for the player."""


class JoinNeedsTrust(CannotJoin):
    """The table shows another certificate than the one that is known; its player may trust the new one."""


class JoinNeedsCode(CannotJoin):
    """The table is locked, and its room code is asked for; `why` tells what became of the one that was given."""

    def __init__(self, why: CodeAsked) -> None:
        super().__init__("")
        self.why = why


class CannotOpen(Exception):
    """No table was opened; the only argument is a sentence for the player."""


class HostOptions(NamedTuple):
    """What is decided before a table opens; all but title, name and lock can be changed at it."""

    title: str
    name: str
    settings: Settings
    bots: int = 0
    level: Level = "medium"
    locked: bool = False

    @property
    def variant(self) -> Variant:
        """The variant to be played first (5)."""
        return self.settings.rules.variant


Caution = Literal["namesake", "undiscovered"]


class Hosting(Protocol):
    """A table that was opened from here."""

    @property
    def session(self) -> PlayerSession:
        """The owner's own seat; it is connecting or connected."""

    @property
    def join_line(self) -> str:
        """What others type to get here, such as `sixqp join 192.168.1.20:4666`."""

    @property
    def invitation(self) -> str:
        """The way here as a line to copy or to draw as a QR code: addresses, id and certificate."""

    def ways_in(self) -> tuple[WayIn, ...]:
        """The ways in for guests without a program, open or not."""

    async def switch_way(self, kind: str, on: bool) -> WayIn | None:
        """Open or close one of them. Raises CannotOpen."""

    async def caution(self) -> Caution | None:
        """After a while, why the list alone may not lead guests here."""


Target = ListedTable | str


class Resumable(NamedTuple):
    """A table hosted here earlier, whose game was not finished: it was in this round."""

    table: str
    title: str
    round: int


async def _find_nothing(_closing: str) -> Resumable | None:
    return None


async def _cannot_resume(_table: str) -> AtTable:
    raise CannotOpen("")


async def _find_no_damage() -> str:
    return ""


class Services(NamedTuple):
    """What the screens may ask of the world. Nothing is imported for any of it before it is called.

    `join` takes a listed table, or the text that was typed (HOST[:PORT] or a title), whether only to watch, the
    room code where it is known, and whom to tell what is waited for, as a sentence; it returns a session that
    runs, or raises CannotJoin. `join_trusting` does the same and takes whatever certificate the table has now.
    `join_line` is what others type to get to a session.
    `has_seat_at` tells whether this player has a seat at the table with this id.

    `open_table` starts a table in a process of its own, or raises CannotOpen. `find_resumable` is the table that is
    worth an offer to go on with, if there is one: it waits until the table that was closed a moment ago (its id, or
    "") has ended. `resume_table` opens it again, or raises CannotOpen. `play_alone` begins a game against bots in
    this process, `play_around` one of the people that are named between commas; both raise CannotOpen.
    `configured_names` are those that config.txt holds, between commas.

    `save_preferences` takes what was preferred before and what is now, and returns a sentence where that could not
    be kept as it should; it may take its time, and is called in a thread. `keep_name` keeps another name for the
    player; None where theirs was set before this run. `find_damage` is a sentence where a file of the game's own is
    damaged, or nothing.
    """

    browse: Callable[[], AbstractAsyncContextManager[TableList]]
    join: Callable[[Target, bool, str | None, Callable[[str], None]], Awaitable[PlayerSession]]
    join_trusting: Callable[[Target, bool, str | None, Callable[[str], None]], Awaitable[PlayerSession]]
    open_table: Callable[[HostOptions], Awaitable[Hosting]]
    play_alone: Callable[[], Awaitable[AtTable]]
    play_around: Callable[[str], Awaitable[AtTable]]
    configured_names: Callable[[], str]
    player_name: str
    join_line: Callable[[PlayerSession], str | None] = lambda _session: None
    save_preferences: Callable[[Preferences, Preferences], str | None] = lambda before, after: None
    find_resumable: Callable[[str], Awaitable[Resumable | None]] = _find_nothing
    resume_table: Callable[[str], Awaitable[AtTable]] = _cannot_resume
    has_seat_at: Callable[[str], bool] = lambda _table: False
    find_damage: Callable[[], Awaitable[str]] = _find_no_damage
    keep_name: Callable[[str], None] | None = None


class JoinAttempt(NamedTuple):
    """The way to a table that others host: whether only to `watch`, and whether to `trust` a new certificate.

    `first_found`: of two machines that announce it, the one that did so first is meant.
    """

    target: Target
    watch: bool = False
    trust: bool = False
    first_found: bool = False

    @property
    def disputed(self) -> bool:
        return not (isinstance(self.target, str) or self.first_found) and self.target.mark == "disputed"

    @property
    def title(self) -> str:
        return self.target if isinstance(self.target, str) else self.target.title


class Home(NamedTuple):
    """The app opens with the list of tables; `attempt`: with the question for the code of this locked one.

    `why` tells what became of the one that was given.
    """

    attempt: JoinAttempt | None = None
    why: CodeAsked = "first"


class Keyboard(NamedTuple):
    """Those who play at this keyboard, at a table of this process, its owner first; and who only looks on.

    `resume_line` is what goes on with its game when it was left; None where it is not kept. `game_screen` makes
    the screen of its games in the place of the usual one.
    """

    people: tuple[PlayerSession, ...]
    watcher: PlayerSession
    resume_line: str | None = None
    game_screen: Callable[[PlayerSession, Callable[[], Preferences], Sequence[Said]], Screen[None]] | None = None


class AtTable(NamedTuple):
    """The app opens at a table; `hosting` is how others get there, where it was opened from here.

    `join_line` is what others type to get there, where a guest knows it.
    `keyboard`: the table is in this process, and ends when its people leave. `late`: there was no chair for who
    wanted one, and they are asked what they would like instead. `keep_name` keeps the name that its player chooses
    of those that are expected there; None where their name was set before. `first_said` is the first line of the
    chat, which its player alone sees.
    """

    session: PlayerSession
    hosting: Hosting | None = None
    join_line: str | None = None
    keyboard: Keyboard | None = None
    late: bool = False
    keep_name: Callable[[str], None] | None = None
    first_said: Said | None = None


class AtFeature(NamedTuple):
    """The app opens with a screen of a feature; `open` takes the app, and what to call when that is closed."""

    open: Callable[[Any, Callable[[None], None]], None]


class Left(NamedTuple):
    """How the app ended when its player left; `join_line` leads back to a table hosted here that still stands.

    `closed` is the id of a table that its player has closed.
    """

    join_line: str | None = None
    closed: str | None = None

    @property
    def kept_open(self) -> bool:
        return self.join_line is not None


class Ended(NamedTuple):
    """How the app ended when the table did: a sentence to print, or None, and an exit code."""

    sentence: str | None
    code: int


Outcome = Left | Ended
Opening = Home | AtTable | AtFeature
