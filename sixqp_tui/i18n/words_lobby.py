"""What is said at a table before and between the games."""

from collections.abc import Sequence

from sixqp_tui.engine.table import Table
from sixqp_tui.i18n.catalog import gettext as _
from sixqp_tui.i18n.catalog import ngettext, pgettext
from sixqp_tui.i18n.telling import winners
from sixqp_tui.i18n.words_settings import level_name
from sixqp_tui.i18n.words_table import listed


def around_the_table() -> str:
    """The heading of the seats."""
    return _("AROUND THE TABLE")


def how_to_join() -> str:
    """The heading of how others get here."""
    return _("HOW TO JOIN")


def chat_heading() -> str:
    """The heading of what was said."""
    return _("CHAT")


def waiting(seated: int, seats: int, watchers: int) -> str:
    """The state of the room, for the title line."""
    state = _("waiting · {seated} of {seats}").format(seated=seated, seats=seats)
    if not watchers:
        return state
    looking_on = ngettext("{n} watching", "{n} watching", watchers).format(n=watchers)
    return f"{state} · {looking_on}"


def role_host() -> str:
    """The mark of the table's owner."""
    return pgettext("chair", "host")


def role_you() -> str:
    """The mark of the reader's own seat."""
    return pgettext("chair", "you")


def role_away() -> str:
    """The mark of a person whose line is down."""
    return pgettext("chair", "away")


def role_expected() -> str:
    """The mark of a chair that is kept for somebody."""
    return pgettext("chair", "expected")


def role_open() -> str:
    """The mark of a free chair."""
    return pgettext("chair", "open")


def role_bot(level: str | None) -> str:
    """The mark of a bot, with its strength."""
    return _("bot, {level}").format(level=level_name(level)) if level else pgettext("chair", "bot")


def join_listed() -> str:
    """What to type where the table shows in the list."""
    return "sixqp join"


def join_listed_note() -> str:
    """When that works."""
    return _("this table is in the list")


def join_typed_note() -> str:
    """When the address is needed."""
    return _("if it is not")


def shown_large(with_code: bool) -> str:
    """Under the line to type: the key that shows it to the whole room."""
    return _("i: large, with a QR code") if with_code else _("i: in large letters")


def copied() -> str:
    """The invitation was handed to the terminal's clipboard."""
    return _("Copied, if this terminal lets programs copy.")


def prompt_alone(expected: Sequence[str]) -> str:
    """The owner sits alone."""
    if expected:
        return _("Still expected: {names}. b puts a bot on a chair.").format(names=listed(expected))
    return _("Nobody else is here yet. b puts a bot on a chair.")


def prompt_expected(names: Sequence[str]) -> str:
    """Somebody is expected; the game could begin without."""
    return _("Still expected: {names}. Enter starts without.").format(names=listed(names))


def prompt_start(seated: int) -> str:
    """The owner may begin."""
    sentence = ngettext("{n} is seated. Press Enter to start.", "{n} are seated. Press Enter to start.", seated)
    return sentence.format(n=seated)


def prompt_away(names: Sequence[str]) -> str:
    """The owner may begin, but some lines are down; a bot plays for those."""
    sentence = ngettext(
        "{names} is away. Enter starts all the same.",
        "{names} are away. Enter starts all the same.",
        len(names),
    )
    return sentence.format(names=listed(names))


def prompt_guest(host: str | None, expected: Sequence[str]) -> str:
    """A guest waits."""
    who = host or _("the host")
    if expected:
        return _("Still expected: {names}. {who} starts the game.").format(names=listed(expected), who=who)
    return _("Waiting for {who} to start.").format(who=who)


def last_game(table: Table) -> str:
    """How the last game ended, shown between games (4.4)."""
    if table.ended == "abandoned" or not table.totals:
        return _("The last game was given up.")
    return _("Last game: {winners}.").format(winners=winners(table))


def name_label() -> str:
    """Before the line where a new name is typed."""
    return _("Your name")


def nothing_said() -> str:
    """An empty chat."""
    return _("t: say something to everybody here.")


def no_free_chair() -> str:
    """A bot was asked for, but every chair is taken."""
    return _("Every chair is taken. s changes the number of seats.")


def caution(code: str) -> tuple[str, str]:
    """Two short lines above the line to type: why the list alone may not lead guests here."""
    return {
        "namesake": (_("Another table here is called so"), _("too: tell your guests to type")),
        "undiscovered": (_("Tables are not found by themselves"), _("here: your guests have to type")),
    }[code]
