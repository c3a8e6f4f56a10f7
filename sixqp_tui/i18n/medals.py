"""The medals of a game, and one sentence about a round. Everybody reads them with the players' names."""

from collections.abc import Callable, Sequence
from typing import Literal

from sixqp_tui.i18n import N_, NC_, _, ngettext, phrases

MedalKind = Literal[
    "catastrophe", "sixth cards", "comeback", "dead heat", "photo finish", "runaway", "even field",
    "start to finish", "lost lead", "fewest rows", "clean rounds", "safe streak", "needle", "trap", "fifty-five",
    "last card", "black round", "row after row", "too low", "most rows", "bargains", "long jump", "snug fit",
    "fifth cards", "steady", "landslide", "calm",
]  # fmt: skip

# Translators: above the medals of a game: what was remarkable in it
heading = N_("MEDALS")
# Translators: before the games won: all games of this table since it opened
evening = N_("This evening")

_TITLES: dict[str, Callable[[], str]] = {
    # Translators: the context “medal” is the name of a medal, at most 18 letters: ten heads or more with one card
    "catastrophe": NC_("medal", "Catastrophe"),
    # Translators: most sixth cards in a round
    "sixth cards": NC_("medal", "Row magnet"),
    "comeback": NC_("medal", "Comeback"),
    # Translators: several players share the win
    "dead heat": NC_("medal", "Dead heat"),
    # Translators: a win by very little
    "photo finish": NC_("medal", "Photo finish"),
    # Translators: a win by very much
    "runaway": NC_("medal", "Runaway win"),
    # Translators: first and last place are close together
    "even field": NC_("medal", "Tight field"),
    # Translators: first after every round
    "start to finish": NC_("medal", "Start to finish"),
    # Translators: led for long and hasn't won
    "lost lead": NC_("medal", "So close"),
    # Translators: took the fewest rows
    "fewest rows": NC_("medal", "Untouchable"),
    # Translators: rounds without a head
    "clean rounds": NC_("medal", "Spotless"),
    # Translators: many cards in a row that took nothing
    "safe streak": NC_("medal", "Safe hands"),
    # Translators: the lowest card that took nothing, as through the eye of a needle
    "needle": NC_("medal", "Needle's eye"),
    # Translators: a fifth card that a sixth followed at once
    "trap": NC_("medal", "Trapper"),
    # Translators: took the 55, the card with seven heads
    "fifty-five": NC_("medal", "Fifty-five"),
    # Translators: many heads with the last card of a round
    "last card": NC_("medal", "Bitter end"),
    # Translators: most heads in a round
    "black round": NC_("medal", "Black round"),
    # Translators: took rows in several turns one after the other
    "row after row": NC_("medal", "Row after row"),
    # Translators: many cards that were too low
    "too low": NC_("medal", "Deep diver"),
    # Translators: took the most rows
    "most rows": NC_("medal", "Row collector"),
    # Translators: took rows that cost one head
    "bargains": NC_("medal", "Bargain hunter"),
    # Translators: a card far above the one before it
    "long jump": NC_("medal", "Long jump"),
    # Translators: cards that follow the one before by one
    "snug fit": NC_("medal", "Perfect fit"),
    # Translators: many fifth cards
    "fifth cards": NC_("medal", "Row filler"),
    # Translators: about the same number of heads in every round
    "steady": NC_("medal", "Steady hand"),
    # Translators: many rows taken in one turn
    "landslide": NC_("medal", "Landslide"),
    # Translators: many turns in which nobody took a row
    "calm": NC_("medal", "Calm"),
}


def title(kind: MedalKind) -> str:
    return _TITLES[kind]()


def sentence(kind: MedalKind, names: Sequence[str], number: int, card: int, round: int, other: int) -> str:
    """What earned the medal; the meaning of the numbers depends on the kind."""
    values = {
        "name": names[0] if names else "",
        "names": phrases.listed(names, 10) if names else "",
        "heads": phrases.heads(number),
        "n": number,
        "card": card,
        "round": round,
        "other": other,
        "place": phrases.ordinal(number),
        "then": phrases.ordinal(other),
    }
    return _pattern(kind, number, other).format(**values)


def _pattern(kind: MedalKind, n: int, other: int) -> str:
    if kind == "fewest rows" and n == 0:
        return _("{name} took no row")
    if kind == "fifty-five" and n == 1:
        return _("{name} took the 55")
    if kind == "steady" and n == other:
        return _("{name} took {heads} in every round")
    return _SENTENCES[kind](n)


