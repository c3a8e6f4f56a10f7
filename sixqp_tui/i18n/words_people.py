"""Who comes to a table and goes, and what it plays, told line by line."""

from collections.abc import Sequence

from sixqp_protocol.facts import Rules
from sixqp_tui.i18n.catalog import gettext as _
from sixqp_tui.i18n.catalog import ngettext, pgettext
from sixqp_tui.i18n.words_settings import level_name, variant_told
from sixqp_tui.i18n.words_table import heads, rounds_told


def sit_at(title: str, name: str) -> str:
    """The reader has a seat."""
    return _("You sit at the table “{title}” as {name}.").format(title=title, name=name)


def watch_at(title: str) -> str:
    """The reader looks on."""
    return _("You watch the table “{title}”.").format(title=title)


def others_join(join_line: str) -> str:
    """To the host: how others get here."""
    return _("Others join with: {join_line}").format(join_line=join_line)


def at_the_table(people: Sequence[str], free: int) -> str:
    """Who sits here, and how many chairs are free."""
    here = _("At the table: {names}.").format(names=", ".join(people))
    return f"{here} {chairs_free(free)}." if free else here


def chairs_free(free: int) -> str:
    """How many chairs are free."""
    return ngettext("{n} chair is free", "{n} chairs are free", free).format(n=free)


def person(name: str, marks: Sequence[str]) -> str:
    """One of those at the table, with what is to be known about them."""
    return f"{name} ({', '.join(marks)})" if marks else name


def the_game(rules: Rules, time: str) -> str:
    """What the table plays (4.2, 4.3, 5)."""
    sentence = _("The game is {variant}. It ends {ends}. {time}.")
    return sentence.format(variant=variant_told(rules.variant), ends=_ends(rules), time=time.capitalize())


def _ends(rules: Rules) -> str:
    over = rules.limit_rule == "over"
    limit = _("when somebody has more than {heads}") if over else _("when somebody reaches {heads}")
    after = _("after {rounds}")
    ends = (
        limit.format(heads=heads(rules.limit)) if rules.limit else "",
        after.format(rounds=rounds_told(rules.rounds)) if rules.rounds else "",
    )
    return _(" or ").join(end for end in ends if end)


def role_bot(level: str | None) -> str:
    """The mark of a bot, with its strength."""
    return pgettext("told", "bot, {level}").format(level=level_name(level)) if level else pgettext("chair", "bot")


def role_played() -> str:
    """The mark of somebody who has left a game that a bot plays on for them."""
    return _("away, a bot plays")


def welcome_help() -> str:
    """What a newcomer should know first."""
    return _("Type help to hear what you can type.")


def sits_down(name: str) -> str:
    """Somebody came to the lobby."""
    return _("{name} sits down.").format(name=name)


def has_left(name: str) -> str:
    """Somebody is gone from the lobby."""
    return _("{name} has left.").format(name=name)


def is_away(name: str) -> str:
    """A line is down."""
    return _("{name} has lost the connection; the seat is kept.").format(name=name)


def is_back(name: str) -> str:
    """A line stands again."""
    return _("{name} is back.").format(name=name)


def bot_plays_for(name: str) -> str:
    """Somebody left a game that goes on."""
    return _("{name} has left the game: a bot plays that seat.").format(name=name)


def renamed(before: str, after: str) -> str:
    """Somebody bears another name."""
    return _("{before} is called {after} now.").format(before=before, after=after)


def takes_over(name: str, before: str) -> str:
    """A watcher plays on for a bot."""
    return _("{name} takes over the seat of {before}.").format(name=name, before=before)


def bot_plays(name: str, level: str) -> str:
    """A bot's strength has changed."""
    return _("{name} plays {level} now.").format(name=name, level=level)


def watching(count: int) -> str:
    """How many look on."""
    if count == 0:
        return _("Nobody is watching now.")
    return ngettext("{n} is watching.", "{n} are watching.", count).format(n=count)


def goes_on() -> str:
    """A pause is over."""
    return _("The game goes on.")


def says(name: str, text: str) -> str:
    """Somebody said something."""
    return _("{name} says: {text}").format(name=name, text=text)


def you_say(text: str) -> str:
    """What the reader said has reached the table."""
    return _("You say: {text}").format(text=text)


def connected_again() -> str:
    """The line stands again."""
    return _("The connection is back.")


def connection_lost() -> str:
    """The line is down."""
    return _("The connection is lost; your seat is kept. Trying again.")
