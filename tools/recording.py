"""The recording at the top of the README: an evening of three players, each at a terminal of their own.

`python tools/recording.py [FOLDER]`, as root on Linux, with the test dependencies, Pillow and DejaVu Sans Mono.
The machines are hosts of a virtual LAN. What happens is real; only waits longer than `LONGEST` are cut.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from support.lan import Lan, why_not  # noqa: E402  (the tests' support is no installed package)
from support.terminal import Terminal, decide, decides, is_over  # noqa: E402

from tools.pictures import Cell, cells_of  # noqa: E402

COLUMNS, LINES = 80, 24
CELL, FONT = (8, 16), 13
FONTS = "DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf"
INK, FELT, BAR = "#dcefe4", "#0f2a20", "#06130e"
LONGEST = 0.6
"""Seconds: a longer pause between two pictures is cut to this."""
WAITING = 0.15
"""Seconds: the same while a program starts or looks for a table, which takes long on a busy machine."""
SHORTEST = 0.09
"""Seconds: changes that follow each other more quickly are one picture."""
PATIENCE = 120.0
CATASTROPHE = "the most in this game so far"
"""Stands below the large figure of a row of ten heads or more."""
SEEDS = ("red", "gold", "blue", "green")
"""Tried by turns until a game has a catastrophe: the deal is known beforehand, the decisions of the bots aren't."""
MAX_COLOURS = 128
PACE = "fast"
PROGRAM = [sys.executable, "-m", "sixqp_tui", "--lang", "en"]
HOST = [
    "host", "--title", "Friday night", "--rounds", "1", "--bots", "2",
    "--round-pause", "none",
]  # fmt: skip
BLOCKS = {"▀": (0, 0, 1, 0.5), "▄": (0, 0.5, 1, 1), "▌": (0, 0, 0.5, 1), "▐": (0.5, 0, 1, 1), "█": (0, 0, 1, 1)}

Screen = list[list[Cell]]


class Shot(NamedTuple):
    """A screen, the words above it, and how many seconds it is shown."""

    caption: str
    screen: Screen
    seconds: float


class Camera:
    """Films one terminal at a time. The players at the `others` go on playing meanwhile."""

    def __init__(self) -> None:
        self.others: list[Terminal] = []
        self.shots: list[Shot] = []

    def film(
        self,
        terminal: Terminal,
        caption: str,
        shows: Callable[[str], bool] | str,
        hold: float = 0.6,
        longest: float = LONGEST,
    ) -> None:
        """Film until the screen shows this, and hold the last picture this many seconds."""
        wanted = (lambda text: shows in text) if isinstance(shows, str) else shows
        end = monotonic() + PATIENCE
        last, before = monotonic(), cells_of(terminal.screen)
        while not wanted(terminal.text):
            self._play_on()
            terminal.look(SHORTEST / 2)
            if monotonic() - last >= SHORTEST and cells_of(terminal.screen) != before:
                settle(terminal)
                self.shots.append(Shot(caption, before, min(longest, monotonic() - last)))
                last, before = monotonic(), cells_of(terminal.screen)
            if monotonic() > end:
                raise AssertionError(f"the screen never showed {shows!r}; it shows\n{terminal.text}")
        self.shots.append(Shot(caption, before, min(longest, monotonic() - last)))
        settle(terminal)
        self.shots.append(Shot(caption, cells_of(terminal.screen), hold))

    def type(self, caption: str, text: str) -> None:
        """Film how somebody types a command before the program is there."""
        blank: Screen = [[(" ", INK, None, False)] * COLUMNS] * (LINES - 1)
        for end in (*range(0, len(text), 4), len(text)):
            line: list[Cell] = [(sign, INK, None, False) for sign in f"$ {text[:end]}█".ljust(COLUMNS)]
            self.shots.append(Shot(caption, [line, *blank], 0.12 if end < len(text) else 0.5))

    def _play_on(self) -> None:
        for each in self.others:
            if decides(each.look(0.001)) and not is_over(each.text):
                decide(each)


def settle(terminal: Terminal) -> None:
    """Wait until a screen that may be half drawn doesn't change any more."""
    end, before = monotonic() + SHORTEST, None
    while cells_of(terminal.screen) != before and monotonic() < end:
        before = cells_of(terminal.screen)
        terminal.look(SHORTEST / 3)


def main(folder: Path) -> int:
    """Play, and write the recording and its still image into the folder."""
    if reason := why_not():
        sys.stderr.write(f"recording: {reason}\n")
        return 1
    for seed in SEEDS:
        with TemporaryDirectory() as home:
            shots = played(Path(home), seed)
        if any(CATASTROPHE in words_of(shot.screen) for shot in shots):
            write(shots, folder)
            return 0
    sys.stderr.write("recording: no game had a catastrophe. Run it again.\n")
    return 1


def write(shots: Sequence[Shot], folder: Path) -> None:
    """Write `recording.gif`, with one palette for all pictures, and its still image, `recording.png`."""
    few = with_one_palette([drawn(shot) for shot in shots])
    milliseconds = [round(1000 * shot.seconds) for shot in shots]
    path = folder / "recording.gif"
    few[0].save(
        path, save_all=True, append_images=few[1:], duration=milliseconds, loop=0, optimize=False, disposal=1
    )
    few[still(shots)].save(folder / "recording.png", optimize=True)
    seconds, size = sum(milliseconds) / 1000, path.stat().st_size
    sys.stdout.write(f"{len(shots)} pictures, {seconds:.1f} s, {size} bytes\n")


