"""`sixqp doctor`: checks what a table needs to be found from here."""

import argparse
from collections.abc import Sequence
from shutil import get_terminal_size
from textwrap import fill
from typing import Final

from sixqp_tui.features.doctor.checks import Finding, hint, run_checks
from sixqp_tui.i18n import _, pgettext
from sixqp_tui.i18n.phrases import listed
from sixqp_tui.terminal.output import print_error, print_line, print_sentences
from sixqp_tui.terminal.stop_signals import run_stoppable

LOOK_SECONDS: Final = 4
NEEDED: Final = ("addresses", "port")
"""Without these no way leads to a table here."""
MARK: Final = 6
LABEL: Final = 12
"""Cells."""


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    """There are none."""


def run(_parsed: argparse.Namespace) -> int:
    """0 if a table could be found, else 1."""
    checking = _("Checking this machine and its network for {seconds} seconds…")
    print_error(checking.format(seconds=LOOK_SECONDS))
    return report(run_stoppable(run_checks(LOOK_SECONDS)))


def report(found: Sequence[Finding]) -> int:
    marks = {
        # Translators: a mark of at most 5 characters before a finding
        "ok": pgettext("doctor", "ok"),
        "note": pgettext("doctor", "note"),
        "bad": pgettext("doctor", "BAD"),
    }
    labels = {
        # Translators: the context “doctor” is what was examined, at most 12 characters
        "addresses": pgettext("doctor", "addresses"),
        "port": pgettext("doctor", "port"),
        "multicast": pgettext("doctor", "multicast"),
        "broadcast": pgettext("doctor", "broadcast"),
        # Translators: the tables of other machines on this network
        "tables": pgettext("doctor", "tables"),
    }
    width = max(40, get_terminal_size().columns)
    for each in found:
        line = f"{marks[each.verdict]:<{MARK}} {labels[each.check]:<{LABEL}} {each.sentence}"
        print_line(fill(line, width, subsequent_indent=" " * (MARK + LABEL + 2), break_on_hyphens=False))
    working = {each.check for each in found if each.verdict != "bad"}
    ways = [each for each in ("multicast", "broadcast") if each in working]
    findable = bool(ways) and working.issuperset(NEEDED)
    if findable:
        sentence = _("A table opened here can be found by {ways}.")
        print_sentences(sentence.format(ways=listed([labels[way] for way in ways])))
    else:
        print_sentences(_("A table opened here can't be found automatically."))
    print_sentences(hint())
    return 0 if findable else 1
