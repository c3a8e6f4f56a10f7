"""How strong the expert level is: `python tests/bench/expert_strength.py [--against LEVEL] [--rounds N] …`.

One expert among bots of another level, every deal in all seatings. Both search over a fixed number of deals, so
the figures are the same on every machine. By default the expert tries about as many as the time that it has allows
at a first turn, and the hard level so many that more make it no stronger. `--player hard` measures that
level so.

With `--record FILE` each deal is written down as soon as it is played, and what is there already is not played
again: a long run may be stopped and go on, and its figures are those of all deals up to the first that is missing.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import as_completed
from functools import partial
from itertools import count, takewhile
from pathlib import Path
from random import Random
from time import process_time
from typing import Final, get_args

from sixqp_protocol.facts import Variant
from sixqp_protocol.messages import Level
from sixqp_tui.bots.bot import Bot, create_bot
from sixqp_tui.bots.search.budget import deals
from sixqp_tui.bots.worker_process import create_pool
from sixqp_tui.features.arena.contest import Contest, Entrant, Result, figures, play_deal

ROUNDS: Final = 4000
EXPERT_DEALS: Final = 300
HARD_DEALS: Final = 80
TOLD: Final = 25
"""Deals between two lines that tell how it stands."""
Played = dict[int, tuple[Result, ...]]


def searching(level: Level, most: int, rng: Random) -> Bot:
    """A bot of this level that tries this many deals a decision at most."""
    return create_bot(level, rng, deals(most))


def contest_of(asked: argparse.Namespace) -> Contest:
    """One player of the level that is measured, and the others."""
    most = {"expert": asked.deals, "hard": asked.hard_deals}
    levels: tuple[Level, ...] = (asked.player, *(asked.against,) * (asked.players - 1))
    names = ("measured", *("others",) * (asked.players - 1))
    entrants = zip(names, levels, strict=True)
    made = tuple(Entrant(name, partial(searching, level, most.get(level, 1))) for name, level in entrants)
    return Contest(made, asked.variant, asked.seed)


def recorded(path: Path | None) -> Played:
    """The deals in this file."""
    lines = path.read_text("utf-8").splitlines() if path and path.exists() else []
    return {deal: tuple(Result(*each) for each in results) for deal, results in map(json.loads, lines)}


def whole_run(played: Played) -> list[tuple[Result, ...]]:
    """What came of the deals before the first that is missing."""
    return [played[deal] for deal in takewhile(played.__contains__, count())]


def play(contest: Contest, missing: list[int], jobs: int) -> Iterator[tuple[int, tuple[Result, ...]]]:
    """Each deal as it is done."""
    with create_pool(jobs) as pool:
        busy = {pool.submit(play_deal, contest, deal, process_time): deal for deal in missing}
        for future in as_completed(busy):
            yield busy[future], future.result()


def tell(contest: Contest, played: Played) -> None:
    """Print how it stands."""
    run = whole_run(played)
    if not run:
        return
    for each in figures(contest, run):
        print(
            f"{each.name:9} {each.rounds:5} rounds  wins {100 * each.wins:5.1f} ± {100 * each.wins_within:.1f} %"
            f"  heads {each.heads:5.2f} ± {each.heads_within:.2f}  {each.milliseconds:5.1f} ms a move"
        )
    sys.stdout.flush()


def main() -> None:
    """Play what is missing, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", choices=get_args(Level), default="expert", help="the level that is measured")
    parser.add_argument("--against", choices=get_args(Level), default="hard")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--variant", choices=get_args(Variant), default="classic")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--deals", type=int, default=EXPERT_DEALS, help="deals that an expert tries for a decision")
    parser.add_argument("--hard-deals", type=int, default=HARD_DEALS, help="the same of a hard bot")
    parser.add_argument("--seed", default="expert")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--record", type=Path, help="a file for the deals that are played")
    asked = parser.parse_args()
    contest, played = contest_of(asked), recorded(asked.record)
    missing = [deal for deal in range(contest.deals(asked.rounds)) if deal not in played]
    for deal, results in play(contest, missing, asked.jobs):
        played[deal] = results
        if asked.record:
            with asked.record.open("a", encoding="utf-8") as file:
                file.write(json.dumps([deal, results]) + "\n")
        if len(played) % TOLD == 0:
            tell(contest, played)
    tell(contest, played)


if __name__ == "__main__":
    main()
