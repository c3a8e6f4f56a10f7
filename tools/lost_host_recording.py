"""The recording of a table that outlives two of its hosts: four programs, a guest by ssh and a phone, side by side.

`python tools/lost_host_recording.py [FOLDER]`, as root on Linux, with the test dependencies, Pillow, Chromium,
OpenSSH and DejaVu Sans Mono. The machines are hosts of a virtual LAN, and their cables are really pulled. Only the
pictures in which something happens are kept.
"""

import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PIL import Image, ImageDraw, UnidentifiedImageError

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from support.lan import Lan, why_not  # noqa: E402  (the tests' support is no installed package)
from support.lan_players import Player  # noqa: E402
from support.openssh import OPENSSH, read_way_back  # noqa: E402
from support.terminal import Terminal  # noqa: E402
from support.terminal_game import decide, decides, is_over  # noqa: E402

from tools.recording import INK, Screen, screen_picture, typeface, with_one_palette  # noqa: E402

COLUMNS, LINES = 80, 24
CELL, FONT = (5, 11), 9
MARGIN = 8
TITLE, PHONE_WIDTH = 16, 300
GONE, BACK = "#e8635a", "#06130e"
EVERY = 12.0
"""Seconds of the evening between two pictures at least."""
SHOWN, HELD = 1.0, 2.5
PATIENCE = 150.0
PROGRAM = [sys.executable, "-m", "sixqp_tui", "--lang", "en"]
QUICK = ["--pace", "off"]
HOST = [
    "host", "--title", "Friday night", "--rounds", "3", "--limit", "none", "--round-pause", "2", "--seats", "6",
    "--timer", "60", "--page", "--ssh", *QUICK,
]  # fmt: skip
NAMES = ("Camille", "Noah", "Lea", "Max")
ZOE, EVE = 5, 6
"""The hosts of the guest by ssh and of the phone; those of the programs are 1 to 4."""


class Moment(NamedTuple):
    picture: Image.Image
    seconds: float


