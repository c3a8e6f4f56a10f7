"""`sixqp arena`: bots against bots, without a screen, over all cores."""

import argparse
import csv
import json
import multiprocessing
import os
import secrets
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from functools import partial
from itertools import islice
from random import Random
from time import perf_counter

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from sixqp_protocol.facts import Variant
from sixqp_protocol.messages import Level
from sixqp_tui.arena.contest import Contest, Entrant, Figures, Result, figures, play_deal
from sixqp_tui.bots.bot import Bot, create_bot
from sixqp_tui.bots.budget import deals, seconds
from sixqp_tui.bots.worker_process import start_worker
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.runtime.failure import Failure

SEED_BYTES = 8
"""Bytes of a drawn seed: no two contests deal the same cards by chance."""
USUAL: tuple[Level, ...] = ("hard", "medium")
Played = tuple[int, tuple[Result, ...]]
"""The number of a deal, and what came of it."""


def run(parsed: argparse.Namespace) -> int:
    """Play the contest that was asked for and print its figures; the exit code."""
    contest = _contest(parsed)
    found = contested(contest, parsed.rounds, parsed.jobs)
    if parsed.json:
        print(json.dumps({"seed": contest.seed, "variant": contest.variant, "players": _as_maps(found)}))
    elif parsed.csv:
        table = csv.DictWriter(sys.stdout, Figures._fields, lineterminator="\n")
        table.writeheader()
        table.writerows(_as_maps(found))
    else:
        print(*figure_lines(contest, found), sep="\n")
    return 0


def _contest(parsed: argparse.Namespace) -> Contest:
    levels: tuple[Level, ...] = tuple(parsed.levels) or USUAL
    if len(levels) > parsed.players:
        sentence = _("{levels} levels are named for {players} players: give --players {levels}, or fewer levels.")
        raise Failure(sentence.format(levels=len(levels), players=parsed.players), code=2)
    seated = (*levels, *levels[-1:] * (parsed.players - len(levels)))
    entrants = (Entrant(level, partial(arena_bot, level, parsed.thinking / 1000, parsed.deals)) for level in seated)
    variant: Variant = getattr(parsed, "variant", "classic")
    return Contest(tuple(entrants), variant, getattr(parsed, "seed", None) or secrets.token_hex(SEED_BYTES))


def arena_bot(level: Level, thinking: float, most: int | None, lots: Random) -> Bot:
    """A bot that searches where it is: for so many seconds, or over so many deals, which is repeatable anywhere."""
    return create_bot(level, lots, deals(most) if most else seconds(thinking, perf_counter))


def contested(contest: Contest, rounds: int, jobs: int | None = None) -> tuple[Figures, ...]:
    """Play at least so many rounds in so many processes, by default one a core.

    A bar shows how far it is, where standard error is a terminal. The number of processes changes the figures only
    by the time that it leaves to those who search.
    """
    count, processes = contest.deals(rounds), jobs or os.cpu_count() or 1
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), start_worker) as pool:
        try:
            played = dict(_progress(_played(pool, contest, count, 2 * processes), count))
        except BaseException:
            for process in multiprocessing.active_children():
                process.terminate()
            raise
    return figures(contest, [played[deal] for deal in sorted(played)])


def _played(pool: Executor, contest: Contest, count: int, ahead: int) -> Iterator[Played]:
    """Each deal as it is done; so many at most are handed out before."""
    coming, busy = iter(range(count)), dict[Future[tuple[Result, ...]], int]()
    while True:
        for deal in islice(coming, ahead - len(busy)):
            busy[pool.submit(play_deal, contest, deal, perf_counter)] = deal
        if not busy:
            return
        for future in wait(busy, return_when=FIRST_COMPLETED).done:
            yield busy.pop(future), future.result()


def _progress(done: Iterable[Played], count: int) -> Iterator[Played]:
    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=count)
        for each in done:
            bar.advance(task)
            yield each


def _as_maps(found: Iterable[Figures]) -> list[dict[str, object]]:
    return [each._asdict() for each in found]


def figure_lines(contest: Contest, found: Sequence[Figures]) -> Iterator[str]:
    """The figures as a table for people, a level a line."""
    players, rounds = len(contest.entrants), found[0].rounds
    # Translators: {variant} is classic, tactic or draft; in each seating of a deal everybody moves on by one chair
    first = ngettext(
        "{n} round of {players} players, {variant}, seed {seed}; every deal in {players} seatings",
        "{n} rounds of {players} players, {variant}, seed {seed}; every deal in {players} seatings",
        rounds,
    )
    yield first.format(n=rounds, players=players, variant=contest.variant, seed=contest.seed)
    # Translators: headings of columns, of at most 16, 18 and 10 characters; “a” is “for each”, “ms” milliseconds
    headings = (_("heads a round"), _("wins a player"), _("ms a move"))
    yield "{:10} {:>16} {:>18} {:>10}".format("", *headings)
    for each in found:
        heads = f"{each.heads:.2f} ± {each.heads_within:.2f}"
        wins = f"{100 * each.wins:.1f} ± {100 * each.wins_within:.1f} %"
        yield f"{each.name:10} {heads:>16} {wins:>18} {each.milliseconds:>10.2f}"
    # Translators: {certainty} is “95 %”; {share} is what each wins where all play equally well, such as “25.0 %”
    last = _("± is the {certainty} confidence interval over the deals; an even player wins {share}.")
    yield last.format(certainty="95 %", share=f"{100 / players:.1f} %")
