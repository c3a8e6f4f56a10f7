"""What the player asked for: options of the command line over `config.txt` over the defaults."""

import argparse
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import Settings
from sixqp_protocol.text import clean_title
from sixqp_tui.cli.parser import TABLE_KEYS
from sixqp_tui.host.commands import Sitter
from sixqp_tui.hosting.table_options import BOT_PAUSE, TableOptions
from sixqp_tui.i18n import _, ngettext, waits
from sixqp_tui.i18n import home as home_words
from sixqp_tui.joining.failure import Failure
from sixqp_tui.store.config import ConfigFile
from sixqp_tui.store.options import usual_round_pause
from sixqp_tui.terminal.config_file import load_config
from sixqp_tui.terminal.player_name import ask_name, find_name

if TYPE_CHECKING:
    from sixqp_tui.hosting.resume import ResumableTable, TableCommand


def table_options(parsed: argparse.Namespace, ask: bool = False) -> TableOptions:
    """The table that `host` or `serve` is to open. Raises Failure for a config.txt that cannot be understood.

    `ask`: a host whose name nobody has set is asked for it.
    """
    config = load_config(parsed.config)
    values = {**config.options, **given_options(parsed)}
    guests = config.names if values.get("expect") == "on" else ()
    name = ask_name(parsed, config, guests).name if ask else find_name(parsed, config).name
    settings = settings_of(values)
    sitters, bots = bots_of(config, values, settings.seats)
    return TableOptions(
        title=values.get("title", clean_title(home_words.default_title(name), name)),
        name=name,
        settings=settings,
        port=values.get("port"),
        sitters=sitters,
        bots=bots,
        level=values.get("level", "medium"),
        bot_pause=values.get("bot-pause", BOT_PAUSE),
        seed=values.get("seed"),
        ways=_ways(values),
        page_tls=values.get("page-tls") == "on",
        lock={"on": "", "off": None}.get(lock := values.get("lock", "off"), lock),
        expected=tuple(guest for guest in guests if guest.casefold() != name.casefold()),
    )


def resume_options(parsed: argparse.Namespace, command: "TableCommand") -> TableOptions:
    """The kept table that `--resume` means; of the other options only port and ways in count. Raises Failure."""
    from sixqp_tui.hosting.resume import find_resumable
    from sixqp_tui.terminal.progress_line import run_with_progress

    kept = run_with_progress(waits.reading_journals(), partial(find_resumable, parsed.resume, command))
    given = given_options(parsed)
    resumed_options = kept_options(kept, given.get("port"))
    return replace(resumed_options, ways=_ways(given), page_tls=given.get("page-tls") == "on")


def kept_options(table: "ResumableTable", port: int | None = None) -> TableOptions:
    return TableOptions(table.title, table.host, port=port, resume=table.table)


def _ways(values: dict[str, Any]) -> dict[str, int | None]:
    """The ways in that are asked for, with their ports; None is the usual one."""
    from sixqp_tui.hosting.ways_in import WAYS

    wanted = {way: values.get(way, "off") for way in WAYS}
    return {way: None if port == "on" else port for way, port in wanted.items() if port != "off"}


def given_options(parsed: argparse.Namespace) -> dict[str, Any]:
    """The table's options that stand on the command line, by their long names."""
    values = {key: getattr(parsed, key.replace("-", "_"), argparse.SUPPRESS) for key in TABLE_KEYS}
    return {key: value for key, value in values.items() if value is not argparse.SUPPRESS}


def settings_of(values: dict[str, Any]) -> Settings:
    """The settings; a number of rounds alone leaves no limit (5.3). Raises Failure where no game could end."""
    rounds = values.get("rounds")
    rules = Rules(
        variant=values.get("variant", "classic"),
        limit=values.get("limit", None if rounds else 66),
        limit_rule=values.get("limit-rule", "over"),
        rounds=rounds,
    )
    if rules.limit is None and rounds is None:
        raise Failure(_("This game would never end: use --limit, --rounds, or both."), code=2)
    seen = values.get("cards-seen", "on") == "on"
    timer = values.get("timer", 90)
    pause = values.get("round-pause", usual_round_pause(timer))
    return Settings(rules, values.get("seats", 10), timer, seen, pause, values.get("bank", 0))


def bots_of(config: ConfigFile, values: dict[str, Any], seats: int) -> tuple[tuple[Sitter, ...], int]:
    """The bots that config.txt names, and how many more sit down; `bots` counts all of them. Raises Failure."""
    level = values.get("level", "medium")
    bots: int = values.get("bots", len(config.bots))
    if bots >= seats:
        raise Failure(_too_many_bots(bots, seats), code=2)
    named = tuple(Sitter(bot.name, bot.level or level) for bot in config.bots[:bots])
    return named, bots - len(named)


def opening_told(options: TableOptions) -> str:
    return home_words.resuming(options.title) if options.resume else home_words.opening(options.title)


def _too_many_bots(bots: int, seats: int) -> str:
    """No chair is left for anybody else."""
    sentence = ngettext(
        "{n} bot leaves no chair free at a table of {seats}: at most {most} fit.",
        "{n} bots leave no chair free at a table of {seats}: at most {most} fit.",
        bots,
    )
    return sentence.format(n=bots, seats=seats, most=seats - 1)