class Evening:
    """Six people at a table, whose screens are filmed while they play."""

    def __init__(self, lan: Lan, home: Path, stack: ExitStack) -> None:
        self._lan, self._home, self._stack = lan, home, stack
        self.players: dict[str, Terminal] = {}
        self.away = set[str]()
        self.moments: list[Moment] = []
        self.caption = ""
        self._last = 0.0
        self._phone = Image.new("RGB", (390, 844), BACK)

    def sit_down(self, host: int, name: str, *command: str) -> Terminal:
        folder = self._home / name
        folder.mkdir(exist_ok=True)
        (folder / "preferences.txt").write_text(f"name = {name}\n", encoding="utf-8")
        terminal = Terminal(self._lan.command(host, *command), folder, COLUMNS, LINES, cwd=folder)
        self._stack.callback(terminal.kill)
        self.players[name] = terminal
        return terminal

    def connect_by_ssh(self, port: str, login: str, host: str) -> None:
        self.sit_down(ZOE, "Zoe", *OPENSSH, "-o", "SendEnv=COLORTERM", "-p", port, f"{login}@{host}")

    def film_until(self, caption: str, shown: Callable[[], bool], play: bool = True) -> None:
        """Film until this is true; meanwhile, those who are connected play."""
        self.caption, end = caption, time.monotonic() + PATIENCE
        while not shown():
            for name, terminal in self.players.items():
                text = terminal.look(0.02)
                if play and name not in self.away and decides(text) and not is_over(text):
                    decide(terminal)
            if time.monotonic() - self._last >= EVERY:
                self._take(SHOWN)
            if time.monotonic() > end:
                texts = "\n".join(f"-- {name}\n{each.text}" for name, each in self.players.items())
                raise AssertionError(f"this was never shown: {caption}\n{texts}")
        self._take(HELD)

    def _take(self, seconds: float) -> None:
        self._last = time.monotonic()
        picture = self._draw()
        if self.moments and self.moments[-1].picture.tobytes() == picture.tobytes():
            longer = max(self.moments[-1].seconds, seconds)
            self.moments[-1] = Moment(picture, longer)
        else:
            self.moments.append(Moment(picture, seconds))

    def _draw(self) -> Image.Image:
        width, height = COLUMNS * CELL[0], LINES * CELL[1] + TITLE
        across, down = 3 * (width + MARGIN) + PHONE_WIDTH, 2 * (height + MARGIN)
        sheet = Image.new("RGB", (across, down), BACK)
        draw = ImageDraw.Draw(sheet)
        for place, name in enumerate((*NAMES, "Zoe")):
            x, y = place % 3 * (width + MARGIN), place // 3 * (height + MARGIN)
            label = f"{name}, by ssh" if name == "Zoe" else name
            gone = name in self.away
            draw.text(
                (x + 2, y + 2), f"{label}: no network" if gone else label, GONE if gone else INK, typeface(True, 11)
            )
            terminal = self.players.get(name)
            screen: Screen = terminal.cells if terminal else []
            sheet.paste(screen_picture(screen, CELL, FONT), (x, y + TITLE))
        x, y = 2 * (width + MARGIN), height + MARGIN
        draw.multiline_text((x + 12, y + height // 3), self.caption, INK, typeface(True, 18), spacing=10)
        x = 3 * (width + MARGIN)
        draw.text((x + 2, 2), "Eve, on a phone", INK, typeface(True, 11))
        phone = self._look_at_phone()
        scale = min(PHONE_WIDTH / phone.width, (down - TITLE - MARGIN) / phone.height)
        small = phone.resize((round(phone.width * scale), round(phone.height * scale)), Image.Resampling.LANCZOS)
        sheet.paste(small, (x, TITLE))
        return sheet

    def _look_at_phone(self) -> Image.Image:
        try:
            with Image.open(self._home / "Eve" / "now.png") as picture:
                self._phone = picture.convert("RGB")
        except (FileNotFoundError, UnidentifiedImageError, OSError):
            pass  # the picture before stays: the next one is being written
        return self._phone

    def shows(self, name: str, words: str) -> Callable[[], bool]:
        return lambda: words in self.players[name].text


def played(home: Path) -> list[Moment]:
    with Lan(6) as lan, ExitStack() as stack:
        evening = Evening(lan, home, stack)
        eve = sit_down_all(lan, evening, home)
        film, shows = evening.film_until, evening.shows
        film("Camille hosts a table.\nFive others sit down.", shows("Camille", "Eve"), play=False)
        way_back = read_way_back(evening.players["Zoe"], PATIENCE)
        evening.players["Camille"].press("Enter")
        film("They play.", shows("Noah", "round 2 · turn 3"))
        lan.cut(1)
        evening.away = {"Camille", "Zoe"}
        film("Somebody pulls the cable\nof Camille's computer.", shows("Noah", "to take over"), play=False)
        evening.players["Noah"].press("Enter")
        film("Noah takes over.", shows("Lea", "Noah hosts the table"), play=False)
        way_back = rejoin_by_ssh(evening, way_back)
        film("Round 2 is dealt again.\nThey play on.", shows("Lea", "turn 4/"))
        lan.cut(2)
        lan.mend(1)
        evening.away = {"Noah", "Zoe"}
        film("Now Noah's cable.\nCamille's is back.", shows("Lea", "to take over"), play=False)
        evening.players["Lea"].press("Enter")
        film("Lea takes over.", shows("Max", "Lea hosts the table"), play=False)
        rejoin_by_ssh(evening, way_back)
        lan.mend(2)
        film("Camille and Noah\nare guests now.", shows("Noah", "Lea hosts the table"), play=False)
        evening.away = set()
        last = "They play to the end.\nAll see the same totals."
        film(last, lambda: all("another game" in each.text for each in evening.players.values()))
        eve.wait_for("ended", patience=PATIENCE)
        film(last, lambda: True)
        return evening.moments


def sit_down_all(lan: Lan, evening: Evening, home: Path) -> Player:
    """Everybody sits down at Camille's table; the phone."""
    host, *guests = NAMES
    evening.sit_down(1, host, *PROGRAM, *HOST).until("Nobody else is here yet")
    for machine, name in enumerate(guests, 2):
        evening.sit_down(machine, name, *PROGRAM, "join", "Friday night", *QUICK).until("Waiting for", PATIENCE)
    evening.connect_by_ssh("4668", "zoe", lan.address(1))
    evening.players["Zoe"].until("Waiting for", PATIENCE)
    folder = home / "Eve"
    folder.mkdir()
    page = f"http://{lan.address(1)}:4669"
    eve = Player(lan, EVE, [page, "Eve", str(folder), "film"], folder, "lan_phone")
    eve.wait_for("at", patience=PATIENCE)
    return eve


def rejoin_by_ssh(evening: Evening, way_back: tuple[str, str, str]) -> tuple[str, str, str]:
    """Connect to the next host by the line that the help gave; the line for the host after that."""
    evening.players["Zoe"].kill()
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        evening.connect_by_ssh(*way_back)
        try:
            evening.players["Zoe"].until("round ", 10)
        except AssertionError:
            continue  # the next host opens its ssh a moment after the table
        evening.away -= {"Zoe"}
        return read_way_back(evening.players["Zoe"], PATIENCE)
    raise AssertionError("the guest by ssh could not come back")


def main(folder: Path) -> int:
    if reason := why_not():
        sys.stderr.write(f"lost_host_recording: {reason}\n")
        return 1
    with TemporaryDirectory() as home:
        moments = played(Path(home))
    few = with_one_palette([each.picture for each in moments])
    first, *others = (picture.convert("RGB") for picture in few)
    path, milliseconds = folder / "lost-host.webp", [round(1000 * each.seconds) for each in moments]
    first.save(path, save_all=True, append_images=others, duration=milliseconds, lossless=True, method=6)
    sys.stdout.write(f"{len(moments)} pictures, {sum(milliseconds) / 1000:.0f} s, {path.stat().st_size} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs"))
