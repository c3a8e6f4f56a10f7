"""What the coach says, who sits beside a player who plays alone."""

from collections.abc import Sequence

from sixqp_tui.analysis.words import signed_tenths
from sixqp_tui.i18n import _
from sixqp_tui.i18n.phrases import listed


def says(line: str) -> str:
    # Translators: {line} is “laid 45, better 23: 4.3 heads ± 0.5”
    return _("Coach: {line}").format(line=line)


def turn(instead: str, cost: str) -> str:
    # Translators: “laid 45, better 23: 4.3 heads ± 0.5”
    return _("{instead}: {cost}").format(instead=instead, cost=cost)


def more(tenths: int) -> str:
    # Translators: below a card that is as good as the best, as short as can be
    return signed_tenths(tenths) if tenths else _("good")


def weighed(good: Sequence[int], dear: Sequence[tuple[int, str]]) -> str:
    """Which cards are good, and what the others cost more in heads: “+4.3”."""
    best = listed([str(card) for card in good], 10)
    if not dear:
        # Translators: {cards} are all cards of a hand
        return _("Coach: {cards} are as good as each other, as far as can be told.").format(cards=best)
    others = "; ".join(f"{card} {figure}" for card, figure in dear)
    # Translators: {cards} are the best cards; {others} is “12 +0.8; 45 +4.3”, in heads
    sentence = _("Coach: {cards} would be best. The others cost more heads: {others}.")
    return sentence.format(cards=best, others=others)


def only_alone() -> str:
    return _("The coach sits only beside who plays alone against bots: sixqp play --coach")


def none_here() -> str:
    return _("No coach sits here. One sits beside who plays alone: sixqp play --coach")


def nothing_to_weigh() -> str:
    return _("The coach is asked while you choose a card.")


def cannot_answer() -> str:
    return _("The coach cannot answer now; the log says why.")


def thinks() -> str:
    return _("The coach thinks…")