def with_one_palette(pictures: Sequence[Image.Image]) -> list[Image.Image]:
    width, height = pictures[0].size
    sheet = Image.new("RGB", (width, height * len(pictures)))
    for at, picture in enumerate(pictures):
        sheet.paste(picture, (0, at * height))
    palette = sheet.quantize(MAX_COLOURS, dither=Image.Dither.NONE)
    return [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]


@cache
def typeface(bold: bool, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS[bold], size)


@cache
def glyph(sign: str, ink: str, block: str, bold: bool, size: tuple[int, int], font: int) -> Image.Image:
    width, height = size
    cell = Image.new("RGB", size, block)
    draw = ImageDraw.Draw(cell)
    if sign in BLOCKS:
        left, top, right, bottom = BLOCKS[sign]
        draw.rectangle((left * width, top * height, right * width - 1, bottom * height - 1), fill=ink)
    else:
        draw.text((0, height * 3 // 4), sign, font=typeface(bold, font), fill=ink, anchor="ls")
    return cell


def drawn(shot: Shot) -> Image.Image:
    """The picture of a screen, below a bar that says whose it is."""
    width, height = CELL
    picture = Image.new("RGB", (COLUMNS * width, (LINES + 2) * height), BAR)
    bar = ImageDraw.Draw(picture)
    bar.text((width, height + 5), shot.caption, font=typeface(True, FONT), fill=INK, anchor="ls")
    picture.paste(screen_picture(shot.screen, CELL, FONT), (0, 2 * height))
    return picture


def screen_picture(screen: Screen, size: tuple[int, int], font: int) -> Image.Image:
    """`size` is that of a cell, in pixels."""
    width, height = size
    picture = Image.new("RGB", (COLUMNS * width, LINES * height), FELT)
    for y, line in enumerate(screen):
        for x, (sign, ink, block, bold) in enumerate(line):
            picture.paste(glyph(sign or " ", ink or INK, block or FELT, bold, size, font), (x * width, y * height))
    return picture


def still(shots: Sequence[Shot]) -> int:
    """The index of the picture that stands for all: the first catastrophe."""
    return next(at for at, shot in enumerate(shots) if CATASTROPHE in words_of(shot.screen))


def words_of(screen: Screen) -> str:
    return "\n".join("".join(sign for sign, *_look in line) for line in screen)


def played(home: Path, seed: str) -> list[Shot]:
    """An evening: a table, a guest, a turn, a catastrophe, the finish, and the plug of the host pulled."""
    with Lan(3) as lan, ExitStack() as stack:

        def sit_down(host: int, name: str, *command: str) -> Terminal:
            (home / name).mkdir()
            (home / name / "preferences.txt").write_text(f"name = {name}\n", encoding="utf-8")
            terminal = Terminal(lan.command(host, *PROGRAM, *command), home / name, COLUMNS, LINES, cwd=home / name)
            stack.callback(terminal.kill)
            return terminal

        camera = Camera()
        camera.type("Camille opens a table", 'sixqp host --title "Friday night" --rounds 1 --bots 2')
        camille = sit_down(1, "Camille", *HOST, "--seed", seed)
        camera.film(camille, "Camille opens a table", "start ", hold=1.5, longest=WAITING)
        camera.type("Noah finds it", "sixqp join")
        noah = sit_down(2, "Noah", "join", "--pace", PACE)
        camera.film(noah, "Noah finds it", "Sit down at", hold=1, longest=WAITING)
        noah.press("Enter")
        camera.film(noah, "Noah sits down", "Waiting for", longest=WAITING)
        zoe = sit_down(3, "Zoe", "join", "Friday night", "--pace", "off")
        zoe.until("Waiting for")
        camera.film(noah, "So does Zoe", "Zoe")
        camera.others = [camille, zoe]
        camille.press("Enter")
        film_game(camera, noah)
        camille.until("Another game with the same players?")
        camille.press("r")
        camera.film(noah, "The next game", "choose a card")
        lan.unplug(1)
        camera.others = [zoe]
        camera.film(noah, "Somebody pulls the plug of Camille's computer", "can continue", hold=2, longest=0.25)
        noah.press("g")
        camera.film(noah, "Noah presses g: his computer continues the table", "choose a card", hold=3, longest=0.5)
        return camera.shots


def film_game(camera: Camera, noah: Terminal) -> None:
    """Film the first turn, the first catastrophe and the finish; what lies between is played without a film."""
    wanted = ["A turn", "A catastrophe"]
    while not is_over(noah.text):
        begins = len(camera.shots)
        film_turn(camera, noah, wanted[0] if wanted else "")
        catastrophe = any(CATASTROPHE in words_of(shot.screen) for shot in camera.shots[begins:])
        if wanted and (wanted[0] == "A turn" or catastrophe):
            del wanted[0]
        else:
            del camera.shots[begins:]
    camera.film(noah, "The finish", lambda text: "ORDER OF FINISH" in text and "Any key" not in text, hold=4)


def film_turn(camera: Camera, noah: Terminal, caption: str) -> None:
    """Film until the next turn: Noah's decisions, and how the cards are placed."""
    camera.film(noah, caption, decides, hold=0.4)
    if "choose a card" in noah.text:
        noah.press("1")
        camera.film(noah, caption, "would", hold=0.9)
        noah.press("Enter")
        camera.film(noah, caption, lambda text: "would" not in text, hold=0.1)
    camera.film(noah, caption, decides, hold=0.2, longest=2 * LONGEST)
    if "Choose a row" in noah.text:
        noah.press("1")
        camera.film(noah, caption, "Take row 1 ", hold=0.5)
        noah.press("Enter")
        camera.film(noah, caption, lambda text: "Take row 1 " not in text, hold=0.1)
        camera.film(noah, caption, decides, hold=0.2)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs")
    sys.exit(main(parser.parse_args().folder))
