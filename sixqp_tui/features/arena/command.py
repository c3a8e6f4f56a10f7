"""`sixqp arena`: bots against bots, on all cores."""

import argparse
import csv
import itertools
import json
import multiprocessing
import os
import secrets
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from io import StringIO
from random import Random
from time import perf_counter
from typing import NamedTuple

from sixqp_protocol.facts import Variant
from sixqp_protocol.messages import Level
from sixqp_tui.bots.bot import Bot, create_bot
from sixqp_tui.bots.search.budget import deals, seconds
from sixqp_tui.bots.worker_process import start_worker
from sixqp_tui.features.arena.contest import (
    Contest,
    Ending,
    Entrant,
    Figures,
    Result,
    figures,
    first_wins,
    play_deal,
)
from sixqp_tui.hosting.process.task_pool import run_tasks
from sixqp_tui.i18n import _, ngettext
from sixqp_tui.joining.failure import Failure
from sixqp_tui.terminal import arguments
from sixqp_tui.terminal.output import print_error, print_line
from sixqp_tui.terminal.progress_bar import progress_bar

SEED_BYTES = 8
"""Bytes of a random seed."""
DEFAULT: tuple[Level, ...] = ("hard", "medium")
PRECISION_PERCENT = 5
"""Half the width of the interval of the first player's wins, by default."""
DEALS = 100
"""Deals for each decision of a hard bot by default: repeatable, and the arena ends within a minute."""
Played = tuple[int, tuple[Result, ...]]


class Found(NamedTuple):
    """`whole` is False if the contest was stopped."""

    figures: tuple[Figures, ...]
    whole: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "levels",
        nargs="*",
        type=arguments.table_option("level"),
        metavar=_("LEVEL"),
        help=_(
            "easy, medium, hard or expert, one per player; the last one fills the other seats (default: "
            "hard medium)"
        ),
    )
    arguments.add_table_options(parser, "variant", "seed")
    precision = _("play until the first level's share of wins is known to within ± N percent (default 5)")
    rounds = _("play this many rounds instead (with --precision: at most); every deal is played in all seatings")
    deals = _(
        "number of deals a hard or expert bot tries for each decision (default 100): repeatable on any machine"
    )
    # Translators: the option after --deals; “it” is the hard or expert bot
    thinking = _("instead of --deals: milliseconds it may think about each decision (at a table: 200, expert 300)")
    arguments.add_number(parser, "players", 2, 10, 4, _("number of players, 2 to 10 (default 4)"))
    arguments.add_number(parser, "precision", 1, 50, None, precision)
    arguments.add_number(parser, "rounds", 1, 10_000_000, None, rounds)
    arguments.add_number(parser, "deals", 1, 1_000_000, None, deals)
    arguments.add_number(parser, "thinking", 1, 60_000, None, thinking)
    arguments.add_number(parser, "jobs", 1, 256, None, _("number of processes to use (default: one per core)"))
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help=_("print the figures as one line of JSON"))
    shape.add_argument("--csv", action="store_true", help=_("print the figures as CSV"))


def run(parsed: argparse.Namespace) -> int:
    contest = _contest(parsed)
    found = run_contest(contest, _ending(parsed, contest), parsed.jobs)
    if parsed.json:
        contest_facts = {"seed": contest.seed, "variant": contest.variant, "whole": found.whole}
        print_line(json.dumps({**contest_facts, "players": _as_maps(found.figures)}))
    elif parsed.csv:
        lines = StringIO()
        table = csv.DictWriter(lines, Figures._fields, lineterminator="\n")
        table.writeheader()
        table.writerows(_as_maps(found.figures))
        print_line(lines.getvalue().removesuffix("\n"))
    else:
        print_line("\n".join(figure_lines(contest, found.figures)))
    if found.whole:
        return 0
    print_error(_("Stopped early: these are the results so far."))
    return 130


def _ending(parsed: argparse.Namespace, contest: Contest) -> Ending:
    percent: int | None = parsed.precision or (None if parsed.rounds else PRECISION_PERCENT)
    return Ending(contest.deals(parsed.rounds) if parsed.rounds else None, percent / 100 if percent else None)


