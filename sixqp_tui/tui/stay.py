"""A stay at a table: how it began, its chat, and its due screen."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from sixqp_protocol.messages import Said
from sixqp_tui.client.events import Event
from sixqp_tui.client.session_state import PlayerSession
from sixqp_tui.client.status import Closed
from sixqp_tui.presentation import continuing
from sixqp_tui.presentation.chairs import ChairWait
from sixqp_tui.presentation.feed import GameEnd
from sixqp_tui.presentation.view_model import is_playing
from sixqp_tui.presentation.ways_in import OFFERED, WayIn, all_ways, guest_ways, host_in
from sixqp_tui.tui.openings import AtFeature, Home, Outcome

if TYPE_CHECKING:
    from sixqp_tui.hosting.continuing import Evening
    from sixqp_tui.hosting.hosted_table import HostedTable
    from sixqp_tui.hosting.in_process import InProcess
    from sixqp_tui.joining.seat import Seat

MAX_SAID = 2000
"""More than an evening has, in under a megabyte."""


@dataclass(eq=False)
class Stay:
    """What outlives the screens of a table.

    `hosting` is set if the table was opened from here, `keyboard` if it is in this process. `join_line` leads
    others to it. `make_screen` makes another game screen than the usual one. `late`: the player found no free
    chair, and hasn't been asked what to do; `note` may say why. `keep_name` stores the name that the player chooses
    of those expected. `leaving` is how the stay ends once the table confirms.
    """

    session: PlayerSession
    hosting: "HostedTable | None" = None
    join_line: str | None = None
    keyboard: "InProcess | None" = None
    make_screen: "Callable[[Stay], Any] | None" = None
    late: bool = False
    note: str = ""
    keep_name: Callable[[str], None] | None = None
    evening: "Evening | None" = None
    leaving: Outcome | None = None
    chair: ChairWait = field(default_factory=ChairWait)
    said: deque[Said] = field(default_factory=lambda: deque(maxlen=MAX_SAID))

    def __post_init__(self) -> None:
        state = self.session.state
        self.follow_host()
        self.said.extend(state.talk)
        self._end = GameEnd()
        self._end.see(state.view, state.news)

    @classmethod
    def at(cls, seat: "Seat", evening: "Evening", keep_name: Callable[[str], None] | None = None) -> "Stay":
        """On a seat at a table in the network, the player's own or that of somebody else."""
        return cls(seat.session, late=seat.late, note=seat.note, keep_name=keep_name, evening=evening)

    def follow_host(self) -> None:
        if self.evening:
            self.hosting, self.join_line = self.evening.hosted, self.evening.join_line
        elif self.hosting:
            self.join_line = self.hosting.join_line

    def record(self, event: Event) -> None:
        self._end.see(self.session.state.view, self.session.state.news)
        if isinstance(event, Said):
            self.said.append(event)

    def describe_evening(self) -> str:
        """What stands in the place of the prompt while the table doesn't answer, or stands still."""
        return self.evening.describe() if self.evening else continuing.lost_host(self.session.state)

    @property
    def private(self) -> bool:
        """Whether nobody can look on or join."""
        return self.keyboard is not None

    @property
    def ways_in(self) -> tuple[WayIn, ...]:
        ways = self.session.state.news.ways if self.session.state.news else ()
        if self.hosting:
            return all_ways(ways, self.hosting.address, OFFERED)
        return guest_ways(ways, host_in(self.join_line or ""))

    @property
    def invite_line(self) -> str | None:
        """What others type to join; None if unknown, or without a network."""
        if self.hosting:
            return self.hosting.join_line if self.hosting.reachable else None
        return self.join_line

    @property
    def offers_ways_in(self) -> bool:
        return self.hosting is not None or any(way.open for way in self.ways_in)

    @property
    def table(self) -> str | None:
        return self.session.state.welcome.table if self.session.state.welcome else None

    @property
    def resume_line(self) -> str | None:
        """The command that resumes the game after its owner closes the table; None for a guest."""
        if self.keyboard:
            return self.keyboard.resume_line
        return "sixqp host --resume" if self.session.state.welcome and self.session.state.welcome.owner else None

    @property
    def in_mid_game(self) -> bool:
        return is_playing(self.session.state.view, self.session.state.news)

    @property
    def due_screen(self) -> Literal["lobby", "game"]:
        state = self.session.state
        return "lobby" if self._end.phase(state.view, state.news, state.game) == "lobby" else "game"

    def leave_game(self) -> None:
        self._end.leave(self.session.state.game)

    @property
    def closed(self) -> Closed | None:
        status = self.session.state.status
        return status if isinstance(status, Closed) else None


Opening = Home | Stay | AtFeature
