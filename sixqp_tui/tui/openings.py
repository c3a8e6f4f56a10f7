"""Where the app opens, and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from sixqp_tui.i18n.home import CodeAsked

if TYPE_CHECKING:
    from sixqp_tui.discovery.table_list import FoundTable


class JoinAttempt(NamedTuple):
    """A table that others host, listed or typed: an address, a title or an invitation.

    `trust`: accept a certificate that the table hasn't shown before.
    """

    target: FoundTable | str
    watch: bool = False
    trust: bool = False

    @property
    def title(self) -> str:
        return self.target if isinstance(self.target, str) else self.target.title


class Home(NamedTuple):
    """The list of tables, or the question for the room code of the table of an `attempt`.

    `why`: no code was given yet, or what became of the one that was.
    """

    attempt: JoinAttempt | None = None
    why: CodeAsked = "first"


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
