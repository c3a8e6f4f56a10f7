"""What is said at a table before, between and after the games."""

from collections.abc import Sequence

from sixqp_protocol.room_code import shown_code
from sixqp_tui.engine.table import Table
from sixqp_tui.i18n import _, ngettext, pgettext, phrases
from sixqp_tui.i18n.facts import winners
from sixqp_tui.i18n.phrases import level_name, listed


def chat_heading() -> str:
    return _("CHAT")


def waiting(seated: int, seats: int, watchers: int) -> str:
    """The state of the room, for the title line."""
    # Translators: part of the title line: {seated} of {seats} chairs are taken
    state = _("waiting · {seated} of {seats}").format(seated=seated, seats=seats)
    if not watchers:
        return state
    # Translators: people who look on without a seat; part of the title line
    looking_on = ngettext("{n} watching", "{n} watching", watchers).format(n=watchers)
    return f"{state} · {looking_on}"


def role_bot(level: str | None) -> str:
    # Translators: beside a chair; {level} is easy, medium, hard or expert
    return _("bot, {level}").format(level=level_name(level)) if level else pgettext("chair", "bot")


def join_listed() -> str:
    return "sixqp join"


def shown_large(with_code: bool) -> str:
    # Translators: i is the key to press: it shows the line to type to the whole room
    return _("i: large, with a QR code") if with_code else _("i: in large letters")


def bot_with_heads(name: str, heads: int) -> str:
    # Translators: {name} is a bot, {heads} “12 heads”: its total so far
    return _("{name} ({heads})").format(name=name, heads=phrases.heads(heads))


def ask_latecomer(title: str, playing: bool) -> str:
    """The question to somebody for whom there is no chair."""
    if playing:
        return _("The game at {title} has begun. What would you like to do?").format(title=title)
    return _("Every chair at {title} is taken. What would you like to do?").format(title=title)


def answer_take_over(bot: str) -> str:
    # Translators: {bot} is “Hal (12 heads)”
    return pgettext("answer", "play on for {bot}").format(bot=bot)


def answer_wait() -> str:
    return pgettext("answer", "watch, and sit down when the next game is set up")


def answer_watch() -> str:
    return pgettext("answer", "watch only")


def will_sit() -> str:
    return _("You watch. You sit down as soon as the next game is set up and a chair is free.")


def sits_now() -> str:
    return _("You have a chair: the next game is yours too.")


def latecomer_told(bots: Sequence[str], playing: bool) -> tuple[str, ...]:
    """Lines of text for somebody for whom there is no chair; `bots` with their heads."""
    begun = _("The game has begun: you watch.") if playing else _("Every chair is taken: you watch.")
    seats = _("Type sit NAME to play on for a bot: {bots}.").format(bots=listed(bots, 10)) if bots else ""
    wait = _("Type wait to sit down when the next game is set up.")
    return tuple(filter(None, (begun, seats, wait)))


def ask_expected(names: Sequence[str]) -> str:
    return _("This table expects {names}. Are you one of them?").format(names=listed(names, 10))


def answer_called(name: str) -> str:
    return pgettext("answer", "yes, I am {name}").format(name=name)


def answer_called_still(name: str) -> str:
    return pgettext("answer", "no, I am {name}").format(name=name)


def expected_told(names: Sequence[str]) -> str:
    return _("This table expects {names}: if that is you, type name and that name.").format(names=listed(names, 10))


def prompt_alone(expected: Sequence[str]) -> str:
    """The owner sits alone."""
    if expected:
        return _("Still expected: {names}. b puts a bot on a chair.").format(names=listed(expected))
    return _("Nobody else is here yet. b puts a bot on a chair.")


def prompt_expected(names: Sequence[str]) -> str:
    return _("Still expected: {names}. Enter starts without.").format(names=listed(names))


def prompt_start(seated: int) -> str:
    """The owner may begin."""
    sentence = ngettext("{n} is seated. Press Enter to start.", "{n} are seated. Press Enter to start.", seated)
    return sentence.format(n=seated)


def prompt_ready(names: Sequence[str]) -> str:
    """The owner may begin, and these have said that they would like it."""
    sentence = ngettext(
        "{names} would like to play. Enter starts.",
        "{names} would like to play. Enter starts.",
        len(names),
    )
    return sentence.format(names=listed(names))


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
    # Translators: in the place of the host's name: “Waiting for the host to start.”
    who = host or _("the host")
    if expected:
        return _("Still expected: {names}. {who} starts the game.").format(names=listed(expected), who=who)
    return _("Waiting for {who} to start.").format(who=who)


def last_game(table: Table) -> str:
    """How the last game ended, shown between games (4.4)."""
    if table.ended == "abandoned" or not table.totals:
        return _("The last game was given up.")
    return _("Last game: {winners}.").format(winners=winners(table))


def caution(code: str) -> tuple[str, str]:
    """Two short lines above the line to type: why the list alone may not lead guests here."""
    return {
        # Translators: the first half of a sentence, at most 36 characters; the second half stands on the next line
        "namesake": (_("Another table here is called so"), _("too: tell your guests to type")),
        # Translators: the first half of a sentence, at most 36 characters; the line to type follows the second
        "undiscovered": (_("Tables are not found by themselves"), _("here: your guests have to type")),
    }[code]


def ask_leave_game() -> str:
    """Before a player leaves a running game (8.2)."""
    return _("A game is running. Your seat stays yours; a bot plays for you until you come back.")


def answer_stay() -> str:
    # Translators: the context “answer” is an answer to choose, behind its key
    return pgettext("answer", "stay")


def ask_hosting(others: int) -> str:
    """Before the host leaves; `others` are the people there besides the host."""
    if others == 0:
        return _("You are hosting; no other person is at this table.")
    people = others + 1
    return ngettext(
        "You are hosting: {n} person is at this table.",
        "You are hosting: {n} people are at this table.",
        people,
    ).format(n=people)


def answer_close(in_mid_game: bool = False) -> str:
    """The table ends for everybody; a game that is played can be resumed."""
    if in_mid_game:
        return pgettext("answer", "close the table; the game can be resumed later")
    return pgettext("answer", "close the table for everybody")


def ask_kick(name: str) -> str:
    return _("Remove {name} from this table?").format(name=name)


def answer_cancel() -> str:
    return pgettext("answer", "cancel")


def room_code(code: str) -> str:
    return _("Room code: {code}").format(code=shown_code(code))


def new_code(code: str) -> str:
    return _("Wrong room codes were tried again and again. The new code is {code}.").format(code=shown_code(code))


def ask_end_game(kept: bool) -> str:
    """Before a running game that lives in this process is left; `kept`: it can be resumed."""
    if kept:
        return _("A game is running. It stops here when you leave, and is kept.")
    return _("The game ends here when you leave: nobody else can play it to its end.")


def kept_open(join_line: str) -> str:
    return _("The table stays open. Come back to it with: {join_line}").format(join_line=join_line)


def closed_in_mid_game(resume_line: str) -> str:
    return _("The game is kept. Go on with it another time: {resume_line}").format(resume_line=resume_line)
