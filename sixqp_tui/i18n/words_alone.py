"""What is said where a table is in one process: alone against bots, and around one keyboard."""

from sixqp_tui.i18n.catalog import gettext as _
from sixqp_tui.i18n.catalog import ngettext, pgettext


def title_alone() -> str:
    """What the table is called where one person plays against bots; at most 24 cells."""
    return _("Alone against bots")


def title_around() -> str:
    """What the table is called where several play around one keyboard; at most 24 cells."""
    return _("Around one keyboard")


def nobody_to_play_with() -> str:
    """--bots 0 for somebody who plays alone."""
    return _("A game needs two players: give --bots 1 or more.")


def no_names(file: str) -> str:
    """`sixqp local` knows nobody's name."""
    sentence = _(
        "There is no {file} here that says who plays: write one name a line into it, or give --players A,B."
    )
    return sentence.format(file=file)


def nobody_named(file: str) -> str:
    """The file, or the list, names bots at most."""
    sentence = _("{file} names nobody who plays: write one name a line into it, or give --players A,B.")
    return sentence.format(file=file)


def one_name_only(name: str) -> str:
    """One person, and no bots."""
    sentence = _("{name} is the only name, and a game needs two players: add another, or a line such as `bot Hal`.")
    return sentence.format(name=name)


def too_many(count: int, most: int) -> str:
    """More people and bots than a table has chairs."""
    sentence = ngettext("{n} player and bot are too many", "{n} players and bots are too many", count)
    return _("{too_many}: at most {most} sit at a table.").format(too_many=sentence.format(n=count), most=most)


def cannot_begin() -> str:
    """The table in this process did not begin its game."""
    return _("The game could not begin; the log says why.")


def i_am(name: str) -> str:
    """What Enter says on the curtain, below the name."""
    return _("Enter: I am {name}").format(name=name)


def look_away() -> str:
    """Beside that: nobody else may look."""
    return _("The others look away")


def hand_over(name: str) -> str:
    """The prompt while the keyboard changes hands."""
    return _("Hand the keyboard to {name}").format(name=name)


def ask_end_game() -> str:
    """Before a running game that lives in this process is left."""
    return _("The game ends here when you leave: nobody else can play it to its end.")


def answer_end_game() -> str:
    """Yes to that."""
    return pgettext("answer", "leave, and end the game")


def players_label() -> str:
    """Before the line to type the names of those around one keyboard."""
    return _("Who plays")


def players_example() -> str:
    """Inside that line while it is empty."""
    return _("names between commas: Ann, Bob, Camille")


def beginning() -> str:
    """While a table in this process begins its game."""
    return _("The cards are dealt…")
