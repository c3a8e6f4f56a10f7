"""The finished rounds of a game: what another host can go on from."""

from collections.abc import Iterable

from sixqp_protocol.facts import AnyFact, GameEnded, GameStarted, RoundEnded
from sixqp_tui.engine import notation
from sixqp_tui.engine.open_hands import open_rounds
from sixqp_tui.engine.view import readable


def finished_rounds(stream: Iterable[AnyFact]) -> tuple[AnyFact, ...]:
    """The public facts of a stream up to the end of its last finished round, and of the game if that is over.

    Before the end of the first round, that is only how the game began; nothing without a game.
    """
    public = readable(stream, None)
    ends = [place for place, fact in enumerate(public, 1) if isinstance(fact, GameStarted | RoundEnded | GameEnded)]
    return public[: ends[-1]] if ends else ()


def write_finished_rounds(stream: Iterable[AnyFact]) -> str:
    """The notation of the finished rounds; "" without a game."""
    finished = finished_rounds(stream)
    return notation.write(finished) if finished else ""


def read_finished_rounds(text: str) -> tuple[AnyFact, ...]:
    """The facts of these rounds as their host knew them, without what was taken back. Raises ValueError."""
    finished = notation.parse(text) if text else ()
    if finished != finished_rounds(finished):
        raise ValueError("expected finished rounds")
    return open_rounds(finished)


def split_rounds(text: str) -> list[str]:
    """The notation cut before each round: first the lines before round 1, then one text for each round.

    Empty lines are left out, so that the text of a round doesn't depend on what follows.
    """
    parts = [""]
    for line in filter(str.strip, text.splitlines(keepends=True)):
        if line.startswith("round "):
            parts.append("")
        parts[-1] += line
    return parts
