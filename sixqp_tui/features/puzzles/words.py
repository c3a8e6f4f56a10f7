"""What is said of puzzles: which card is to be found, and what became of an answer."""

from collections.abc import Sequence

from sixqp_tui.analysis.words import heads_in_tenths, in_deals, tenths
from sixqp_tui.i18n import _, ngettext, pgettext
from sixqp_tui.i18n.phrases import listed, one_of, quoted


def theme_name(theme: str) -> str:
    """What a puzzle is about, in a word or two."""
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


def of_the_day(day: str, number: int, of: int) -> str:
    # Translators: {day} is a date such as 2026-11-22
    return _("{day} · puzzle {number} of {of}").format(day=day, number=number, of=of)


def endless(answered: int, right: int) -> str:
    # Translators: {right} of {n} puzzles were answered rightly
    return ngettext("endless · {right} of {n} right", "endless · {right} of {n} right", answered).format(
        n=answered, right=right
    )


def own_games(answered: int, right: int) -> str:
    # Translators: {right} of {n} puzzles from the player's own games were answered rightly
    return ngettext("your games · {right} of {n} right", "your games · {right} of {n} right", answered).format(
        n=answered, right=right
    )


def own_game(when: str, others: Sequence[str], number: int, turn: int, seen_by: str | None) -> str:
    """Where in which of the player's own games a position is; `others` played too.

    `seen_by` is whose hand it is, None where it is the player's own.
    """
    # Translators: {when} is a date and a time, {names} are those who played too
    sentence = _("Your game of {when} with {names}: round {number}, turn {turn}")
    told = sentence.format(when=when, names=listed(others), number=number, turn=turn)
    # Translators: {game} is “Your game of 2026-11-22 21:14 with Ann and Bo: round 2, turn 5”; the hand is {name}’s
    return _("{game}, the hand of {name}").format(game=told, name=seen_by) if seen_by else told


def laid_then(card: int, more: int, name: str | None) -> str:
    """What was laid in that game by the player, or by who bears the `name`.

    `more` is what it costs in tenths, 0 where it is the best card.
    """
    if name is None:
        best = _("In the game you laid the {card}, the best card.")
        # Translators: {more} is what the card costs more than the best one, such as “+2.5”
        worse = _("In the game you laid the {card}: {more} heads.")
    else:
        best = _("In the game {name} laid the {card}, the best card.")
        # Translators: {more} is what the card costs more than the best one, such as “+2.5”
        worse = _("In the game {name} laid the {card}: {more} heads.")
    return (worse if more else best).format(name=name, card=card, more=figure(more))


def looking(game: int, games: int) -> str:
    """While games are looked through for puzzles: the one that is looked through now, of so many."""
    if not games:
        return _("Reading your games…")
    # Translators: at most 30 characters
    return _("Searching your games: {game} of {games}").format(game=game, games=games)


def looking_hint(found: int) -> str:
    """Below the bar while games are looked through."""
    if not found:
        return _("Esc stops. What is done by then is kept.")
    # Translators: at most 60 characters
    told = ngettext("Enter begins with {n} puzzle.", "Enter begins with {n} puzzles.", found)
    return told.format(n=found)


def none_of_own(games: int) -> str:
    """There is no puzzle in the player's own games; `games` are kept."""
    if not games:
        return _("No game of yours is kept yet: play one to its end (sixqp play), then look here again.")
    return ngettext(
        "In your {n} game no card was ever better than all others by two heads: play on, then look here again.",
        "In your {n} games no card was ever better than all others by two heads: play on, then look here again.",
        games,
    ).format(n=games)


def none_yet() -> str:
    return _("No puzzle was found by then. What is done is kept: look here again, and the search goes on.")


def newer_findings(games: int) -> str:
    """What a newer program has found is left alone."""
    return ngettext(
        "A newer sixqp has searched {n} of your games: its puzzles are left out here.",
        "A newer sixqp has searched {n} of your games: their puzzles are left out here.",
        games,
    ).format(n=games)


def own_overall(right: int, answered: int, of: int) -> str:
    """How many puzzles of the player's own games are solved."""
    sentence = ngettext(
        "Of {n} puzzle from your games you have answered {answered}, {right} of them rightly.",
        "Of {n} puzzles from your games you have answered {answered}, {right} of them rightly.",
        of,
    )
    return sentence.format(n=of, answered=answered, right=right)


