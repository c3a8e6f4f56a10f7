"""What the screens of games that are over say."""

from sixqp_tui.i18n import _, ngettext, pgettext


def games_heading() -> str:
    """The title of the list of games."""
    # Translators: the title of a screen: the list of the games that its reader has played
    return _("Your games")


def scores_heading() -> str:
    """The title of the scores of all games."""
    # Translators: the title of a screen: what remains of all games
    return _("Scores of all games")


def reading() -> str:
    """While the list of games is read."""
    return _("Reading your games…")


def reading_of(done: int, total: int) -> str:
    """While many games are read."""
    return _("Reading your games, {done} of {total}…").format(done=done, total=total)


def stopped() -> str:
    """Reading was stopped."""
    # Translators: r is a key
    return _("Stopped. What was read stays; r goes on.")


def place(number: int, total: int) -> str:
    """Which game of how many is pointed at."""
    return ngettext("{number} of {n} game", "{number} of {n} games", total).format(number=number, n=total)


def press_enter_to_replay(when: str, title: str) -> str:
    """What Enter does with the game that is pointed at."""
    return _("Enter: see the game of {when} at “{title}” again.").format(when=when, title=title)


def rounds(count: int) -> str:
    """How many rounds a game had."""
    return ngettext("{n} round", "{n} rounds", count).format(n=count)


def by_round() -> str:
    """Above the heads that everybody took in each round."""
    # Translators: the head of columns of numbers: the bull's heads of each round
    return _("heads by round")


def exporting() -> str:
    """While a file is written."""
    return _("Writing the file…")


def exported(path: str) -> str:
    """Where the file of a game lies."""
    return _("The game is in “{path}”: any browser shows it.").format(path=path)


def ask_delete(when: str, title: str) -> str:
    """Asks whether a game is to be deleted."""
    return _("Delete the game of {when} at “{title}” for good? Nobody can bring it back.").format(
        when=when, title=title
    )


def answer_keep() -> str:
    """Nothing is deleted."""
    return pgettext("answer", "keep it")


def answer_keep_all() -> str:
    """None of several games is deleted."""
    return pgettext("answer", "keep them")


def answer_delete() -> str:
    """It is deleted."""
    return pgettext("answer", "delete for good")


def ask_days() -> str:
    """Asks how old games have to be that are to be deleted."""
    # Translators: a label before a line in which a number of days is typed
    return _("Delete games older than how many days")


def bad_days(given: str) -> str:
    """What was typed is no number of days."""
    return _("Expected a number of days such as 365, got “{given}”.").format(given=given)


def all_variants() -> str:
    """The scores count games of all variants."""
    return pgettext("scores", "all variants")


def any_players() -> str:
    """The scores count games of any number of players."""
    return pgettext("scores", "any number of players")


def selected(variant: str, players: str, games: str) -> str:
    """What the scores count: which variant, how many players, and how many games that are."""
    return f"{variant} · {players} · {games}"


def nobody_in_selection() -> str:
    """No game of the selection was played."""
    return _("No such game has been played.")
