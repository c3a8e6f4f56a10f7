"""Words for puzzles."""

from sixqp_tui.analysis.words import tenths
from sixqp_tui.i18n import _, ngettext, pgettext


def theme_name(theme: str) -> str:
    return {
        # Translators: the themes of puzzles: what each is about
        "too low": pgettext("theme", "too low"),
        "sixth card": pgettext("theme", "sixth card"),
        # Translators: counting the cards that have been played
        "counting": pgettext("theme", "counting cards"),
        "last three": pgettext("theme", "the last three cards"),
        "tactic": pgettext("theme", "tactic"),
        "draft": pgettext("theme", "draft"),
    }[theme]


def strength_name(strength: int) -> str:
    # Translators: how hard a puzzle is
    return (pgettext("puzzle", "easy"), pgettext("puzzle", "medium"), pgettext("puzzle", "hard"))[strength - 1]


def kind(theme: str, strength: int) -> str:
    return f"{theme_name(theme)}, {strength_name(strength)}"


def title() -> str:
    return _("Which card?")


def looking(game: int, games: int) -> str:
    if not games:
        return _("Reading your games…")
    # Translators: at most 30 characters
    return _("Searching your games: {game} of {games}").format(game=game, games=games)


def none_of_own(games: int) -> str:
    """`games` is how many were searched."""
    if not games:
        return _("None of your games is kept yet. Finish one (sixqp play), then come back here.")
    return ngettext(
        "In your {n} game, no card was ever 1.5 heads better than all the others. Play more, then come back here.",
        "In your {n} games, no card was ever 1.5 heads better than all the others. Play more, then come back here.",
        games,
    ).format(n=games)


def right(card: int) -> str:
    return _("Right! The {card} is the best card.").format(card=card)


def figure(more: int) -> str:
    # Translators: below a card of a puzzle: it is the best one; at most 6 letters
    return f"+{tenths(more)}" if more else pgettext("card", "best")
