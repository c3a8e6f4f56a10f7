"""What the room asks of the shell that holds the connections."""

from collections.abc import Iterable

from msgspec import Struct

from sixqp_protocol.messages import Happened, HostMessage
from sixqp_protocol.refusals import Farewell

MAX_FACTS = 400
"""The most facts that travel in one Happened (`SPEC.md`, Limits, has 512)."""


class Send(Struct, frozen=True):
    """Send this message to a peer, after everything that was sent to it before."""

    peer: int
    message: HostMessage


class Close(Struct, frozen=True):
    """Close the connection of a peer when everything sent to it is out, its Goodbye the last."""

    peer: int
    farewell: Farewell


Effect = Send | Close


def joined(effects: Iterable[Effect]) -> list[Effect]:
    """The same effects, where pieces of a stream that follow each other to one peer are one piece.

    Each peer is sent the same facts, and all else, in the same order. What is the same to many stays one message.
    """
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
    return [Send(run[0], _one(run[1], made)) if isinstance(run, tuple) else run for run in runs]


def _follows(run: list[Happened], piece: Happened) -> bool:
    """Whether the piece may be told together with those before it."""
    first, last = run[0], run[-1]
    end = last.first + len(last.facts)
    return piece.game == first.game and piece.first == end and end + len(piece.facts) - first.first <= MAX_FACTS


def _one(run: list[Happened], made: dict[tuple[int, ...], Happened]) -> Happened:
    """The pieces as one, which is the same message for everybody who is sent the same pieces."""
    if len(run) == 1:
        return run[0]
    pieces = tuple(map(id, run))
    if pieces not in made:
        made[pieces] = Happened(run[0].game, run[0].first, tuple([fact for piece in run for fact in piece.facts]))
    return made[pieces]
