"""Who comes to a table and goes, and what it plays, told line by line."""

from collections.abc import Sequence

from sixqp_protocol.facts import Rules
from sixqp_tui.i18n.words_settings import variant_told
from sixqp_tui.i18n.words_table import heads


def sit_at(title: str, name: str) -> str:
    """The reader has a seat."""
    return f"You sit at the table “{title}” as {name}."


def watch_at(title: str) -> str:
    """The reader looks on."""
    return f"You watch the table “{title}”."


def others_join(join_line: str) -> str:
    """To the host: how others get here."""
    return f"Others join with: {join_line}"


def at_the_table(people: Sequence[str], free: int) -> str:
    """Who sits here, and how many chairs are free."""
    return f"At the table: {', '.join(people)}.{f' {chairs_free(free)}.' if free else ''}"


def chairs_free(free: int) -> str:
    """How many chairs are free."""
    return "1 chair is free" if free == 1 else f"{free} chairs are free"


def person(name: str, marks: Sequence[str]) -> str:
    """One of those at the table, with what is to be known about them."""
    return f"{name} ({', '.join(marks)})" if marks else name


def the_game(rules: Rules, time: str) -> str:
    """What the table plays (4.2, 4.3, 5)."""
    return f"The game is {variant_told(rules.variant)}. It ends {_ends(rules)}. {time.capitalize()}."


def _ends(rules: Rules) -> str:
    verb = "has more than" if rules.limit_rule == "over" else "reaches"
    limit = f"when somebody {verb} {heads(rules.limit)}" if rules.limit else ""
    rounds = f"after {'1 round' if rules.rounds == 1 else f'{rules.rounds} rounds'}" if rules.rounds else ""
    return " or ".join(part for part in (limit, rounds) if part)


def role_played() -> str:
    """The mark of somebody who has left a game that a bot plays on for them."""
    return "away, a bot plays"


def welcome_help() -> str:
    """What a newcomer should know first."""
    return "Type help to hear what you can type."


def sits_down(name: str) -> str:
    """Somebody came to the lobby."""
    return f"{name} sits down."


def has_left(name: str) -> str:
    """Somebody is gone from the lobby."""
    return f"{name} has left."


def is_away(name: str) -> str:
    """A line is down."""
    return f"{name} has lost the connection; the seat is kept."


def is_back(name: str) -> str:
    """A line stands again."""
    return f"{name} is back."


def bot_plays_for(name: str) -> str:
    """Somebody left a game that goes on."""
    return f"{name} has left the game: a bot plays that seat."


def renamed(before: str, after: str) -> str:
    """Somebody bears another name."""
    return f"{before} is called {after} now."


def takes_over(name: str, before: str) -> str:
    """A watcher plays on for a bot."""
    return f"{name} takes over the seat of {before}."


def bot_plays(name: str, level: str) -> str:
    """A bot's strength has changed."""
    return f"{name} plays {level} now."


def watching(count: int) -> str:
    """How many look on."""
    return f"{count} are watching." if count > 1 else "1 is watching." if count else "Nobody is watching now."


def goes_on() -> str:
    """A pause is over."""
    return "The game goes on."


def says(name: str, text: str) -> str:
    """Somebody said something."""
    return f"{name} says: {text}"


def you_say(text: str) -> str:
    """What the reader said has reached the table."""
    return f"You say: {text}"


def connected_again() -> str:
    """The line stands again."""
    return "The connection is back."


def connection_lost() -> str:
    """The line is down."""
    return "The connection is lost; your seat is kept. Trying again."
