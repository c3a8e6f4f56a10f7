"""Nothing is said before what it follows from is written: the order of append, apply, write, send, without I/O."""

from collections.abc import Iterable

from sixqp_tui.host.commands import Command
from sixqp_tui.host.effects import Effect, joined


class CommitQueue:
    """Holds effects back until every command that was accepted before them is on the disk.

    Whoever runs a room repeats: let it handle what has come (`append` is its journal), `hold` the effects,
    `begin` a batch, write its commands so that no crash loses them, and send what `done` returns. What comes while
    a batch is written waits for the next one, so that all of it shares one writing. A crash between any two of
    these steps loses only what nobody has been told.
    """

    def __init__(self) -> None:
        self._commands: list[Command] = []
        self._effects: list[Effect] = []
        self._writing: list[Effect] | None = None
        self._several = False

    def append(self, accepted: Command) -> None:
        self._commands.append(accepted)

    def hold(self, effects: Iterable[Effect]) -> None:
        self._effects.extend(effects)

    @property
    def idle(self) -> bool:
        return self._writing is None and not self._commands and not self._effects

    @property
    def unwritten(self) -> int:
        return len(self._commands)

    def begin(self) -> tuple[Command, ...]:
        """The commands to be written next, in order; none where something may be sent without a writing.

        Must not be called while a batch is written.
        """
        assert self._writing is None
        commands, self._commands = tuple(self._commands), []
        self._writing, self._effects = self._effects, []
        self._several = len(commands) > 1
        return commands

    def done(self) -> list[Effect]:
        """The batch is written: what may be sent now, in order; the facts of several commands in one message."""
        assert self._writing is not None
        effects, self._writing = self._writing, None
        return joined(effects) if self._several else effects

    def forget(self) -> None:
        self._commands, self._effects, self._writing = [], [], None
