"""A review in words, for the screen, the text mode and the report."""

from typing import NamedTuple

from sixqp_tui.analysis.judgement import WORTH
from sixqp_tui.analysis.result import EVIDENCE, Decision, Option, Review, SeatReview
from sixqp_tui.engine.cards import ROW_LIMIT
from sixqp_tui.i18n import _, ngettext, pgettext
from sixqp_tui.i18n.phrases import decimal_point, heads, labelled, ordinal, percent


def tenths(count: int) -> str:
    return f"{abs(count) // 10}{decimal_point()}{abs(count) % 10}"


def signed_tenths(count: int) -> str:
    sign = "+" if count > 0 else "−" if count < 0 else ""
    return sign + tenths(count)


def heads_in_tenths(count: int) -> str:
    # Translators: {n} is a figure with one decimal, such as 4.3
    form = 1 if count == 10 else 0 if count < 20 else 2  # languages differ over what is one, and what is many
    return ngettext("{n} head", "{n} heads", form).format(n=tenths(count))


def in_deals(share: int, of: int) -> str:
    if share == of:
        # Translators: inside a sentence, as “in 86 of 100 deals” is
        return ngettext("in {n} deal", "in all {n} deals", of).format(n=of)
    # Translators: inside a sentence: “in 86 of 100 deals”; a deal is one way in which the unseen cards may be dealt
    return ngettext("in {n} of {of} deal", "in {n} of {of} deals", of).format(n=share, of=of)


def costliest_decisions(count: int) -> str:
    if not count:
        return _("No decision is known to have cost anything.")
    # Translators: above a list of decisions, those that cost the most heads
    return ngettext("The costliest decision:", "The costliest decisions:", count)


def where(number: int, turn: int, pick: int = 0) -> str:
    """A `pick` in the draft has a number from 1, and no turn."""
    # Translators: {pick} is the number of a player's pick in the draft, from 1 to 10: a noun
    sentence = _("round {number}, pick {pick}") if pick else _("round {number}, turn {turn}")
    return sentence.format(number=number, turn=turn, pick=pick)


def decided_at(decision: Decision) -> str:
    if decision.kind == "pick":
        return where(decision.round, 0, decision.turn)
    return where(decision.round, decision.turn)


def row_name(row: int) -> str:
    # Translators: at most 9 letters
    return _("row {row}").format(row=row + 1)


def was_made(kind: str) -> str:
    if kind == "pick":
        # Translators: beside a card: it is the one that was picked in the draft; at most 6 letters
        return pgettext("card", "picked")
    # Translators: beside a card: it is the one that was played; at most 6 letters
    return pgettext("card", "played") if kind == "card" else pgettext("row", "taken")


def seen_from(name: str) -> str:
    # Translators: {name} is the player whose decisions are shown
    return _("seen from {name}").format(name=name)


class BalanceLine(NamedTuple):
    """`note` stands beside the figure."""

    label: str
    figure: str
    tenths: int
    note: str = ""


def balance_lines(review: Review, seat: int) -> tuple[BalanceLine, ...]:
    """All figures but the last add up to the last one."""
    balance = review.seats[seat].balance
    # Translators: {accuracy} is a number up to 100, {heads} a figure such as +17.2; at most 36 letters
    others = _("accuracy {accuracy} of 100 · others {heads}").format(
        accuracy=review.seats[seat].accuracy, heads=signed_tenths(review.others_skill(seat))
    )
    # Translators: what a hand costs on average of all hands that can be dealt
    average = BalanceLine(_("an average hand"), tenths(balance.average), balance.average)
    # Translators: {heads} is a figure such as 41.9
    par = _("par (what sensible play would lose): {heads}").format(heads=tenths(balance.par))
    # Translators: how much more than the average the hand costs that was dealt
    luck = _signed(_("the hand that was dealt"), balance.luck, par)
    skill = _signed(_("the decisions"), balance.skill, others)
    # Translators: heads that somebody was spared, because others decided badly
    spared = _signed(_("the others' decisions"), balance.others)
    # Translators: {rows} and {low} are figures such as +17.2, and add up to the heads on the same line: rows taken
    # because they were full, and because a card of one's own was too low; at most 36 letters
    split = _("full rows {rows} · low cards {low}").format(
        rows=signed_tenths(balance.full_rows), low=signed_tenths(balance.low)
    )
    # Translators: what neither the hand nor the decisions explain
    rest = _signed(_("how the cards fell"), balance.rest, split)
    # Translators: the heads that were taken, below what they are made of
    return average, luck, skill, spared, rest, BalanceLine(_("taken"), tenths(balance.taken), balance.taken)


