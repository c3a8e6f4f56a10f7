"""The medals of a game, and one sentence about a round. Everybody reads them with the players' names."""

from collections.abc import Sequence
from typing import Literal

from sixqp_tui.i18n import NC_, _, ngettext, phrases, translate

MedalKind = Literal[
    "photo finish", "comeback", "so close", "bitter end", "spotless", "row after row", "catastrophe", "fifty-five"
]


_TITLES: dict[MedalKind, str] = {
    # Translators: the context “medal” is the name of a medal, at most 18 letters: a win by very little
    "photo finish": NC_("medal", "Photo finish"),
    # Translators: last after a round, and won
    "comeback": NC_("medal", "Comeback"),
    # Translators: first before the last round, and hasn't won
    "so close": NC_("medal", "So close"),
    # Translators: ten heads or more with the last card of a round
    "bitter end": NC_("medal", "Bitter end"),
    # Translators: rounds without a head
    "spotless": NC_("medal", "Spotless"),
    # Translators: took rows in several turns one after the other
    "row after row": NC_("medal", "Row after row"),
    # Translators: ten heads or more with one card
    "catastrophe": NC_("medal", "Catastrophe"),
    # Translators: took the 55, the card with seven heads
    "fifty-five": NC_("medal", "Fifty-five"),
}


def title(kind: MedalKind) -> str:
    return translate(_TITLES[kind])


def sentence(kind: MedalKind, name: str, n: int, card: int) -> str:
    """What earned the medal; the meaning of the numbers depends on the kind."""
    pattern = {
        # Translators: the next sentences stand after the name of a medal, without a full stop: as short as can be.
        # {heads} is “2 heads”
        "photo finish": _("{name} won by only {heads}"),
        "comeback": _("{name} was last after round {n} and still won"),
        "so close": _("{name} led until the last round"),
        "bitter end": _("{name} took {heads} with the last card of a round"),
        "spotless": ngettext(
            "{name} finished {n} round without a single head", "{name} finished {n} rounds without a single head", n
        ),
        "row after row": ngettext("{name} took a row {n} turn in a row", "{name} took a row {n} turns in a row", n),
        "catastrophe": _("{name} took {heads} with the {card}"),
        "fifty-five": _("{name} took the 55")
        if n == 1
        else ngettext("{name} took the 55 in {n} round", "{name} took the 55 in {n} rounds", n),
    }[kind]
    return pattern.format(name=name, n=n, heads=phrases.heads(n), card=card)


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
