"""The order of append, apply, write and send, without I/O: nothing is sent before its cause is written."""

from collections.abc import Iterable

from sixqp_protocol.messages import Happened
from sixqp_tui.host.commands import MAX_FACTS, Command, Effect, Send


class CommitQueue:
    """Holds effects back until every command before them is on the disk.

    The shell of a room repeats these steps: let the room handle an input, which `append`s to this queue; `add` the
    effects; `begin` a batch and write its commands; send what `done` returns. Inputs during a write wait for the
    next batch and share one write. A crash between two steps only loses what nobody has seen.
    """

    def __init__(self) -> None:
        self._commands: list[Command] = []
        self._effects: list[Effect] = []
        self._writing: list[Effect] | None = None
        self._several = False

    def append(self, accepted: Command) -> None:
        self._commands.append(accepted)

    def add(self, effects: Iterable[Effect]) -> None:
        self._effects.extend(effects)

    @property
    def idle(self) -> bool:
        return self._writing is None and not self._commands and not self._effects

    def holds_facts_for(self, peer: int) -> bool:
        waiting = (*(self._writing or ()), *self._effects)
        return any(
            each.peer == peer and isinstance(each, Send) and isinstance(each.message, Happened) for each in waiting
        )

    @property
    def unwritten(self) -> int:
        return len(self._commands)

    def begin(self) -> tuple[Command, ...]:
        """The commands to write next; none if effects may be sent without a write. Not allowed during a write."""
        assert self._writing is None
        commands, self._commands = tuple(self._commands), []
        self._writing, self._effects = self._effects, []
        self._several = len(commands) > 1
        return commands

    def done(self) -> list[Effect]:
        assert self._writing is not None
        effects, self._writing = self._writing, None
        return joined(effects) if self._several else effects

    def forget(self) -> None:
        self._commands, self._effects, self._writing = [], [], None


def joined(effects: Iterable[Effect]) -> list[Effect]:
    """With consecutive pieces of a stream joined. Peers that shared a message still share one."""
    runs: list[Effect | tuple[int, list[Happened]]] = []
    last: dict[int, list[Happened]] = {}
    for effect in effects:
        if not (isinstance(effect, Send) and isinstance(effect.message, Happened)):
            last.pop(effect.peer, None)
            runs.append(effect)
        elif (run := last.get(effect.peer)) and _follows(run, effect.message):
            run.append(effect.message)
        else:
            last[effect.peer] = [effect.message]
            runs.append((effect.peer, last[effect.peer]))
    made: dict[tuple[int, ...], Happened] = {}
    return [Send(run[0], _join(run[1], made)) if isinstance(run, tuple) else run for run in runs]


def _follows(run: list[Happened], piece: Happened) -> bool:
    first, last = run[0], run[-1]
    end = last.first + len(last.facts)
    return piece.game == first.game and piece.first == end and end + len(piece.facts) - first.first <= MAX_FACTS


def _join(run: list[Happened], made: dict[tuple[int, ...], Happened]) -> Happened:
    if len(run) == 1:
        return run[0]
    pieces = tuple(map(id, run))
    if pieces not in made:
        made[pieces] = Happened(run[0].game, run[0].first, tuple([fact for piece in run for fact in piece.facts]))
    return made[pieces]
