"""The finished rounds of a game, from which another host can continue."""

from collections.abc import Iterable

from sixqp_protocol.facts import AnyFact, GameEnded, GameStarted, RoundEnded
from sixqp_tui.engine import notation
from sixqp_tui.engine.open_hands import open_rounds
from sixqp_tui.engine.view import readable


def finished_rounds(stream: Iterable[AnyFact]) -> tuple[AnyFact, ...]:
    """Up to the end of the last finished round or of the game; during the first round, only how the game began."""
    public = readable(stream, None)
    ends = [place for place, fact in enumerate(public, 1) if isinstance(fact, GameStarted | RoundEnded | GameEnded)]
    return public[: ends[-1]] if ends else ()


def write_finished_rounds(stream: Iterable[AnyFact]) -> str:
    """The finished rounds in notation; "" without a game."""
    finished = finished_rounds(stream)
    return notation.write(finished) if finished else ""


def read_finished_rounds(text: str) -> tuple[AnyFact, ...]:
    """These rounds as their host knew them, without choices that were taken back. Raises ValueError."""
    finished = notation.parse(text) if text else ()
    if finished != finished_rounds(finished):
        raise ValueError("expected finished rounds")
    return open_rounds(finished)


def split_rounds(text: str) -> list[str]:
    """The first part comes before round 1.

    Empty lines are dropped, so a round's text doesn't depend on what follows.
    """
    parts = [""]
    for line in filter(str.strip, text.splitlines(keepends=True)):
        if line.startswith("round "):
            parts.append("")
        parts[-1] += line
    return parts
