"""Bots against bots: how many heads each level takes in a round, how often it wins, and how sure that is.

    python tools/arena.py hard medium
    python tools/arena.py hard medium easy --players 5 --variant draft --precision 0.1
    python tools/arena.py hard --bot-command './mybot'

Every deal is played in all seatings, on all cores, until the difference between the first two levels is known as
precisely as asked, in heads a round. Ctrl-C stops earlier, and prints what is known. A level that searches tries a
fixed number of deals for each decision, so the same seed gives the same figures on every machine.

`contest` takes any executor of `concurrent.futures`. A Dask cluster plays too:

    from dask.distributed import Client
    from tools.arena import contest, difference, entrant

    with Client("tcp://scheduler:8786") as client:
        for played in contest(client.get_executor(), [entrant("hard", 100), entrant("easy", 100)], at_once=500):
            print(len(played), difference(played))
"""

import argparse
import multiprocessing
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from functools import partial
from itertools import count
from math import inf, sqrt
from random import Random
from statistics import NormalDist, fmean, stdev
from typing import Final, NamedTuple, get_args

from sixqp_protocol.facts import Rules, Variant
from sixqp_protocol.messages import Level
from sixqp_tui.bots.bot import Bot, create_bot, decide
from sixqp_tui.bots.search.budget import deals
from sixqp_tui.engine.game import Game
from sixqp_tui.host.gate import Streams
from sixqp_tui.terminal.jobs import CORES, progress_bar, run_tasks, worker_pool
from tools.bot_command import BotFailure, CommandBot

CONFIDENCE: Final = 0.95
BATCH: Final = 10
"""Deals between two looks at the interval, so that the speed of a machine decides nothing."""


class Entrant(NamedTuple):
    """Entrants with one name are counted together. `make` goes to other processes."""

    name: str
    make: Callable[[Random], Bot]


class Result(NamedTuple):
    """Means for each player of one name, in all seatings of a deal. A shared win counts in parts (4.4)."""

    heads: float
    wins: float


class Figure(NamedTuple):
    """A mean over deals, and half the width of its confidence interval."""

    mean: float
    within: float

    def __str__(self) -> str:
        return f"{self.mean:6.2f} ± {self.within:.2f}"


Deal = dict[str, Result]


def entrant(level: Level, tries: int) -> Entrant:
    """A bot of this level; if it searches, it tries this many deals for each decision."""
    return Entrant(level, partial(_searching, level, tries))


def _searching(level: Level, tries: int, rng: Random) -> Bot:
    return create_bot(level, rng, deals(tries))


def commanded(command: str, seconds: float, _rng: Random) -> Bot:
    return CommandBot(command, seconds)


def play_round(bots: Sequence[Bot], variant: Variant, seed: str) -> Streams:
    """What every seat and the watchers have read in the end."""
    batch, game = Game.start(Rules(variant, None, rounds=1), tuple(f"Bot {at}" for at in range(len(bots))), seed)
    streams = Streams(len(bots))
    streams.record(batch)
    while wanted := game.pending:
        seat = wanted.seats[0]
        batch, game = game.decide(seat, decide(bots[seat], streams.view(seat)))
        streams.record(batch)
    return streams


def play_deal(entrants: Sequence[Entrant], variant: Variant, seed: str) -> Deal:
    """In each further seating, everybody moves by one seat."""
    found: dict[str, list[Result]] = {each.name: [] for each in entrants}
    for seating in range(len(entrants)):
        order = (*entrants[seating:], *entrants[:seating])
        bots = [each.make(Random(f"{seed} {seating} {seat}")) for seat, each in enumerate(order)]
        heads = play_round(bots, variant, seed).view(None).table.totals
        for each, taken in zip(order, heads, strict=True):
            found[each.name].append(Result(taken, (taken == min(heads)) / heads.count(min(heads))))
    return {name: Result(*map(fmean, zip(*results, strict=True))) for name, results in found.items()}


