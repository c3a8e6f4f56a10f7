"""What the screens of games that are over say."""

from sixqp_tui.i18n import _, ngettext, pgettext


def games_heading() -> str:
    # Translators: the title of a screen: the list of the games that its reader has played
    return _("Your games")


def scores_heading() -> str:
    # Translators: the title of a screen: what remains of all games
    return _("Scores of all games")


def reading() -> str:
    return _("Reading your games…")


def reading_of(done: int, total: int) -> str:
    return _("Reading your games, {done} of {total}…").format(done=done, total=total)


def stopped() -> str:
    # Translators: r is a key
    return _("Stopped. What was read stays; r goes on.")


def place(number: int, total: int) -> str:
    return ngettext("{number} of {n} game", "{number} of {n} games", total).format(number=number, n=total)


def press_enter_to_replay(when: str, title: str) -> str:
    return _("Enter: see the game of {when} at “{title}” again.").format(when=when, title=title)


def rounds(count: int) -> str:
    return ngettext("{n} round", "{n} rounds", count).format(n=count)


def by_round() -> str:
    # Translators: the head of columns of numbers: the bull's heads of each round
    return _("heads by round")


def exporting() -> str:
    return _("Writing the file…")


def exported(path: str) -> str:
    return _("The game is in “{path}”: any browser shows it.").format(path=path)


def ask_delete(when: str, title: str) -> str:
    return _("Delete the game of {when} at “{title}” for good? Nobody can bring it back.").format(
        when=when, title=title
    )


def answer_keep() -> str:
    return pgettext("answer", "keep it")


def answer_keep_all() -> str:
    return pgettext("answer", "keep them")


def answer_delete() -> str:
    return pgettext("answer", "delete for good")


def ask_days() -> str:
    # Translators: a label before a line in which a number of days is typed
    return _("Delete games older than how many days")


def bad_days(given: str) -> str:
    return _("Expected a number of days such as 365, got “{given}”.").format(given=given)


def all_variants() -> str:
    return pgettext("scores", "all variants")


def any_players() -> str:
    return pgettext("scores", "any number of players")


def selected(variant: str, players: str, games: str) -> str:
    return f"{variant} · {players} · {games}"


def nobody_in_selection() -> str:
    return _("No such game has been played.")
