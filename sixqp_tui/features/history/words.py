"""What the commands around games that are over say: history, scores, persons, export, import."""

from sixqp_tui.i18n import _, ngettext


def index_rebuilt(aside: str) -> str:
    """The index was damaged; the games are files of their own."""
    # Translators: the index is a list of the kept games, made from their files; no game was in it
    sentence = _("The index of your games was damaged and has been made anew from them; the old one is “{aside}”.")
    return sentence.format(aside=aside)


def index_unwritten(reason: str) -> str:
    """The index cannot be written, and was made for this time only."""
    sentence = _("The index of your games cannot be written ({reason}): it was made for this time only.")
    return sentence.format(reason=reason)


def files_unreadable(count: int, first: str) -> str:
    """Files in the folder of games that hold none."""
    return ngettext(
        "{n} file among your games holds no game that this version can read: “{first}”.",
        "{n} files among your games hold no game that this version can read; the first is “{first}”.",
        count,
    ).format(n=count, first=first)


def more_games(count: int) -> str:
    return ngettext(
        "{n} more game is older: sixqp history --all", "{n} more games are older: sixqp history --all", count
    ).format(n=count)


def ask_days() -> str:
    # Translators: a question, the answer is typed behind it
    return _("Delete games that are older than how many days? (Enter: none) ")


def nothing_so_old(days: int) -> str:
    return ngettext("No game is older than {n} day.", "No game is older than {n} days.", days).format(n=days)


def would_delete(count: int, size: str, oldest: str, newest: str) -> str:
    """Which games are to be deleted: how many, how large, the dates of the first and the last."""
    # Translators: {size} is “12.5 MB”; {oldest} and {newest} are dates
    return ngettext(
        "{n} game would be deleted for good ({size}): that of {newest}.",
        "{n} games would be deleted for good ({size}), from {oldest} to {newest}.",
        count,
    ).format(n=count, size=size, oldest=oldest, newest=newest)


def ask_deletion() -> str:
    # Translators: a question at the end of a line; `word_yes` is what is typed
    return _("Delete them? Type {yes}: ").format(yes=word_yes())


def word_yes() -> str:
    # Translators: a word that is typed: yes, delete
    return _("yes")


def deleted(count: int) -> str:
    return ngettext("{n} game deleted.", "{n} games deleted.", count).format(n=count)


def nothing_deleted() -> str:
    return _("Nothing was deleted.")


def exported(game: str, file: str) -> str:
    return _("The game {game} is in “{file}”.").format(game=game, file=file)


def imported(game: str, title: str, date: str) -> str:
    # Translators: {game} is the id of a game, {title} what its table was called
    return _("The game {game} of {date} at “{title}” is in your history.").format(game=game, title=title, date=date)


def known_already(game: str) -> str:
    return _("The game {game} is in your history already.").format(game=game)


def impossible_file(file: str, number: int, fact: str) -> str:
    """A file holds a game that the rules forbid; `fact` is the first that could not happen, as JSON."""
    sentence = _("“{file}” holds a game that cannot have happened: its fact {number} could not, {fact}.")
    return sentence.format(file=file, number=number, fact=fact)


def unfinished_file(file: str) -> str:
    return _("“{file}” holds a game that is not over.").format(file=file)


def no_game_in_file(file: str, reason: str) -> str:
    # Translators: {reason} is in English: what is wrong, and where in the file
    return _("“{file}” holds no game that this version can read: {reason}.").format(file=file, reason=reason)


def no_such_person(wanted: str) -> str:
    return _("Nobody in your games is called “{wanted}”: sixqp persons lists all of them.").format(wanted=wanted)


def several_persons(wanted: str, codes: str) -> str:
    # Translators: {codes} are what tells persons of one name apart, such as “3f0a12bc, anna@k3f9”
    return _("Several persons are called “{wanted}”: give one of {codes}.").format(wanted=wanted, codes=codes)


def joined(name: str, other: str) -> str:
    return _("{name} and {other} are one person from now on.").format(name=name, other=other)


def separated(name: str, count: int) -> str:
    """Persons who had been joined are several again; `count` is how many beside the first."""
    return ngettext(
        "{name} and {n} other are persons of their own again.",
        "{name} and {n} others are persons of their own again.",
        count,
    ).format(name=name, n=count)


def not_joined(name: str) -> str:
    return _("Nobody has been joined with {name}.").format(name=name)


def bots_are_levels() -> str:
    return _("Bots count by their level: only persons can be joined.")


def with_others_joined(count: int) -> str:
    return ngettext("{n} other joined", "{n} others joined", count).format(n=count)
