"""The options of a table: the command line over `config.txt` over the defaults."""

import argparse
import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from sixqp_protocol.messages import Way
from sixqp_protocol.text import clean_title
from sixqp_tui.host.commands import Sitter
from sixqp_tui.hosting.table_options import TableOptions, new_setup, settings_of
from sixqp_tui.i18n import _, home as home_words, ngettext, waits
from sixqp_tui.joining.failure import Failure
from sixqp_tui.joining.player import load_config
from sixqp_tui.presentation.ways_in import WAYS
from sixqp_tui.store.config import ConfigFile
from sixqp_tui.store.options import OPTIONS
from sixqp_tui.terminal import arguments
from sixqp_tui.terminal.player_name import ask_name, find_name

if TYPE_CHECKING:
    from sixqp_tui.store.journal_store import TableCommand

TABLE_KEYS = tuple(key for key in OPTIONS if key != "expect")
"""`expect` only makes sense with the names in config.txt."""


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    arguments.add_table_options(parser, *TABLE_KEYS)
    add_config(parser)
    add_resume(parser)
    parser.epilog = arguments.about_secrets()


def add_config(parser: argparse.ArgumentParser) -> None:
    about = _("file with names and settings (default: config.txt, if there is one)")
    parser.add_argument("--config", metavar=_("FILE"), default=None, help=about)


def add_resume(parser: argparse.ArgumentParser) -> None:
    about = _("continue an unfinished table: the newest, or the one with this title or id")
    parser.add_argument("--resume", nargs="?", const="", default=None, metavar=_("TABLE"), help=about)


def table_options(parsed: argparse.Namespace, ask: bool = False) -> TableOptions:
    """Raises Failure if config.txt can't be understood. `ask`: ask for the name of a host who has none."""
    config = load_config(parsed.config)
    values = {**config.options, **given_options(parsed)}
    guests = config.names if values.get("expect") == "on" else ()
    name = ask_name(parsed, config, guests).name if ask else find_name(parsed, config).name
    settings = settings_of(values)
    sitters, bots = bots_of(config, values, settings.seats)
    lock = values.get("lock", "off")
    setup = new_setup(
        values.get("title", clean_title(home_words.default_title(name), name)),
        settings,
        bots=bots,
        level=values.get("level", "medium"),
        sitters=sitters,
        expected=tuple(guest for guest in guests if guest.casefold() != name.casefold()),
        owner_name=name,
        seed=values.get("seed"),
        locked=lock != "off",
        ways=_ways(values),
    )
    return TableOptions(setup, values.get("port"), "" if lock in ("on", "off") else lock)


def resume_options(parsed: argparse.Namespace, command: "TableCommand") -> TableOptions:
    """The table that `--resume` means; only port and ways in come from the command line. Raises Failure."""
    from sixqp_tui.hosting.continuing import demand_alone
    from sixqp_tui.hosting.journal import find_resumable, kept_options
    from sixqp_tui.terminal.progress_line import run_with_progress

    kept = run_with_progress(waits.reading_journals(), partial(find_resumable, parsed.resume, command))
    run_with_progress(_("Checking whether the table continues elsewhere…"), lambda: asyncio.run(demand_alone(kept)))
    given = given_options(parsed)
    resumed_options = kept_options(kept, given.get("port"))
    return replace(resumed_options, setup=replace(resumed_options.setup, ways=_ways(given)))


def _ways(values: dict[str, Any]) -> dict[Way, int | None]:
    """The requested ways in with their ports; None is the default port."""
    wanted = {way: values.get(way, "off") for way in WAYS}
    return {way: None if port == "on" else port for way, port in wanted.items() if port != "off"}


def given_options(parsed: argparse.Namespace) -> dict[str, Any]:
    values = {key: getattr(parsed, key.replace("-", "_"), argparse.SUPPRESS) for key in TABLE_KEYS}
    return {key: value for key, value in values.items() if value is not argparse.SUPPRESS}


def bots_of(config: ConfigFile, values: dict[str, Any], seats: int) -> tuple[tuple[Sitter, ...], int]:
    """The bots named in config.txt, and how many more. Raises Failure."""
    level = values.get("level", "medium")
    bots: int = values.get("bots", len(config.bots))
    if bots >= seats:
        raise Failure(_too_many_bots(bots, seats), code=2)
    named = tuple(Sitter(bot.name, bot.level or level) for bot in config.bots[:bots])
    return named, bots - len(named)


def opening_text(options: TableOptions) -> str:
    return (home_words.resuming if options.resume else home_words.opening)(options.setup.title)


def _too_many_bots(bots: int, seats: int) -> str:
    sentence = ngettext(
        "{n} bot leaves no chair free at a table of {seats}: at most {most} fit.",
        "{n} bots leave no chair free at a table of {seats}: at most {most} fit.",
        bots,
    )
    return sentence.format(n=bots, seats=seats, most=seats - 1)