def at_table(players: int, variant: str, turn: int) -> str:
    """At what table the position is."""
    # Translators: {variant} is “classic”, “tactic” or “draft”
    sentence = ngettext(
        "{n} player · {variant} · turn {turn}/10", "{n} players · {variant} · turn {turn}/10", players
    )
    return sentence.format(n=players, variant=variant, turn=turn)


def question() -> str:
    return _("Which card costs least? Lift it, and lay it")


def how_to_count() -> str:
    return _("Judged by the heads until the round ends. c: the cards played so far")


def right(card: int) -> str:
    return _("Right: the {card} is the best card.").format(card=card)


def wrong(card: int, best: int, more: int) -> str:
    """Another card would have been better, by so many tenths of a head."""
    sentence = _("Not the {card}: it costs {heads} more than the {best}.")
    return sentence.format(card=card, best=best, heads=heads_in_tenths(more))


def next_best(card: int, more: int) -> str:
    return _("The next best is the {card}: {heads} more.").format(card=card, heads=heads_in_tenths(more))


def figure(more: int) -> str:
    # Translators: below a card of a puzzle: it is the best one; at most 6 letters
    return f"+{tenths(more)}" if more else pgettext("card", "best")


def all_figures(figures: Sequence[tuple[int, int]]) -> str:
    """What each card costs more than the best, in a line."""
    listed = ", ".join(f"{card} {figure(more)}" for card, more in figures)
    # Translators: {listed} is such as “23 best, 45 +3.4, 91 +5.1”
    return _("Heads more than the best card: {listed}").format(listed=listed)


def course(many: int, of: int) -> str:
    # Translators: {in_deals} is “in 63 of 100 deals”
    return _("With it the turn goes like this {in_deals}:").format(in_deals=in_deals(many, of))


def course_shown(many: int, of: int) -> str:
    # Translators: {in_deals} is “in 63 of 100 deals”
    return _("So the turn goes with the best card {in_deals}").format(in_deals=in_deals(many, of))


def share_line(day: str, answers: str, right: int, of: int, lost: int, streak: int) -> str:
    """The puzzles of a day in one line that gives nothing away; `lost` is in tenths."""
    sentence = ngettext(
        "sixqp puzzles {day}  {answers}  {right}/{of}, {lost} heads lost, {n} day in a row",
        "sixqp puzzles {day}  {answers}  {right}/{of}, {lost} heads lost, {n} days in a row",
        streak,
    )
    return sentence.format(day=day, answers=answers, right=right, of=of, lost=tenths(lost), n=streak)


def nothing_to_share(day: str, answered: int, of: int) -> str:
    """The puzzles of a day are not all answered."""
    sentence = _("Expected all {of} puzzles of {day}, {answered} are answered: sixqp puzzles goes on with them.")
    return sentence.format(of=of, day=day, answered=answered)


def day_done() -> str:
    return _("That was the last one of today. New ones come at midnight, UTC. Your friends have had the same:")


def overall(right: int, answered: int, of: int) -> str:
    """How many puzzles of the whole set are solved."""
    sentence = _("Of all {of} puzzles you have answered {answered}, {right} of them rightly.")
    return sentence.format(of=of, answered=answered, right=right)


def none_match() -> str:
    return _("No puzzle is of this theme and this strength.")


def expected_card(hand: tuple[int, ...], typed: str) -> str:
    """What was typed is no card of the hand."""
    sentence = _("Expected a card of the hand ({hand}), or q, got {typed}")
    return sentence.format(hand=one_of([str(card) for card in hand]), typed=quoted(typed))


def ask_card() -> str:
    return _("Which card? ")


def ask_on(*, own: bool) -> str:
    """Before the next puzzle; `own`: it is one of the player's own games."""
    if own:
        # Translators: day is typed as it stands
        return _("Enter: the next puzzle, day: those of the day, q: the end. ")
    # Translators: own is typed as it stands
    return _("Enter: the next puzzle, own: from your games, q: the end. ")


def seen(cards: str) -> str:
    # Translators: {cards} is a list of cards, in runs
    return _("Played and gone: {cards}").format(cards=cards)


def trouble(code: str, path: str) -> str:
    """Why progress is not kept as it should be."""
    return {
        "damaged": _("Your progress could not be read: {path} was set aside, and a new file begins."),
        "newer": _("A newer sixqp wrote {path}: it is left alone, and these answers are not kept."),
        "unreadable": _("{path} cannot be read: these answers are not kept."),
        "unwritable": _("{path} cannot be written: these answers are not kept."),
    }[code].format(path=path)