def _contest(parsed: argparse.Namespace) -> Contest:
    levels: tuple[Level, ...] = tuple(parsed.levels) or DEFAULT
    if len(levels) > parsed.players:
        sentence = _(
            "You named {levels} levels for {players} players. Use --players {levels}, or name fewer levels."
        )
        raise Failure(sentence.format(levels=len(levels), players=parsed.players), code=2)
    seated = (*levels, *levels[-1:] * (parsed.players - len(levels)))
    most = parsed.deals or (None if parsed.thinking else DEALS)
    entrants = (Entrant(level, partial(arena_bot, level, (parsed.thinking or 0) / 1000, most)) for level in seated)
    variant: Variant = getattr(parsed, "variant", "classic")
    return Contest(tuple(entrants), variant, getattr(parsed, "seed", None) or secrets.token_hex(SEED_BYTES))


def arena_bot(level: Level, thinking: float, most: int | None, rng: Random) -> Bot:
    """A bot that searches in this process, for this many seconds or deals; deals are repeatable."""
    return create_bot(level, rng, deals(most) if most else seconds(thinking, perf_counter))


def run_contest(contest: Contest, ending: Ending, jobs: int | None = None) -> Found:
    """In several processes, by default one for each core; Ctrl-C stops.

    Only deals without a gap before them count, so the number of processes changes no figure, except for bots that
    search by the clock.
    """
    processes = jobs or os.cpu_count() or 1
    coming = itertools.count() if ending.deals is None else range(ending.deals)
    play = partial(play_deal, contest, clock=perf_counter)
    played: list[tuple[Result, ...]] = []
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), start_worker) as pool:
        try:
            with progress_bar(counted=False) as bar:
                task = bar.add_task(_("starting the bots…"), total=1.0)
                for results in _in_order(run_tasks(pool, play, ((deal, deal) for deal in coming), 2 * processes)):
                    played.append(results)
                    described = describe_precision(contest, ending, played)
                    bar.update(task, completed=ending.progress(played), description=described)
                    if ending.reached(played):
                        break
        except KeyboardInterrupt:
            if not played:
                raise
            return Found(figures(contest, played), whole=False)
        finally:
            for process in multiprocessing.active_children():
                process.terminate()
    return Found(figures(contest, played), whole=True)


def _in_order(done: Iterable[Played]) -> Iterator[tuple[Result, ...]]:
    early: dict[int, tuple[Result, ...]] = {}
    due = 0
    for deal, results in done:
        early[deal] = results
        while due in early:
            yield early.pop(due)
            due += 1


def describe_precision(contest: Contest, ending: Ending, played: Sequence[tuple[Result, ...]]) -> str:
    wins, within = first_wins(played)
    text = f"{contest.names[0]} {100 * wins:.1f} ± {100 * within:.1f} %"
    if ending.precision is None:
        return text
    # Translators: {wins} is such as “hard 31.2 ± 7.4 %”, which narrows until known within {precision}: “± 5 %”
    return _("{wins}, until {precision}").format(wins=text, precision=f"± {100 * ending.precision:.0f} %")


def _as_maps(found: Iterable[Figures]) -> list[dict[str, object]]:
    return [each._asdict() for each in found]


def figure_lines(contest: Contest, found: Sequence[Figures]) -> Iterator[str]:
    players, rounds = len(contest.entrants), found[0].rounds
    # Translators: {variant} is classic, tactic or draft; in each seating of a deal everybody moves one chair along
    first = ngettext(
        "{n} round, {players} players, {variant}, seed {seed}; each deal in {players} seatings",
        "{n} rounds, {players} players, {variant}, seed {seed}; each deal in {players} seatings",
        rounds,
    )
    yield first.format(n=rounds, players=players, variant=contest.variant, seed=contest.seed)
    # Translators: headings of columns, of at most 16, 18 and 10 characters; “/” is “for each”, “ms” milliseconds
    headings = (_("heads/round"), _("wins/player"), _("ms/move"))
    yield "{:10} {:>16} {:>18} {:>10}".format("", *headings)
    for each in found:
        heads = f"{each.heads:.2f} ± {each.heads_within:.2f}"
        wins = f"{100 * each.wins:.1f} ± {100 * each.wins_within:.1f} %"
        yield f"{each.name:10} {heads:>16} {wins:>18} {each.milliseconds:>10.2f}"
    # Translators: {certainty} is “95 %”; {share} is what each wins where all play equally well, such as “25.0 %”
    last = _("± is the {certainty} confidence interval over the deals; between equals, each player wins {share}.")
    yield last.format(certainty="95 %", share=f"{100 / players:.1f} %")
