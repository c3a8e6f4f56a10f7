"""What is said of games that are kept: which one is meant, and why one cannot be read."""

from collections.abc import Sequence

from sixqp_tui.i18n import _, ngettext


def no_game_yet() -> str:
    """A game is wanted where none is kept."""
    return _("No game is kept here yet: one that is played to its end is.")


def no_such_game(wanted: str) -> str:
    """No kept game is meant by what was typed."""
    sentence = _(
        "No game here is called “{wanted}”: give a number (1 is the newest), an id, or the path of a file."
    )
    return sentence.format(wanted=wanted)


def several_games(given: str, ids: Sequence[str]) -> str:
    """The ids of several games begin with what was typed."""
    sentence = ngettext(
        "The id of {n} game begins with “{given}”. Choose by its id: {ids}",
        "The ids of {n} games begin with “{given}”. Choose by an id: {ids}",
        len(ids),
    )
    return sentence.format(n=len(ids), given=given, ids=", ".join(ids))


def no_game_in_file(game: str) -> str:
    """A file, or what is kept of a game, is damaged, or something else."""
    return _("“{game}” is damaged, or no game in a form that this version knows.").format(game=game)


def impossible_game(game: str, number: int) -> str:
    """A game that the rules forbid; `number` is the place of the first fact that could not happen."""
    sentence = _("“{game}” cannot have been played so: its fact {number} is impossible.")
    return sentence.format(game=game, number=number)


def file_not_read(path: str, reason: str) -> str:
    """A file that was named cannot be read."""
    return _("“{path}” cannot be read: {reason}.").format(path=path, reason=reason)


def no_such_player(wanted: str, names: Sequence[str]) -> str:
    """Nobody of this game is called so."""
    sentence = _("Expected a player of this game ({names}), the number of a seat, or none, got “{wanted}”.")
    return sentence.format(names=", ".join(names), wanted=wanted)


def no_such_place(wanted: str, rounds: int) -> str:
    """This game has no such round or turn."""
    sentence = ngettext(
        "Expected a round, or round.turn such as 1.5, of a game of {n} round, got “{wanted}”.",
        "Expected a round, or round.turn such as 1.5, of a game of {n} rounds, got “{wanted}”.",
        rounds,
    )
    return sentence.format(n=rounds, wanted=wanted)
