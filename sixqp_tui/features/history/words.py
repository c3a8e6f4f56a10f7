"""Sentences and labels that several parts of the history say."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from sixqp_protocol.text import clean, clean_path
from sixqp_tui.features.history.record import ImpossibleGame, UnreadableRecord
from sixqp_tui.i18n import _, ngettext, pgettext
from sixqp_tui.i18n.phrases import quoted

MAX_REASON: Final = 200
"""Cells of what is wrong with a file."""


def files_unreadable(files: Sequence[Path]) -> str:
    """Empty without such files."""
    sentence = ngettext(
        "{n} file among your games contains no game that this version can read: “{first}”.",
        "{n} files among your games contain no game that this version can read; the first is “{first}”.",
        len(files),
    )
    return sentence.format(n=len(files), first=clean_path(files[0])) if files else ""


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


def reading() -> str:
    return _("Reading your games…")


def saved(path: str, page: bool = True) -> str:
    """Where a game was exported to."""
    sentence = _("Saved to “{path}”. Open it in any browser.") if page else _("Saved to “{path}”.")
    return sentence.format(path=path)


def given_up() -> str:
    # Translators: of a game: it was given up, and nobody has won it
    return pgettext("game", "given up")


def no_such_game(given: str) -> str:
    # Translators: the newest game is 1; an id is twelve digits and letters; sixqp history is typed
    sentence = _("{given}: there is no such game. Give its number (the newest is 1), its id, or a file.")
    return sentence.format(given=quoted(given))


def unreadable(file: str, error: UnreadableRecord) -> str:
    # Translators: {reason} is in English: what is wrong, and where in the file
    text = _("“{file}” contains no game that this version can read: {reason}.")
    return text.format(file=file, reason=clean(str(error), MAX_REASON))


def impossible(file: str, error: ImpossibleGame) -> str:
    if error.fact is None:
        return _("“{file}” contains a game that isn't over, or that was given up within a round.").format(file=file)
    # Translators: a fact is one thing that happened in a game, such as a card that was played
    sentence = _("“{file}” contains a game that can't have happened: fact {number} is impossible, {fact}.")
    fact = clean(msgspec.json.encode(error.fact).decode(), MAX_REASON)
    return sentence.format(file=file, number=error.number, fact=fact)
