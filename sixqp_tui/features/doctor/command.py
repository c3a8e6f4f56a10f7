"""`sixqp doctor`: checks what a table needs to be found from here."""

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from shutil import get_terminal_size
from textwrap import fill

from sixqp_tui.features.doctor import words as doctor_words
from sixqp_tui.features.doctor.checks import run_checks
from sixqp_tui.features.doctor.finding import Finding
from sixqp_tui.features.doctor.firewalls import commands
from sixqp_tui.hosting.process.stop_signals import run_until_stopped
from sixqp_tui.i18n import _
from sixqp_tui.terminal.output import print_error, print_line, print_sentences
from sixqp_tui.terminal.progress_line import ProgressLine

NEEDED = ("addresses", "port", "firewall", "local_network")
"""Without these no way leads to a table here."""
INDENT = " " * doctor_words.INDENT
LOOK_SECONDS = 4.0
"""Seconds."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    about = _("print the findings as JSON for a bug report, without addresses or names")
    parser.add_argument("--json", action="store_true", help=about)


def run(parsed: argparse.Namespace) -> int:
    """Returns 0 if a table could be found, else 1."""
    if not parsed.json:
        print_error(
            _("Checking this machine and its network for {seconds} seconds…").format(
                seconds=format(LOOK_SECONDS, "g")
            )
        )
    return asyncio.run(_examine(parsed.json))


async def _examine(as_json: bool) -> int:
    async with ProgressLine() as progress:
        if sys.stderr.isatty():
            progress.step(_("Checking…"))
        found = await run_until_stopped(run_checks(LOOK_SECONDS))
    return 130 if found is None else report(found, as_json)


def report(found: Sequence[Finding], as_json: bool) -> int:
    ways = [each.check for each in found if each.check in ("mdns", "broadcast") and each.verdict == "ok"]
    needed = all(each.verdict != "bad" for each in found if each.check in NEEDED)
    findable = bool(ways) and needed
    if as_json:
        print_line(json.dumps({"findable": findable, "findings": [each.report for each in found]}, indent=1))
        return int(not findable)
    width = max(40, get_terminal_size().columns)
    for each in found:
        facts = each.facts | each.private
        line = doctor_words.line(each.verdict, each.check, doctor_words.describe(each.check, each.code, facts))
        print_line(_fill(line, width))
        typed = commands(each)
        for kind, sentences in doctor_words.hints(each.check, each.code, facts).items():
            for sentence in sentences:
                print_line(
                    fill(sentence, width, initial_indent=INDENT, subsequent_indent=INDENT, break_on_hyphens=False)
                )
            for command in typed.get(kind, ()):
                _print_command(command, width)
    print_sentences(doctor_words.verdict(ways if needed else []))
    return int(not findable)


def _fill(text: str, width: int) -> str:
    return fill(text, width, subsequent_indent=INDENT, break_on_hyphens=False)


def _print_command(command: str, width: int) -> None:
    print_line((INDENT if len(INDENT + command) < width else "  ") + command)
