"""What decisions cost, in sentences, bars and a curve, as lines of text."""

from collections.abc import Iterator, Sequence
from typing import Final

from sixqp_protocol.text import cells
from sixqp_tui.analysis.mistakes import CONFIDENCE, MIN_GAMES, Estimate, MistakeKind, curve
from sixqp_tui.features.history.decisions import DecisionScore, Mistake
from sixqp_tui.i18n import _, ngettext, pgettext
from sixqp_tui.i18n.phrases import decimal
from sixqp_tui.presentation.plot import bar
from sixqp_tui.presentation.spans import Line, Span, pad, wrap

CERTAINTY: Final = f"{CONFIDENCE:.0%}".replace("%", " %")
FULL_ROW: Final = 5
MAX_BAR: Final = 24
"""Cells."""
SCALE: Final = 5
"""Cells before a curve."""
CURVE_HEIGHT: Final = 6
"""Lines."""
SURE, UNSURE, MEAN = "█", "░", "━"
"""Signs of a column: surely lost, possibly lost, and the estimate between them."""


def kind_name(kind: MistakeKind) -> str:
    return {
        # Translators: the kinds of mistakes: what the decision was about; at most 24 letters
        "sixth": pgettext("mistake", "the sixth card of a row"),
        # Translators: low cards that were kept too long; at most 24 letters
        "too low": pgettext("mistake", "low cards kept too long"),
        "row": pgettext("mistake", "the choice of a row"),
        "late": pgettext("mistake", "counting at the end"),
        # Translators: cards that should have been kept for later; at most 24 letters
        "kept": pgettext("mistake", "cards played too early"),
    }[kind]


def _where(kind: MistakeKind, length: int | None) -> str:
    """Inside a sentence: “You lose most when a row is full”."""
    if kind == "sixth" and length == FULL_ROW:
        # Translators: inside a sentence: “You lose most when a row is full”
        return _("when a row is full")
    if kind == "sixth" and length:
        # Translators: inside a sentence: “You lose most when a row holds 4 cards”
        return ngettext("when a row holds {n} card", "when a row holds {n} cards", length).format(n=length)
    return {
        # Translators: inside a sentence: “You lose most with the sixth card of a row”, and so are the next ones
        "sixth": _("with the sixth card of a row"),
        "too low": _("with low cards that you keep too long"),
        "row": _("when you must choose a row"),
        "late": _("with the last three cards, when counting helps"),
        "kept": _("with cards that you play too early"),
    }[kind]


def advice(score: DecisionScore) -> str:
    if len(score.games) < MIN_GAMES:
        missing = MIN_GAMES - len(score.games)
        return ngettext(
            "{n} more reviewed game is needed to tell what to work on.",
            "{n} more reviewed games are needed to tell what to work on.",
            missing,
        ).format(n=missing)
    if score.weakness is None:
        return _(
            "You make no kind of mistake more often than a strong player, as far as {n} games can tell."
        ).format(n=len(score.games))
    # Translators: {where} is “when a row holds 4 cards”, {cost} a figure such as “1.2 ± 0.4”
    most = _("You lose most {where}: {cost} heads a round.")
    # Translators: {where} is “when a row holds 4 cards”, {cost} a figure such as “1.2 ± 0.4”
    many = _("You lose more than a strong player {where}: {cost} heads a round.")
    cost = next(each for each in score.kinds if each.kind == score.weakness)
    sentence = most if score.most else many
    return sentence.format(where=_where(score.weakness, score.length), cost=format_cost(cost.mean, cost.within))


def trend(score: DecisionScore) -> str:
    if score.change is None:
        return ""
    heads = decimal(abs(score.change))
    if score.change < 0:
        return _(
            "Your decisions have improved: in the newer half of these games, they cost {n} fewer heads a round."
        ).format(n=heads)
    return _("In the newer half of these games, your decisions cost {n} more heads a round.").format(n=heads)


def summary(score: DecisionScore) -> str:
    if not score.games:
        return _("No game is reviewed yet.")
    # Translators: {cost} is a figure such as “2.1 ± 0.4”
    sentence = ngettext(
        "{cost} heads a round, in {n} reviewed game",
        "{cost} heads a round, in {n} reviewed games",
        len(score.games),
    )
    return sentence.format(cost=format_cost(score.mean, score.within), n=len(score.games))


