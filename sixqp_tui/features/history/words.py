"""Sentences and labels that several parts of the history say."""

from collections.abc import Sequence

from sixqp_tui.i18n import _, ngettext, pgettext
from sixqp_tui.i18n.phrases import quoted


def files_unreadable(count: int, first: str) -> str:
    return ngettext(
        "{n} file among your games contains no game that this version can read: “{first}”.",
        "{n} files among your games contain no game that this version can read; the first is “{first}”.",
        count,
    ).format(n=count, first=first)


def word_yes() -> str:
    # Translators: a word that is typed: yes, delete
    return _("yes")


def ask_delete(when: str, title: str) -> str:
    return _("Delete the game of {when} at “{title}” for good? This can't be undone.").format(
        when=when, title=title
    )


def nobody_yet() -> str:
    return _("No games yet. Every game you finish will be kept here.")


def games_played(count: int) -> str:
    return ngettext("{n} game", "{n} games", count).format(n=count)


def accuracy(found: int) -> str:
    # Translators: {n} is a number up to 100: how well somebody decided in a game; at most 17 letters
    return _("accuracy {n}/100").format(n=found)


def given_up() -> str:
    # Translators: of a game: it was given up, and nobody has won it
    return pgettext("game", "given up")


def reading() -> str:
    return _("Reading your games…")


def reading_of(done: int, total: int) -> str:
    return _("Reading your games, {done} of {total}…").format(done=done, total=total)


def stopped() -> str:
    # Translators: r is a key
    return _("Stopped. Press r to read the rest.")


def no_such_game(given: str) -> str:
    # Translators: the newest game is 1; an id is twelve digits and letters; sixqp history is typed
    sentence = _("{given}: there is no such game. Give its number (the newest is 1), its id, or a file.")
    return sentence.format(given=quoted(given))


def no_such_player(given: str, names: Sequence[str]) -> str:
    sentence = _("Expected a player of this game ({names}), a seat number, or none, got {given}.")
    return sentence.format(names=", ".join(names), given=quoted(given))
