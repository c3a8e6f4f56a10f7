"""One live ranking of an evening at several tables, from what each table shows to any watcher.

    python tools/league.py Salon Kitchen 192.168.1.20:4666 --csv evening.csv

A TABLE is what `sixqp join` takes, also an invitation. A table's public stream has names and no keys, so the same
name at two tables is one person; bots are ranked too. The ranking is 48 columns wide: enlarge the terminal's text
until it can be read from the other end of the room.
"""

import argparse
import asyncio
import contextlib
import csv
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table as Grid
from rich.text import Text

WIDTH: Final = 48
PAUSE_SECONDS: Final = 5.0
"""Between a stream's end and the next try: for the next game, or for a table that isn't there."""
PAGE_SECONDS: Final = 8.0


class Line(NamedTuple):
    """`firsts`, `seconds` and `thirds` are places in finished games; equal totals share the better place."""

    player: str
    games: int
    rounds: int
    heads: float
    firsts: int
    seconds: int
    thirds: int


class Watched:
    """What is known of one table: its games as lists of facts, and what it does now."""

    def __init__(self, target: str) -> None:
        self.target, self.status = target, "connecting"
        self._over: list[list[dict[str, Any]]] = []
        self._current: list[dict[str, Any]] = []

    @property
    def games(self) -> list[list[dict[str, Any]]]:
        """A stream that begins anew repeats the last game, which doesn't count twice."""
        repeated = bool(self._over) and self._over[-1][: len(self._current)] == self._current
        return self._over if repeated else [*self._over, self._current]

    def hear(self, line: str) -> None:
        """Take in a fact, or what the watching program complains of."""
        if not line.startswith("{"):
            self.status = line.strip().removeprefix("sixqp: ")
            return
        fact = json.loads(line)
        if fact["kind"] == "GameStarted":  # whatever came before of an unfinished game is void
            self._current = []
        self._current.append(fact)
        if fact["kind"] == "RoundBegan":
            self.status = f"round {fact['round']}"
        elif fact["kind"] == "GameEnded":
            self.status = "game over"
            self._over, self._current = self.games, []


def ranking(tables: Sequence[Watched]) -> list[Line]:
    """Fewest heads a round first, after that whoever played less than half as many rounds as somebody else."""
    shown, places = dict[str, str](), Counter[tuple[str, int]]()
    games, rounds, heads = Counter[str](), Counter[str](), Counter[str]()
    people, reached = list[str](), list[int]()
    for fact in (fact for table in tables for game in table.games for fact in game):
        if fact["kind"] == "GameStarted":
            people = [name.casefold() for name in fact["names"]]
            shown.update(zip(people, fact["names"], strict=True))
        elif fact["kind"] == "RoundEnded":
            rounds.update(people)
            heads.update(dict(zip(people, fact["heads"], strict=True)))
            reached = [1 + sum(other < total for other in fact["totals"]) for total in fact["totals"]]
        elif fact["kind"] == "GameEnded" and fact["reason"] != "abandoned":
            games.update(people)
            places.update(zip(people, reached, strict=True))
    lines = [
        Line(shown[who], games[who], played, heads[who] / played, *(places[who, at] for at in (1, 2, 3)))
        for who, played in rounds.items()
    ]
    return sorted(lines, key=lambda line: (is_too_short(line, lines), line.heads, -line.rounds, line.player))


def is_too_short(line: Line, lines: Sequence[Line]) -> bool:
    """Whether somebody played more than twice as many rounds."""
    return any(2 * line.rounds < other.rounds for other in lines)


async def follow(table: Watched) -> None:
    """Watch one game after another, until cancelled."""
    command = (sys.executable, "-m", "sixqp_tui", "join", table.target, "--watch", "--json", "--lang", "en")
    while True:
        watching = await asyncio.create_subprocess_exec(
            *command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        assert watching.stdout
        try:
            async for line in watching.stdout:
                table.hear(line.decode(errors="replace"))
        finally:
            with contextlib.suppress(ProcessLookupError):
                watching.terminate()
            await watching.wait()
        await asyncio.sleep(PAUSE_SECONDS)  # noqa: TID251  no stream says that the next game begins


def view(tables: Sequence[Watched], lines: Sequence[Line], height: int = 0, now: float = 0.0) -> Group:
    """If `height` rows are too few for all lines, they are shown in turn. Who played too few rounds is dim."""
    grid = Grid(box=None, expand=True, header_style="bold", row_styles=["bold"])
    for title in ("", "player", "games", "rounds", "heads", "1st", "2nd", "3rd"):
        grid.add_column(title, justify="left" if title == "player" else "right", no_wrap=True)
    page = max(1, height - len(tables) - 2) if height else len(lines) or 1
    start = page * (int(now / PAGE_SECONDS) % max(1, -(-len(lines) // page)))
    for place, line in enumerate(lines[start : start + page], start + 1):
        style = "yellow" if place == 1 else "dim" if is_too_short(line, lines) else ""
        cells = (place, *line._replace(heads=round(line.heads, 1)))
        grid.add_row(*(Text(str(cell)) for cell in cells), style=style)
    states = (Text(f"{table.target}: {table.status}", overflow="ellipsis", no_wrap=True) for table in tables)
    return Group(grid, Text(), *states)


async def show(tables: Sequence[Watched], file: Path | None, console: Console) -> None:
    async with asyncio.TaskGroup() as group:
        for table in tables:
            group.create_task(follow(table))
        with Live(console=console, screen=True, auto_refresh=False) as live:
            while True:
                lines = ranking(tables)
                live.update(view(tables, lines, console.height, monotonic()), refresh=True)
                if file:
                    with file.open("w", newline="", encoding="utf-8") as opened:
                        csv.writer(opened).writerows([Line._fields, *lines])
                await asyncio.sleep(1)  # noqa: TID251  so often the ranking is shown


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="+", metavar="TABLE")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="keep the ranking in this file, too")
    asked = parser.parse_args(arguments)
    tables = [Watched(target) for target in asked.tables]
    console = Console(width=WIDTH, highlight=False)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(show(tables, asked.csv, console))
    console.print(view(tables, ranking(tables)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
