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


def nothing_so_old(days: int) -> str:
    return ngettext("No game is older than {n} day.", "No game is older than {n} days.", days).format(n=days)


def would_delete(count: int, size: str, oldest: str, newest: str) -> str:
    # Translators: {size} is “12.5 MB”; {oldest} and {newest} are dates
    return ngettext(
        "{n} game would be deleted for good ({size}): that of {newest}.",
        "{n} games would be deleted for good ({size}), from {oldest} to {newest}.",
        count,
    ).format(n=count, size=size, oldest=oldest, newest=newest)


def word_yes() -> str:
    # Translators: a word that is typed: yes, delete
    return _("yes")


def nothing_deleted() -> str:
    return _("Nothing was deleted.")


def nobody_yet() -> str:
    return _("No games yet. Every game you finish will be kept here.")


def games_played(count: int) -> str:
    return ngettext("{n} game", "{n} games", count).format(n=count)


def accuracy(found: int) -> str:
    # Translators: {n} is a number from 0 to 100: how well somebody decided in a game; at most 14 letters
    return _("accuracy {n}").format(n=found)


def won_of(wins: int, games: int) -> str:
    share = f"{100 * wins / games:.0f}" if games else "0"
    # Translators: {share} is percent, as in “12 of 40 games won (30 %)”
    sentence = ngettext("{wins} of {n} game won ({share} %)", "{wins} of {n} games won ({share} %)", games)
    return sentence.format(wins=wins, n=games, share=share)


def players(count: int) -> str:
    return ngettext("{n} player", "{n} players", count).format(n=count)


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


def answer_delete() -> str:
    return pgettext("answer", "delete for good")


def no_such_game(given: str) -> str:
    # Translators: the newest game is 1; an id is twelve digits and letters; sixqp history is typed
    sentence = _("{given}: there is no such game. Give its number (the newest is 1), its id, or a file.")
    return sentence.format(given=quoted(given))


def no_such_player(given: str, names: Sequence[str]) -> str:
    sentence = _("Expected a player of this game ({names}), a seat number, or none, got {given}.")
    return sentence.format(names=", ".join(names), given=quoted(given))