def brief_balance_lines(review: Review, seat: int) -> tuple[BalanceLine, ...]:
    balance = review.seats[seat].balance
    # Translators: {n} is a figure with one decimal: this many heads more or fewer than hands usually cost
    sentence = _("{n} worse than usual") if balance.luck > 0 else _("{n} better than usual")
    note = sentence.format(n=tenths(balance.luck)) if balance.luck else ""
    # Translators: the heads that sensible play would lose with the hands that were dealt
    par = BalanceLine(_("what the hands were worth"), tenths(balance.par), balance.par, note)
    return par, *balance_lines(review, seat)[2:]


def _signed(label: str, tenths: int, note: str = "") -> BalanceLine:
    return BalanceLine(label, signed_tenths(tenths), tenths, note)


def decision_line(decision: Decision) -> str:
    """Such as `round 2, turn 4: played 45, best was 23: 4.3 heads ± 0.5`."""
    return labelled(decided_at(decision), labelled(instead(decision), cost(decision)))


def most_saved(decision: Decision) -> str:
    second = decision.options[1]
    if decision.kind != "row":
        # Translators: {where} is “round 2, turn 4”, {more} is “4.3 heads”
        sentence = _("The best decision, {where}: the {made}. The {second} would have cost {more} more.")
        made, other = decision.made, second.choice
    else:
        # Translators: {where} is “round 2, turn 4”, {more} is “4.3 heads”
        sentence = _("The best decision, {where}: row {made}. Row {second} would have cost {more} more.")
        made, other = decision.made + 1, second.choice + 1
    return sentence.format(where=decided_at(decision), made=made, second=other, more=heads_in_tenths(second.more))


def instead(decision: Decision) -> str:
    if decision.kind == "pick":
        return _("picked {made}, best was {best}").format(made=decision.made, best=decision.best)
    if decision.kind == "card":
        return _("played {made}, best was {best}").format(made=decision.made, best=decision.best)
    return _("took row {made}, best was row {best}").format(made=decision.made + 1, best=decision.best + 1)


def saved(decision: Decision) -> str:
    # Translators: beside the best decision of a game; {heads} is “4.3 heads”
    return _("saved {heads}").format(heads=heads_in_tenths(decision.options[1].more))


def cost_in_short(decision: Decision) -> str:
    return heads_in_tenths(decision.cost) if decision.cost else cost(decision)


def cost(decision: Decision) -> str:
    if not decision.cost:
        # Translators: of a decision in a game that is reviewed
        return _("there was nothing better")
    if decision.exact:
        # Translators: {heads} is “2.0 heads”; nothing was estimated
        return _("{heads}, exact").format(heads=heads_in_tenths(decision.cost))
    # Translators: {heads} is “4.3 heads”, {error} its standard error
    return _("{heads} ± {error}").format(heads=heads_in_tenths(decision.cost), error=tenths(decision.error))


def reasons(decision: Decision) -> tuple[str, ...]:
    if not decision.cost:
        return ()
    if decision.kind == "row":
        sentences: tuple[str, ...] = (_rows(decision),)
    elif decision.kind == "pick":
        sentences = (_picks(decision),)
    else:
        sentences = (_made(decision.option(decision.made)), _better(decision.options[0]))
    return (*sentences, *filter(None, [_decided_by(decision)]))


def _decided_by(decision: Decision) -> str:
    return _("A stand-in decided this for a player who was away.") if decision.stood_in else ""


