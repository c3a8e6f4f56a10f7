"""What the coach is asked, and its advice in words. The judgement is that of a review."""

from collections.abc import Callable, Mapping, Sequence

from sixqp_protocol import facts
from sixqp_protocol.facts import AnyFact, CardsRevealed
from sixqp_protocol.messages import RoomNews
from sixqp_tui.analysis.moments import Moment
from sixqp_tui.analysis.result import Decision, Tenths
from sixqp_tui.analysis.words import cost, instead, reasons, signed_tenths
from sixqp_tui.client.events import Event, Facts
from sixqp_tui.client.session_state import StateSource
from sixqp_tui.engine.view import View
from sixqp_tui.i18n import _
from sixqp_tui.i18n.phrases import labelled, listed

CardCosts = Mapping[int, Tenths]
"""By card, how much more it costs than the best; 0 if that is no evidence."""


def cannot_answer() -> str:
    return _("The coach can't answer now; the log says why.")


def last_turn(history: Sequence[AnyFact], seat: int) -> Moment | None:
    """The seat's last revealed card, with what it knew when it played it.

    None without such a card, if a stand-in played it (8.1), or if there was no choice.
    """
    turned = _last(history, len(history), lambda fact: isinstance(fact, facts.CardsRevealed))
    laid = _last(history, turned, lambda fact: isinstance(fact, facts.CardLaid) and fact.seat == seat)
    if laid < 0 or history[laid - 1] == facts.StoodIn(seat):
        return None
    fact, view = history[laid], View(seat).after(history[:laid])
    assert isinstance(fact, facts.CardLaid)
    return Moment(seat, view, "card", fact.card, False) if len(view.hand) > 1 else None


def now(view: View) -> Moment | None:
    """None if the seat has no choice."""
    table = view.table
    if view.seat is None or not table.choosing or view.laid is not None or len(view.hand) < 2:
        return None
    return Moment(view.seat, view, "card", view.hand[0], False)


def _last(history: Sequence[AnyFact], end: int, wanted: Callable[[AnyFact], bool]) -> int:
    return next((at for at in range(end - 1, -1, -1) if wanted(history[at])), -1)


def may_coach(news: RoomNews | None) -> bool:
    """Nobody is coached against another person."""
    if news is None or news.you is None:
        return False
    others = (seat for at, seat in enumerate(news.seats) if at != news.you)
    return all(seat.occupant not in ("person", "expected") for seat in others)


def turned_over(event: Event, session: StateSource) -> Moment | None:
    if not (isinstance(event, Facts) and event.live and may_coach(session.state.news)):
        return None
    seat, turned = session.state.view.seat, any(isinstance(fact, CardsRevealed) for fact in event.facts)
    return last_turn(session.state.history, seat) if turned and seat is not None else None


def choice(session: StateSource) -> Moment | None:
    """None if the reader has no choice, or isn't alone."""
    return now(session.state.view) if may_coach(session.state.news) else None


def comment_on(decision: Decision) -> str:
    """Empty if no other card was clearly better."""
    if not decision.cost:
        return ""
    # Translators: {line} is “played 45, best was 23: 4.3 heads ± 0.5”
    said = _("Coach: {line}").format(line=labelled(instead(decision), cost(decision)))
    return " ".join((f"{said}.", *reasons(decision)))


def cost_text(more: Tenths) -> str:
    # Translators: below a card that is as good as the best, as short as can be
    return signed_tenths(more) if more else _("good")


def line_before(costs: CardCosts) -> str:
    best = listed([str(card) for card, more in sorted(costs.items()) if not more], 10)
    others = "; ".join(f"{card} {cost_text(more)}" for card, more in sorted(costs.items()) if more)
    if not others:
        # Translators: {cards} are all cards of a hand
        return _("Coach: {cards} look equally good.").format(cards=best)
    # Translators: {cards} are the best cards; {others} is “12 +0.8; 45 +4.3”, in heads
    sentence = _("Coach: {cards} would be best. The others cost more heads: {others}.")
    return sentence.format(cards=best, others=others)
