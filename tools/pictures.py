"""How the pictures of the README are made: games are played in pseudo-terminals, and the screens drawn as SVG.

`python tools/pictures.py [FOLDER]`, with the test dependencies installed, on a POSIX system.
"""

import argparse
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html import escape
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pyte

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from features.review.kept_reviews import game as recorded_game  # noqa: E402  (the tests' support is no installed package)
from support.terminal import Terminal  # noqa: E402

from sixqp_tui.features.history.store import save_game  # noqa: E402
from sixqp_tui.store.paths import HOME_VARIABLE  # noqa: E402

WIDTH, HEIGHT, BASE = 9.03, 19.0, 14.5
INK, FELT = "#dcefe4", "#0f2a20"
PROGRAM = [sys.executable, "-m", "sixqp_tui", "--lang", "en", "--pace", "off"]
HOST = ["host", "--name", "Camille", "--title", "Friday night", "--port", "0"]
SEEDED = ["--seed", "red"]
REVIEW_PATIENCE = 1200.0
"""Seconds: a review takes minutes on a busy machine."""
BLOCKS = {"▀": (0.0, 0.0, 1.0, 0.5), "▌": (0.0, 0.0, 0.5, 1.0), "▐": (0.5, 0.0, 0.5, 1.0)}


Cell = tuple[str, str | None, str | None, bool]
"""A character, its ink and its block as `#rrggbb` (None: the terminal's own colour), and whether it is bold."""


def cells_of(screen: pyte.Screen) -> list[list[Cell]]:
    """What stands on a screen, with its colours."""
    return [[_cell(screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines)]


def _cell(character: pyte.screens.Char) -> Cell:
    ink, block = _colour(character.fg), _colour(character.bg)
    if character.reverse:
        ink, block = block, ink
    return character.data, ink, block, character.bold


def _colour(name: str) -> str | None:
    return f"#{name}" if len(name) == 6 and name.isalnum() else None


def main(folder: Path) -> None:
    """Play, and draw into the folder."""
    with TemporaryDirectory() as home:
        pictures(folder, Path(home))


def pictures(folder: Path, home: Path) -> None:
    """One table after the other, each at a terminal of its own."""
    with played(home / "a", 80, 24, *SEEDED, "--bots", "3") as table:
        play_until(table, "Choose a row")
        table.press("2")
        table.until("Take row 2")
        save(table, folder / "row-choice.svg")
    with played(home / "b", 120, 40, *SEEDED, "--bots", "5") as table:
        play_until(table, "round 2 · turn 5/10")
        table.until("choose a card")
        table.press("4")
        table.until(shows_enter)
        save(table, folder / "table.svg")
    with played(home / "c", 80, 24, "--bots", "1", "--variant", "draft") as table:
        table.press("Enter")
        table.until("Your pick")
        table.press("Right")
        table.until(shows_enter)
        save(table, folder / "draft.svg")
    with played(home / "e", 120, 40, *SEEDED, "--bots", "5", "--rounds", "1") as table:
        play_until(table, "ORDER OF FINISH")
        table.until(lambda text: "Your turn" not in text and "review" in text.splitlines()[-1])
        save(table, folder / "finish.svg")
    with reviewed(home / "d", 120, 40) as screen:
        screen.until("no card came before it")
        save(screen, folder / "review.svg")


def shows_enter(text: str) -> bool:
    """Whether something is chosen, and the keys have followed."""
    return "⏎" in text.splitlines()[-1]


@contextmanager
def played(home: Path, columns: int, lines: int, *options: str) -> Iterator[Terminal]:
    """A host at a terminal of its own, for as long as the pictures take."""
    home.mkdir()
    table = Terminal([*PROGRAM, *HOST, *options], home, columns, lines, cwd=home)
    try:
        table.until("start ")
        yield table
        table.press("q")
        table.until("leave")
        table.press("c")
        table.end()
    finally:
        table.kill()


@contextmanager
def reviewed(home: Path, columns: int, lines: int) -> Iterator[Terminal]:
    """A review of a kept game, when all of it has been judged."""
    game = recorded_game("classic")
    with patch.dict(os.environ, {HOME_VARIABLE: str(home)}):
        save_game(game)
    screen = Terminal([*PROGRAM[:3], "review", "--lang", "en"], home, columns, lines, cwd=home)
    try:
        screen.until("what if", REVIEW_PATIENCE)
        yield screen
        screen.press("q")
        screen.end()
    finally:
        screen.kill()


def play_until(table: Terminal, words: str) -> None:
    """Start, lay the lowest card and take the first row until the screen shows these words."""
    table.press("Enter")
    table.until("choose a card")
    while words not in table.look():
        before = table.text
        if "Choose a row" in before:
            table.press("1")
            table.until("Take row 1")
            table.press("Enter")
            table.until(lambda text: "Choose a row" not in text)
        elif "to round" in before:
            table.press("Enter")
        elif "choose a card" in before:
            table.press("1")
            table.until(lambda text: "choose a card" not in text)
            table.press("Enter")
            table.until(partial(went_on, before))


def went_on(before: str, now: str) -> bool:
    return "Choose a row" in now or where(now) != where(before)


def where(screen: str) -> str:
    return screen.partition("\n")[0].rpartition("  ")[2]


def save(table: Terminal, path: Path) -> None:
    path.write_text("\n".join(svg(cells_of(table.screen))) + "\n", encoding="utf-8")


def svg(lines: list[list[Cell]]) -> Iterator[str]:
    """The lines of an SVG: blocks of colour, and characters each at its place."""
    width, height = len(lines[0]) * WIDTH, len(lines) * HEIGHT
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" xml:space="preserve"'
    yield ' font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15">'
    yield f'<rect width="100%" height="100%" fill="{FELT}"/>'
    for y, line in enumerate(lines):
        x = 0
        for (ink, block, bold), run in groupby(line, key=lambda cell: cell[1:]):
            text = "".join(character for character, *_look in run)
            yield from drawn(x, y, text, ink or INK, block, bold)
            x += len(text)
    yield "</svg>"


def drawn(x: int, y: int, text: str, ink: str, block: str | None, bold: bool) -> Iterator[str]:
    """One run of cells that look alike."""
    if block:
        yield rect(x, y, (0, 0, len(text), 1), block)
    for shape in re.finditer("▀+|▌|▐", text):
        left, top, width, height = BLOCKS[shape[0][0]]
        yield rect(x + shape.start(), y, (left, top, width * len(shape[0]), height), ink)
    weight = ' font-weight="bold"' if bold else ""
    for word in re.finditer(rf"[^\s{''.join(BLOCKS)}]+", text):
        left, length = (x + word.start()) * WIDTH, len(word[0]) * WIDTH
        yield (
            f'<text x="{left:g}" y="{y * HEIGHT + BASE:g}" textLength="{length:g}" fill="{ink}"{weight}>'
            f"{escape(word[0])}</text>"
        )


def rect(x: int, y: int, part: tuple[float, float, float, float], colour: str) -> str:
    """A part (left, top, width, height in cells) of the cell at x, y, a hair wider so that no seam shows."""
    left, top, width, height = part
    return (
        f'<rect x="{(x + left) * WIDTH:g}" y="{(y + top) * HEIGHT:g}" width="{width * WIDTH + 0.3:g}" '
        f'height="{height * HEIGHT + 0.3:g}" fill="{colour}"/>'
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs")
    main(parser.parse_args().folder)
