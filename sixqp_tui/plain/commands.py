"""What can be typed: each command, what it does, and when it can be done."""

from functools import partial
from typing import NamedTuple

from sixqp_tui.i18n import words_commands as words
from sixqp_tui.i18n import words_refused
from sixqp_tui.plain import acts, hurdles
from sixqp_tui.plain.answer import Act, Answer, told
from sixqp_tui.plain.decisions import decide, is_number, shortened
from sixqp_tui.plain.hurdles import Hurdle
from sixqp_tui.plain.known import Known


class Command(NamedTuple):
    """A command: what it does, and what stands in its way."""

    act: Act
    hurdle: Hurdle = hurdles.nothing


SETTINGS = ("variant", "limit", "limit-rule", "rounds", "seats", "cards-seen")
OTHER_WORDS = {"?": "help", "exit": "quit", "leave": "quit", "row": "table", "rows": "table", "deck": "table"}


def help_now(known: Known, _typed: str = "", _now: float = 0.0) -> Answer:
    """Everything that can be typed now."""
    number = (words.help_number(known.asked),) if known.asked else ()
    other = "start" if known.over else "rematch"
    possible = (word for word, command in COMMANDS.items() if command.hurdle(known) is None and word != other)
    return told(*number, *map(words.about, possible))


COMMANDS = {
    "start": Command(acts.start, hurdles.enough_players),
    "rematch": Command(acts.start, hurdles.enough_players),
    "bot": Command(acts.bot, hurdles.owner),
    "kick": Command(acts.kick, hurdles.owner),
    **{key: Command(partial(acts.setting, key), hurdles.owner_in_lobby) for key in SETTINGS},
    "timer": Command(partial(acts.setting, "timer"), hurdles.owner),
    "name": Command(acts.rename, hurdles.in_lobby),
    "sit": Command(acts.sit, hurdles.watcher),
    "back": Command(acts.back, hurdles.laid),
    "where": Command(acts.where, hurdles.player),
    "hand": Command(acts.hand, hurdles.player),
    "table": Command(acts.table, hurdles.game),
    "hands": Command(acts.hands, hurdles.playing),
    "seen": Command(acts.seen, hurdles.playing),
    "scores": Command(acts.scores, hurdles.game),
    "log": Command(acts.log, hurdles.game),
    "pause": Command(acts.pause, hurdles.running),
    "resume": Command(acts.resume, hurdles.paused),
    "settings": Command(acts.settings),
    "who": Command(acts.who),
    "say": Command(acts.say),
    "invite": Command(acts.invite, hurdles.opened_here),
    "rules": Command(acts.rules),
    "help": Command(help_now),
    "quit": Command(acts.leave),
}


def answer(known: Known, typed: str, now: float) -> Answer:
    """What follows from a line that is not empty."""
    if typed.startswith("/"):
        return acts.say(known, typed[1:].strip(), now)
    if is_number(typed):
        return decide(known, typed)
    first, _, rest = typed.partition(" ")
    word = first.casefold()
    command = COMMANDS.get(OTHER_WORDS.get(word, word))
    if command is None:
        return told(words.unknown(shortened(typed)))
    refusal = command.hurdle(known)
    return told(f"{words_refused.refused(refusal)}.") if refusal else command.act(known, rest.strip(), now)
