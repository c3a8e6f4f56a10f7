"""What the player asked for: options of the command line over `config.txt` over the defaults."""

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sixqp_protocol.facts import Rules
from sixqp_protocol.messages import Settings
from sixqp_protocol.text import clean_title
from sixqp_tui.cli.parser import TABLE_KEYS
from sixqp_tui.host.setup import Sitter
from sixqp_tui.i18n import _, waits
from sixqp_tui.i18n import errors as errors_words
from sixqp_tui.i18n import home as home_words
from sixqp_tui.i18n.errors import config_sentence
from sixqp_tui.runtime.failure import Failure
from sixqp_tui.runtime.login import login_name
from sixqp_tui.runtime.table_options import BOT_PAUSE, TableOptions
from sixqp_tui.store.config import ConfigError, ConfigFile, read_config
from sixqp_tui.store.options import usual_round_pause

if TYPE_CHECKING:
    from sixqp_tui.runtime.resume import ResumableTable, TableCommand

USUAL_CONFIG = "config.txt"


def table_options(parsed: argparse.Namespace) -> TableOptions:
    """The table that `host` or `serve` is to open. Raises Failure for a config.txt that cannot be understood."""
    config = load_config(parsed.config)
    values = {**config.options, **given_options(parsed)}
    host, *guests = config.names or (login_name(),)
    name = values.get("name", host)
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
        lock={"on": "", "off": None}.get(lock := values.get("lock", "off"), lock),
        expected=tuple(guest for guest in guests if guest.casefold() != name.casefold()),
    )


def resumed(parsed: argparse.Namespace, command: "TableCommand") -> TableOptions:
    """The kept table that `--resume` means; of the other options only the port counts. Raises Failure."""
    from sixqp_tui.cli.progress_line import run_told
    from sixqp_tui.runtime.resume import find_resumable

    kept = run_told(waits.reading_journals(), partial(find_resumable, parsed.resume, command))
    return kept_options(kept, given_options(parsed).get("port"))


def kept_options(table: "ResumableTable", port: int | None = None) -> TableOptions:
    """What opens a kept table again."""
    return TableOptions(table.title, table.host, port=port, resume=table.table)


def given_options(parsed: argparse.Namespace) -> dict[str, Any]:
    """The table's options that stand on the command line, by their long names."""
    values = {key: getattr(parsed, key.replace("-", "_"), argparse.SUPPRESS) for key in TABLE_KEYS}
    return {key: value for key, value in values.items() if value is not argparse.SUPPRESS}


def load_config(file: str | None) -> ConfigFile:
    """What the file says; without one named, config.txt where there is one. Raises Failure."""
    path = Path(file or USUAL_CONFIG)
    if file is None and not path.exists():
        return ConfigFile()
    try:
        return read_config(path)
    except ConfigError as error:
        raise Failure(config_sentence(*error.trouble), code=2) from None


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
        raise Failure(_("This game would never end: give --limit, --rounds, or both."), code=2)
    seen = values.get("cards-seen", "on") == "on"
    timer = values.get("timer", 90)
    pause = values.get("round-pause", usual_round_pause(timer))
    return Settings(rules, values.get("seats", 10), timer, seen, pause, values.get("bank", 0))


def bots_of(config: ConfigFile, values: dict[str, Any], seats: int) -> tuple[tuple[Sitter, ...], int]:
    """The bots that config.txt names, and how many more sit down; `bots` counts all of them. Raises Failure."""
    level = values.get("level", "medium")
    bots: int = values.get("bots", len(config.bots))
    if bots >= seats:
        raise Failure(errors_words.too_many_bots(bots, seats), code=2)
    named = tuple(Sitter(bot.name, bot.level or level) for bot in config.bots[:bots])
    return named, bots - len(named)


def opening_told(options: TableOptions) -> str:
    """What is said while this table opens."""
    return home_words.resuming(options.title) if options.resume else home_words.opening(options.title)