def contest(
    executor: Executor,
    entrants: Sequence[Entrant],
    variant: Variant = "classic",
    seed: str = "arena",
    precision: float = 0.25,
    at_once: int = 2 * CORES,
) -> Iterator[list[Deal]]:
    """After each deal, all that are played. Ends when the difference is known within `precision`.

    Up to `at_once` deals wait in the executor. They count in order, so its speed changes no figure.
    """
    played = list[Deal]()
    deals = (f"{seed} {number}" for number in count())
    with closing(run_tasks(executor, partial(play_deal, entrants, variant), deals, at_once)) as results:
        for deal in results:
            played.append(deal)
            yield played
            if len(played) % BATCH == 0 and difference(played).within <= precision:
                return


def figures(played: Sequence[Deal]) -> dict[str, tuple[Figure, Figure]]:
    """Heads a round, and percent of the rounds won, by name."""
    return {
        name: (figure([deal[name].heads for deal in played]), figure([100 * deal[name].wins for deal in played]))
        for name in played[0]
    }


def difference(played: Sequence[Deal]) -> Figure:
    """The heads a round that the second name takes more than the first."""
    first, second, *_others = played[0]
    return figure([deal[second].heads - deal[first].heads for deal in played])


def figure(values: Sequence[float]) -> Figure:
    spread = stdev(values) if len(values) > 1 else inf
    return Figure(fmean(values), NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * spread / sqrt(len(values)))


def play(entrants: Sequence[Entrant], variant: Variant, seed: str, precision: float) -> tuple[list[Deal], bool]:
    """The deals, on all cores with a progress bar, and whether Ctrl-C stopped it."""
    played: list[Deal] = []
    with worker_pool(CORES) as pool, progress_bar("playing") as show:
        try:
            for played in contest(pool, entrants, variant, seed, precision):
                known = difference(played).within
                show(round(100 * (precision / max(known, precision)) ** 2), 100)
        except KeyboardInterrupt:
            return played, True
        finally:
            for process in multiprocessing.active_children():
                process.terminate()
    return played, False


def lines(played: Sequence[Deal]) -> Iterator[str]:
    for name, (heads, wins) in figures(played).items():
        yield f"{name:8}{heads} heads a round   {wins} % of the rounds won"
    first, second, *_others = played[0]
    yield f"{second} takes {difference(played)} heads a round more than {first}"
    yield f"{len(played)} deals in all seatings; ± is the {CONFIDENCE:.0%} confidence interval"


def main(arguments: Sequence[str] | None = None) -> int:
    """0, 1 if the bot of a command fails, or 130 after Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("levels", nargs="+", choices=get_args(Level), help="the last one takes the remaining seats")
    parser.add_argument("--bot-command", metavar="COMMAND", help="a program of your own takes the first seat")
    parser.add_argument(
        "--bot-seconds", type=float, default=10, metavar="SECONDS", help="for an answer (default 10)"
    )
    parser.add_argument("--players", type=int, choices=range(2, 11), default=4)
    parser.add_argument("--variant", choices=get_args(Variant), default="classic")
    parser.add_argument("--precision", type=float, default=0.25, metavar="HEADS", help="default 0.25")
    parser.add_argument("--tries", type=int, default=100, metavar="DEALS", help="for each decision (default 100)")
    parser.add_argument("--seed", default="arena")
    asked = parser.parse_args(arguments)
    entrants = [entrant(level, asked.tries) for level in asked.levels]
    if asked.bot_command:
        make = partial(commanded, asked.bot_command, asked.bot_seconds)
        entrants.insert(0, Entrant(asked.bot_command, make))
    entrants += entrants[-1:] * (asked.players - len(entrants))
    if len(entrants) > asked.players or len({each.name for each in entrants}) == 1:
        parser.error(f"expected 2 to {asked.players} bots, and not all the same, got {' '.join(asked.levels)}")
    try:
        played, stopped = play(entrants, asked.variant, asked.seed, asked.precision)
    except BotFailure as failure:
        print(failure, file=sys.stderr)
        return 1
    if played:
        print(*lines(played), sep="\n")
    return 130 if stopped else 0


if __name__ == "__main__":
    raise SystemExit(main())
