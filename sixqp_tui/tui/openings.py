"""Where the app opens, and how it ends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sixqp_tui.i18n.home import CodeAsked

if TYPE_CHECKING:
    from sixqp_protocol.messages import Said
    from sixqp_tui.client.session_state import PlayerSession
    from sixqp_tui.discovery.table_list import FoundTable
    from sixqp_tui.hosting.continuing import Evening
    from sixqp_tui.hosting.hosted_table import HostedTable
    from sixqp_tui.hosting.in_process import InProcess
    from sixqp_tui.store.preferences import Preferences


class JoinAttempt(NamedTuple):
    """A table that others host, listed or typed: an address, a title or an invitation.

    `trust`: accept a certificate that the table hasn't shown before. `first_found`: of two machines that announce
    the table, the player means the one that did so first.
    """

    target: FoundTable | str
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
    """The list of tables, or the question for the room code of the table of an `attempt`.

    `why`: no code was given yet, or what became of the one that was.
    """

    attempt: JoinAttempt | None = None
    why: CodeAsked = "first"


class AtTable(NamedTuple):
    """`hosting` is set if the table was opened from here, `keyboard` if it is in this process.

    `join_line` leads others to a table that someone else hosts. `game_screen` makes another screen than the usual
    one. `late`: the player found no free chair; `note` may say why. `keep_name` stores the name that the player
    chooses of those expected. `sit_anew` returns with a new key.
    """

    session: PlayerSession
    hosting: HostedTable | None = None
    join_line: str | None = None
    keyboard: InProcess | None = None
    game_screen: Callable[[PlayerSession, Callable[[], Preferences], Sequence[Said]], Any] | None = None
    late: bool = False
    note: str = ""
    keep_name: Callable[[str], None] | None = None
    evening: Evening | None = None
    sit_anew: Callable[[], Awaitable[None]] | None = None


class AtFeature(NamedTuple):
    """A screen of a feature; `open` takes the app, and what to call when that screen is closed."""

    open: Callable[[Any, Callable[[None], None]], object]


class Left(NamedTuple):
    """`join_line` leads back to a table hosted here that stays open, `closed` is the id of a closed one."""

    join_line: str | None = None
    closed: str | None = None

    @property
    def kept_open(self) -> bool:
        return self.join_line is not None


class Ended(NamedTuple):
    """A sentence to print, or None, and an exit code."""

    sentence: str | None
    code: int


Outcome = Left | Ended
Opening = Home | AtTable | AtFeature
