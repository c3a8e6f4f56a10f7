"""How much of the game is luck: the figures and the picture of `docs/luck.md`.

`python tests/bench/luck.py [ROUNDS] [DEALS]` plays this many rounds of four for each two levels, two players of
each, and as many deals five times over between equal players. It prints the figures and writes `docs/luck.svg`. The
same numbers give the same figures on every machine.
"""

import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from math import erf, sqrt
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean, stdev, variance
from typing import NamedTuple, get_args

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from sixqp_protocol.messages import Level
from sixqp_tui.bots.bot import create_bot
from sixqp_tui.bots.search.budget import deals
from tools.arena import play_round

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "luck.svg"
DEFAULT = ("200", "60")
LEVELS: tuple[Level, ...] = get_args(Level)
TRIED = 100
"""Deals that a hard bot tries for each decision."""
EQUAL: Level = "hard"
EQUAL_DEALS, AGAIN = 6, 5
"""The level of the equal players, the deals they try, and how often they play each deal."""
SURE = 0.9
ROUNDS_OF_A_GAME = 4.8
"""Rounds until a game to 66 heads between four is over, on average (`tests/bench/game_length.py`)."""


class Pair(NamedTuple):
    """Two levels at one table: how many heads a round the better one takes less, and the spread of that."""

    better: Level
    worse: Level
    less: float
    error: float
    spread: float

    def chance(self, rounds: int) -> float:
        """That the better one has taken fewer heads after this many rounds."""
        return (1 + erf(self.less * sqrt(rounds) / self.spread / sqrt(2))) / 2

    @property
    def rounds(self) -> int:
        """Rounds until that is SURE."""
        return round((NormalDist().inv_cdf(SURE) * self.spread / self.less) ** 2)


def of_pair(levels: tuple[Level, Level], number: int) -> tuple[int, int]:
    """The heads of one player of each level in a round of four, two of each."""
    order = levels * 2 if number % 2 else (levels * 2)[::-1]
    bots = [create_bot(level, Random(f"luck {number} {at}"), deals(TRIED)) for at, level in enumerate(order)]
    heads = play_round(bots, "classic", f"luck {number}")
    return heads[order.index(levels[0])], heads[order.index(levels[1])]


def of_equals(number: int) -> list[tuple[int, ...]]:
    """The heads of four equal players who play one deal again and again."""
    found = []
    for again in range(AGAIN):
        bots = [create_bot(EQUAL, Random(f"equal {number} {again} {at}"), deals(EQUAL_DEALS)) for at in range(4)]
        found.append(play_round(bots, "classic", f"equal {number}"))
    return found


def pair(levels: tuple[Level, Level], rounds: list[tuple[int, int]]) -> Pair:
    """A level with the one above."""
    less = [worse - better for worse, better in rounds]
    spread = stdev(less)
    return Pair(levels[1], levels[0], fmean(less), spread / sqrt(len(less)), spread)


def hand_share(played: list[list[tuple[int, ...]]]) -> tuple[float, float]:
    """The spread of a round's heads, and the part of its variance that seat and deal decide (one-way ANOVA)."""
    groups = [[heads[seat] for heads in deal] for deal in played for seat in range(4)]
    within = fmean(variance(group) for group in groups)
    between = max(0.0, variance([fmean(group) for group in groups]) - within / AGAIN)
    return sqrt(within + between), between / (within + between)


WIDTH, HEIGHT, LEFT, BOTTOM, MOST = 640, 360, 60, 50, 120
INKS = ("#b3541e", "#2c6e49")


def picture(found: list[Pair]) -> str:
    """How sure it is who of two is better, by rounds."""

    def x(rounds: float) -> float:
        return LEFT + rounds * (WIDTH - LEFT - 20) / MOST

    def y(chance: float) -> float:
        return 20 + (1 - chance) * 2 * (HEIGHT - BOTTOM - 20)

    def text(across: float, down: float, words: str, anchor: str = "middle", ink: str = "#333") -> str:
        return f'<text x="{across:.0f}" y="{down:.0f}" text-anchor="{anchor}" fill="{ink}">{words}</text>'

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif"'
        ' font-size="14" role="img">',
        "<title>How likely the better of two players has taken fewer heads, by rounds</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for percent in range(50, 101, 10):
        dashes = ' stroke-dasharray="6 4" stroke="#333"' if percent == 100 * SURE else ' stroke="#ddd"'
        at = y(percent / 100)
        lines.append(f'<line x1="{LEFT}" x2="{WIDTH - 20}" y1="{at:.0f}" y2="{at:.0f}"{dashes}/>')
        lines.append(text(LEFT - 8, at + 5, f"{percent} %", "end"))
    lines += [text(x(rounds), HEIGHT - BOTTOM + 20, str(rounds)) for rounds in range(0, MOST + 1, 20)]
    lines.append(text((LEFT + WIDTH) / 2, HEIGHT - 8, "rounds"))
    for at, (each, ink) in enumerate(zip(found, INKS, strict=True)):
        points = " ".join(f"{x(rounds):.1f},{y(each.chance(rounds)):.1f}" for rounds in range(MOST + 1))
        lines.append(f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="2.5"/>')
        lines.append(text(WIDTH - 30, y(0.68) + 22 * at, f"{each.better} ahead of {each.worse}", "end", ink))
    return "\n".join([*lines, "</svg>"]) + "\n"


def main() -> None:
    """Print the figures and draw the picture."""
    rounds, times = map(int, [*sys.argv[1:3], *DEFAULT[len(sys.argv[1:3]) :]])
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        equals = list(pool.map(of_equals, range(times)))
        found = [
            pair(levels, list(pool.map(partial(of_pair, levels), range(rounds)))) for levels in pairwise(LEVELS)
        ]
    spread, share = hand_share(equals)
    print(f"equal players: {spread:.1f} heads a round (standard deviation), {100 * share:.0f} % from hand and seat")
    for each in found:
        print(
            f"{each.better} takes {each.less:.1f} ± {each.error:.1f} heads a round less than {each.worse}"
            f" (standard deviation {each.spread:.1f}): {SURE:.0%} sure after {each.rounds} rounds,"
            f" {each.rounds / ROUNDS_OF_A_GAME:.0f} games; after one round {each.chance(1):.0%}"
        )
    PICTURE.write_text(picture(found), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