def _made(option: Option) -> str:
    match option.reason.kind:
        case "sixth":
            sentence = _("The {card} was the sixth card of row {row}: {in_deals}, no card came before it.")
        case "filled":
            sentence = _(
                "Other cards came before the {card}: {in_deals}, it was the sixth card of row {row}, costing "
                "{heads} on average."
            )
        case "too low":
            sentence = _(
                "The {card} was too low for every row: {in_deals}, it took one, costing {heads} on average."
            )
        case _:
            sentence = _(
                "The {card} took nothing that turn {in_deals}, but the cards left in hand cost more later."
            )
    return _explained(sentence, option)


def _better(option: Option) -> str:
    why = option.reason
    if why.kind == "safe":
        if why.row is None:
            sentence = _("The {card} was too low for every row, but {in_deals}, a lower card came before it.")
        elif why.place > ROW_LIMIT:
            sentence = _("The {card} was the sixth card of row {row}, but {in_deals}, another card came before it.")
        else:
            # Translators: {place} is an ordinal, such as 5th
            sentence = _("The {card} would have been the {place} card of row {row}, and taken nothing {in_deals}.")
    elif why.row is None:
        sentence = _(
            "The {card} would have taken a row {in_deals}, costing {heads} on average: less than it would cost "
            "later."
        )
    else:
        sentence = _(
            "The {card} would have taken row {row} {in_deals}, costing {heads} on average: less in the end."
        )
    return _explained(sentence, option)


def _explained(sentence: str, option: Option) -> str:
    why = option.reason
    return sentence.format(
        card=option.choice,
        row=0 if why.row is None else why.row + 1,
        place=ordinal(why.place),
        in_deals=in_deals(why.share, why.of),
        heads=heads_in_tenths(why.heads),
    )


def _rows(decision: Decision) -> str:
    made, best = (decision.option(row).reason.heads // 10 for row in (decision.made, decision.best))
    numbers = {"made": decision.made + 1, "best": decision.best + 1}
    if made > best:
        return _("Row {made} had {more}, row {best} had {fewer}.").format(
            **numbers, more=heads(made), fewer=heads(best)
        )
    sentence = _("Row {best} had {more} and row {made} {fewer}, but what stayed on the table cost more later.")
    return sentence.format(**numbers, fewer=heads(made), more=heads(best))


def _picks(decision: Decision) -> str:
    more, fewer = (decision.option(card).reason.heads for card in (decision.made, decision.best))
    # Translators: {made} and {best} are cards of a draft's deck; {more} is “12.3 heads”, {fewer} “10.1 heads”
    sentence = _("With the {made} picked, the round costs {more} on average; with the {best} picked, {fewer}.")
    return sentence.format(
        made=decision.made, best=decision.best, more=heads_in_tenths(more), fewer=heads_in_tenths(fewer)
    )


def draft_costs(seat: SeatReview) -> str:
    """What each round's picks cost; "" without a draft."""
    costs = {number: seat.draft_cost(number) for number in seat.rounds}
    rounds = [
        # Translators: {number} is that of a round, {heads} a figure such as 4.3
        labelled(_("round {number}").format(number=number), tenths(cost))
        for number, cost in costs.items()
        if cost is not None
    ]
    # Translators: {rounds} is a list such as “round 1: 4.3, round 2: 0.0”, in heads
    return _("What the picks of the draft cost: {rounds}.").format(rounds=", ".join(rounds)) if rounds else ""


def limits(review: Review) -> str:
    # Translators: {part} is “65%”
    sentence = _(
        "The strong bot judged each decision over about {deals} deals that fit what could be seen. Each "
        "difference is shown at {part} of its estimate, which is what such differences were worth in play; ± "
        "is the standard error. Less than {least} heads proves nothing and counts as zero."
    ).format(deals=review.deals, part=percent(int(100 * WORTH)), least=tenths(EVIDENCE))
    picks = _(
        "A draft pick is compared with the six most promising cards of the deck; its differences are shown at what "
        "a better hand was worth with this number of players."
    )
    drafted = any(decision.kind == "pick" for seat in review.seats for decision in seat.decisions)
    return f"{sentence} {picks}" if drafted else sentence