_SENTENCES: dict[str, Callable[[int], str]] = {
    # Translators: the next sentences stand after the name of a medal, without a full stop: as short as can be.
    # {heads} is “12 heads”
    "catastrophe": lambda n: _("{name} took {heads} with the {card}"),
    "sixth cards": lambda n: ngettext(
        "{name} played {n} sixth card in round {round}", "{name} played {n} sixth cards in round {round}", n
    ),
    # Translators: {place} and {then} are “4th” and “1st”
    "comeback": lambda n: _("{name} was {place} after round {round} and came {then}"),
    "dead heat": lambda n: _("{names} share the win"),
    "photo finish": lambda n: _("{name} won by {heads}"),
    "runaway": lambda n: _("{name} won by {heads}"),
    "even field": lambda n: _("Only {heads} between first and last"),
    "start to finish": lambda n: _("{name} led after every round"),
    "lost lead": lambda n: ngettext(
        "{name} led after {n} round and didn't win", "{name} led after {n} rounds and didn't win", n
    ),
    "fewest rows": lambda n: ngettext("{name} took {n} row in all", "{name} took {n} rows in all", n),
    "clean rounds": lambda n: ngettext("{name} took nothing in {n} round", "{name} took nothing in {n} rounds", n),
    "safe streak": lambda n: ngettext(
        "{name} played {n} card without taking a row", "{name} played {n} cards running without taking a row", n
    ),
    # Translators: the card took nothing
    "needle": lambda n: _("{name} got the {card} through"),
    "trap": lambda n: ngettext(
        "{name} filled {n} row just before a sixth card", "{name} filled {n} rows just before a sixth card", n
    ),
    "fifty-five": lambda n: ngettext("{name} took the 55 {n} time", "{name} took the 55 {n} times", n),
    "last card": lambda n: _("{name} took {heads} with the last card, the {card}"),
    "black round": lambda n: _("{name} took {heads} in round {round}"),
    "row after row": lambda n: ngettext(
        "{name} took a row {n} turn running", "{name} took a row {n} turns running", n
    ),
    "too low": lambda n: ngettext("{name} was too low {n} time", "{name} was too low {n} times", n),
    "most rows": lambda n: ngettext("{name} took {n} row in all", "{name} took {n} rows in all", n),
    "bargains": lambda n: ngettext(
        "{name} took {n} row for a single head", "{name} took {n} rows for a single head each", n
    ),
    # Translators: {other} is a card too, the one before it in the row
    "long jump": lambda n: _("{name} played the {card} behind the {other}"),
    "snug fit": lambda n: ngettext(
        "{name} played the very next number {n} time",
        "{name} played the very next number {n} times",
        n,
    ),
    "fifth cards": lambda n: ngettext(
        "{name} played the fifth card of {n} row", "{name} played the fifth card of {n} rows", n
    ),
    # Translators: {n} and {other} are heads
    "steady": lambda n: _("{name} took {n} to {other} heads in every round"),
    # Translators: {other} is the number of the turn
    "landslide": lambda n: ngettext(
        "{n} row was taken in turn {other} of round {round}",
        "{n} rows were taken in turn {other} of round {round}",
        n,
    ),
    "calm": lambda n: ngettext(
        "Nobody took a row for {n} turn of round {round}", "Nobody took a row for {n} turns of round {round}", n
    ),
}


# -- a round ----------------------------------------------------------------------------------------


def round_story(most: Sequence[str], heads: int, rows: int, sixth: bool, nothing: Sequence[str]) -> str:
    """Who took most in a round and how, and who took nothing."""
    if not most:
        return _("Nobody took a row in this round.")
    took = _took_most(most, heads, rows, sixth)
    if not nothing:
        return took
    # Translators: the second sentence about a round, after “Cleo took 21 heads in 3 rows.”
    spared = ngettext("{names} took nothing.", "{names} took nothing.", len(nothing))
    return f"{took} {spared.format(names=phrases.listed(nothing))}"


def _took_most(most: Sequence[str], heads: int, rows: int, sixth: bool) -> str:
    values = {"name": most[0], "heads": phrases.heads(heads), "n": rows}
    if len(most) > 1:
        sentence = _("{names} each took {heads}, the most in this round.")
        return sentence.format(names=phrases.listed(most), heads=phrases.heads(heads))
    if rows > 1:
        return ngettext("{name} took {heads} in {n} row.", "{name} took {heads} in {n} rows.", rows).format(
            **values
        )
    how = _("{name} took {heads} with one 6th card.") if sixth else _("{name} took {heads} with one card too low.")
    return how.format(**values)
