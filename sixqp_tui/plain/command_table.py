"""What can be typed: each command, what it does, and when it can be done."""

from functools import partial
from typing import NamedTuple

from sixqp_tui.i18n import commands as commands_words
from sixqp_tui.i18n import table as table_words
from sixqp_tui.plain import availability, commands
from sixqp_tui.plain.answer import Act, Answer, told
from sixqp_tui.plain.availability import Hurdle
from sixqp_tui.plain.knowledge import Known
from sixqp_tui.plain.number_input import decide, is_number, shortened


class Command(NamedTuple):
    """A command: what it does, and what stands in its way."""

    act: Act
    hurdle: Hurdle = availability.nothing


SETTINGS = ("variant", "limit", "limit-rule", "rounds", "seats", "cards-seen")
OTHER_WORDS = {"?": "help", "exit": "quit", "leave": "quit", "row": "table", "rows": "table", "deck": "table"}


def help_now(known: Known, _typed: str = "", _now: float = 0.0) -> Answer:
    """Everything that can be typed now."""
    number = (commands_words.help_number(known.asked),) if known.asked else ()
    other = "start" if known.over else "rematch"
    possible = (word for word, command in COMMANDS.items() if command.hurdle(known) is None and word != other)
    return told(*number, *map(commands_words.command_purpose, possible))


COMMANDS = {
    "start": Command(commands.start, availability.enough_players),
    "rematch": Command(commands.start, availability.enough_players),
    "bot": Command(commands.bot, availability.owner),
    "kick": Command(commands.kick, availability.owner),
    **{key: Command(partial(commands.setting, key), availability.owner_in_lobby) for key in SETTINGS},
    "timer": Command(partial(commands.setting, "timer"), availability.owner),
    "name": Command(commands.rename, availability.in_lobby),
    "sit": Command(commands.sit, availability.watcher),
    "back": Command(commands.back, availability.laid),
    "where": Command(commands.where, availability.player),
    "hand": Command(commands.hand, availability.player),
    "table": Command(commands.table, availability.game),
    "hands": Command(commands.hands, availability.playing),
    "seen": Command(commands.seen, availability.playing),
    "scores": Command(commands.scores, availability.game),
    "log": Command(commands.log, availability.game),
    "pause": Command(commands.pause, availability.running),
    "resume": Command(commands.resume, availability.paused),
    "settings": Command(commands.settings),
    "who": Command(commands.who),
    "say": Command(commands.say),
    "invite": Command(commands.invite, availability.opened_here),
    "rules": Command(commands.rules),
    "help": Command(help_now),
    "quit": Command(commands.leave),
}


def answer(known: Known, typed: str, now: float) -> Answer:
    """What follows from a line that is not empty."""
    if typed.startswith("/"):
        return commands.say(known, typed[1:].strip(), now)
    if is_number(typed):
        return decide(known, typed)
    first, _, rest = typed.partition(" ")
    word = first.casefold()
    command = COMMANDS.get(OTHER_WORDS.get(word, word))
    if command is None:
        return told(commands_words.unknown_command(shortened(typed)))
    refusal = command.hurdle(known)
    return told(f"{table_words.refused(refusal)}.") if refusal else command.act(known, rest.strip(), now)
