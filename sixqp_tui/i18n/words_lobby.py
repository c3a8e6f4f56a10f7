"""What is said at a table before and between the games."""

from collections.abc import Sequence

from sixqp_tui.engine.table import Table
from sixqp_tui.i18n.telling import winners
from sixqp_tui.i18n.words_settings import level_name
from sixqp_tui.i18n.words_table import listed


def around_the_table() -> str:
    """The heading of the seats."""
    return "AROUND THE TABLE"


def how_to_join() -> str:
    """The heading of how others get here."""
    return "HOW TO JOIN"


def chat_heading() -> str:
    """The heading of what was said."""
    return "CHAT"


def waiting(seated: int, seats: int, watchers: int) -> str:
    """The state of the room, for the title line."""
    looking_on = f" · {watchers} watching" if watchers else ""
    return f"waiting · {seated} of {seats}{looking_on}"


def role_host() -> str:
    """The mark of the table's owner."""
    return "host"


def role_you() -> str:
    """The mark of the reader's own seat."""
    return "you"


def role_away() -> str:
    """The mark of a person whose line is down."""
    return "away"


def role_expected() -> str:
    """The mark of a chair that is kept for somebody."""
    return "expected"


def role_open() -> str:
    """The mark of a free chair."""
    return "open"


def role_bot(level: str | None) -> str:
    """The mark of a bot, with its strength."""
    return f"bot, {level_name(level)}" if level else "bot"


def join_listed() -> str:
    """What to type where the table shows in the list."""
    return "sixqp join"


def join_listed_note() -> str:
    """When that works."""
    return "this table is in the list"


def join_typed_note() -> str:
    """When the address is needed."""
    return "if it is not"


def prompt_alone(expected: Sequence[str]) -> str:
    """The owner sits alone."""
    if expected:
        return f"Still expected: {listed(expected)}. b puts a bot on a chair."
    return "Nobody else is here yet. b puts a bot on a chair."


def prompt_expected(names: Sequence[str]) -> str:
    """Somebody is expected; the game could begin without."""
    return f"Still expected: {listed(names)}. Enter starts without."


def prompt_start(seated: int) -> str:
    """The owner may begin."""
    return f"{seated} are seated. Press Enter to start."


def prompt_away(names: Sequence[str]) -> str:
    """The owner may begin, but some lines are down; a bot plays for those."""
    return f"{listed(names)} {'is' if len(names) == 1 else 'are'} away. Enter starts all the same."


def prompt_guest(host: str | None, expected: Sequence[str]) -> str:
    """A guest waits."""
    who = host or "the host"
    if expected:
        return f"Still expected: {listed(expected)}. {who} starts the game."
    return f"Waiting for {who} to start."


def last_game(table: Table) -> str:
    """How the last game ended, shown between games (4.4)."""
    if table.ended == "abandoned" or not table.totals:
        return "The last game was given up."
    return f"Last game: {winners(table)}."


def name_label() -> str:
    """Before the line where a new name is typed."""
    return "Your name"


def nothing_said() -> str:
    """An empty chat."""
    return "t: say something to everybody here."


def key_start() -> str:
    """Footer: begin the game."""
    return "start"


def key_bot() -> str:
    """Footer: a bot on the chair."""
    return "bot"


def key_remove() -> str:
    """Footer: clear the chair."""
    return "clear"


def key_variant() -> str:
    """Footer: the next variant."""
    return "variant"


def key_settings() -> str:
    """Footer: all settings."""
    return "setup"


def key_rename() -> str:
    """Footer: another name."""
    return "name"


def key_chat() -> str:
    """Footer: say something."""
    return "chat"


def key_leave() -> str:
    """Footer: leave the table."""
    return "leave"


def key_level() -> str:
    """Footer: how well the bot plays."""
    return "level"


def key_sit() -> str:
    """Footer: a watcher takes a chair."""
    return "sit down"


def no_free_chair() -> str:
    """A bot was asked for, but every chair is taken."""
    return "Every chair is taken. s changes the number of seats."


def caution(code: str) -> tuple[str, str]:
    """Two short lines above the line to type: why the list alone may not lead guests here."""
    return {
        "namesake": ("Another table here is called so", "too: tell your guests to type"),
        "undiscovered": ("Tables are not found by themselves", "here: your guests have to type"),
    }[code]