def waiting(score: DecisionScore) -> str:
    sentence = ngettext("{n} game is not reviewed.", "{n} games are not reviewed.", score.waiting)
    return sentence.format(n=score.waiting) if score.waiting else ""


def instead(mistake: Mistake) -> str:
    if mistake.kind == "row":
        # Translators: two rows, by number: the one that was taken, and the better one
        return _("row {made}, better row {best}").format(made=mistake.made + 1, best=mistake.best + 1)
    # Translators: two cards: the one that was played, and the better one
    return _("{made}, better {best}").format(made=mistake.made, best=mistake.best)


def decision_lines(
    score: DecisionScore, width: int, curve_height: int = 0, chosen: MistakeKind | None = None
) -> tuple[Line, ...]:
    """Lines of at most `width` cells, with a curve if it has a height; a `chosen` kind stands out."""
    return tuple(_lines(score, width, curve_height, chosen))


def _lines(score: DecisionScore, width: int, height: int, chosen: MistakeKind | None) -> Iterator[Line]:
    for at, sentence in enumerate(filter(None, (advice(score), trend(score)))):
        for line in wrap(sentence, width):
            yield (Span(line, "ink" if at else "gold", bold=not at),)
    for line in wrap(" · ".join(filter(None, (summary(score), waiting(score)))), width):
        yield (Span(line, "dim"),)
    if score.games:
        yield ()
        yield from _kind_lines(score, width, chosen)
    yield from curve_lines(score, width, height)


def _kind_lines(score: DecisionScore, width: int, chosen: MistakeKind | None) -> Iterator[Line]:
    # Translators: a heading in capitals: heads lost in each round, by kind of mistake
    yield (Span(_("HEADS LOST A ROUND, BY KIND"), "strong", bold=True),)
    figures = [format_cost(each.mean, each.within) for each in score.kinds]
    longest = max(cells(kind_name(each.kind)) for each in score.kinds)
    widest = max(map(cells, figures))
    room = max(1, min(MAX_BAR, width - longest - widest - 4))
    highest = max(each.mean for each in score.kinds) or 1.0
    for each, figure in zip(score.kinds, figures, strict=True):
        own = each.kind == (chosen or score.weakness)
        yield (
            Span(pad(kind_name(each.kind), longest + 2), "gold" if own else "ink"),
            Span(pad(bar(each.mean / highest, room), room), "gold" if own else "green"),
            Span(f"  {figure:>{widest}}", "gold" if own else "ink"),
        )


def curve_lines(score: DecisionScore, width: int, height: int) -> Iterator[Line]:
    """Columns with their uncertainty; nothing if there are too few games for two."""
    points = curve([game.cost for game in score.games], (width - SCALE - 2) // 2)
    if len(points) < 2 or not height:
        return
    yield ()
    yield (Span(curve_heading(score, len(points)).upper(), "strong", bold=True),)
    yield from _columns(points, width, height)
    for line in wrap(uncertainty(), width):
        yield (Span(line, "dim"),)


def curve_heading(score: DecisionScore, points: int) -> str:
    group = len(score.games) // points
    # Translators: above a curve; {n} games are one point of it, the oldest on the left
    text = ngettext("Heads lost a round, game by game", "Heads lost a round, in groups of {n} games", group)
    return text.format(n=group)


def uncertainty() -> str:
    # Translators: below a curve; {certainty} is “95 %”
    return _("The shaded part shows the uncertainty ({certainty}).").format(certainty=CERTAINTY)


def _columns(points: Sequence[Estimate], width: int, height: int) -> Iterator[Line]:
    highest = max(*(each.mean + each.within for each in points), 0.1)
    broad = min(4, (width - SCALE - 2) // len(points))
    for line in range(height, 0, -1):
        scale = decimal(highest) if line == height else "0" if line == 1 else ""
        middle = (line - 0.5) / height * highest
        signs = "".join(_sign(each, middle, highest / height / 2) * (broad - 1) + " " for each in points)
        yield Span(f"{scale:>{SCALE}}  ", "dim"), Span(signs.rstrip(), "gold")


def _sign(point: Estimate, middle: float, half: float) -> str:
    if abs(point.mean - middle) <= half:
        return MEAN
    if middle <= max(0.0, point.mean - point.within):
        return SURE
    return UNSURE if middle <= point.mean + point.within else " "


def format_cost(mean: float, within: float | None) -> str:
    return decimal(mean) if within is None else f"{decimal(mean)} ± {decimal(within)}"
