"""The quick reactions that are shown just now, each at the name of a seat, for a few seconds."""

from typing import NamedTuple, Self, get_args

from sixqp_protocol.messages import QuickReaction, Reacted

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
